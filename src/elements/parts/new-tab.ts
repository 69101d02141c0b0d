import { html, type TemplateResult } from 'lit';
import type { Words } from '../../messages/words.ts';
import { href } from './address.ts';

/** A link that opens in a new tab; screen readers say so. */
export function newTab(
  address: string,
  text: string | TemplateResult,
  words: Words,
  look = '',
): TemplateResult {
  return html`<a class=${look} href=${href(address)} target="_blank" rel="noopener"
    >${text}<span class="visually-hidden"> ${words.say('opensInNewTab')}</span></a
  >`;
}
