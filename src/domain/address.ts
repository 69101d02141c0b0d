const WEB = ['http:', 'https:'];
const LINKED = [...WEB, 'mailto:', 'tel:'];

/**
 * Every address that is shown, loaded or opened comes through here: those of attributes, site
 * settings, events, vendors, orders and vendors' HTML. Returns it as the URL parser writes it, which
 * is also what the browser makes of it; empty for what is no address, and for any other scheme, such
 * as `javascript:`.
 *
 * @param base what a relative address is resolved against
 */
export function safeAddress(address: string, base?: string, schemes = LINKED): string {
  try {
    const { protocol, href } = new URL(address, base);
    return schemes.includes(protocol) ? href : '';
  } catch {
    return '';
  }
}

/** An address that is loaded, or opened in place of the page: http(s) only. */
export function httpAddress(address: string, base?: string): string {
  return safeAddress(address, base, WEB);
}
