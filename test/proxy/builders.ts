import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, Price } from '#contract/event.schema';
import type { Product } from '#contract/product.schema';
import type { Intent } from '../../proxy/journal/intent.ts';
import type { PlatformEvent } from '../../proxy/platform/translate.ts';

/** What an order of one place is expected to become. */
export const anExpectedOrder: Intent['expected'] = {
  status: 'ACCEPTED',
  vendor_id: 'vendor',
  currency: 'EUR',
  total: 100,
  tickets: [{ date_id: 'date', prices: [{ price_id: 1, amount: 1 }] }],
  products: [],
};

/** Things of the catalog in which a test shows only what matters to it. */

export function aPrice(id: number, value = 1000, change: Partial<Price> = {}): Price {
  return {
    id,
    title: `Price ${id}`,
    value,
    currency: 'EUR',
    category: '',
    vat: 19,
    entry_units: [],
    ...change,
  };
}

type EventChange = Partial<PlatformEvent> & {
  readonly prices?: Price[];
  readonly min_participants?: number;
};

export function anEvent(
  id: string,
  { prices = [aPrice(1)], min_participants = 0, ...change }: EventChange,
): PlatformEvent {
  return {
    id,
    root_event_id: '',
    title: `Event ${id}`,
    type: 'BOOKING',
    duration: 60,
    timezone: 'Europe/Berlin',
    location: 'Here',
    location_lat: 0,
    location_lng: 0,
    vendor_id: 'vendor',
    vendor_name: 'Vendor',
    categories: [],
    images: [],
    description: [],
    summary: '',
    pre_time: 0,
    meeting_location: 'There',
    meeting_location_lat: 0,
    meeting_location_lng: 0,
    bring: '',
    advice: '',
    hint: '',
    participant_hint: '',
    youtubeVideoId: '',
    voucher_checkout_url: '',
    highlights: [],
    tags: [],
    price_group: {
      id,
      name: `Event ${id}`,
      event_id: id,
      duration: 60,
      latest_booking_time: 0,
      min_participants,
      max_participants: 10,
      prices,
    },
    ...change,
  };
}

export function aDate(id: string, event_id: string, change: Partial<EventDate> = {}): EventDate {
  return {
    id,
    event_id,
    date: '2026-12-01T10:00:00Z',
    available_slots: 8,
    total_slots: 10,
    bookable_until: '2026-12-01T09:00:00Z',
    ...change,
  };
}

export function aProduct(id: string, change: Partial<Product> = {}): Product {
  return {
    id,
    vendor_id: 'vendor',
    name: `Product ${id}`,
    description: '',
    available: null,
    price: 500,
    currency: 'EUR',
    shipping_address: false,
    dependencies: [],
    ...change,
  };
}

export function aListedEvent(id: string, change: Partial<ListedEvent> = {}): ListedEvent {
  return {
    id,
    title: id,
    type: 'BOOKING',
    duration: 60,
    timezone: 'Europe/Berlin',
    location: '',
    location_lat: 0,
    location_lng: 0,
    vendor_id: 'vendor',
    vendor_name: '',
    categories: [],
    images: [],
    first_date: null,
    first_date_known: true,
    summary: '',
    from_price: { value: 1000, currency: 'EUR', title: 'Adult', adult: true },
    ...change,
  };
}
