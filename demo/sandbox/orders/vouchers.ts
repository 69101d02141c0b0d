import type { Vendor } from '../vendors/vendor.ts';

// What customers redeem for an order: coupons, vouchers and flex tickets. Money is in minor units.

export interface Coupon {
  readonly id: string;
  readonly vendor: Vendor;
  readonly title: string;
  /** Percent of the lines of an order. */
  readonly percent: number;
}

/** Bought with a voucher order, or part of the seed data and then without a purchasing order. */
export interface Voucher {
  readonly id: string;
  readonly code: string;
  readonly vendor: Vendor;
  readonly value: number;
  readonly currency: string;
  readonly purchasing_order_id: string;
  readonly creation_date: number;
  redeemed: number;
  /** Orders that it had paid for, and whose end has given its value back. */
  readonly refundedOrders: { readonly order_id: string; readonly order_code: string }[];
}

/** Several admissions for one price, to the events and prices that it names. */
export interface FlexOffer {
  readonly id: string;
  readonly vendor: Vendor;
  readonly title: string;
  readonly price_title: string;
  readonly price: number;
  readonly currency: string;
  readonly vat: number;
  /** Infinity when redemptions are unlimited. */
  readonly redemption_total: number;
  readonly admits: readonly { readonly event_id: string; readonly price_id: number }[];
}

/** A flex offer that was bought. */
export interface FlexTicket {
  readonly id: string;
  readonly code: string;
  readonly offer: FlexOffer;
  readonly purchasing_order_id: string;
  readonly creation_date: number;
  redeemed: number;
}
