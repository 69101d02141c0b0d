import { minorDigits } from '#contract/currency';
import { lowestPriceOf } from '#contract/entry-price';
import type { EntryPrice, ListedEvent, MergedEvent } from '#contract/event.schema';
import type { IntentResponse, PaymentState, PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Amounts } from './amounts.ts';
import type { PricedLine } from './cart-rules.ts';
import { vatOf } from './vat.ts';

/**
 * An item of GA4's e-commerce table:
 * https://developers.google.com/analytics/devguides/collection/ga4/reference/events
 */
export interface AnalyticsItem {
  /** The id of the root event, whichever pricelist or duration is booked, or of a product. */
  item_id: string;
  item_name: string;
  /** The vendor. */
  item_brand?: string;
  item_category?: string;
  /** The price's title. */
  item_variant?: string;
  /** Position in the list, from 0. */
  index?: number;
  /** In the currency's own unit: 39 is €39.00. */
  price?: number;
  quantity?: number;
}

/** The parameters of a GA4 event. `value` is the sum of the items' price × quantity. */
export interface AnalyticsDetail {
  currency?: string;
  value?: number;
  items?: AnalyticsItem[];
  item_list_id?: string;
  item_list_name?: string;
  /** The order's code. */
  transaction_id?: string;
  /** The VAT that the total contains; left out where a part of it names no rate. */
  tax?: number;
  /** What has become of the payment that was made with the order; left out if there was none. */
  payment?: PaymentState;
}

export type Ga4EventName =
  | 'view_item_list'
  | 'select_item'
  | 'view_item'
  | 'add_to_cart'
  | 'remove_from_cart'
  | 'view_cart'
  | 'begin_checkout'
  | 'add_shipping_info'
  | 'purchase';

/** The object that a GA4 data layer expects. */
export interface Ga4Event {
  event: Ga4EventName;
  ecommerce: AnalyticsDetail;
}

type Money = Pick<EntryPrice, 'value' | 'currency'>;

/** Minor units in the currency's own unit, which GA4 expects. */
function unit(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}

/** A GA4 event has one currency, so a price in another one is left out. */
function itemOf(
  event: ListedEvent | MergedEvent,
  money?: Money | null,
  currency = money?.currency,
): AnalyticsItem {
  const category = event.categories[0]?.title;
  return {
    item_id: event.id,
    item_name: event.title,
    item_brand: event.vendor_name,
    ...(category && { item_category: category }),
    ...(money && money.currency === currency && { price: unit(money.value, currency) }),
  };
}

/** For `view_item_list`. */
export function detailOfList(events: readonly ListedEvent[], list: string): AnalyticsDetail {
  const currency = events.find(({ from_price }) => from_price)?.from_price?.currency;
  const items = events.map((event, index) => ({
    ...itemOf(event, event.from_price, currency),
    index,
  }));
  return { ...(currency && { currency }), item_list_id: list, item_list_name: list, items };
}

/** For `select_item`, which has no currency and so no price. */
export function detailOfChosen(event: ListedEvent, index: number, list: string): AnalyticsDetail {
  const items = [{ ...itemOf(event), index }];
  return { item_list_id: list, item_list_name: list, items };
}

/** For `view_item`, with the lowest entry price. */
export function detailOfEvent(event: MergedEvent): AnalyticsDetail {
  const price = lowestPriceOf(event.price_groups);
  return {
    ...(price && { currency: price.currency, value: unit(price.value, price.currency) }),
    items: [itemOf(event, price)],
  };
}

/** For `add_to_cart` and `remove_from_cart`: a line with the products that were chosen for it. */
export function detailOfLine(
  { order, quoted }: PricedLine,
  chosen: Amounts<string>,
): AnalyticsDetail {
  const products = order.products.flatMap((product) => {
    const amount = chosen.get(product.product_id) ?? 0;
    return amount > 0 ? [{ ...product, amount, total: amount * product.price }] : [];
  });
  const total = products.reduce((sum, product) => sum + product.total, quoted.total);
  return detailOf({ ...order, lines: [quoted], products, total });
}

/** An order's lines and products as items, without personal data. */
export function detailOf(order: QuotedOrder): AnalyticsDetail {
  const { currency, vendor_name: item_brand } = order;
  return {
    currency,
    value: unit(order.total, currency),
    items: [
      ...order.lines.flatMap((line) =>
        line.prices.map(({ title, value, amount }) => ({
          item_id: line.root_event_id,
          item_name: line.title,
          item_brand,
          ...(line.category && { item_category: line.category }),
          item_variant: title,
          price: unit(value, currency),
          quantity: amount,
        })),
      ),
      ...order.products.map(({ product_id, name, price, amount }) => ({
        item_id: product_id,
        item_name: name,
        item_brand,
        price: unit(price, currency),
        quantity: amount,
      })),
    ],
  };
}

/** For `purchase`. */
export function detailOfPlaced(
  order: QuotedOrder,
  { code, vat = vatOf(order) }: Pick<PlacedOrder, 'code' | 'vat'>,
  payment?: IntentResponse['payment'],
): AnalyticsDetail {
  return {
    ...detailOf(order),
    transaction_id: code,
    ...(vat !== undefined && { tax: unit(vat, order.currency) }),
    ...(payment && { payment: payment.state }),
  };
}
