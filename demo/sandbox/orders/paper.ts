import type { Vendor } from '../records.ts';

// What a customer can hand in instead of money: vouchers, coupons and flex tickets. Money is in
// minor units.

export interface Coupon {
  readonly id: string;
  readonly vendor: Vendor;
  readonly title: string;
  /** Percent of the lines of an order. */
  readonly percent: number;
}

/**
 * Bought with a voucher order, or sold before the books were opened; then it has no purchasing
 * order.
 */
export interface Voucher {
  readonly id: string;
  readonly code: string;
  readonly vendor: Vendor;
  readonly value: number;
  readonly currency: string;
  readonly purchasing_order_id: string;
  readonly creation_date: number;
  redeemed: number;
}

/** Several admissions for one price. It can be redeemed for the prices that it names. */
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

export interface FlexTicket {
  readonly id: string;
  readonly code: string;
  readonly offer: FlexOffer;
  readonly purchasing_order_id: string;
  readonly creation_date: number;
  redeemed: number;
}
