import { fitsLines } from '../contract/product-fit.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuotedOrder, QuoteRequest } from '../contract/quote.schema.ts';
import type { Amounts } from './amounts.ts';

/** A chosen event date with prices and amounts. */
export interface Line {
  /** The date's own event. */
  eventId: string;
  dateId: string;
  amounts: Amounts<number>;
}

export interface Cart {
  lines: Line[];
  products: Amounts<string>;
}

/** Why a number of participants cannot be booked on a date; undefined when it can. */
export function participantsProblem(
  count: number,
  minimum: number,
  places: number,
): 'none' | 'too-few' | 'too-many' | undefined {
  if (count === 0) return 'none';
  if (count < minimum) return 'too-few';
  return count > places ? 'too-many' : undefined;
}

/**
 * The products of a vendor to offer with a line: in stock, in its currency, and meant for the
 * date's own event and its prices.
 */
export function offeredProducts(products: Product[], line: Line, currency: string): Product[] {
  const fit = { event_id: line.eventId, price_ids: [...line.amounts.keys()] };
  return products.filter(
    (product) =>
      product.available !== 0 && product.currency === currency && fitsLines(product, [fit]),
  );
}

/** The cart as the body of a quote request. */
export function quoteRequestOf(cart: Cart): QuoteRequest {
  return {
    lines: cart.lines.map(({ eventId, dateId, amounts }) => ({
      event_id: eventId,
      date_id: dateId,
      prices: [...amounts].map(([price_id, amount]) => ({ price_id, amount })),
    })),
    products: [...cart.products].map(([product_id, amount]) => ({ product_id, amount })),
  };
}

/** Orders that were quoted, to be quoted anew without the rest of their cart. */
export function quoteRequestAgain(orders: QuotedOrder[]): QuoteRequest {
  return {
    lines: orders.flatMap(({ lines }) =>
      lines.map(({ event_id, date_id, prices }) => ({
        event_id,
        date_id,
        prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
      })),
    ),
    products: orders.flatMap(({ products }) =>
      products.map(({ product_id, amount }) => ({ product_id, amount })),
    ),
  };
}
