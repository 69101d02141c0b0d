import type { EventDate } from '../../dates/date.ts';
import { createDateStore } from '../../dates/date-store.ts';
import type { Event, Price } from '../../events/event.ts';
import { categoryTitles } from '../../events/event.ts';
import type { Dependency, Product } from '../../products/product.ts';
import type { Vendor } from '../../vendors/vendor.ts';
import { idOf } from '../ids.ts';
import { numberFrom } from '../random.ts';
import type { World } from '../world.ts';
import { createDates, createWallClock } from './create-dates.ts';
import { createVouchers } from './create-vouchers.ts';
import type { EventData, ProductData, VendorData, WorldData } from './types.ts';

/** The time of the last change of all seed data, for `delta_since`. */
const SEEDED_AT = Date.UTC(2026, 0, 12, 9);

/** Ids of prices, by the keys of event and price. */
type PriceIds = ReadonlyMap<string, number>;

/** The same seed and the same day (UTC) give the same world, to the last id. */
export function createWorld({ seed, days, vendors: vendorsData }: WorldData, now: number): World {
  const priceIds = drawPriceIds(seed, vendorsData);
  const vendors = new Map<string, Vendor>();
  const events = new Map<string, Event>();
  const products = new Map<string, Product>();
  const dates: EventDate[] = [];

  for (const data of vendorsData) {
    const vendor = createVendor(seed, data);
    const wallClock = createWallClock(data.timezone);
    vendors.set(vendor.id, vendor);
    for (const eventData of data.events) {
      const event = createEvent(seed, data, eventData, vendor, priceIds);
      events.set(event.id, event);
      dates.push(...createDates(seed, now, days, wallClock, event, eventData));
    }
    for (const productData of data.products) {
      const product = createProduct(seed, data, productData, vendor, priceIds);
      products.set(product.id, product);
    }
  }
  return {
    seed,
    vendors,
    events,
    dates: createDateStore(dates),
    products,
    ...createVouchers(seed, vendors.values(), events.values(), SEEDED_AT),
    orders: new Map(),
  };
}

function createVendor(seed: string, data: VendorData): Vendor {
  const {
    key,
    timezone: _timezone,
    events: _events,
    products: _products,
    modules,
    ...fields
  } = data;
  return {
    id: vendorId(seed, key),
    ...fields,
    extended_availability_management:
      modules?.includes('Extended Availability Management') ?? false,
    changed_at: SEEDED_AT,
  };
}

function createEvent(
  seed: string,
  vendorData: VendorData,
  data: EventData,
  vendor: Vendor,
  priceIds: PriceIds,
): Event {
  const { location, meeting_location: meeting = location } = data;
  const optional = <Value>(value: Value) => (data.hasRequiredFieldsOnly ? undefined : value);
  const parent = vendorData.events.find(({ key }) => key === data.pricelistOf);
  return {
    id: eventId(seed, data.key),
    active: 1,
    root_event_id: data.pricelistOf === undefined ? '' : eventId(seed, data.pricelistOf),
    is_main_duration: data.durationOf === undefined && parent?.durationOf === undefined,
    title: data.title,
    description: data.description,
    type: data.type,
    duration: data.duration,
    pre_time: data.pre_time,
    max_participants: data.max_participants,
    min_participants: data.min_participants,
    latest_booking_time: data.latest_booking_time,
    timezone: vendorData.timezone,
    location: location.address,
    location_place_id: '',
    location_lat: location.lat,
    location_lng: location.lng,
    meeting_location: meeting.address,
    meeting_location_place_id: '',
    meeting_location_lat: meeting.lat,
    meeting_location_lng: meeting.lng,
    vendor,
    bring: optional(data.bring),
    advice: optional(data.advice),
    hint: optional(data.hint),
    participant_hint: optional(data.participant_hint),
    youtubeVideoId: data.youtubeVideoId ?? optional(''),
    voucher_checkout_url: data.voucher_checkout_url ?? '',
    highlights: optional(data.highlights),
    categories: data.categories.map((id) => ({ id, title: categoryTitles[id] ?? '' })),
    tags: data.tags ?? optional([]),
    prices: data.prices.map((price): Price => ({
      id: priceIdOf(priceIds, data.key, price.key),
      title: price.title,
      value: price.value,
      currency: vendorData.currency,
      public: price.private === true ? 0 : 1,
      category: price.category,
      vat: price.vat,
      entry_units: price.entry_units,
    })),
    commission: data.commission,
    changed_at: SEEDED_AT,
  };
}

function createProduct(
  seed: string,
  vendorData: VendorData,
  data: ProductData,
  vendor: Vendor,
  priceIds: PriceIds,
): Product {
  return {
    id: idOf(`${seed}/product/${data.key}`),
    vendor,
    name: data.name,
    description: data.description,
    total: data.stock?.total ?? Infinity,
    taken: data.stock?.sold ?? 0,
    price: data.price,
    currency: vendorData.currency,
    vat: data.vat,
    shipping_address: data.shipping_address,
    is_private: data.private === true,
    dependencies: createDependencies(seed, data, priceIds),
    changed_at: SEEDED_AT,
  };
}

function createDependencies(
  seed: string,
  { offeredWith }: ProductData,
  priceIds: PriceIds,
): Dependency[] {
  if (offeredWith.length === 0) return [];
  const events = offeredWith.map(({ event, prices }) => ({
    id: eventId(seed, event),
    ...(prices && { prices: prices.map((price) => ({ id: priceIdOf(priceIds, event, price) })) }),
  }));
  return [{ events, vouchers: [] }];
}

export function vendorId(seed: string, key: string): string {
  return idOf(`${seed}/vendor/${key}`);
}

export function eventId(seed: string, key: string): string {
  return idOf(`${seed}/event/${key}`);
}

/** Six digits derived from the keys. If an id is taken, the next free one is used. */
function drawPriceIds(seed: string, vendorsData: readonly VendorData[]): PriceIds {
  const ids = new Map<string, number>();
  const used = new Set<number>();
  for (const { events } of vendorsData) {
    for (const event of events) {
      for (const price of event.prices) {
        const drawn = numberFrom(`${seed}/price/${event.key}/${price.key}`);
        let id = 100_000 + Math.floor(drawn * 900_000);
        while (used.has(id)) id += 1;
        used.add(id);
        ids.set(`${event.key}/${price.key}`, id);
      }
    }
  }
  return ids;
}

function priceIdOf(ids: PriceIds, eventKey: string, priceKey: string): number {
  const id = ids.get(`${eventKey}/${priceKey}`);
  if (id === undefined) throw new RangeError(`event ${eventKey} has no price ${priceKey}`);
  return id;
}
