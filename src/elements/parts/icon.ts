import { html } from 'lit';

/** A line icon of 18 by 18 pixels in the text's colour. Its label is rendered beside it. */
export const icon = (path: string) =>
  html`<svg
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    stroke-width="1.7"
    aria-hidden="true"
  >
    <path d=${path} />
  </svg>`;
