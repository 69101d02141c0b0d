import { parentOf } from './parent-of.ts';
import { unshadowed } from './unshadowed.ts';

/** The language that the page declares around an element; empty if it declares none. */
export function languageAround(element: Element): string {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const lang = unshadowed(at).getAttribute('lang');
    if (lang) return lang;
  }
  return '';
}

/** The name of the messages for a language tag: `de` for `de-AT`. */
export function messagesFor(lang: string): string {
  const tag = lang.toLowerCase();
  return /^de\b.*-x-informal$/.test(tag) ? 'de-x-informal' : tag.slice(0, 2);
}
