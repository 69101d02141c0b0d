import { css } from 'lit';
import { startsInsteadStyles } from '../elements/parts/lost-line.ts';
import { base } from '../styles/base.ts';
import { ground } from '../styles/design-tokens.ts';
import { stubBelow } from '../styles/ticket.ts';
import { ticketStyles } from './parts/ticket.ts';

const own = css`
  :host {
    container-type: inline-size;
  }
  .ticket,
  .panel {
    max-width: 47.5em;
  }
  .ticket {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }
  .note {
    max-width: 40em;
  }
  .panel {
    padding: 0;
  }
  .body {
    gap: 4px;
    padding: 20px 24px;
  }
  .headline .title {
    margin-bottom: 8px;
    text-wrap: pretty;
  }
  .outcome {
    margin-block: 8px 4px;
    color: var(--_ink-text);
  }
  .panel .meta {
    align-items: center;
    justify-content: space-between;
    margin: 12px -24px -20px;
    padding: 8px 24px;
    border-top: 1px solid var(--_line);
  }
  .line + .line {
    margin-top: 16px;
  }
  .total-row {
    align-items: baseline;
    margin-top: 4px;
    padding: 12px 0;
  }
  .total-row .small {
    display: inline-block;
  }
  .due {
    margin-block: 4px 12px;
  }
  dl {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: 2px 12px;
    margin-top: 4px;
  }
  .note > dl {
    margin-block: 8px;
  }
  dt {
    min-width: 5.2em;
  }
  dd {
    color: var(--_ink-text);
  }
  .code {
    color: var(--_ink-text);
    letter-spacing: 0.06em;
    overflow-wrap: anywhere;
  }
  .parts {
    display: grid;
    gap: 2px;
    margin: 8px 0;
    list-style: none;
  }
  .mark {
    color: var(--_ink-text);
    font-weight: 620;
  }
  /* A code does not wrap, because it is read out at the entrance. */
  .parts .code {
    display: inline-block;
  }
  .code + .mark {
    margin-inline-start: 8px;
  }
  .ended :is(.line, .code) {
    color: var(--_muted-text);
  }
  .ended .stub {
    ${ground('surface')}
    background: var(--_raised);
  }
  .instead {
    margin-top: 12px;
  }
  .meta {
    gap: 0 20px;
  }
  .after {
    overflow-wrap: anywhere;
    max-width: 68ch;
    margin-top: 16px;
  }
  .after .quiet {
    margin-inline-end: 16px;
  }
  section:not(:first-child) {
    margin-top: 24px;
  }
  @container (max-width: 560px) {
    ${stubBelow}
    .body {
      padding: 16px;
    }
    .headline .title {
      font-size: 1.4375em;
    }
    .panel .meta {
      margin: 12px -16px -16px;
      padding-inline: 16px;
    }
    .stub {
      flex-flow: column;
      align-items: stretch;
      padding: 16px;
    }
  }
  @container (max-width: 380px) {
    /* All of them beside each other. */
    .ticket .meta {
      gap: 0 12px;
      font-size: 0.84em;
    }
    /* A term above its text, so that an e-mail address has room. */
    .small:not(.costs) > dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .small:not(.costs) dd + dt {
      margin-top: 8px;
    }
  }
  @media print {
    :host {
      color-scheme: light;
    }
    .ticket {
      break-inside: avoid;
    }
    .meta,
    details,
    .after .quiet {
      display: none;
    }
  }
`;

export const confirmationStyles = [base, ticketStyles, startsInsteadStyles, own];
