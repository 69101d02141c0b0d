import type { EventDate } from '../dates/date.ts';
import type { Price } from '../events/event.ts';
import type { Product } from '../products/product.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { OrderInput } from './input.ts';

/** The statuses that a client may send, and DECLINED, which only the vendor sets. */
export type OrderStatus = OrderInput['status'] | 'DECLINED';

/** The client's input, and what the platform looked up and priced. Money is in minor units. */
interface OrderContents {
  readonly input: OrderInput;
  readonly vendor: Vendor;
  readonly products: readonly ProductLine[];
  readonly total: number;
}

/** An order that has passed every check, before it has ids and codes. */
export interface CheckedOrder extends OrderContents {
  readonly tickets: readonly CheckedTicket[];
}

export interface CheckedTicket extends Omit<Ticket, 'id' | 'code' | 'participants'> {
  readonly participants: readonly Omit<Participant, 'id' | 'code' | 'checked_in'>[];
}

/** An order of the platform. */
export interface Order extends OrderContents {
  readonly id: string;
  readonly code: string;
  readonly tickets: readonly Ticket[];
  readonly voucherOrders: VoucherOrder[];
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

/** A gift voucher that the vendor has added. */
export interface VoucherOrder {
  readonly id: string;
  readonly voucher: {
    readonly id: string;
    readonly code: string;
    readonly value: number;
    readonly currency: string;
  };
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

/** An order that is neither canceled nor declined occupies its places and its stock. */
export function isInForce({ status }: Order): boolean {
  return status !== 'CANCELED' && status !== 'DECLINED';
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
