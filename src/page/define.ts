import { tellReseller } from './tell-reseller.ts';

/**
 * Registers a table of tag to class. A tag that is already defined stays as it is (the script was
 * loaded twice, or in two versions): the first wins, one warning says so, and nothing throws.
 * Returns whether all of them were new.
 *
 * @example
 * ```js
 * import { define, tags } from 'booking-widget';
 *
 * define(tags);
 * ```
 */
export function define(table: Record<string, CustomElementConstructor>): boolean {
  const alreadyDefined: string[] = [];
  for (const [tag, element] of Object.entries(table)) {
    if (customElements.get(tag)) alreadyDefined.push(tag);
    else customElements.define(tag, element);
  }
  if (alreadyDefined.length > 0) {
    tellReseller(`is already on this page; the first one stays: ${alreadyDefined.join(', ')}.`);
  }
  return alreadyDefined.length === 0;
}
