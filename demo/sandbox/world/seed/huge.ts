import { opaqueId } from '../random.ts';
import type { EventData, VendorData } from './types.ts';

const EVENTS_PER_VENDOR = 50;

/** Fifty weeks with two dates a week: a hundred dates for each event. */
export const HUGE_DAYS = 350;

const zones = ['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'Asia/Tokyo'];
const kinds = ['Walk', 'Tasting', 'Workshop', 'Boat trip', 'Ride', 'Evening', 'Lesson', 'Visit'];
const locations = ['old town', 'harbour', 'hills', 'market', 'river', 'castle', 'garden'];
const topics = ['bread', 'tiles', 'stars', 'birds', 'songs', 'cider', 'ropes', 'maps', 'moss'];
const categories = [
  [1, 11],
  [1, 12],
  [2, 21],
  [3, 31],
  [4, 41],
  [5, 51],
];
const times = ['09:00', '10:30', '14:00', '16:30', '19:00'];

/** As many events as large platforms have. They are all alike, because they are for benchmarks. */
export function hugeVendors(events: number): VendorData[] {
  return Array.from({ length: events / EVENTS_PER_VENDOR }, (_, index) => createVendor(index));
}

function createVendor(index: number): VendorData {
  const name = `Vendor ${index + 1}`;
  const first = index * EVENTS_PER_VENDOR;
  return {
    key: `huge-${index}`,
    name,
    service_email: `hello@vendor-${index + 1}.example`,
    service_phone: '+49 30 5550100',
    terms: '<p>Free of charge until 24 hours before the start.</p>',
    bill_country: 'DE',
    country_of_residence: 'DE',
    activation_date: '2024-01-01T08:00:00Z',
    currency: 'EUR',
    legal_company_name: `${name} GmbH`,
    legal_representative_first_name: 'Kim',
    legal_representative_last_name: 'Sommer',
    timezone: pick(zones, index),
    modules: ['Extended Availability Management'],
    events: Array.from({ length: EVENTS_PER_VENDOR }, (_, event) => createEvent(first + event)),
    products: [],
  };
}

/** Every fifth event is a pricelist of the one before it. */
function createEvent(index: number): EventData {
  const isPricelist = index % 5 === 4;
  const root = isPricelist ? index - 1 : index;
  const title = `${pick(kinds, root)} of ${pick(topics, root)}, ${pick(locations, root)}, no. ${root}`;
  const lat = 48 + (root % 100) / 20;
  return {
    key: keyOf(index),
    ...(isPricelist && { pricelistOf: keyOf(root) }),
    title: isPricelist ? `${title}, weekend` : title,
    description: `<p>${title}.</p>${'<p>We take our time, stop often, and end where we began.</p>'.repeat(6)}`,
    type: 'BOOKING',
    duration: 60 + (root % 6) * 30,
    pre_time: 0,
    max_participants: 12,
    min_participants: 0,
    latest_booking_time: 60,
    location: { address: `${root + 1} Long Street`, lat, lng: 8 + (root % 120) / 20 },
    bring: 'Good shoes.',
    advice: 'For everybody.',
    hint: 'We meet at the door.',
    participant_hint: '',
    highlights: ['Small groups', 'In all weathers', opaqueId(title)],
    categories: pick(categories, root),
    prices: [
      { key: 'adult', title: 'Adult', value: 2000 + (root % 50) * 100, ...adult },
      { key: 'child', title: 'Child', value: 1000 + (root % 50) * 50, ...child },
    ],
    commission: 15,
    schedule: [
      { weekdays: isPricelist ? [6, 7] : [1 + (root % 3), 4], times: [pick(times, root)] },
    ],
    demand: { usual: 0.5 },
  };
}

const adult = { category: 'Adult', vat: 19, entry_units: [{ type: 'ADULT' }] } as const;
const child = { category: 'Child', vat: 19, entry_units: [{ type: 'CHILD' }] } as const;

function keyOf(index: number): string {
  return `huge-event-${index}`;
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
