import type { EntryUnit } from './catalogue/types.ts';

// The records of what vendors offer. Names of fields are the spec's; money is in minor units,
// moments are milliseconds. A field is readonly where nobody may change it; records are changed in
// place, as orders and dates point at them.

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
  /** The module without which dates cannot be updated (spec, Table B). */
  extended_availability_management: boolean;
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
  readonly location_place_id: string;
  readonly location_lat: number;
  readonly location_lng: number;
  readonly meeting_location: string;
  readonly meeting_location_place_id: string;
  readonly meeting_location_lat: number;
  readonly meeting_location_lng: number;
  readonly vendor: Vendor;
  /** Undefined, and then absent on the wire, where a vendor never filled it in. */
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
  /** A changed price is a new one: what was ordered keeps the old one. */
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

export interface EventDate {
  readonly id: string;
  /** These two are changed by `inventory/write-date.ts` alone, as the calendar goes by them. */
  readonly event: Event;
  readonly start: number;
  active: 0 | 1;
  total_slots: number;
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
  readonly dependencies: readonly Dependency[];
  taken: number;
  changed_at: number;
}

/** With what a product is offered, as on the wire; without any it always is. */
export interface Dependency {
  readonly events: readonly {
    readonly id: string;
    readonly prices?: readonly { readonly id: number }[] | undefined;
  }[];
  readonly vouchers: readonly { readonly events: readonly { readonly id: string }[] }[];
}

export function availableSlots(date: EventDate): number {
  return date.total_slots - date.taken;
}

export function availableStock(product: Product): number {
  return product.total - product.taken;
}

/**
 * The last moment at which an order for this date is taken; after the start where
 * `latest_booking_time` is negative.
 */
export function bookableUntil(date: EventDate): number {
  return date.start - date.event.latest_booking_time * 60_000;
}
