/** Where the tab keeps what the customer has typed, while a payment is confirmed elsewhere. */
export const TRIP = 'booking payment';

/** What Stripe adds to the address of the page that the customer comes back to. */
const ADDED = /^((payment|setup)_intent(_client_secret)?|redirect_status)=/;

/** The address without that; undefined if nothing was added. */
export function withoutReturn(address: string): string | undefined {
  const [, page = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? [];
  const parts = query.split('&');
  const own = parts.filter((part) => !ADDED.test(part));
  if (own.length === parts.length) return undefined;
  return page + (own.length > 0 ? `?${own.join('&')}` : '') + fragment;
}
