import type { OpenSandbox } from './support.ts';
import type { WireEvent, WireVendor } from './wire.ts';

/** A transparent pixel, in PNG. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The body to create an event, with only the required fields. */
export function eventFor(vendor: Pick<WireVendor, 'id' | 'currency'>, changes: object = {}) {
  return {
    vendor_id: vendor.id,
    title: 'A walk along the wall',
    description: '<p>Two hours, six stops.</p>',
    duration: 120,
    max_participants: 12,
    location: 'Bernauer Strasse 111, 13355 Berlin',
    location_lat: 52.535,
    location_lng: 13.39,
    meeting_location: 'Bernauer Strasse 119, 13355 Berlin',
    meeting_location_lat: 52.5355,
    meeting_location_lng: 13.391,
    images: [PIXEL],
    categories: [
      { id: 1, title: 'Walks & tours' },
      { id: 11, title: 'City walks' },
    ],
    prices: [{ title: 'Adult', value: 29.5, currency: vendor.currency, vat: 19 }],
    ...changes,
  };
}

/** The body to update an event without changing anything. */
export function unchanged(event: WireEvent, changes: object = {}) {
  const { title, description, duration, max_participants, categories, prices } = event;
  const { location, location_lat, location_lng } = event;
  const { meeting_location, meeting_location_lat, meeting_location_lng } = event;
  return {
    title,
    description,
    duration,
    max_participants,
    categories,
    prices,
    location,
    location_lat,
    location_lng,
    meeting_location,
    meeting_location_lat,
    meeting_location_lng,
    images: [PIXEL],
    ...changes,
  };
}

export function dateFor(event: Pick<WireEvent, 'id'>, changes: object = {}) {
  return {
    event_id: event.id,
    date: '2027-03-01T09:00:00Z',
    available_slots: 8,
    total_slots: 10,
    ...changes,
  };
}

export function productFor(vendor: Pick<WireVendor, 'id' | 'currency'>, changes: object = {}) {
  return {
    vendor_id: vendor.id,
    name: 'Map of the wall',
    description: '<p>Printed, 60 by 40 cm.</p>',
    total: 20,
    available: 15,
    price: 7.5,
    currency: vendor.currency,
    shipping_address: 0,
    dependencies: [],
    ...changes,
  };
}

/** The vendor that a vendor's client acts for. */
export async function ownVendor({ vendors }: Pick<OpenSandbox, 'vendors'>): Promise<WireVendor> {
  const [vendor] = await vendors();
  if (!vendor) throw new Error('this client has access to no vendor');
  return vendor;
}

export async function createEvent(
  platform: Pick<OpenSandbox, 'vendors' | 'post'>,
): Promise<WireEvent> {
  const body = eventFor(await ownVendor(platform));
  return (await platform.post<WireEvent>('/v3/events', body)).body;
}
