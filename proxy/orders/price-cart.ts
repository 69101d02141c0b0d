import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import { fitsLines } from '../../src/contract/product-fit.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { QuotedOrder, QuoteRequest } from '../../src/contract/quote.schema.ts';
import { type Offer, type PricedLine, priceLine, sum } from './price-line.ts';

/** An order to be placed, before it is signed. */
export type PricedOrder = Omit<QuotedOrder, 'quote'>;

/** Lines of one vendor, currency and kind, and the products that go with them. */
interface Group extends Pick<PricedLine, 'event' | 'currency'> {
  readonly lines: PricedLine[];
  readonly products: { readonly product: Product; readonly amount: number }[];
}

/** What a cart costs, into which orders it falls, and all that is wrong with it, at once. */
export function priceCart(cart: QuoteRequest, offer: Offer) {
  const groups = new Map<string, Group>();
  const problems: ProblemDetail[] = [];

  for (const [index, line] of cart.lines.entries()) {
    const priced = priceLine(line, `lines[${index}]`, offer);
    if (Array.isArray(priced)) {
      problems.push(...priced);
      continue;
    }
    const { event, currency } = priced;
    const key = [event.vendor_id, currency, event.type].join();
    const group = groups.get(key) ?? { event, currency, lines: [], products: [] };
    group.lines.push(priced);
    groups.set(key, group);
  }

  const linesAreWhole = problems.length === 0;
  for (const [index, { product_id, amount }] of cart.products.entries()) {
    const at = { field: `products[${index}].product_id`, product_id };
    const product = offer.products.find(({ id }) => id === product_id);
    const group = product && groupFor(product, [...groups.values()]);
    if (!product || (!group && linesAreWhole)) problems.push({ code: 'product-gone', ...at });
    else if (product.available !== null && product.available < amount) {
      problems.push({ code: 'product-sold-out', ...at, left: product.available });
    } else group?.products.push({ product, amount });
  }
  return { orders: [...groups.values()].map(toOrder), problems };
}

/**
 * A product goes with its vendor's booking, or with the request when there is no booking that it
 * fits.
 */
function groupFor(product: Product, groups: readonly Group[]): Group | undefined {
  const fitting = groups.filter(
    ({ event, currency, lines }) =>
      event.vendor_id === product.vendor_id &&
      currency === product.currency &&
      isOffered(product, lines),
  );
  return fitting.find(({ event }) => event.type === 'BOOKING') ?? fitting[0];
}

function isOffered(product: Product, lines: readonly PricedLine[]): boolean {
  const fit = lines.map(({ quoted: { event_id, prices } }) => {
    return { event_id, price_ids: prices.map(({ price_id }) => price_id) };
  });
  return fitsLines(product, fit);
}

function toOrder({ event, currency, lines, products: chosen }: Group): PricedOrder {
  const quoted = lines.map((line) => line.quoted);
  const products = chosen.map(({ product: { id: product_id, name, price }, amount }) => {
    return { product_id, name, amount, price, total: price * amount };
  });
  const { type: kind, vendor_id, vendor_name } = event;
  return {
    ...{ kind, vendor_id, vendor_name, currency, lines: quoted, products },
    shipping_address: chosen.some(({ product }) => product.shipping_address),
    total: sum([...quoted, ...products].map(({ total }) => total)),
    vat: sum(lines.map(({ vat }) => vat)),
  };
}
