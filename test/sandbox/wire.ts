/** What the tests read of the platform's responses, in the spec's words. */
export interface JsonResponse<Body> {
  readonly status: number;
  readonly body: Body;
}

export interface WireProblem {
  readonly message: string;
  readonly code: string;
  readonly user_message: string;
}

interface WirePrice {
  readonly id: number;
  readonly title: string;
  readonly value: number;
  readonly currency: string;
  readonly public: number;
  readonly category: string;
  readonly vat: number;
  readonly entry_units: readonly { readonly type: string }[];
}

export interface WireEvent {
  readonly id: string;
  readonly active: string;
  readonly root_event_id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly duration: number;
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
  readonly vendor_id: string;
  readonly vendor_name: string;
  readonly categories: readonly { readonly id: number; readonly title: string }[];
  readonly highlights: readonly string[];
  readonly prices: readonly WirePrice[];
  readonly commission: number;
  readonly first_date?: string;
}

export interface WireMergedEvent extends Omit<WireEvent, 'prices' | 'root_event_id'> {
  readonly price_groups: readonly {
    readonly id: string;
    readonly name: string;
    readonly prices: readonly WirePrice[];
  }[];
}

export interface WireSummary {
  readonly dates: readonly { readonly id: string; readonly event_id: string }[];
  readonly events: readonly { readonly id: string }[];
}

export interface WireBatch {
  readonly status: string;
  readonly processed_items: number;
}

export interface WireDate {
  readonly id: string;
  readonly event_id: string;
  readonly date: string;
  readonly available_slots: number;
  readonly total_slots: number;
}

export interface WireProduct {
  readonly id: string;
  readonly vendor_id: string;
  readonly name: string;
  readonly description: string;
  readonly total: number | '';
  readonly available: number;
  readonly price: number;
  readonly currency: string;
  readonly shipping_address: number;
  readonly dependencies: readonly {
    readonly events: readonly {
      readonly id: string;
      readonly prices?: readonly { readonly id: number }[];
    }[];
    readonly vouchers: readonly unknown[];
  }[];
}

export interface WireVendor {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

export interface WireOrder {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  readonly date: string;
  readonly vendor_id: string;
  readonly name: string;
  readonly external_reference: string;
  readonly cancellation_date: string;
  readonly total_invoice: string;
  readonly tickets: readonly {
    readonly id: string;
    readonly date_id: string;
    readonly event_id: string;
    readonly code: string;
    readonly status: string;
    readonly participants: readonly {
      readonly id: string;
      readonly code: string;
      readonly status: string;
      readonly name: string;
      readonly price_id: number;
      readonly price_value: string;
    }[];
  }[];
  readonly voucherOrders: readonly {
    readonly voucher: readonly { readonly code: string; readonly value: string }[];
  }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
  readonly redeemed_vouchers: readonly { readonly redeemed_value: string }[];
  /** Only for clients with the scope booking_channel_read. */
  readonly booking_channel?: readonly { readonly id: string; readonly name: string }[];
}
