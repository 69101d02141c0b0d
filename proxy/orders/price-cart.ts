import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { QuotedOrder, QuoteRequest } from '../../src/contract/quote.schema.ts';
import type { Offer, PricedLine } from './price-line.ts';
import { priceLine, sum } from './price-line.ts';

/** An order to be placed, before it is signed. */
export type PricedOrder = Omit<QuotedOrder, 'quote'>;

/** Lines of one vendor, currency and kind, and the products that go with them. */
interface Group {
  readonly lines: PricedLine[];
  readonly products: { readonly product: Product; readonly amount: number }[];
}

interface PricedCart {
  readonly orders: readonly PricedOrder[];
  /** All that is wrong, at once. */
  readonly problems: readonly ProblemDetail[];
}

/** What a cart costs, and into which orders it falls. */
export function priceCart(
  cart: QuoteRequest,
  offer: Offer & { readonly products: readonly Product[] },
): PricedCart {
  const groups = new Map<string, Group>();
  const problems: ProblemDetail[] = [];

  for (const [index, line] of cart.lines.entries()) {
    const priced = priceLine(line, `lines[${index}]`, offer);
    if (Array.isArray(priced)) {
      problems.push(...priced);
      continue;
    }
    const key = [priced.event.vendor_id, priced.currency, priced.event.type].join();
    const group = groups.get(key) ?? { lines: [], products: [] };
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

/** A product goes with its vendor's booking, or with the request when there is no booking that it fits. */
function groupFor(product: Product, groups: readonly Group[]): Group | undefined {
  const fitting = groups.filter(({ lines }) => {
    const [first] = lines;
    return (
      first?.event.vendor_id === product.vendor_id &&
      first.currency === product.currency &&
      isOffered(product, lines)
    );
  });
  return fitting.find(({ lines }) => lines[0]?.event.type === 'BOOKING') ?? fitting[0];
}

/** One line that fits is enough (spec, Product: dependencies; none are always met). */
function isOffered({ dependencies }: Product, lines: readonly PricedLine[]): boolean {
  const fits = ({ event_id, price_ids }: Product['dependencies'][number]) =>
    lines.some(
      ({ quoted }) =>
        quoted.event_id === event_id &&
        (!price_ids || quoted.prices.some(({ price_id }) => price_ids.includes(price_id))),
    );
  return dependencies.length === 0 || dependencies.some(fits);
}

function toOrder({ lines, products }: Group): PricedOrder {
  const [first] = lines;
  if (!first) throw new RangeError('a group has lines');
  const quotedProducts = products.map(({ product, amount }) => ({
    product_id: product.id,
    name: product.name,
    amount,
    price: product.price,
    total: product.price * amount,
  }));
  return {
    kind: first.event.type,
    vendor_id: first.event.vendor_id,
    vendor_name: first.event.vendor_name,
    currency: first.currency,
    lines: lines.map(({ quoted }) => quoted),
    products: quotedProducts,
    shipping_address: products.some(({ product }) => product.shipping_address),
    total: sum([...lines.map(({ quoted }) => quoted), ...quotedProducts].map(({ total }) => total)),
    vat: sum(lines.map(({ vat }) => vat)),
  };
}
