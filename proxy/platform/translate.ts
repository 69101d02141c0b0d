import { z } from 'zod';
import type { EventDate } from '#contract/date.schema';
import {
  type MergedEvent,
  mergedEvent,
  price,
  type PriceGroup,
  priceGroup,
} from '#contract/event.schema';
import type { OrderedProduct, OrderedTicket } from '#contract/order.schema';
import { product } from '#contract/product.schema';
import { minorUnits } from '#contract/values.schema';
import type { Vendor } from '#contract/vendor.schema';
import { PlatformMalformed } from './errors.ts';
import { summarize } from './html.ts';
import { toOrderVat } from './order-vat.ts';
import { runAtOnce } from './slices.ts';
import { type OrderVouchers, toOrderVouchers } from './vouchers.ts';
import * as wire from './wire.ts';
import { toId, toList } from './wire-list.ts';
import { toMinorUnits } from './wire-values.ts';

/**
 * One event of the platform, root or child, in the contract's words; the catalog folds children
 * into their roots.
 */
export interface PlatformEvent extends Omit<
  MergedEvent,
  'price_groups' | 'first_date' | 'first_date_known' | 'next'
> {
  readonly root_event_id: string;
  /** Empty for a child that names none: it has that of its root. */
  readonly timezone: string;
  readonly summary: string;
  readonly price_group: PriceGroup;
}

/** The schema with which an event is read back from the store. */
export const platformEvent: z.ZodType<PlatformEvent> = mergedEvent
  .omit({ price_groups: true, first_date: true, first_date_known: true, next: true })
  .extend({ root_event_id: z.string(), summary: z.string(), price_group: priceGroup })
  .strip();

/** A date before its event's latest booking time is applied to it. */
export type PlatformDate = Omit<EventDate, 'bookable_until'>;

/** An order as the platform has it. Fields that its response lacks are undefined. */
export interface PlacedOrder extends Omit<wire.WireOrder, 'total_invoice'> {
  readonly total: number | undefined;
  /** Undefined if the response had none. */
  readonly details?: OrderDetails | undefined;
}

/** What the platform says about an order now: everything that changes over time. */
export interface OrderDetails
  extends
    Omit<wire.WireOrderDetails, 'total_invoice' | 'tickets' | 'products' | WireVouchers>,
    OrderVouchers {
  readonly tickets: OrderedTicket[];
  readonly products: OrderedProduct[];
  readonly total: number | null;
  readonly vat?: number | undefined;
}
type WireVouchers = 'voucherOrders' | 'flexTickets' | 'redeemed_coupons' | 'redeemed_vouchers';

/** The part of an order that tells whether it is one of ours. */
export type OrderName = z.output<typeof wire.wireOrderName>;

/**
 * Called for an item that is left out because this field cannot be read. `id` is the item's own, or
 * that of a price's event; undefined if it cannot be read either.
 */
export type OnSkipped = (kind: string, field: string, id: string | undefined) => void;
/** Translates the items of a list into the contract's words. */
export interface Translation<T> {
  /** In one go. @throws {PlatformMalformed} when it is no list */
  (items: unknown, onSkipped: OnSkipped): T;
  /** The same in steps of one item each, so that other work gets its turn in between. */
  readonly steps: Steps<T>;
}
export type Steps<T> = (items: unknown, onSkipped: OnSkipped) => Generator<void, T>;

const SUMMARY_LENGTH = 160;

// These schemas turn an item that is not offered to everybody into undefined.

const publicPrice = wire.wirePrice.transform(({ public: isPublic, ...price }) => {
  const value = toMinorUnits(price.value, price.currency);
  return isPublic ? { ...price, value } : undefined;
});

const activeDate = wire.wireDate.transform(({ active, ...date }) => {
  // Of two contradictory numbers, the smaller one is never refused afterwards.
  const available_slots = Math.min(date.available_slots, date.total_slots);
  return active ? { ...date, available_slots } : undefined;
});

const offeredProduct = wire.wireProduct.transform(({ total: isUnlimited, ...product }) => {
  const events = product.dependencies.flatMap((dependency) => dependency.events);
  const vouchers = product.dependencies.flatMap((dependency) => dependency.vouchers);
  // It depends on vouchers only, and those are not sold here.
  if (events.length === 0 && vouchers.length > 0) return undefined;
  const dependencies = events.map(({ id, prices }) => ({
    event_id: id,
    price_ids: prices.length === 0 ? null : prices.map((price) => price.id),
  }));
  return {
    ...product,
    available: isUnlimited ? null : product.available,
    price: toMinorUnits(product.price, product.currency),
    dependencies,
  };
});

export const orderDetails = wire.wireOrderDetails.transform(
  ({
    total_invoice = '',
    voucherOrders,
    flexTickets,
    redeemed_coupons,
    redeemed_vouchers,
    tickets,
    products,
    ...order
  }): OrderDetails => {
    const { currency } = order;
    const total = toTotal(total_invoice, currency);
    const vat = toOrderVat(total, { currency, tickets, products });
    const wireVouchers = { voucherOrders, flexTickets, redeemed_coupons, redeemed_vouchers };
    return {
      ...order,
      ...toOrderVouchers({ ...wireVouchers, currency }),
      tickets: tickets.map((ticket) => ({
        ...ticket,
        participants: ticket.participants.map(({ price_value: _, vat: __, ...part }) => part),
      })),
      products: products.map(({ price: _, vat: __, ...part }) => part),
      total: total ?? null,
      ...(vat !== undefined && { vat }),
    };
  },
);

