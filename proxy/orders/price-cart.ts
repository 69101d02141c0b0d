import type { ProblemDetail } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import { fitsLines } from '#contract/product-fit';
import type { OrderSummary, QuoteRequest } from '#contract/quote.schema';
import { minorUnits } from '#contract/values.schema';
import { type Offer, type PricedLine, priceLine, sum } from './price-line.ts';

/** An order to be placed, before it is signed. */
export type PricedOrder = OrderSummary;

export interface PricedCart {
  readonly orders: readonly PricedOrder[];
  readonly problems: readonly ProblemDetail[];
}

/** Lines of one vendor, currency and kind, and the products that go with them. */
interface Group extends Pick<PricedLine, 'event' | 'currency'> {
  readonly lines: PricedLine[];
  readonly products: { readonly product: Product; readonly amount: number }[];
}

/** Prices a cart, and divides it into orders. */
export function priceCart(cart: QuoteRequest, offer: Offer): PricedCart {
  const { groups, problems } = groupLines(cart.lines, offer);
  const productProblems = addProducts(cart.products, groups, offer, problems.length === 0);
  const orders = groups.map(toOrder);
  const excesses = orders.flatMap((order) => findExcess(order, cart));
  return { orders, problems: [...problems, ...productProblems, ...excesses] };
}

/** The line or product that takes an order's total over the contract's limit. */
function findExcess({ lines, products }: PricedOrder, cart: QuoteRequest): ProblemDetail[] {
  const problem = { code: 'invalid-request', detail: 'the total is too large' } as const;
  let total = 0;
  for (const { date_id, ...line } of lines) {
    total += line.total;
    if (minorUnits.safeParse(total).success) continue;
    const index = cart.lines.findIndex((line) => line.date_id === date_id);
    return [{ ...problem, field: `lines[${index}]`, date_id }];
  }
  for (const { product_id, ...product } of products) {
    total += product.total;
    if (minorUnits.safeParse(total).success) continue;
    const index = cart.products.findIndex((product) => product.product_id === product_id);
    return [{ ...problem, field: `products[${index}]`, product_id }];
  }
  return [];
}

function groupLines(
  lines: QuoteRequest['lines'],
  offer: Offer,
): { groups: Group[]; problems: ProblemDetail[] } {
  const groups = new Map<string, Group>();
  const problems: ProblemDetail[] = [];
  for (const [index, line] of lines.entries()) {
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
  return { groups: [...groups.values()], problems };
}

/** Adds each product to its group; returns the problems of the others. */
function addProducts(
  products: QuoteRequest['products'],
  groups: readonly Group[],
  offer: Offer,
  areLinesInOrder: boolean,
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  for (const [index, { product_id, amount }] of products.entries()) {
    const at = { field: `products[${index}].product_id`, product_id };
    const product = offer.products.find(({ id }) => id === product_id);
    const group = product && findGroup(product, groups);
    // If a line has a problem, the product may be meant for that line, and is not reported.
    if (!product || (!group && areLinesInOrder)) {
      problems.push({ code: 'product-gone', ...at });
    } else if (product.available !== null && product.available < amount) {
      problems.push({ code: 'product-sold-out', ...at, left: product.available });
    } else {
      group?.products.push({ product, amount });
    }
  }
  return problems;
}

/** The vendor's booking that the product fits, or else the vendor's request. */
function findGroup(product: Product, groups: readonly Group[]): Group | undefined {
  const fitting = groups.filter((group) => fitsGroup(product, group));
  return fitting.find(({ event }) => event.type === 'BOOKING') ?? fitting[0];
}

function fitsGroup(product: Product, { event, currency, lines }: Group): boolean {
  if (event.vendor_id !== product.vendor_id || currency !== product.currency) return false;
  const chosen = lines.map(({ quoted: { event_id, prices } }) => ({
    event_id,
    price_ids: prices.map(({ price_id }) => price_id),
  }));
  return fitsLines(product, chosen);
}

function toOrder({ event, currency, lines, products }: Group): PricedOrder {
  const quotedLines = lines.map(({ quoted }) => quoted);
  const quotedProducts = products.map(
    ({ product: { id, name, price, shipping_address }, amount }) => ({
      product_id: id,
      name,
      amount,
      price,
      shipping_address,
      total: price * amount,
    }),
  );
  const { type: kind, vendor_id, vendor_name } = event;
  return {
    kind,
    vendor_id,
    vendor_name,
    currency,
    lines: quotedLines,
    products: quotedProducts,
    shipping_address: products.some(({ product }) => product.shipping_address),
    total: sum([...quotedLines, ...quotedProducts].map(({ total }) => total)),
    vat: sum(lines.map(({ vat }) => vat)),
  };
}
