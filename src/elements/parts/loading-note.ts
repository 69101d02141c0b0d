import { html, nothing } from 'lit';

/** Stays in its place while nothing loads, so that a screen reader says what comes into it. */
export function loadingNote(text: string | false) {
  return html`<div role="status">${text ? html`<span class="late">${text}</span>` : nothing}</div>`;
}
