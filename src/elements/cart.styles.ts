import { css } from 'lit';

export const cartStyles = css`
  .order {
    margin-top: 16px;
  }
  .line {
    padding: 12px 0;
  }
  .line + .line {
    border-top: 1.5px dashed var(--_line);
  }
  .line .row {
    align-items: baseline;
    border: 0;
    padding: 4px 0;
  }
  .ways {
    display: flex;
    gap: 16px;
  }
  .ways .quiet {
    min-height: 36px;
    font-size: 0.84em;
  }
  [role='status'] .quiet {
    margin-inline-start: 8px;
  }
  .stale {
    margin-top: 12px;
    color: var(--_warn-text);
  }
  .sum {
    align-items: baseline;
  }
  .side > .small {
    margin-top: 12px;
  }
`;
