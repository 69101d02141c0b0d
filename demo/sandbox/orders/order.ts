import type { EventDate, Price, Product, Vendor } from '../records.ts';
import type { OrderInput } from './order-input.ts';
import type { Coupon, FlexOffer, FlexTicket, Voucher } from './paper.ts';

/** What a client may send, and DECLINED, which only the vendor can say. */
export type OrderStatus = OrderInput['status'] | 'DECLINED';

/** An order in the books. What the client sent stays as it was; the rest is the platform's. */
export interface Order {
  readonly id: string;
  readonly code: string;
  readonly input: OrderInput;
  readonly vendor: Vendor;
  readonly booking_channel: { readonly id: string; readonly name: string };
  readonly tickets: readonly Ticket[];
  readonly products: readonly ProductLine[];
  readonly voucherOrders: readonly VoucherOrder[];
  readonly flexTickets: readonly FlexTicket[];
  readonly redeemed: Redeemed;
  readonly additional_discount: number;
  readonly total: number;
  readonly placed_at: number;
  readonly payments: Payment[];
  payment_date: number | undefined;
  status: OrderStatus;
  /** Undefined until it is canceled or declined. */
  cancellation_date: number | undefined;
  /** From this moment on lists show the order: at once, unless a fault makes them lag behind. */
  listed_at: number;
  changed_at: number;
}

export interface Ticket {
  readonly id: string;
  readonly code: string;
  readonly date: EventDate;
  readonly comment: string;
  readonly participants: readonly Participant[];
}

export interface Participant {
  readonly id: string;
  readonly code: string;
  readonly price: Price;
  readonly flexTicket: FlexTicket | undefined;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  checked_in: number | undefined;
}

/** With the price of the day of the order: the product's own may change later. */
export interface ProductLine {
  readonly product: Product;
  readonly price: number;
  readonly amount: number;
}

export interface VoucherOrder {
  readonly id: string;
  readonly voucher: Voucher;
}

/** What was handed in for the order as a whole. Coupons lower the total; vouchers pay for it. */
export interface Redeemed {
  readonly coupons: readonly { readonly coupon: Coupon; readonly value: number }[];
  readonly vouchers: readonly { readonly voucher: Voucher; readonly value: number }[];
}

export interface Payment {
  readonly id: string;
  readonly code: string;
  readonly payment_method: string;
  readonly name: string;
  /** Negative for a refund. */
  readonly value: number;
  readonly payment_date: number;
}

/** What is known of an order before it is written: everything but ids and codes. */
export interface CheckedOrder {
  readonly input: OrderInput;
  readonly vendor: Vendor;
  readonly tickets: readonly CheckedTicket[];
  readonly products: readonly ProductLine[];
  readonly voucherValues: readonly number[];
  readonly flexOffers: readonly FlexOffer[];
  readonly redeemed: Redeemed;
  readonly additional_discount: number;
  readonly total: number;
}

export interface CheckedTicket extends Omit<Ticket, 'id' | 'code' | 'participants'> {
  readonly participants: readonly Omit<Participant, 'id' | 'code' | 'checked_in'>[];
}

/**
 * An order that is neither canceled nor declined holds its places, its stock and what was redeemed
 * for it.
 */
export function holds({ status }: Order): boolean {
  return status !== 'CANCELED' && status !== 'DECLINED';
}

/** What is to be paid in money. */
export function dueOf({ total, tickets, redeemed }: CheckedOrder | Order): number {
  const byFlexTicket = sum(
    tickets.flatMap(({ participants }) =>
      participants.map(({ price, flexTicket }) => (flexTicket ? price.value : 0)),
    ),
  );
  return Math.max(0, total - byFlexTicket - sum(redeemed.vouchers.map(({ value }) => value)));
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
