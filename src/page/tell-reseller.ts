const warnings = new Set<string>();

/** Warns the page's owner in the console, once for each text. */
export function tellReseller(text: string): void {
  if (warnings.has(text)) return;
  warnings.add(text);
  // eslint-disable-next-line no-console -- the reseller reads it
  console.warn(`<booking-widget> ${text}`);
}
