import type { Options } from './options.ts';

/** The script tag's options: a warning about one of them says where it is set. */
let scriptOptions: Options = [];

export function nameScriptOptions(options: Options): void {
  scriptOptions = options;
}

/** The sentence, which says of an option of the script tag that it is set there. */
export function withPlace(text: string): string {
  for (const [name, value] of scriptOptions) {
    text = text.replace(`${name}="${value}"`, '$& of the script tag');
  }
  return text;
}

/** Exported for tests, several of which share a page. */
export const told = new Set<string>();
let hear: ((text: string) => void) | undefined;

/** Calls the listener with everything that was said, and will be. */
export function hearAdvice(listener: (text: string) => void): void {
  hear = listener;
  for (const text of told) listener(text);
}

/** Warns the page's owner in the console, once for each text. */
export function tellReseller(...texts: string[]): void {
  for (const text of texts.map(withPlace)) {
    if (told.has(text)) continue;
    told.add(text);
    hear?.(text);
    // eslint-disable-next-line no-console -- the reseller reads it
    console.warn(`<booking-widget> ${text}`);
  }
}
