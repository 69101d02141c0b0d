import { css } from 'lit';
import { ground } from '../styles/tokens.ts';

export const eventListStyles = css`
  .note {
    margin-bottom: 12px;
  }
  :host {
    container-type: inline-size;
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
  /* A page that is written the other way would scroll to the ring's room. */
  .filters {
    contain: layout;
  }
  /* One row, however many there are to be, with room for the focus ring. */
  .chips {
    display: flex;
    gap: 8px;
    height: 50px;
    margin-inline-start: -5px;
    padding: 5px;
    overflow: auto hidden;
    scrollbar-width: none;
  }
  .chips > [role] {
    display: contents;
  }
  /* What opens has no ground of its own in every browser. */
  option {
    ${ground('surface')};
  }
  .chips > select {
    ${ground('surface')};
    flex: none;
    max-width: 16em;
    padding-inline: 12px;
    border: 1px solid var(--_line);
    border-radius: 99px;
  }
  /* Of one height, whether it is known how many there are or not. */
  .found {
    gap: 4px 12px;
    min-height: 44px;
    padding-top: 4px;
  }
  /* What is said of a day takes a line where there is not room for both. */
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
  /* A column of its own accord is as wide as a skipped card was when it was last drawn. */
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
    /* What is skipped below the fold is clipped where it is shown, so the ring is inside. */
    outline-offset: -3px;
  }
  .ticket:hover,
  .ticket:hover .stub::before,
  .ticket:hover .stub::after {
    border-color: var(--_line-strong);
  }
  /* Beside the text where there is room, so that tickets with and without one are of a height; else above it. */
  .picture {
    grid-column: 1 / -1;
    border-radius: calc(var(--_radius) - 1px) calc(var(--_radius) - 1px) 0 0;
  }
  .picture:not([hidden]) ~ .stub {
    border-start-end-radius: 0;
  }
  @container (min-width: 460px) {
    .picture {
      grid-column: 1;
      width: 8.5em;
      height: 0;
      min-height: 100%;
      aspect-ratio: auto;
      border-radius: 0;
      border-start-start-radius: calc(var(--_radius) - 1px);
      border-end-start-radius: calc(var(--_radius) - 1px);
    }
    .picture:not([hidden]) ~ .stub {
      border-start-end-radius: calc(var(--_radius) - 1px);
    }
  }
  .times {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin-top: 4px;
  }
  .times span {
    padding: 0 6px;
    border: 1px solid var(--_line-strong);
    border-radius: 6px;
    ${ground('surface')};
    font-weight: 560;
    font-variant-numeric: tabular-nums;
  }
  .few {
    color: var(--_warn-text);
    font-weight: 600;
  }
  .stale {
    margin-bottom: 12px;
  }
  .summary {
    /* As the title above it, whichever way it is read. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
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
`;
