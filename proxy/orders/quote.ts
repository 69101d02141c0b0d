import type { QuoteRequest } from '../../src/contract/quote.schema.ts';
import { invalid, ProblemError } from '../problems.ts';
import { fromBase64url, toBase64url } from './base.ts';
import type { Mac } from './mac.ts';
import { toBytes } from './mac.ts';
import type { PricedOrder } from './price-cart.ts';

/** How long a price is promised. */
export const QUOTE_LIFETIME = 30 * 60_000;
/** Named in what is signed, so that another form of quote can follow and old ones are not misread. */
const VERSION = 'v1';
/** What the contract takes back. */
const LONGEST = 16_384;

/** What the proxy has to know again when the order comes: the cart, and what it was said to cost. */
export interface Quote extends QuoteRequest {
  expires_at: number;
  kind: PricedOrder['kind'];
  vendor_id: string;
  currency: string;
  shipping_address: boolean;
  total: number;
  lines: (QuoteRequest['lines'][number] & { total: number })[];
  products: (QuoteRequest['products'][number] & { total: number })[];
}

/** Anybody may read a quote; only this proxy can have written it. */
export async function signQuote(order: PricedOrder, expires_at: number, mac: Mac): Promise<string> {
  const { kind, vendor_id, currency, shipping_address, total } = order;
  const quote: Quote = {
    expires_at,
    ...{ kind, vendor_id, currency, shipping_address, total },
    lines: order.lines.map(({ event_id, date_id, total, prices }) => ({
      ...{ event_id, date_id, total },
      prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
    })),
    products: order.products.map(({ product_id, amount, total }) => ({
      product_id,
      amount,
      total,
    })),
  };
  const content = toBase64url(toBytes(JSON.stringify(quote)));
  const signature = toBase64url(await mac.sign('quote', `${VERSION}.${content}`));
  const signed = `${VERSION}.${content}.${signature}`;
  if (signed.length > LONGEST) throw invalid('lines', 'the cart is too large');
  return signed;
}

/** @throws {ProblemError} when the quote is forged, another proxy's, or too old. */
export async function readQuote(signed: string, now: number, mac: Mac): Promise<Quote> {
  const [version, content = '', signature = '', ...rest] = signed.split('.');
  const bytes = fromBase64url(content);
  const given = fromBase64url(signature);
  const isOurs =
    version === VERSION &&
    rest.length === 0 &&
    bytes &&
    given &&
    (await mac.verify('quote', `${VERSION}.${content}`, given));
  if (!isOurs) throw refused('quote-invalid');
  const quote = JSON.parse(new TextDecoder().decode(bytes)) as Quote;
  if (now >= quote.expires_at) throw refused('quote-expired');
  return quote;
}

function refused(code: 'quote-invalid' | 'quote-expired'): ProblemError {
  return new ProblemError(code, [{ code, field: 'quote' }]);
}
