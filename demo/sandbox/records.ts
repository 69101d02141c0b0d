import type { EntryUnit } from './catalogue/types.ts';

// The records of what vendors offer. Names of fields are the spec's; money is in minor units, moments are milliseconds.

export interface Vendor {
  readonly id: string;
  readonly name: string;
  readonly service_email: string;
  readonly service_phone: string;
  readonly terms: string;
  readonly bill_country: string;
  readonly country_of_residence: string;
  readonly activation_date: string;
  readonly currency: string;
  readonly legal_company_name: string;
  readonly legal_representative_first_name: string;
  readonly legal_representative_last_name: string;
  readonly changed_at: number;
}

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
  readonly location_lat: number;
  readonly location_lng: number;
  readonly meeting_location: string;
  readonly meeting_location_lat: number;
  readonly meeting_location_lng: number;
  readonly vendor: Vendor;
  readonly bring: string;
  readonly advice: string;
  readonly hint: string;
  readonly participant_hint: string;
  readonly youtubeVideoId: string;
  readonly highlights: readonly string[];
  readonly categories: readonly { readonly id: number; readonly title: string }[];
  readonly tags: readonly { readonly title: string; readonly values: readonly string[] }[];
  readonly prices: readonly Price[];
  readonly commission: number;
  readonly changed_at: number;
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

export interface EventDate {
  readonly id: string;
  readonly event: Event;
  readonly start: number;
  readonly total_slots: number;
  taken: number;
  changed_at: number;
}

export interface Product {
  readonly id: string;
  readonly vendor: Vendor;
  readonly name: string;
  readonly description: string;
  /** Infinity when unlimited. */
  readonly total: number;
  readonly price: number;
  readonly currency: string;
  readonly vat: number;
  readonly shipping_address: 0 | 1;
  /** Private ones are sold by the vendor alone. */
  readonly is_private: boolean;
  readonly offered_with: readonly {
    readonly event_id: string;
    readonly price_ids?: readonly number[];
  }[];
  taken: number;
  changed_at: number;
}

export function availableSlots(date: EventDate): number {
  return date.total_slots - date.taken;
}

export function availableStock(product: Product): number {
  return product.total - product.taken;
}

/** The last moment at which an order for this date is taken; after the start where `latest_booking_time` is negative. */
export function bookableUntil(date: EventDate): number {
  return date.start - date.event.latest_booking_time * 60_000;
}
