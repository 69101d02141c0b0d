import type { EventDate, Price, Product } from '../records.ts';
import type { OrderInput } from './order-input.ts';

export type OrderStatus = OrderInput['status'];

/** An order in the books. What the client sent stays as it was; the rest is the platform's. */
export interface Order {
  readonly id: string;
  readonly code: string;
  readonly input: OrderInput;
  readonly booking_channel: { readonly id: string; readonly name: string };
  readonly tickets: readonly Ticket[];
  readonly products: readonly ProductLine[];
  readonly total: number;
  status: OrderStatus;
  /** Undefined until it is canceled. */
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
}

export interface ProductLine {
  readonly product: Product;
  readonly amount: number;
}

/** What is known of an order before it is written: everything but ids and codes. */
export interface CheckedOrder {
  readonly input: OrderInput;
  readonly tickets: readonly CheckedTicket[];
  readonly products: readonly ProductLine[];
}

export interface CheckedTicket extends Omit<Ticket, 'id' | 'code' | 'participants'> {
  readonly participants: readonly Omit<Participant, 'id' | 'code'>[];
}
