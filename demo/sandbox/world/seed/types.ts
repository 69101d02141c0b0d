import type { EntryUnit, Event } from '../../events/event.ts';
import type { VendorDetails } from '../../vendors/vendor.ts';

/** The data of a scenario's world. The seed and today's date determine ids and places. */
export interface WorldData {
  readonly seed: string;
  /** The number of days from today that have dates. */
  readonly days: number;
  readonly vendors: readonly VendorData[];
}

/**
 * The shape of the data files: what a vendor would have entered into the platform, in the spec's
 * words. Money is in minor units of the vendor's currency; a `key` is a name inside the data, from
 * which ids are made.
 */
export interface VendorData extends VendorDetails {
  readonly key: string;
  readonly timezone: string;
  /** Modules that the vendor has activated. */
  readonly modules?: readonly 'Extended Availability Management'[];
  readonly events: readonly EventData[];
  readonly products: readonly ProductData[];
}

export interface PriceData {
  readonly key: string;
  readonly title: string;
  readonly value: number;
  readonly category: string;
  readonly vat: number;
  readonly entry_units: readonly EntryUnit[];
  /** Left out for public prices. */
  readonly private?: true;
}

/** Fields that are copied into the event unchanged. */
type CopiedField =
  | 'title'
  | 'description'
  | 'type'
  | 'duration'
  | 'pre_time'
  | 'max_participants'
  | 'min_participants'
  | 'latest_booking_time'
  | 'commission';

export interface EventData extends Pick<Event, CopiedField> {
  readonly key: string;
  /**
   * Set on a pricelist child: the key of its parent, which is a main event or another duration of
   * one.
   */
  readonly pricelistOf?: string;
  /** Set on a further duration: the key of the main event. */
  readonly durationOf?: string;
  readonly location: Location;
  /** Left out where people meet at the location itself. */
  readonly meeting_location?: Location;
  readonly bring: string;
  readonly advice: string;
  readonly hint: string;
  readonly participant_hint: string;
  readonly youtubeVideoId?: string;
  readonly voucher_checkout_url?: string;
  readonly highlights: readonly string[];
  /** Category ids, top level first. */
  readonly categories: readonly number[];
  readonly tags?: readonly { readonly title: string; readonly values: readonly string[] }[];
  readonly prices: readonly PriceData[];
  /** Set where the vendor never filled in optional fields, which are then absent. */
  readonly hasRequiredFieldsOnly?: true;
  readonly schedule: readonly Schedule[];
  readonly demand: Demand;
}

export interface Location {
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
}

/** When it starts, in local time. Weekdays count from Monday = 1, months from January = 1. */
export interface Schedule {
  readonly weekdays: readonly number[];
  readonly months?: readonly number[];
  readonly times: readonly string[];
}

/** How many places of its dates are taken. */
export interface Demand {
  /**
   * The share of places that are taken on a usual day in the next two weeks; later days have more
   * free. 1 means always sold out; above 1, some days still have a free place.
   */
  readonly usual: number;
  /** The first date is at least this many days from today. */
  readonly firstDay?: number;
  /** Places left on a day, by days from today: all of them on the last date of that day. */
  readonly placesLeft?: Readonly<Record<number, number>>;
}

export interface ProductData {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Left out when unlimited. */
  readonly stock?: { readonly total: number; readonly sold: number };
  readonly price: number;
  readonly vat: number;
  readonly shipping_address: 0 | 1;
  /** Left out when it is offered at the checkout. */
  readonly private?: true;
  /** Empty when it is offered with everything. `prices` are keys of prices of that event. */
  readonly offeredWith: readonly { readonly event: string; readonly prices?: readonly string[] }[];
}
