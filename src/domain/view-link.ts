const PARAMETER = 'booking-view=';

/**
 * The link that shows an order's state; undefined on a page without an address that others can
 * open, such as `about:srcdoc`. The key is in the fragment, which browsers send to no server.
 */
export function viewLinkOf(address: string, viewKey: string): string | undefined {
  return address.startsWith('http') ? `${address.split('#')[0]}#${PARAMETER}${viewKey}` : undefined;
}

/** The key of a copied link, and the link's address without it; undefined if there is none. */
export function viewKeyIn(
  address: string,
): { viewKey: string; addressWithout: string } | undefined {
  const [page = '', fragment = ''] = address.split(/#(.*)/s);
  const parts = fragment.split('&');
  const found = parts.find((part) => part.startsWith(PARAMETER));
  if (!found) return undefined;
  const rest = parts.filter((part) => part !== found).join('&');
  return { viewKey: found.slice(PARAMETER.length), addressWithout: page + (rest && `#${rest}`) };
}
