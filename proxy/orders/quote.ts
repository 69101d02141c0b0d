import { CompactSign, compactVerify } from 'jose';
import type { QuoteRequest } from '../../src/contract/quote.schema.ts';
import { invalid, ProblemError } from '../problems.ts';
import type { PricedOrder } from './price-cart.ts';

/** How long a price is promised. */
export const QUOTE_LIFETIME = 30 * 60_000;
/** What the contract takes back. */
const LONGEST = 16_384;

/** What the proxy has to know again when the order comes: the cart, and what it was said to cost. */
export interface Quote
  extends
    QuoteRequest,
    Pick<PricedOrder, 'kind' | 'vendor_id' | 'currency' | 'shipping_address' | 'total'> {
  expires_at: number;
  lines: (QuoteRequest['lines'][number] & { total: number })[];
  products: (QuoteRequest['products'][number] & { total: number })[];
}

/** Anybody may read a quote; only whoever has the key can have written it. */
export async function signQuote(
  order: PricedOrder,
  expires_at: number,
  key: Uint8Array,
): Promise<string> {
  const { kind, vendor_id, currency, shipping_address, total } = order;
  const quote: Quote = {
    ...{ expires_at, kind, vendor_id, currency, shipping_address, total },
    lines: order.lines.map(({ event_id, date_id, total, prices }) => ({
      ...{ event_id, date_id, total },
      prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
    })),
    products: order.products.map(({ product_id, amount, total }) => {
      return { product_id, amount, total };
    }),
  };
  const signed = await new CompactSign(new TextEncoder().encode(JSON.stringify(quote)))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(key);
  if (signed.length > LONGEST) throw invalid('lines', 'the cart is too large');
  return signed;
}

/** @throws {ProblemError} when the quote is forged, another proxy's or site's, or too old. */
export async function readQuote(signed: string, now: number, key: Uint8Array): Promise<Quote> {
  const verified = await compactVerify(signed, key, { algorithms: ['HS256'] }).catch(
    () => undefined,
  );
  if (!verified) throw refused('quote-invalid');
  const quote = JSON.parse(new TextDecoder().decode(verified.payload)) as Quote;
  if (now >= quote.expires_at) throw refused('quote-expired');
  return quote;
}

function refused(code: 'quote-invalid' | 'quote-expired'): ProblemError {
  return new ProblemError(code, [{ code, field: 'quote' }]);
}
