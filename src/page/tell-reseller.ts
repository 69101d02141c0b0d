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

const warnings = new Set<string>();

/** Warns the page's owner in the console, once for each text. */
export function tellReseller(...texts: string[]): void {
  for (const text of texts.map(withPlace)) {
    if (warnings.has(text)) continue;
    warnings.add(text);
    // eslint-disable-next-line no-console -- the reseller reads it
    console.warn(`<booking-widget> ${text}`);
  }
}
