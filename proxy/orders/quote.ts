import { jwtVerify, SignJWT } from 'jose';
import { orderRequest } from '../../src/contract/order.schema.ts';
import type { QuoteRequest } from '../../src/contract/quote.schema.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import type { PricedOrder } from './price-cart.ts';

/** How long a price is promised. */
export const QUOTE_LIFETIME = 30 * 60_000;

/**
 * What the proxy has to know again when the order comes: the cart, and what it was said to cost.
 */
export interface Quote extends Pick<
  PricedOrder,
  'kind' | 'vendor_id' | 'currency' | 'shipping_address' | 'total'
> {
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
    lines: order.lines.map(({ event_id, date_id, total, prices: chosen }) => {
      const prices = chosen.map(({ price_id, amount }) => ({ price_id, amount }));
      return { event_id, date_id, total, prices };
    }),
    products: order.products.map(({ product_id, amount, total }) => ({
      product_id,
      amount,
      total,
    })),
  };
  const signed = await new SignJWT({ ...quote }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  // It has to come back with the order.
  if (!orderRequest.shape.quote.safeParse(signed).success)
    throw invalidField('lines', 'the cart is too large');
  return signed;
}

/** @throws {ProblemError} when the quote is forged, another proxy's or site's, or too old. */
export async function readQuote(signed: string, now: number, key: Uint8Array): Promise<Quote> {
  const verified = await jwtVerify<Quote>(signed, key, { algorithms: ['HS256'] }).catch(
    () => undefined,
  );
  if (!verified) throw refused('quote-invalid');
  if (now >= verified.payload.expires_at) throw refused('quote-expired');
  return verified.payload;
}

function refused(code: 'quote-invalid' | 'quote-expired'): ProblemError {
  return new ProblemError(code, [{ code, field: 'quote' }]);
}
