import type { Books } from '../books.ts';
import { createCalendar } from '../calendar.ts';
import { opaqueId, share } from '../random.ts';
import type { Dependency, Event, EventDate, Price, Product, Vendor } from '../records.ts';
import { categories } from './categories.ts';
import { openDates } from './open-dates.ts';
import { openPaper } from './open-paper.ts';
import { createWallClock } from './starts.ts';
import type { EventData, ProductData, VendorData, World } from './types.ts';

/**
 * The moment at which the vendors are said to have typed all this in; the base of `delta_since`.
 */
const TYPED_IN = Date.UTC(2026, 0, 12, 9);

/** Ids of prices, by the keys of event and price. */
type PriceIds = ReadonlyMap<string, number>;

/**
 * The books on the day of `now`. The same seed and the same day (UTC) give the same books, to the
 * last id.
 */
export function openBooks({ seed, days, vendors: vendorsData }: World, now: number): Books {
  const priceIds = drawPriceIds(seed, vendorsData);
  const vendors = new Map<string, Vendor>();
  const events = new Map<string, Event>();
  const opened: EventDate[] = [];
  const products = new Map<string, Product>();

  for (const data of vendorsData) {
    const vendor = openVendor(seed, data);
    const wallClock = createWallClock(data.timezone);
    vendors.set(vendor.id, vendor);
    for (const eventData of data.events) {
      const event = openEvent(seed, data, eventData, vendor, priceIds);
      events.set(event.id, event);
      opened.push(...openDates(seed, now, days, wallClock, event, eventData));
    }
    for (const productData of data.products) {
      const product = openProduct(seed, data, productData, vendor, priceIds);
      products.set(product.id, product);
    }
  }
  // Two times of one day can be the same moment, in the night that has no hour between them; then
  // it is one date.
  const dates = new Map<string, EventDate>();
  for (const date of opened.sort((a, b) => a.start - b.start)) dates.set(date.id, date);
  return {
    vendors,
    events,
    dates,
    calendar: createCalendar([...dates.values()]),
    products,
    ...openPaper(seed, vendors.values(), events.values(), TYPED_IN),
    orders: new Map(),
  };
}

function openVendor(seed: string, data: VendorData): Vendor {
  const {
    key,
    timezone: _timezone,
    events: _events,
    products: _products,
    modules,
    ...fields
  } = data;
  return {
    id: opaqueId(`${seed}/vendor/${key}`),
    ...fields,
    extended_availability_management:
      modules?.includes('Extended Availability Management') ?? false,
    changed_at: TYPED_IN,
  };
}

function openEvent(
  seed: string,
  vendorData: VendorData,
  data: EventData,
  vendor: Vendor,
  priceIds: PriceIds,
): Event {
  const { location, meeting_location: meeting = location } = data;
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
    bring: data.isBare ? undefined : data.bring,
    advice: data.isBare ? undefined : data.advice,
    hint: data.isBare ? undefined : data.hint,
    participant_hint: data.isBare ? undefined : data.participant_hint,
    youtubeVideoId: data.youtubeVideoId ?? (data.isBare ? undefined : ''),
    voucher_checkout_url: '',
    highlights: data.isBare ? undefined : data.highlights,
    categories: data.categories.map((id) => ({ id, title: categories[id] ?? '' })),
    tags: data.tags ?? (data.isBare ? undefined : []),
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
    changed_at: TYPED_IN,
  };
}

function openProduct(
  seed: string,
  vendorData: VendorData,
  data: ProductData,
  vendor: Vendor,
  priceIds: PriceIds,
): Product {
  return {
    id: opaqueId(`${seed}/product/${data.key}`),
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
    dependencies: openDependencies(seed, data, priceIds),
    changed_at: TYPED_IN,
  };
}

function openDependencies(
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

function eventId(seed: string, key: string): string {
  return opaqueId(`${seed}/event/${key}`);
}

/**
 * Six digits, drawn from the keys; the few that are drawn twice in a large world move up by one.
 */
function drawPriceIds(seed: string, vendorsData: readonly VendorData[]): PriceIds {
  const ids = new Map<string, number>();
  const used = new Set<number>();
  for (const { events } of vendorsData) {
    for (const event of events) {
      for (const price of event.prices) {
        const drawn = share(`${seed}/price/${event.key}/${price.key}`);
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
