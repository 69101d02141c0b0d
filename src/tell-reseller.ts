const said = new Set<string>();

/** Says in the console, once, what only the page's owner can mend. */
export function tellReseller(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  // eslint-disable-next-line no-console -- it is meant for the reseller
  console.warn(`<booking-widget> ${text}`);
}
