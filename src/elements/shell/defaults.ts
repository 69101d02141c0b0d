import type { DeclaredAddresses } from '../../page/declared-addresses.ts';
import type { Options } from '../../page/options.ts';

export interface Defaults {
  /**
   * What the script tag allows a tag to name; undefined in the npm package, where markup is as good
   * as a program of the page.
   */
  declared?: DeclaredAddresses;
  fetch: typeof fetch;
  /** Attributes of every widget of the page that does not set them itself. */
  options: Options;
  /** The key of the copied link that the page was opened by. */
  viewKey?: string | undefined;
}

/** What every widget of the page begins with. */
export const defaults: Defaults = {
  fetch: (input, init) => globalThis.fetch(input, init),
  options: [],
};

/** For the script's entry. */
export function setDefaults(given: Defaults): void {
  Object.assign(defaults, given);
}
