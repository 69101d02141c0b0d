import type { EventDate } from '../dates/date.ts';
import type { Price } from '../events/event.ts';
import type { Product } from '../products/product.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { OrderInput } from './input.ts';
import type { Coupon, FlexOffer, FlexTicket, Voucher } from './vouchers.ts';

/** The statuses that a client may send, and DECLINED, which only the vendor sets. */
export type OrderStatus = OrderInput['status'] | 'DECLINED';

/** The client's input, and what the platform looked up and priced. Money is in minor units. */
interface OrderContents {
  readonly input: OrderInput;
  readonly vendor: Vendor;
  readonly products: readonly ProductLine[];
  readonly redeemed: Redemptions;
  readonly additional_discount: number;
  readonly total: number;
}

/** An order that has passed every check, before it has ids and codes. */
export interface CheckedOrder extends OrderContents {
  readonly tickets: readonly CheckedTicket[];
  readonly voucherValues: readonly number[];
  readonly flexOffers: readonly FlexOffer[];
}

export interface CheckedTicket extends Omit<Ticket, 'id' | 'code' | 'participants'> {
  readonly participants: readonly Omit<Participant, 'id' | 'code' | 'checked_in'>[];
}

/** An order of the platform. */
export interface Order extends OrderContents {
  readonly id: string;
  readonly code: string;
  readonly booking_channel: { readonly id: string; readonly name: string };
  readonly tickets: readonly Ticket[];
  readonly voucherOrders: VoucherOrder[];
  readonly flexTickets: readonly FlexTicket[];
  readonly placed_at: number;
  readonly payments: Payment[];
  payment_date: number | undefined;
  status: OrderStatus;
  /** Undefined until it is canceled or declined. */
  cancellation_date: number | undefined;
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

/** With the price at the time of the order: the product's own may change later. */
export interface ProductLine {
  readonly product: Product;
  readonly price: number;
  readonly amount: number;
}

export interface VoucherOrder {
  readonly id: string;
  readonly voucher: Voucher;
}

/** Coupons lower the total of an order; vouchers pay for it. */
export interface Redemptions {
  readonly coupons: readonly { readonly coupon: Coupon; readonly value: number }[];
  readonly vouchers: readonly { readonly voucher: Voucher; readonly value: number }[];
}

export interface Payment {
  readonly id: string;
  readonly code: string;
  readonly payment_method: string;
  readonly name: string;
  /** Negative for a refund (spec, Events 6). */
  readonly value: number;
  readonly payment_date: number;
}

/** An order that is neither canceled nor declined occupies its places, its stock and its vouchers. */
export function isInForce({ status }: Order): boolean {
  return status !== 'CANCELED' && status !== 'DECLINED';
}

/** The amount to pay after vouchers and flex tickets. */
export function amountDue({ total, tickets, redeemed }: CheckedOrder | Order): number {
  const participants = tickets.flatMap((ticket) => [...ticket.participants]);
  const paidByFlexTickets = sum(
    participants.map(({ price, flexTicket }) => (flexTicket ? price.value : 0)),
  );
  const paidByVouchers = sum(redeemed.vouchers.map(({ value }) => value));
  return Math.max(0, total - paidByFlexTickets - paidByVouchers);
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
