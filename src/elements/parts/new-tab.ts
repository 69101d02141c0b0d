import { html, type TemplateResult } from 'lit';
import type { Words } from '../../messages/words.ts';

/** A link that leaves the page as it is, and says so to whoever cannot see it. */
export function newTab(href: string, text: string, words: Words, look = ''): TemplateResult {
  return html`<a class=${look} href=${href} target="_blank" rel="noopener"
    >${text}<span class="said"> ${words.say('opensInNewTab')}</span></a
  >`;
}
