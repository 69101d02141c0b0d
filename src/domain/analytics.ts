import { minorDigits } from '../contract/currency.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { PricedLine } from './cart.ts';

/**
 * An item of GA4's e-commerce table:
 * https://developers.google.com/analytics/devguides/collection/ga4/ecommerce
 */
export interface AnalyticsItem {
  item_id: string;
  item_name: string;
  /** The vendor. */
  item_brand?: string;
  item_category?: string;
  /** The price's title. */
  item_variant?: string;
  /** In the currency's own unit: 39 is €39.00. */
  price?: number;
  quantity?: number;
}

/** What is common to the events about money: GA4 wants `value` with `currency`. */
export interface AnalyticsDetail {
  currency?: string;
  value?: number;
  items?: AnalyticsItem[];
  /** The order's code. */
  transaction_id?: string;
}

/** GA4 counts in the currency's own unit. */
function unit(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}

export function itemOf(event: ListedEvent | MergedEvent): AnalyticsItem {
  return {
    item_id: event.id,
    item_name: event.title,
    item_brand: event.vendor_name,
    ...(event.categories[0] ? { item_category: event.categories[0].title } : {}),
  };
}

/** One line of an order that is to be. */
export function detailOfLine({ order, quoted }: PricedLine): AnalyticsDetail {
  return detailOf({ ...order, lines: [quoted], products: [], total: quoted.total });
}

/** An order's lines and products as items. Whoever ordered is not in it. */
export function detailOf(order: QuotedOrder): AnalyticsDetail {
  const { currency } = order;
  return {
    currency,
    value: unit(order.total, currency),
    items: [
      ...order.lines.flatMap((line) =>
        line.prices.map(({ title, value, amount }) => ({
          item_id: line.event_id,
          item_name: line.title,
          item_brand: order.vendor_name,
          item_variant: title,
          price: unit(value, currency),
          quantity: amount,
        })),
      ),
      ...order.products.map(({ product_id, name, price, amount }) => ({
        item_id: product_id,
        item_name: name,
        item_brand: order.vendor_name,
        price: unit(price, currency),
        quantity: amount,
      })),
    ],
  };
}
