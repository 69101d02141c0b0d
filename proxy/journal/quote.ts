import { type CryptoKey, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { MINUTE } from '#contract/milliseconds';
import { type OrderSummary, quotedLine, quotedOrder, quoteRequest } from '#contract/quote.schema';
import { minorUnits } from '#contract/values.schema';
import { ProblemError } from '../http/problems.ts';
import { deriveKey } from '../secrets.ts';

/** How long a quote is valid, in milliseconds. */
export const QUOTE_LIFETIME = 30 * MINUTE;
/** How much longer it is valid for an order whose payment was begun in time, in milliseconds. */
export const LONGEST_PAYMENT = 30 * MINUTE;

const total = minorUnits;
const { lines, products } = quoteRequest.shape;
const { root_event_id, date, timezone } = quotedLine.shape;
// Fields that a newer proxy adds are ignored, so that both can run side by side.
const signedPrice = lines.element.shape.prices.element.strip().extend({ value: minorUnits });
const signedLine = lines.element.strip().extend({
  root_event_id: root_event_id.exactOptional(),
  date,
  timezone,
  prices: z.array(signedPrice),
  total,
});
/**
 * The cart and its prices, signed. The browser sends it back with the order, so the proxy stores no
 * quotes.
 */
const quote = quotedOrder
  .pick({ kind: true, vendor_id: true, currency: true, shipping_address: true, total: true })
  .strip()
  .extend({
    /** Random, so that no two quotes are the same. */
    id: z.string(),
    expires_at: z.number(),
    /** Where in its history the store was when the quote was made. */
    mark: z.object({ history: z.string(), version: z.int().min(0) }),
    lines: z.array(signedLine),
    products: z.array(products.element.strip().extend({ total })),
  });
export type Quote = z.output<typeof quote>;

/** What is signed with the order. */
export type QuoteStamp = Pick<Quote, 'id' | 'expires_at' | 'mark'>;

/** A key for each site, so that a quote of one site is not valid at another. */
export async function quoteKeyOf(secret: string, siteKey: string): Promise<CryptoKey> {
  const bytes = new Uint8Array(await deriveKey(secret, `quote/${siteKey}`));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

/** A JWT: anybody can read it, and only the site's key can sign it. */
export async function signQuote(
  order: OrderSummary,
  stamp: QuoteStamp,
  key: CryptoKey,
): Promise<string> {
  return new SignJWT({ ...toQuote(order, stamp) }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

function toQuote(order: OrderSummary, stamp: QuoteStamp): Quote {
  const { kind, vendor_id, currency, shipping_address, total } = order;
  return {
    ...stamp,
    kind,
    vendor_id,
    currency,
    shipping_address,
    total,
    lines: order.lines.map(
      ({ event_id, root_event_id, date_id, date, timezone, total, prices }) => ({
        event_id,
        ...(root_event_id !== event_id && { root_event_id }),
        date_id,
        date,
        timezone,
        total,
        prices: prices.map(({ price_id, amount, value }) => ({ price_id, amount, value })),
      }),
    ),
    products: order.products.map(({ product_id, amount, total }) => ({
      product_id,
      amount,
      total,
    })),
  };
}

/**
 * @throws {ProblemError} when the quote is forged, or was signed by another proxy or for another
 * site
 */
export async function verifyQuote(signed: string, key: CryptoKey): Promise<Quote> {
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

/** A secret, and the key that quotes are signed with under it. */
export interface QuoteSecret {
  readonly secret: string;
  readonly key: Promise<CryptoKey>;
}

/** Verifies a quote with each of the secrets. @throws {ProblemError} when none fits */
export async function openQuote(
  signed: string,
  secrets: readonly QuoteSecret[],
): Promise<OpenedQuote> {
  let refusal: unknown;
  for (const { secret, key } of secrets) {
    try {
      return { quote: await verifyQuote(signed, await key), secret };
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

/** `intent`: of the order, if it was begun. */
export function isExpired(
  { expires_at }: Quote,
  now: number,
  { authorisations = [] }: { readonly authorisations?: readonly unknown[] } = {},
): boolean {
  return now >= expires_at + (authorisations.length > 0 ? LONGEST_PAYMENT : 0);
}

/** Also for a quote that was used for another order: either way, the customer needs a new quote. */
export function quoteExpired(): ProblemError {
  return new ProblemError('quote-expired', [{ code: 'quote-expired', field: 'quote' }]);
}
