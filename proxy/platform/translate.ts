import { z } from 'zod';
import type { EventDate } from '../../src/contract/date.schema.ts';
import { price, type MergedEvent, type PriceGroup } from '../../src/contract/event.schema.ts';
import { product } from '../../src/contract/product.schema.ts';
import { minorUnits } from '../../src/contract/values.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import { PlatformMalformed } from './errors.ts';
import { summarize } from './html.ts';
import { id, toMinorUnits } from './wire-values.ts';
import * as wire from './wire.ts';

/**
 * One event of the platform, root or child, in the contract's words; the catalogue folds children
 * into their roots.
 */
export interface PlatformEvent extends Omit<
  MergedEvent,
  'price_groups' | 'first_date' | 'first_date_known'
> {
  readonly root_event_id: string;
  readonly summary: string;
  readonly price_group: PriceGroup;
}

/** A date before its event's latest booking time is applied to it. */
export type PlatformDate = Omit<EventDate, 'bookable_until'>;

/** An order in the platform's books; what the platform did not say is left to whoever sent it. */
export interface PlacedOrder extends Omit<wire.WireOrder, 'total_invoice'> {
  readonly total: number | undefined;
}

/** Hears of an item that was left out because one field of it cannot be read. */
export type Skipped = (kind: string, field: string) => void;
export type Translation<T> = (answer: unknown, skipped: Skipped) => T;

// Undefined stands for an item that is not offered to everybody.
const publicPrice = wire.wirePrice.transform(({ public: isPublic, ...item }) => {
  const value = toMinorUnits(item.value, item.currency);
  return isPublic ? { ...item, value } : undefined;
});
const activeEvent = wire.wireEvent.transform(({ active, ...event }) =>
  active ? event : undefined,
);
const activeDate = wire.wireDate.transform(({ active, ...date }) => (active ? date : undefined));
const offeredProduct = wire.wireProduct.transform(({ total: isUnlimited, ...item }) => {
  const events = item.dependencies.flatMap((dependency) => dependency.events);
  // Sold with vouchers alone: it has dependencies, but none of them is an event.
  if (item.dependencies.length > 0 && events.length === 0) return undefined;
  const dependencies = events.map(({ id, prices }) => {
    return {
      event_id: id,
      price_ids: prices.length === 0 ? null : prices.map((entry) => entry.id),
    };
  });
  const price = toMinorUnits(item.price, item.currency);
  return { ...item, available: isUnlimited ? null : item.available, price, dependencies };
});

const toActiveEvents = itemsOf('event', activeEvent);
const toPrices = itemsOf('price', publicPrice.pipe(price.optional()));
const toItemsWithFirstDate = itemsOf('first_date', wire.wireFirstDate);
export const toDates = itemsOf('date', activeDate);
export const toProducts = itemsOf('product', offeredProduct.pipe(product.optional()));

export function toEvents(answer: unknown, skipped: Skipped): PlatformEvent[] {
  return toActiveEvents(answer, skipped).map(({ prices, ...event }) => {
    const { min_participants, max_participants, latest_booking_time, ...shared } = event;
    const { id, title: name, duration } = event;
    const limits = { duration, latest_booking_time, min_participants, max_participants };
    return {
      ...shared,
      // An event is nobody's child that names itself.
      root_event_id: event.root_event_id === id ? '' : event.root_event_id,
      summary: summarize(event.description, 160),
      images: [],
      price_group: { id, name, event_id: id, ...limits, prices: toPrices(prices, skipped) },
    };
  });
}

export function toFirstDates(answer: unknown, skipped: Skipped): Map<string, string> {
  return new Map(
    toItemsWithFirstDate(answer, skipped).map(({ id, first_date }) => [id, first_date]),
  );
}

export function toVendor({ bill_country: country, ...wire }: wire.WireVendor): Vendor {
  const {
    legal_representative_first_name: first,
    legal_representative_last_name: last,
    ...vendor
  } = wire;
  return { ...vendor, legal_representative: `${first} ${last}`.trim(), country };
}

export function toPlacedOrder({
  total_invoice = '',
  currency,
  ...order
}: wire.WireOrder): PlacedOrder {
  const total = currency && toMinorUnits(total_invoice, currency);
  return { ...order, currency, total: minorUnits.safeParse(total).data };
}

export function toList(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) throw new PlatformMalformed('a list was expected');
  return answer;
}

const itemId = z.object({ id });
export function toId(item: unknown): string | undefined {
  return itemId.safeParse(item).data?.id;
}

/** Reads the items that can be read, the last one of each id: one bad item never empties a list. */
function itemsOf<T extends { id: string | number }>(
  kind: string,
  schema: z.ZodType<T | undefined>,
): Translation<T[]> {
  return (list, skipped) => {
    const found = new Map<string, T | undefined>();
    for (const item of toList(list)) {
      const { success, data, error } = schema.safeParse(item);
      const id = String(data?.id ?? toId(item));
      if (!success) skipped(kind, String(error.issues[0]?.path[0] ?? ''));
      else if (found.has(id)) skipped(kind, 'id');
      if (success) found.set(id, data);
    }
    return [...found.values()].filter((item) => item !== undefined);
  };
}
