import { css } from 'lit';

export const monthGridStyles = css`
  table {
    width: 100%;
    table-layout: fixed;
    border-spacing: 2px;
    border-collapse: separate;
  }
  th {
    padding: 4px 0;
    font-weight: 400;
    text-align: center;
  }
  td {
    padding: 0;
  }
  button {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    width: 100%;
    min-height: 50px;
    padding: 0;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
    font-variant-numeric: tabular-nums;
    font-weight: 560;
    line-height: 1.25;
  }
  small {
    font-size: 0.75em;
    font-weight: 450;
    white-space: nowrap;
    color: var(--_muted);
  }
  .free:hover {
    background: var(--_accent-soft);
  }
  .scarce small {
    color: var(--_warn);
    font-weight: 600;
  }
  .full,
  .closed,
  .none {
    font-weight: 400;
    color: var(--_muted);
    cursor: default;
  }
  .none {
    opacity: 0.75;
  }
  .today {
    box-shadow: inset 0 0 0 1px var(--_line-strong);
  }
  [aria-selected='true'] button,
  [aria-selected='true'] button:hover {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  [aria-selected='true'] small {
    color: inherit;
  }
  @container (max-width: 300px) {
    table {
      border-spacing: 0;
    }
  }
`;
