import { html, nothing } from 'lit';

/**
 * Rendered even without a text, because screen readers announce only changes to existing elements.
 */
export function loadingNote(text: string | false) {
  return html`<div role="status">${text ? html`<span class="late">${text}</span>` : nothing}</div>`;
}
