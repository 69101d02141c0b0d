import type { Rectangle } from '../api/list-parameters.ts';
import type { Vendor } from '../vendors/vendor.ts';

/**
 * An event (spec, Event). Names of fields are the spec's; money is in minor units, timestamps are
 * milliseconds. Dates and orders point at their event, so it is changed in place; a field is
 * readonly where only "Update event" may change it.
 */
export interface Event {
  readonly id: string;
  readonly root_event_id: string;
  /** False for a further duration of an event, and for that duration's own pricelists. */
  readonly is_main_duration: boolean;
  readonly title: string;
  readonly description: string;
  readonly type: 'BOOKING' | 'REQUEST';
  readonly duration: number;
  readonly pre_time: number;
  readonly max_participants: number;
  readonly min_participants: number;
  readonly latest_booking_time: number;
  readonly timezone: string;
  readonly location: string;
  readonly location_place_id: string;
  readonly location_lat: number;
  readonly location_lng: number;
  readonly meeting_location: string;
  readonly meeting_location_place_id: string;
  readonly meeting_location_lat: number;
  readonly meeting_location_lng: number;
  readonly vendor: Vendor;
  /** Undefined, and absent in responses, if the vendor never filled it in. */
  readonly bring: string | undefined;
  readonly advice: string | undefined;
  readonly hint: string | undefined;
  readonly participant_hint: string | undefined;
  readonly youtubeVideoId: string | undefined;
  readonly voucher_checkout_url: string;
  readonly highlights: readonly string[] | undefined;
  readonly categories: readonly { readonly id: number; readonly title: string }[];
  readonly tags:
    readonly { readonly title: string; readonly values: readonly string[] }[] | undefined;
  /** A changed price is a new object: an order keeps the price that it was placed at. */
  prices: readonly Price[];
  readonly commission: number;
  active: 0 | 1;
  changed_at: number;
}

export interface Price {
  readonly id: number;
  readonly title: string;
  readonly value: number;
  readonly currency: string;
  readonly public: 0 | 1;
  readonly category: string;
  readonly vat: number;
  readonly entry_units: readonly EntryUnit[];
}

export interface EntryUnit {
  readonly type: 'ADULT' | 'CHILD';
}

/**
 * The platform's category tree. An id of two digits is below the top level that its first digit
 * names.
 */
export const categoryTitles: Readonly<Record<number, string>> = {
  1: 'Walks & tours',
  11: 'City walks',
  12: 'By bike',
  13: 'Nature',
  2: 'On the water',
  21: 'Kayak & canoe',
  22: 'Surf',
  3: 'Food & drink',
  31: 'Tastings',
  32: 'Cooking & baking',
  4: 'Workshops',
  41: 'Crafts',
  42: 'Textiles',
  5: 'Culture & evenings',
  51: 'Music',
  52: 'Traditions',
  53: 'Museums & baths',
};

export function isInCategories(event: Event, ids: ReadonlySet<number>): boolean {
  return event.categories.some(({ id }) => ids.has(id));
}

/** Whether an event's `location` is in a rectangle, edges included. */
export function isWithin(event: Event, { minLat, minLng, maxLat, maxLng }: Rectangle): boolean {
  const { location_lat, location_lng } = event;
  return (
    minLat <= location_lat &&
    location_lat <= maxLat &&
    minLng <= location_lng &&
    location_lng <= maxLng
  );
}
