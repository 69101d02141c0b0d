const warnings = new Set<string>();

/** Says in the console, once, what only the page's owner can mend. */
export function tellReseller(text: string): void {
  if (warnings.has(text)) return;
  warnings.add(text);
  // eslint-disable-next-line no-console -- it is meant for the reseller
  console.warn(`<booking-widget> ${text}`);
}
