import { MAX_AMOUNT, MAX_LINES } from '#contract/limits';
import type { Product } from '#contract/product.schema';
import { fitsLines } from '#contract/product-fit';
import type { QuotedLine, QuotedOrder, QuoteRequest } from '#contract/quote.schema';
import { type Amounts, sumAmounts } from './amounts.ts';
import type { Exchange } from './availability.ts';
import { type Cart, type CartLine, dateIdOf, type Line } from './cart.ts';
import { withStart } from './choice.ts';

/**
 * Adds a line; the line of the date `replaces` is removed. If the cart has a line of the same date,
 * their amounts are added up.
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

/** The cart with another start for one of its lines. */
export function withOtherStart<T extends Cart>(cart: T, exchange: Exchange): T {
  const { lost, start } = exchange;
  const lines = cart.lines.map((line) =>
    dateIdOf(line) === lost ? { ...line, ...withStart(line, start), start } : line,
  );
  return { ...cart, lines, orders: exchanged(cart.orders, exchange) };
}

/** Only the date changes, because the other start is of the same event. */
function exchanged(orders: readonly QuotedOrder[], { lost, start }: Exchange): QuotedOrder[] {
  const { id: date_id, date } = start.date;
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => (line.date_id === lost ? { ...line, date_id, date } : line)),
  }));
}

function sumOf(twin: CartLine, line: CartLine): CartLine {
  return {
    ...line,
    amounts: sumAmounts([twin.amounts, line.amounts]),
    products: sumAmounts([twin.products, line.products]),
  };
}

/** The order that a line was quoted in, and its quoted line there. */
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

/** The cart without the lines of these orders. */
export function withoutOrdered(cart: Cart, ordered: readonly QuotedOrder[]): Cart {
  const dates = new Set(ordered.flatMap(({ lines }) => lines.map(({ date_id }) => date_id)));
  const lines = cart.lines.filter((line) => !dates.has(dateIdOf(line)));
  if (lines.length === cart.lines.length) return cart;
  const orders = cart.orders.filter(
    (order) => !order.lines.some(({ date_id }) => dates.has(date_id)),
  );
  return { ...cart, lines, orders };
}

/** The total of orders in minor units, by currency. */
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

/** Whether lines exceed a limit of quote requests, which the proxy would then refuse. */
export function isTooLargeToQuote(cart: readonly CartLine[]): boolean {
  const { lines, products } = quoteRequestOf(cart);
  const amounts = [...lines.flatMap(({ prices }) => prices), ...products];
  return lines.length > MAX_LINES || amounts.some(({ amount }) => amount > MAX_AMOUNT);
}

/** The body of a quote request for quoted orders, with another start for a lost date. */
export function quoteRequestAgain(quoted: QuotedOrder[], exchange?: Exchange): QuoteRequest {
  const orders = exchange ? exchanged(quoted, exchange) : quoted;
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