const toPrices = itemsOf('price', publicPrice.pipe(price.optional()));
const toItemsWithFirstDate = itemsOf('first_date', wire.wireFirstDate);
export const toDates = itemsOf('date', activeDate);
export const toProducts = itemsOf('product', offeredProduct.pipe(product.optional()));
export const toOrderDetails = itemsOf('order', orderDetails);
export const toOrderNames = itemsOf('order', wire.wireOrderName);

/** `timeZone`: for roots that name none that exists; the field is optional (spec, Event). */
export function toEventsIn(timeZone: string | undefined): Translation<PlatformEvent[]> {
  const toActiveEvents = itemsOf(
    'event',
    wire.wireEvent.transform((event, context) => {
      if (!event.active) return undefined;
      // An event that names itself is nobody's child.
      const root_event_id = event.root_event_id === event.id ? '' : event.root_event_id;
      const timezone = event.timezone || (root_event_id ? '' : timeZone);
      if (timezone !== undefined) return { ...event, root_event_id, timezone };
      context.addIssue({ code: 'custom', path: ['timezone'] });
      return z.NEVER;
    }),
  );
  return inSteps(function* (items, onSkipped) {
    const events: PlatformEvent[] = [];
    for (const event of yield* toActiveEvents.steps(items, onSkipped)) {
      events.push(toPlatformEvent(event, onSkipped));
      yield;
    }
    return events;
  });
}

function toPlatformEvent(
  {
    prices,
    min_participants,
    max_participants,
    latest_booking_time,
    active: _,
    ...event
  }: z.output<typeof wire.wireEvent>,
  onSkipped: OnSkipped,
): PlatformEvent {
  return {
    ...event,
    summary: summarize(event.description, SUMMARY_LENGTH),
    images: [],
    opening_hours: latest_booking_time < 0,
    price_group: {
      id: event.id,
      name: event.title,
      event_id: event.id,
      duration: event.duration,
      latest_booking_time,
      min_participants,
      max_participants,
      prices: toPrices(prices, (kind, field) => onSkipped(kind, field, event.id)),
    },
  };
}

/** Children whose root is not in the list, so that they are part of nothing that is shown. */
export function childrenWithoutRoot(events: readonly PlatformEvent[]): PlatformEvent[] {
  const roots = new Set(events.flatMap((event) => (event.root_event_id === '' ? event.id : [])));
  return events.filter(({ root_event_id }) => root_event_id !== '' && !roots.has(root_event_id));
}

/** First dates by event id. @throws {PlatformMalformed} when events are listed without any */
export const toFirstDates = inSteps(function* (items, onSkipped) {
  const events = yield* toItemsWithFirstDate.steps(items, onSkipped);
  // Every listed event has a date (spec, Event lists: available_from), so the response lacks them.
  if (events.length === 0 && toList(items).length > 0) {
    throw new PlatformMalformed('no event has its first date');
  }
  return new Map(events.map(({ id, first_date }) => [id, first_date]));
});

export function toVendor({
  bill_country: country,
  legal_representative_first_name: firstName,
  legal_representative_last_name: lastName,
  ...vendor
}: wire.WireVendor): Vendor {
  return { ...vendor, legal_representative: `${firstName} ${lastName}`.trim(), country };
}

export function toPlacedOrder({
  total_invoice = '',
  currency,
  ...order
}: wire.WireOrder): PlacedOrder {
  return { ...order, currency, total: toTotal(total_invoice, currency) };
}

function toTotal(
  invoice: string | number,
  currency: string | null | undefined,
): number | undefined {
  const total = currency ? toMinorUnits(invoice, currency) : undefined;
  return minorUnits.safeParse(total).data;
}

/**
 * Parses each item by itself, so that a bad one never empties the list. Of several with the same
 * id, the last counts.
 */
function itemsOf<T extends { id: string | number }>(
  kind: string,
  schema: z.ZodType<T | undefined>,
): Translation<T[]> {
  return inSteps(function* (list, onSkipped) {
    const byId = new Map<string, T | undefined>();
    for (const item of toList(list)) {
      yield;
      const { success, data, error } = schema.safeParse(item);
      if (!success) {
        onSkipped(kind, String(error.issues[0]?.path[0] ?? ''), toId(item));
        continue;
      }
      const id = String(data?.id ?? toId(item));
      if (byId.has(id)) onSkipped(kind, 'id', id);
      byId.set(id, data);
    }
    return [...byId.values()].filter((item) => item !== undefined);
  });
}

export function inSteps<T>(steps: Steps<T>): Translation<T> {
  const atOnce = (items: unknown, onSkipped: OnSkipped) => runAtOnce(steps(items, onSkipped));
  return Object.assign(atOnce, { steps });
}
