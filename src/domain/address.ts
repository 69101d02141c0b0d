const WEB = ['http:', 'https:'];
const LINKED = [...WEB, 'mailto:', 'tel:'];

/**
 * Every address that is shown, loaded or opened passes through here, whether from an attribute, a
 * site setting, an event, a vendor, an order or a vendor's HTML. Returns it as the URL parser, and
 * so the browser, reads it; empty if it is not an address, or has another scheme, such as
 * `javascript:`.
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
