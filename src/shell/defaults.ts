import type { ServedResponses } from '../client/first-page.ts';
import type { DeclaredAddresses } from '../page/declared-addresses.ts';
import type { Options } from '../page/options.ts';

export interface Defaults {
  /**
   * What the script tag allows a tag to name; undefined in the npm package, where tags count as
   * part of the page's program.
   */
  declared?: DeclaredAddresses;
  fetch: typeof fetch;
  /** Registers elements that come later; undefined in the npm package, where the page does. */
  define?: (elements: Record<string, CustomElementConstructor>) => unknown;
  /** What came in the script, if anything did. */
  firstResponses?: ServedResponses | undefined;
  /** Attributes of every widget of the page that does not set them itself. */
  options: Options;
  /** The key of the copied link that has opened the page. */
  viewKey?: string | undefined;
}

/** What every widget of the page starts with. */
export const defaults: Defaults = {
  fetch: (input, init) => globalThis.fetch(input, init),
  options: [],
};

/** Called by the script's entry. */
export function setDefaults(given: Defaults): void {
  Object.assign(defaults, given);
}
