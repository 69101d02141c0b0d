import { css } from 'lit';
import { startsInsteadStyles } from '../elements/parts/lost-line.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';

const own = css`
  .order {
    margin-top: 16px;
  }
  .order h3 {
    font-weight: 400;
  }
  .line .note {
    margin-block: 8px;
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
    overflow-wrap: anywhere;
    color: var(--_warn-text);
  }
  /* Sums of several currencies wrap to a line of their own if room is short. */
  .sum {
    flex-wrap: wrap;
    align-items: baseline;
  }
  .sum > :first-child {
    flex: none;
  }
  .sum .total {
    margin-inline-start: auto;
    text-align: end;
    white-space: normal;
  }
  .side > .small {
    margin-top: 12px;
  }
`;

export const cartStyles = [base, columns, startsInsteadStyles, own];
