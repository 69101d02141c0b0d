import type { Price, PriceGroup } from '../contract/event.schema.ts';
import { fitsLines } from '../contract/product-fit.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuoteRequest } from '../contract/quote.schema.ts';

/** How many of each price or product, by its id; what is not there is none. */
export type Amounts<Id extends string | number> = ReadonlyMap<Id, number>;

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

export function setAmount<Id extends string | number>(
  amounts: Amounts<Id>,
  id: Id,
  amount: number,
): Amounts<Id> {
  const next = new Map(amounts);
  if (amount > 0) next.set(id, amount);
  else next.delete(id);
  return next;
}

export function countOf(amounts: Amounts<string | number>): number {
  let count = 0;
  for (const amount of amounts.values()) count += amount;
  return count;
}

/** Minor units; what the proxy will say too, shown before it has been asked. */
export function totalOf<Id extends string | number>(
  amounts: Amounts<Id>,
  valueOf: ReadonlyMap<Id, number>,
): number {
  let total = 0;
  for (const [id, amount] of amounts) total += amount * (valueOf.get(id) ?? 0);
  return total;
}

/** Price id to value in minor units. */
export function valuesOf(prices: Price[]): Map<number, number> {
  return new Map(prices.map((price) => [price.id, price.value]));
}

/**
 * Amounts for the prices of another group: a weekend has its own price ids, but "Adult" stays
 * "Adult". What has no price of the same title there is left out.
 */
export function carryAmounts(
  amounts: Amounts<number>,
  from: PriceGroup | undefined,
  to: PriceGroup,
): Amounts<number> {
  if (from?.event_id === to.event_id) return amounts;
  const next = new Map<number, number>();
  const free = [...to.prices];
  for (const { id, title } of from?.prices ?? []) {
    // Two prices of one title go to the first and the second there.
    const index = free.findIndex((price) => price.title === title);
    const [twin] = index < 0 ? [] : free.splice(index, 1);
    const amount = amounts.get(id);
    if (twin && amount) next.set(twin.id, amount);
  }
  return next;
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

/** The cart as the proxy reads it. */
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
