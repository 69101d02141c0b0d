import type { Books } from '../books.ts';
import { opaqueId, share } from '../random.ts';
import type { Event, EventDate, Price, Product, Vendor } from '../records.ts';
import { berlin } from './berlin.ts';
import { categories } from './categories.ts';
import { kyoto } from './kyoto.ts';
import { lisbon } from './lisbon.ts';
import { openDates } from './open-dates.ts';
import { createWallClock } from './starts.ts';
import type { EventData, ProductData, VendorData } from './types.ts';

const vendorsData: readonly VendorData[] = [berlin, lisbon, kyoto];

/** The moment at which the vendors are said to have typed all this in; the base of `delta_since`. */
const TYPED_IN = Date.UTC(2026, 0, 12, 9);

/** The books on the day of `now`. The same seed and the same day (UTC) give the same books, to the last id. */
export function openBooks(seed: string, now: number): Books {
  const vendors = new Map<string, Vendor>();
  const events = new Map<string, Event>();
  const dates = new Map<string, EventDate>();
  const products = new Map<string, Product>();

  for (const data of vendorsData) {
    const vendor = openVendor(seed, data);
    const wallClock = createWallClock(data.timezone);
    vendors.set(vendor.id, vendor);
    for (const eventData of data.events) {
      const event = openEvent(seed, data, eventData, vendor);
      events.set(event.id, event);
      for (const date of openDates(seed, now, wallClock, event, eventData)) {
        dates.set(date.id, date);
      }
    }
    for (const productData of data.products) {
      const product = openProduct(seed, data, productData, vendor);
      products.set(product.id, product);
    }
  }
  const byStart = [...dates.values()].sort((a, b) => a.start - b.start);
  return {
    vendors,
    events,
    dates: new Map(byStart.map((date) => [date.id, date])),
    products,
    orders: new Map(),
  };
}

function openVendor(seed: string, data: VendorData): Vendor {
  const { key, timezone: _timezone, events: _events, products: _products, ...fields } = data;
  return { id: opaqueId(`${seed}/vendor/${key}`), ...fields, changed_at: TYPED_IN };
}

function openEvent(seed: string, vendorData: VendorData, data: EventData, vendor: Vendor): Event {
  const { location, meeting_location: meeting = location } = data;
  const parent = vendorData.events.find(({ key }) => key === data.pricelistOf);
  return {
    id: eventId(seed, data.key),
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
    location_lat: location.lat,
    location_lng: location.lng,
    meeting_location: meeting.address,
    meeting_location_lat: meeting.lat,
    meeting_location_lng: meeting.lng,
    vendor,
    bring: data.bring,
    advice: data.advice,
    hint: data.hint,
    participant_hint: data.participant_hint,
    youtubeVideoId: data.youtubeVideoId ?? '',
    highlights: data.highlights,
    categories: data.categories.map((id) => ({ id, title: categories[id] ?? '' })),
    tags: data.tags ?? [],
    prices: data.prices.map((price): Price => ({
      id: priceId(seed, data.key, price.key),
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
    offered_with: data.offeredWith.map(({ event, prices }) => ({
      event_id: eventId(seed, event),
      ...(prices && { price_ids: prices.map((price) => priceId(seed, event, price)) }),
    })),
    changed_at: TYPED_IN,
  };
}

function eventId(seed: string, key: string): string {
  return opaqueId(`${seed}/event/${key}`);
}

function priceId(seed: string, eventKey: string, priceKey: string): number {
  return 100_000 + Math.floor(share(`${seed}/price/${eventKey}/${priceKey}`) * 900_000);
}
