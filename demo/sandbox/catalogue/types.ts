/**
 * What a scenario opens its books with. The seed decides every id, slot and stock, with the day of
 * opening.
 */
export interface World {
  readonly seed: string;
  /** There are dates for so many days from the day of opening. */
  readonly days: number;
  readonly vendors: readonly VendorData[];
}

/**
 * The shape of the data files: what a vendor would have typed into the platform, in the spec's
 * words. Money is in minor units of the vendor's currency; a `key` is a name inside the data, from
 * which ids are made.
 */
export interface VendorData {
  readonly key: string;
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
  readonly timezone: string;
  /** What the vendor has activated beyond the usual. */
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

export interface EntryUnit {
  readonly type: 'ADULT' | 'CHILD';
}

export interface EventData {
  readonly key: string;
  /**
   * Set on a pricelist child: the key of its parent, which is a main event or another duration of
   * one.
   */
  readonly pricelistOf?: string;
  /** Set on a further duration: the key of the main event. */
  readonly durationOf?: string;
  readonly title: string;
  readonly description: string;
  readonly type: 'BOOKING' | 'REQUEST';
  readonly duration: number;
  readonly pre_time: number;
  readonly max_participants: number;
  readonly min_participants: number;
  readonly latest_booking_time: number;
  readonly location: Place;
  /** Left out where people meet at the location itself. */
  readonly meeting_location?: Place;
  readonly bring: string;
  readonly advice: string;
  readonly hint: string;
  readonly participant_hint: string;
  readonly youtubeVideoId?: string;
  readonly highlights: readonly string[];
  /** Category ids, top level first. */
  readonly categories: readonly number[];
  readonly tags?: readonly { readonly title: string; readonly values: readonly string[] }[];
  readonly prices: readonly PriceData[];
  readonly commission: number;
  /** Set where the vendor never filled in what may be left out: those fields are absent then. */
  readonly isBare?: true;
  readonly schedule: readonly Schedule[];
  readonly demand: Demand;
}

export interface Place {
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

/** How full its dates are on the day the world opens. */
export interface Demand {
  /**
   * Share of the places that are gone on a usual day of the coming two weeks (later days are
   * emptier). 1 is sold out; above it, so many people want to come to each place.
   */
  readonly usual: number;
  /** No date earlier than so many days from today. */
  readonly firstDay?: number;
  /**
   * Places left on a day, by days from today: the last start of the day has them, the others have
   * none.
   */
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
