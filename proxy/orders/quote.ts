import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { orderRequest } from '../../src/contract/order.schema.ts';
import { quotedOrder, quoteRequest } from '../../src/contract/quote.schema.ts';
import { minorUnits } from '../../src/contract/values.schema.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import type { PricedOrder } from './price-cart.ts';

/** How long a price is promised. */
export const QUOTE_LIFETIME = 30 * 60_000;

const total = minorUnits;
/**
 * What the proxy needs again when the order comes: the cart, and what it was quoted at. The customer
 * keeps it in between.
 */
const quote = quotedOrder
  .pick({ kind: true, vendor_id: true, currency: true, shipping_address: true, total: true })
  .extend({
    expires_at: z.number(),
    lines: z.array(quoteRequest.shape.lines.element.extend({ total })),
    products: z.array(quoteRequest.shape.products.element.extend({ total })),
  });
export type Quote = z.output<typeof quote>;

/** Anybody may read a quote; only whoever has the key can have written it. */
export async function signQuote(
  order: PricedOrder,
  expires_at: number,
  key: Uint8Array,
): Promise<string> {
  const signed = await new SignJWT({ ...toQuote(order, expires_at) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(key);
  // It has to fit into the order's request.
  if (!orderRequest.shape.quote.safeParse(signed).success) {
    throw invalidField('lines', 'the cart is too large');
  }
  return signed;
}

function toQuote(order: PricedOrder, expires_at: number): Quote {
  const { kind, vendor_id, currency, shipping_address, total } = order;
  return {
    ...{ expires_at, kind, vendor_id, currency, shipping_address, total },
    lines: order.lines.map(({ event_id, date_id, total, prices }) => ({
      ...{ event_id, date_id, total },
      prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
    })),
    products: order.products.map(({ product_id, amount, total }) => ({
      ...{ product_id, amount, total },
    })),
  };
}

/** @throws {ProblemError} when the quote is forged, or another proxy's or site's */
export async function verifyQuote(signed: string, key: Uint8Array): Promise<Quote> {
  const verified = await jwtVerify(signed, key, { algorithms: ['HS256'] }).catch(() => undefined);
  const parsed = quote.safeParse(verified?.payload);
  if (!parsed.success) {
    throw new ProblemError('quote-invalid', [{ code: 'quote-invalid', field: 'quote' }]);
  }
  return parsed.data;
}

export interface OpenedQuote {
  readonly quote: Quote;
  /** Which of the secrets has signed it. */
  readonly secret: string;
}

/** The same with whichever of the secrets has signed it. @throws {ProblemError} when none has */
export async function openQuote(
  signed: string,
  secrets: readonly string[],
  keyOf: (secret: string) => Promise<Uint8Array>,
): Promise<OpenedQuote> {
  let refusal: unknown;
  for (const secret of secrets) {
    try {
      return { quote: await verifyQuote(signed, await keyOf(secret)), secret };
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** When it was signed, in milliseconds since the epoch. */
export function signedAt({ expires_at }: Quote): number {
  return expires_at - QUOTE_LIFETIME;
}

/** @throws {ProblemError} when the price is promised no longer */
export function checkExpiry({ expires_at }: Quote, now: number): void {
  if (now < expires_at) return;
  throw new ProblemError('quote-expired', [{ code: 'quote-expired', field: 'quote' }]);
}
