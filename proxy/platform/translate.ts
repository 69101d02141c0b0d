import type { z } from 'zod';
import type { EventDate } from '../../src/contract/date.schema.ts';
import type { MergedEvent, Price, PriceGroup } from '../../src/contract/event.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import { minorUnits } from '../../src/contract/values.schema.ts';
import { PlatformMalformed } from './errors.ts';
import { readHtml, summarize, toHref } from './html.ts';
import { toMinorUnits } from './money.ts';
import type { WireEvent, WireOrder, WirePrice, WireProduct, WireVendor } from './wire.ts';
import { wireDate, wireEvent, wireFirstDate, wirePrice, wireProduct } from './wire.ts';

/** One event of the platform, root or child, in the contract's words; the catalogue folds children into their roots. */
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
export interface PlacedOrder extends Omit<WireOrder, 'total_invoice'> {
  readonly total: number | undefined;
}

/** Hears of an item that was left out because one field of it cannot be read. */
export type Skipped = (kind: string, field: string) => void;

export function toEvents(answer: unknown, skipped: Skipped): PlatformEvent[] {
  return readItems(answer, wireEvent, 'event', skipped)
    .filter((event) => event.active)
    .map((event) => toEvent(event, skipped));
}

export function toFirstDates(answer: unknown, skipped: Skipped): Map<string, string> {
  const found = readItems(answer, wireFirstDate, 'first_date', skipped);
  return new Map(found.map(({ id, first_date }) => [id, first_date]));
}

export function toDates(answer: unknown, skipped: Skipped): PlatformDate[] {
  return readItems(answer, wireDate, 'date', skipped)
    .filter((date) => date.active)
    .map(({ active: _, ...date }) => date);
}

export function toProducts(answer: unknown, skipped: Skipped): Product[] {
  return readItems(answer, wireProduct, 'product', skipped).flatMap((product): Product[] => {
    const price = toPositive(product.price, product.currency);
    if (price === undefined) skipped('product', 'price');
    const events = product.dependencies.flatMap((dependency) => dependency.events);
    // Sold with vouchers alone: it has dependencies, but none of them is an event.
    const isOffered = product.dependencies.length === 0 || events.length > 0;
    return price === undefined || !isOffered ? [] : [toProduct(product, price, events)];
  });
}

export function toVendor({
  legal_representative_first_name: first,
  legal_representative_last_name: last,
  bill_country: country,
  terms,
  ...vendor
}: WireVendor): Vendor {
  const legal_representative = `${first} ${last}`.trim();
  return { ...vendor, legal_representative, country, terms: readHtml(terms) };
}

export function toPlacedOrder({ total_invoice, currency, ...order }: WireOrder): PlacedOrder {
  const isPriced = total_invoice !== undefined && currency !== undefined;
  return { ...order, currency, total: isPriced ? toPositive(total_invoice, currency) : undefined };
}

function toEvent(event: WireEvent, skipped: Skipped): PlatformEvent {
  const { active, prices, min_participants, max_participants, latest_booking_time, ...fields } =
    event;
  const description = readHtml(event.description);
  return {
    ...fields,
    // An event is nobody's child that names itself.
    root_event_id: event.root_event_id === event.id ? '' : event.root_event_id,
    description,
    summary: summarize(description, 160),
    highlights: event.highlights.slice(0, 10),
    images: [],
    voucher_checkout_url: toWebAddress(event.voucher_checkout_url),
    price_group: {
      id: event.id,
      name: event.title,
      event_id: event.id,
      duration: event.duration,
      latest_booking_time,
      min_participants,
      max_participants,
      prices: readItems(prices, wirePrice, 'price', skipped)
        .filter((price) => price.public)
        .flatMap((price) => toPrice(price, skipped)),
    },
  };
}

function toPrice({ public: _, value, ...price }: WirePrice, skipped: Skipped): Price[] {
  const minor = toPositive(value, price.currency);
  if (minor === undefined) {
    skipped('price', 'value');
    return [];
  }
  return [{ ...price, value: minor }];
}

function toProduct(
  { total: isUnlimited, ...wire }: WireProduct,
  price: number,
  events: WireProduct['dependencies'][number]['events'],
): Product {
  return {
    ...wire,
    available: isUnlimited ? null : wire.available,
    price,
    dependencies: events.map(({ id, prices }) => ({
      event_id: id,
      price_ids: prices.length === 0 ? null : prices.map((entry) => entry.id),
    })),
  };
}

function toPositive(amount: string | number, currency: string): number | undefined {
  return minorUnits.safeParse(toMinorUnits(amount, currency)).data;
}

function toWebAddress(text: string): string {
  const address = toHref(text);
  return address?.startsWith('http') ? address : '';
}

/** The items that can be read, the last one of each id: one bad item never empties a list. */
function readItems<T extends z.ZodType<{ id: string | number }>>(
  list: unknown,
  schema: T,
  kind: string,
  skipped: Skipped,
): z.output<T>[] {
  if (!Array.isArray(list)) throw new PlatformMalformed('a list was expected');
  const found = new Map<string | number, z.output<T>>();
  for (const item of list as unknown[]) {
    const { success, data, error } = schema.safeParse(item);
    if (!success) skipped(kind, String(error.issues[0]?.path[0] ?? ''));
    else if (found.has(data.id)) skipped(kind, 'id');
    if (success) found.set(data.id, data);
  }
  return [...found.values()];
}
