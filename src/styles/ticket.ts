import { css } from 'lit';
import { ground, tintedStubs } from './design-tokens.ts';

/** A ticket whose stub lies under its body, for a container without room beside it. */
export const stubBelow = css`
  .ticket {
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
  }
  .body {
    grid-column: auto;
  }
  .stub {
    grid-area: 3 / auto;
    flex-flow: row wrap;
    align-items: end;
    padding: 12px 16px;
    border-inline-start: 0;
    border-top: 1.5px dashed var(--_line);
    border-radius: 0 0 calc(var(--_radius) - 1px) calc(var(--_radius) - 1px);
  }
  /* Left and right in every reading direction, because clip-path has no logical sides. */
  .stub::before {
    inset: -8.5px auto auto -8.5px;
    clip-path: inset(0 0 0 7.5px);
  }
  .stub::after {
    inset: -8.5px -8.5px auto auto;
    clip-path: inset(0 7.5px 0 0);
  }
`;

/** A ticket of the list or the confirmation: a body and a stub with a perforation between. */
export const ticket = css`
  .ticket {
    position: relative;
    display: grid;
    /* Money never wraps, so a long amount widens its stub. */
    grid-template: auto 1fr auto / auto minmax(0, 1fr) minmax(9.4em, min-content);
    min-height: 10.75em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    ${ground('surface')};
    transition: border-color 140ms;
  }
  .body {
    grid-area: 2 / 2;
    display: flex;
    flex-direction: column;
    gap: 6px;
    min-width: 0;
    padding: 16px;
    overflow-wrap: anywhere;
  }
  .stub {
    grid-area: 2 / 3;
    /* Positions the holes, and keeps their clipped halves from making the page scroll. */
    contain: layout;
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    gap: 8px;
    min-width: 0;
    overflow-wrap: anywhere;
    padding: 16px;
    padding-inline-end: 12px;
    border-inline-start: 1.5px dashed var(--_line);
    border-start-end-radius: calc(var(--_radius) - 1px);
    border-end-end-radius: calc(var(--_radius) - 1px);
    ${ground('tint-0')};
  }
  .stub b {
    display: block;
    font-size: 1.1875em;
    font-weight: 650;
    letter-spacing: -0.01em;
    color: var(--_ink-text);
  }
  /* The holes at both ends of the perforation. */
  .stub::before,
  .stub::after {
    content: '';
    position: absolute;
    inset-inline-start: -8.5px;
    width: 15px;
    height: 15px;
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_surface);
    transition: border-color 140ms;
  }
  .stub::before {
    top: -8.5px;
    clip-path: inset(7.5px 0 0 0);
  }
  .stub::after {
    bottom: -8.5px;
    clip-path: inset(0 0 7.5px 0);
  }
  .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    margin-top: auto;
    padding-top: 8px;
  }
  /* Otherwise the gap beside what is not known would be an indent. */
  .meta > :empty {
    display: none;
  }
  ${tintedStubs}
  @container (max-width: 380px) {
    ${stubBelow}
  }
`;
