import { css, html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';
import { picture } from './picture.ts';

/**
 * A sign for each tint. They are plain shapes, because nobody knows what a category is about. The
 * last is of events without a category.
 */
const signs = [
  'M12 9a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM16 9a5 5 0 1 1-10 0 5 5 0 0 1 10 0Z',
  'M9 2l7 7-7 7-7-7ZM9 6l3 3-3 3-3-3Z',
  'M2 15V9a7 7 0 0 1 14 0v6M6 15V9a3 3 0 0 1 6 0v6',
  'M9 1.5Q9 9 16.5 9 9 9 9 16.5 9 9 1.5 9 9 9 9 1.5Z',
  'M16 9A7 7 0 1 1 2 9a7 7 0 0 1 14 0ZM11 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  'M2 4h14v3a2 2 0 0 0 0 4v3H2v-3a2 2 0 0 0 0-4Z',
];

/**
 * The sign of a category on its tint, which the event's picture covers if there is one and it can be
 * loaded.
 */
export function plate(images: string[], tint: number | undefined): TemplateResult {
  return html`<div class="plate">${icon(signs[tint ?? -1] ?? '')} ${picture(images)}</div>`;
}

export const plateStyles = css`
  .plate {
    position: relative;
    display: grid;
    place-content: center;
    /* Where it stretched, the browser would lay out each ticket twice. */
    align-self: start;
    aspect-ratio: 2;
    overflow: hidden;
  }
  .plate svg {
    scale: 2.25;
    color: var(--_muted-text);
    stroke-width: 0.75;
  }
  .plate .picture {
    position: absolute;
    inset: 0;
    height: 100%;
  }
`;
