import type { Agenda } from '../agenda.ts';
import type { Books } from '../books.ts';
import type { countOrder } from './count-order.ts';
import type { Order } from './order.ts';

/** All that it takes to write orders down. */
export interface Ledger {
  readonly books: Books;
  readonly agenda: Agenda;
  readonly count: typeof countOrder;
  /** Told of every order that was created or changed (spec, Events). */
  readonly wrote: (order: Order) => void;
}
