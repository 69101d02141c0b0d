const PARAMETER = 'booking-view=';

/**
 * The link that shows an order's state; undefined on a page without an address that others can
 * open, such as `about:srcdoc`. The key is in the fragment, which browsers send to no server.
 */
export function viewLinkOf(address: string, viewKey: string): string | undefined {
  return address.startsWith('http') ? `${address.split('#')[0]}#${PARAMETER}${viewKey}` : undefined;
}

/**
 * Removes the key of a copied link from the page's address and returns it, so that no other script
 * finds it there and nobody passes it on with the address.
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
    // Documents such as `about:srcdoc` refuse.
  }
  return found.slice(PARAMETER.length);
}
