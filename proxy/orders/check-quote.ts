import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import { withBookableUntil } from '../catalog/catalogue.ts';
import type { Platform } from '../platform/platform.ts';
import type { PricedOrder } from './price-cart.ts';
import { priceCart } from './price-cart.ts';
import type { Quote } from './quote.ts';

/** What stands between a quote and its order now, from a live read of its dates and their events. */
export async function checkQuote(
  quote: Quote,
  platform: Platform,
  products: readonly Product[],
  now: number,
): Promise<ProblemDetail[]> {
  const eventIds = new Set(quote.lines.map(({ event_id }) => event_id));
  const [found, dates] = await Promise.all([
    platform.eventsById([...eventIds]),
    platform.datesById(quote.lines.map(({ date_id }) => date_id)),
  ]);
  const events = new Map(found.map((event) => [event.id, event]));
  const offer = { events, dates: withBookableUntil(dates, events), products, now };
  const { orders, problems } = priceCart(quote, offer);
  if (problems.length === 0) return differences(quote, orders);
  // Places in the cart's request mean nothing in the order's.
  return problems.map(({ field: _, ...problem }) => problem);
}

function differences(quote: Quote, orders: readonly PricedOrder[]): ProblemDetail[] {
  const code = 'price-changed';
  const [order] = orders;
  const isSameOrder =
    order?.kind === quote.kind &&
    order.vendor_id === quote.vendor_id &&
    order.currency === quote.currency;
  if (!isSameOrder || orders.length > 1) return [{ code }];

  const lines = new Map(order.lines.map(({ date_id, total }) => [date_id, total]));
  const products = new Map(order.products.map(({ product_id, total }) => [product_id, total]));
  return [
    ...quote.lines
      .filter(({ date_id, total }) => lines.get(date_id) !== total)
      .map(({ date_id }): ProblemDetail => ({ code, date_id })),
    ...quote.products
      .filter(({ product_id, total }) => products.get(product_id) !== total)
      .map(({ product_id }): ProblemDetail => ({ code, product_id })),
  ];
}
