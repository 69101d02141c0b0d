import { css } from 'lit';
import { base } from '../styles/base.ts';
import { ground, writeOn } from '../styles/design-tokens.ts';

const own = css`
  table {
    width: 100%;
    table-layout: fixed;
    border-spacing: 2px;
    /* In quirks mode, tables do not inherit these. */
    font: inherit;
    color: inherit;
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
    display: block;
    width: 100%;
    min-height: 50px;
    padding: 0 0 0.95em;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
    font-variant-numeric: tabular-nums;
    font-weight: 560;
    line-height: 1.25;
  }
  /* Where a month begins, its name stands over the number. */
  [data-month] {
    position: relative;
  }
  [data-month]::before {
    content: attr(data-month);
    position: absolute;
    inset: -3px 0 auto;
    font-size: 0.64em;
    font-weight: 620;
    line-height: 1;
    white-space: nowrap;
  }
  /* Within the frame of today, and on the ground of the chosen day. */
  :is([aria-current], [aria-selected='true'] *)[data-month]::before {
    top: 1px;
  }
  /*
   * The price is drawn over its button, but is not part of the button's name. Its height and
   * margins add up to 0: absolute positioning would make a paint layer in each cell. It is a little
   * wider than the cell, so that a text that is too long stays centred.
   */
  small {
    display: block;
    height: 1.25em;
    margin: -1.85em -3px 0.6em;
    line-height: 1.25;
    text-align: center;
    pointer-events: none;
    font-size: 0.75em;
    font-weight: 450;
    white-space: nowrap;
    color: var(--_muted-text);
  }
  .free:hover {
    ${writeOn('accent-soft')};
  }
  .free button:hover {
    background: var(--_accent-soft);
  }
  .scarce small {
    color: var(--_warn-text);
    font-weight: 600;
  }
  .bare button {
    padding: 0;
  }
  [aria-disabled] {
    font-weight: 400;
    color: var(--_muted-text);
    cursor: default;
  }
  /* Opacity would make a paint layer of each day. */
  .none button {
    color: color-mix(in srgb, var(--_muted-text) 75%, transparent);
  }
  .full button {
    text-decoration: line-through;
  }
  [aria-current] {
    box-shadow: inset 0 0 0 1px var(--_line-strong);
  }
  [aria-selected='true'] button,
  [aria-selected='true'] button:hover {
    ${ground('accent')};
  }
  [aria-selected='true'] {
    ${writeOn('accent')};
  }
  [aria-selected='true'] small {
    color: var(--_on-accent-text);
  }
  @container (max-width: 300px) {
    /* The table extends into the panel's padding, if there is any. */
    table {
      width: calc(100% + 2 * var(--_bleed, 9px));
      margin-inline: calc(-1 * var(--_bleed, 9px));
      border-spacing: 0;
    }
    /* So that "39.50" fits with any font; DejaVu is the widest that is common. */
    small {
      letter-spacing: -0.025em;
    }
    /* "3 left" has to fit into a seventh of a phone's width. The margins keep the sum of 0. */
    .long small,
    .scarce small,
    :not(.free) > small {
      height: 1.42em;
      margin-top: -2.02em;
      margin-bottom: 0.6em;
      font-size: 0.64em;
      font-weight: 450;
      letter-spacing: -0.045em;
    }
  }
`;

export const dayGridStyles = [base, own];
