import { fitsLines } from '../contract/product-fit.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuotedLine, QuotedOrder, QuoteRequest } from '../contract/quote.schema.ts';
import { sumAmounts, type Amounts } from './amounts.ts';
import type { Start, Exchange } from './availability.ts';
import { withStart, type Choice } from './choice.ts';
import type { Failure } from './failure.ts';

/** A chosen event date with prices and amounts. */
export interface Line {
  /** The date's own event. */
  eventId: string;
  dateId: string;
  amounts: Amounts<number>;
}

/** What was chosen of an event, with all that is needed to change it. */
export type CartLine = Choice & { start: Start };

/** What a customer has gathered, to be ordered together. */
export interface Cart {
  /** Each of another date. */
  lines: readonly CartLine[];
  /** The orders that they were last priced in. */
  orders: readonly QuotedOrder[];
  /** Until when these prices hold. */
  expires: string;
}

/** The cart, and what is being done about it. */
export interface CartState extends Cart {
  isPricing: boolean;
  /** Why it could not be priced. */
  failure: Failure | null;
  /** The lines before one of them was removed, for whoever wants it back. */
  before: readonly CartLine[] | null;
}

export const emptyCart: CartState = {
  ...{ lines: [], orders: [], expires: '' },
  ...{ isPricing: false, failure: null, before: null },
};

export function isCartLine(choice: Choice | undefined): choice is CartLine {
  return Boolean(choice?.start);
}

export function dateIdOf({ start }: CartLine): string {
  return start.date.id;
}

/**
 * Adds a line, in the place of that of the date `replaces`. What is chosen of a date that is in the
 * cart already comes on top.
 */
export function withLine(
  lines: readonly CartLine[],
  line: CartLine,
  replaces: string | null,
): CartLine[] {
  const isReplaced = (other: CartLine) => dateIdOf(other) === replaces;
  const twin = lines.find((other) => !isReplaced(other) && dateIdOf(other) === dateIdOf(line));
  const next = twin ? sumOf(twin, line) : line;
  const previous = twin ?? lines.find(isReplaced);
  if (!previous) return [...lines, next];
  return lines.flatMap((other) => {
    if (other === previous) return [next];
    return isReplaced(other) ? [] : [other];
  });
}

/** The cart's lines with another start for one of them. */
export function withOtherStart(lines: readonly CartLine[], { lost, start }: Exchange): CartLine[] {
  return lines.map((line) =>
    dateIdOf(line) === lost ? { ...line, ...withStart(line, start), start } : line,
  );
}

function sumOf(twin: CartLine, line: CartLine): CartLine {
  return {
    ...line,
    amounts: sumAmounts([twin.amounts, line.amounts]),
    products: sumAmounts([twin.products, line.products]),
  };
}

/** The order that a line was priced in, and its part of that. */
export interface PricedLine {
  order: QuotedOrder;
  quoted: QuotedLine;
}

export function pricedLine({ orders }: Cart, line: CartLine): PricedLine | undefined {
  for (const order of orders) {
    const quoted = order.lines.find(({ date_id }) => date_id === dateIdOf(line));
    if (quoted) return { order, quoted };
  }
  return undefined;
}

/** The cart without what is ordered now. */
export function withoutOrdered(cart: Cart, ordered: readonly QuotedOrder[]): Cart {
  const dates = new Set(ordered.flatMap(({ lines }) => lines.map(({ date_id }) => date_id)));
  const lines = cart.lines.filter((line) => !dates.has(dateIdOf(line)));
  if (lines.length === cart.lines.length) return cart;
  const orders = cart.orders.filter(
    (order) => !order.lines.some(({ date_id }) => dates.has(date_id)),
  );
  return { ...cart, lines, orders };
}

/** What orders cost: one sum for every currency, in minor units. */
export function totalsOf(orders: readonly QuotedOrder[]): Amounts<string> {
  return sumAmounts(orders.map(({ currency, total }) => new Map([[currency, total]])));
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

/** Lines as the body of a quote request. */
export function quoteRequestOf(lines: readonly CartLine[]): QuoteRequest {
  return {
    lines: lines.map(({ start: { date }, amounts }) => ({
      event_id: date.event_id,
      date_id: date.id,
      prices: [...amounts].map(([price_id, amount]) => ({ price_id, amount })),
    })),
    products: [...sumAmounts(lines.map(({ products }) => products))].map(
      ([product_id, amount]) => ({
        product_id,
        amount,
      }),
    ),
  };
}

/**
 * Orders that were quoted, to be quoted anew without the rest of their cart; with another start of
 * the same event for one of their dates.
 */
export function quoteRequestAgain(orders: QuotedOrder[], exchange?: Exchange): QuoteRequest {
  return {
    lines: orders.flatMap(({ lines }) =>
      lines.map(({ event_id, date_id, prices }) => ({
        event_id,
        date_id: exchange?.lost === date_id ? exchange.start.date.id : date_id,
        prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
      })),
    ),
    products: orders.flatMap(({ products }) =>
      products.map(({ product_id, amount }) => ({ product_id, amount })),
    ),
  };
}
