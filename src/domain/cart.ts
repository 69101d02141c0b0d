import type { QuotedOrder } from '#contract/quote.schema';
import type { Amounts } from './amounts.ts';
import type { Start } from './availability.ts';
import type { Choice } from './choice.ts';
import type { Failure } from './failure.ts';

/** A chosen event date with prices and amounts. */
export interface Line {
  /** The date's own event. */
  eventId: string;
  dateId: string;
  amounts: Amounts<number>;
}

/** A complete choice, which can be opened and changed again. */
export type CartLine = Choice & { start: Start };

/** Lines that a customer orders together. */
export interface Cart {
  /** At most one line for each date. */
  lines: readonly CartLine[];
  /** The orders of the last quote. */
  orders: readonly QuotedOrder[];
  /** Until when the quote is valid. */
  expires: string;
}

/** The cart, with the progress of its quote. */
export interface CartState extends Cart {
  isPricing: boolean;
  /** Why the quote failed. */
  failure: Failure | null;
  /** The lines before one of them was removed, for undo. */
  before: readonly CartLine[] | null;
}

export const emptyCart: CartState = {
  lines: [],
  orders: [],
  expires: '',
  isPricing: false,
  failure: null,
  before: null,
};

export function isCartLine(choice: Choice | undefined): choice is CartLine {
  return Boolean(choice?.start);
}

export function dateIdOf({ start }: CartLine): string {
  return start.date.id;
}
