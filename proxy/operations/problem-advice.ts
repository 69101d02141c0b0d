import type { ProblemCode } from '#contract/problem.schema';

/**
 * What each problem tells the operator, with what to do. No browser gets these texts: customers read
 * those of `src/messages/`, and whoever builds a page the titles of `proxy/http/problems.ts`.
 */
export const problemAdvice: Readonly<Record<ProblemCode, string>> = {
  'invalid-request':
    'A page or a script asks for something that is not in the contract; the response names the field.',
  'not-found': 'A path or an id that is not there; harmless unless it comes from your own pages.',
  'method-not-allowed': 'Something other than the widget calls the proxy, or a gateway rewrites.',
  'body-too-large': 'An order is larger than the widget can make it; look at who sends it.',
  'unsupported-media-type': 'Something between page and proxy changes Content-Type; look there.',
  'origin-not-allowed':
    'A page that is not yours uses the proxy; if it is, add its origin to ALLOWED_ORIGINS.',
  'unknown-site': 'A tag names no site of SITES_FILE; give the reseller the key of theirs.',
  'too-many-requests':
    'An address is at …_PER_MINUTE; if all visitors are at once, TRUSTED_HOPS is wrong.',
  'too-many-calls':
    'An address is at CALLS_PER_CLIENT; if all visitors are at once, TRUSTED_HOPS is wrong.',
  'too-many-distinct-reads':
    'An address is at RENDER_MS_PER_MINUTE; if many are, the machine is too slow for the catalog.',
  'event-gone': 'The vendor has withdrawn the event; nothing to do.',
  'date-gone': 'The vendor has withdrawn the date; nothing to do.',
  'date-passed':
    'The date’s booking has closed; nothing to do unless the doctor finds a wrong clock.',
  'price-gone': 'The vendor has withdrawn the price; nothing to do.',
  'price-changed': 'The vendor has changed the price before the order; nothing to do.',
  'sold-out': 'Others were faster; nothing to do.',
  'too-few-participants': 'The vendor’s minimum; nothing to do.',
  'too-many-participants': 'The vendor’s maximum, or the places that are left; nothing to do.',
  'too-many-places':
    'An address, a date or the site is at PLACES_PER_CLIENT, PLACES_PER_DATE or PLACES_PER_SITE.',
  'too-many-orders': 'An address is at ORDERS_PER_EMAIL or EMAILS_PER_CLIENT; look for abuse.',
  'product-gone': 'The vendor has withdrawn the product; nothing to do.',
  'product-sold-out': 'Others were faster; nothing to do.',
  'quote-invalid':
    'The quote was sealed with another PROXY_SECRET; give all processes one, and PROXY_SECRET_BEFORE.',
  'quote-expired': 'The customer took longer than half an hour; nothing to do.',
  'participants-mismatch': 'A page changes the order after its quote; look at who sends it.',
  'shipping-address-missing': 'A product is sent by post; nothing to do.',
  'idempotency-key-reused': 'A page sends another order under an old key; nothing was sent.',
  'payment-required':
    'The site demands a payment, and none was confirmed. If customers are many, your page takes no payment, or Stripe’s fields are blocked there.',
  'payment-unavailable':
    'The payment provider has not responded in time or is failing (payment-failed in the log has its code), or a payment is being processed; look at its own status.',
  'payment-impossible':
    'The payment provider refuses to make the payment, or your key: payment-failed or payment-key-refused in the log has its code; npm run doctor says what to do.',
  'payment-too-small':
    'The order costs less than your payment provider charges. Set payments of the vendor to none, or ask for a higher price.',
  'payment-too-large': 'The order costs more than your payment provider charges; nothing to do.',
  'order-check-failed': 'Your own check before an order has refused it; look at its log.',
  'preview-only':
    'The workbench only shows a real platform (npm start -- --platform); orders need a proxy of your own.',
  'order-refused':
    'The platform refuses the order; the log has its status, and the vendor knows the reason.',
  'proxy-busy': 'Too many responses wait to be rendered; add processes.',
  'platform-busy':
    'The platform limits the calls, or PLATFORM_BUDGET is used up; npm run doctor says which.',
  'platform-down': 'No usable response of the platform; npm run doctor says why.',
  'internal-error': 'An exception; the log has it under the same time. Report it.',
};
