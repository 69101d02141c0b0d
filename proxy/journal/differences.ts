import { type OrderDifference, orderDifferences } from '#contract/order.schema';
import type { PlacedOrder } from '../platform/translate.ts';
import type { Quote } from './quote.ts';

type Amounts<Key extends string> = readonly (Readonly<Record<Key, string | number>> & {
  readonly amount: number;
})[];

/** What is sent with a create, as far as the platform's response can contradict it. */
export interface SentOrder extends Readonly<Pick<Quote, 'vendor_id' | 'currency' | 'total'>> {
  readonly tickets: readonly { readonly date_id: string; readonly prices: Amounts<'price_id'> }[];
  readonly products: Amounts<'product_id'>;
}

export function sentOf({ vendor_id, currency, total, lines, products }: Quote): SentOrder {
  return {
    vendor_id,
    currency,
    total,
    tickets: lines.map(({ date_id, prices }) => ({
      date_id,
      prices: prices.map(({ price_id, amount }) => ({ price_id, amount })),
    })),
    products: products.map(({ product_id, amount }) => ({ product_id, amount })),
  };
}

/**
 * The parts that the platform booked differently from what was sent. A part that its response
 * leaves out is no difference.
 */
export function differencesOf(sent: SentOrder, booked: PlacedOrder): readonly OrderDifference[] {
  const differs: Readonly<Record<OrderDifference, boolean>> = {
    vendor: isOther(booked.vendor_id, sent.vendor_id),
    currency: isOther(booked.currency, sent.currency),
    total: isOther(booked.total, sent.total),
    ...compareTickets(sent, booked),
    products:
      booked.products !== undefined &&
      !isSame(count(sent.products, ofProduct), count(booked.products, ofProduct)),
  };
  return orderDifferences.filter((part) => differs[part]);
}

const ofProduct = ({ product_id }: { readonly product_id: string | number }) => product_id;

function isOther<T>(booked: T | null | undefined, sent: T): boolean {
  return booked !== undefined && booked !== null && booked !== sent;
}

function compareTickets(
  { tickets: sent }: SentOrder,
  { tickets: booked }: PlacedOrder,
): Record<'dates' | 'participants', boolean> {
  if (!booked) return { dates: false, participants: false };
  const ofDate = ({ date_id }: { readonly date_id: string }) => date_id;
  const withAmount = ({ date_id }: { readonly date_id: string }) => ({ date_id, amount: 1 });
  const dates = !isSame(count(sent.map(withAmount), ofDate), count(booked.map(withAmount), ofDate));

  // The participants may be right even if the dates are not, so they are then compared without
  // dates.
  const keyOf = ({ date_id, price_id }: Place) => `${dates ? '' : date_id} ${price_id}`;
  const sentPlaces = sent.flatMap(({ date_id, prices }) =>
    prices.map(({ price_id, amount }) => ({ date_id, price_id, amount })),
  );
  const bookedPlaces = booked.flatMap(({ date_id, participants = [] }) =>
    participants.map(({ price_id }) => ({ date_id, price_id, amount: 1 })),
  );
  const isTold = booked.every(({ participants }) => participants !== undefined);
  const participants = isTold && !isSame(count(sentPlaces, keyOf), count(bookedPlaces, keyOf));
  return { dates, participants };
}

interface Place {
  readonly date_id: string;
  readonly price_id: string | number;
}

/** The sum of amounts by key. */
function count<T extends { readonly amount: number }>(
  items: readonly T[],
  keyOf: (item: T) => string | number,
): ReadonlyMap<string | number, number> {
  const amounts = new Map<string | number, number>();
  for (const item of items) {
    amounts.set(keyOf(item), (amounts.get(keyOf(item)) ?? 0) + item.amount);
  }
  return amounts;
}

function isSame<Key>(some: ReadonlyMap<Key, number>, others: ReadonlyMap<Key, number>): boolean {
  return some.size === others.size && [...some].every(([key, sum]) => others.get(key) === sum);
}
