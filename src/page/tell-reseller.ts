import type { Options } from './options.ts';

/** The script tag's options: a warning about one of them says where it is set. */
let scriptOptions: Options = [];

export function nameScriptOptions(options: Options): void {
  scriptOptions = options;
}

const warnings = new Set<string>();

/** Warns the page's owner in the console, once for each text. */
export function tellReseller(text: string): void {
  for (const [name, value] of scriptOptions) {
    text = text.replace(`${name}="${value}"`, '$& of the script tag');
  }
  if (warnings.has(text)) return;
  warnings.add(text);
  // eslint-disable-next-line no-console -- the reseller reads it
  console.warn(`<booking-widget> ${text}`);
}
