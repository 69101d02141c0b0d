import { html } from 'lit';

/** Drawn in lines of the words' colour, on 18 by 18; what it stands for is written beside it. */
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
