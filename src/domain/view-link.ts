const PARAMETER = 'booking-view=';

/** Where a page shows the state of an order: what is behind the `#` reaches no server. */
export function viewLinkOf(address: string, viewKey: string): string {
  return `${address.split('#')[0]}#${PARAMETER}${viewKey}`;
}

/**
 * The key of a copied link. It is taken out of the page's address, so that nothing else on the page
 * finds it there, and nobody copies it on with the address.
 */
export function takeViewKey(location: Location, history: History): string | undefined {
  const parts = location.hash.slice(1).split('&');
  const found = parts.find((part) => part.startsWith(PARAMETER));
  if (!found) return undefined;
  const rest = parts.filter((part) => part !== found).join('&');
  try {
    const { pathname, search } = location;
    history.replaceState(history.state, '', pathname + search + (rest && `#${rest}`));
  } catch {
    // A document without an address of its own.
  }
  return found.slice(PARAMETER.length);
}
