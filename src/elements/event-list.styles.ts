import { css } from 'lit';
import { base } from '../styles/base.ts';
import { ground } from '../styles/design-tokens.ts';
import { ticket } from '../styles/ticket.ts';
import { dayFilterStyles } from './parts/day-filter.ts';
import { pictureStyles } from './parts/picture.ts';
import { plateStyles } from './parts/plate.ts';
import { quietSelectStyles } from './parts/quiet-select.ts';

const own = css`
  .note {
    margin-bottom: 12px;
  }
  :host {
    container: list / inline-size;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    margin-bottom: 8px;
  }
  .search {
    position: relative;
    flex: 99 1 240px;
  }
  .search svg {
    position: absolute;
    inset-inline-start: 12px;
    top: 50%;
    margin-top: -9px;
    opacity: 0.6;
    pointer-events: none;
  }
  .search input {
    width: 100%;
    min-height: 44px;
    padding: 8px 12px;
    padding-inline-start: 40px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    ${ground('surface')};
  }
  /* Otherwise a page in the other writing direction would scroll by the room for the focus ring. */
  .filters {
    contain: layout;
  }
  /* One row for any number of chips, with room for the focus ring. */
  .chips {
    display: flex;
    gap: 8px;
    height: 50px;
    margin-inline-start: -5px;
    padding: 5px;
    overflow: auto hidden;
    scrollbar-width: none;
  }
  .chips > div {
    display: contents;
  }
  .chips > .narrow {
    display: none;
  }
  @container (max-width: 479px) {
    .chips > .wide {
      display: none;
    }
    .chips > .narrow {
      display: contents;
    }
  }
  /* Some browsers give the open list of options no background. */
  option {
    ${ground('surface')};
  }
  .chips select {
    ${ground('surface')};
    flex: 0 1 auto;
    min-width: 4em;
    max-width: 16em;
    padding-inline: 12px;
    border: 1px solid var(--_line);
    border-radius: 99px;
  }
  @container (min-width: 480px) {
    .chips select {
      flex: none;
    }
  }
  /* The height is the same before and after the number of events is known. */
  .found {
    gap: 4px 12px;
    min-height: 44px;
    padding-top: 4px;
  }
  /* With a chosen day, the text and the sort order do not share a line if room is short. */
  .found:not(:has(button)) {
    flex-wrap: nowrap;
  }
  .found select {
    margin-inline-start: auto;
  }
  .count .quiet {
    padding: 4px;
    margin-block: -4px;
  }
  .chips button {
    flex: none;
    min-height: 40px;
    padding: 4px 16px;
    border: 1px solid var(--_line);
    border-radius: 99px;
    background: none;
    font-size: 0.84em;
  }
  .chips button:hover {
    border-color: var(--_line-strong);
  }
  .chips button[aria-pressed='true'] {
    border-color: var(--_ink);
    ${ground('ink')};
  }
  /* An automatic column would stay as wide as a skipped card was when it was last rendered. */
  .grid {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    list-style: none;
  }
  .grid > * {
    display: grid;
    container-type: inline-size;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 10.75em;
  }
  @container (min-width: 640px) {
    .grid {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  .open {
    border: 0;
    background: none;
    padding: 0;
    text-align: start;
    letter-spacing: inherit;
    font-weight: inherit;
  }
  .open::after {
    content: '';
    position: absolute;
    inset: -1px;
    border-radius: var(--_radius);
  }
  .open:focus-visible {
    outline: none;
  }
  .open:focus-visible::after {
    outline: inherit;
    outline: 2px solid var(--_accent-text);
    /* content-visibility clips the cards, so the focus ring is inside. */
    outline-offset: -3px;
  }
  .ticket:hover,
  .ticket:hover .stub::before,
  .ticket:hover .stub::after {
    border-color: var(--_line-strong);
  }
  /* Above the text, or beside it if there is room, so that all tickets have the same height. */
  .plate {
    grid-column: 1 / -1;
    border-radius: calc(var(--_radius) - 1px) calc(var(--_radius) - 1px) 0 0;
  }
  .plate ~ .stub {
    border-start-end-radius: 0;
  }
  @container (min-width: 460px) {
    .plate {
      grid-area: 2 / 1;
      align-self: stretch;
      width: 8.5em;
      aspect-ratio: auto;
      border-radius: 0;
      border-start-start-radius: calc(var(--_radius) - 1px);
      border-end-start-radius: calc(var(--_radius) - 1px);
    }
    .plate ~ .stub {
      border-start-end-radius: calc(var(--_radius) - 1px);
    }
  }
  /* Where each ticket has a row of its own, and pictures are above the text, none is missed. */
  @container list (max-width: 459px) {
    .plate:not(:has(img:not([hidden]))) {
      display: none;
    }
    .plate:not(:has(img:not([hidden]))) ~ .stub {
      border-start-end-radius: calc(var(--_radius) - 1px);
    }
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin-top: 4px;
  }
  .choices button {
    /* Over the card's own button. */
    position: relative;
    min-height: 28px;
    padding: 0 8px;
    border: 1px solid var(--_line-strong);
    border-radius: 6px;
    ${ground('surface')};
    font-weight: 560;
    font-variant-numeric: tabular-nums;
  }
  .choices button:hover {
    border-color: var(--_accent);
  }
  .few {
    color: var(--_warn-text);
    font-weight: 600;
  }
  .stale {
    margin-bottom: 12px;
  }
  .summary {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  .more {
    margin-top: 16px;
  }
  .empty {
    padding: 32px 0;
  }
  .empty .choices {
    gap: 8px;
    margin-top: 12px;
  }
  .empty .choices button {
    min-height: 44px;
    padding: 4px 16px;
  }
`;

export const eventListStyles = [
  base,
  ticket,
  pictureStyles,
  plateStyles,
  dayFilterStyles,
  quietSelectStyles,
  own,
];
