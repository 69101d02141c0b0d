import type { SiteContext } from '../context.ts';
import type { Books } from '../journal/books.ts';
import type { OpenedQuote } from '../journal/quote.ts';
import { type CheckoutPayments, createCheckoutPayments } from './checkout-payments.ts';
import {
  createPaymentCompleter,
  type PaymentCompleter,
  type SearchOrder,
} from './complete-payments.ts';
import { createPaymentEvents, type TakePaymentEvent } from './payment-events.ts';

/** The payments of a site's orders, from the checkout to the last refund. */
export interface Payments extends CheckoutPayments, PaymentCompleter {
  readonly takeEvent: TakePaymentEvent;
}

interface Parts {
  readonly books: Books;
  readonly search: SearchOrder;
  /** Requests a re-read of the status of an intent's order. */
  readonly noteChange: (id: string) => void;
  /** @throws {ProblemError} when the quote was not signed for this site */
  readonly openQuote: (signed: string) => Promise<OpenedQuote>;
  readonly hash: (text: string) => Promise<string>;
  readonly viewIdOf: (key: string) => Promise<string>;
}

const nothingIsPaid: PaymentCompleter = {
  completeOpen: async () => {},
  reconsider: async () => {},
};

/** Without a provider, no order is paid. */
export function createPayments(
  { books, search, noteChange, ...quotes }: Parts,
  context: SiteContext,
): Payments {
  const { payments: provider } = context;
  const { unpaid, index, ...recorded } = books;
  const completer = provider
    ? createPaymentCompleter({ provider, search, index: unpaid, ...recorded }, context)
    : nothingIsPaid;
  return {
    ...createCheckoutPayments({ provider, index: unpaid, ...recorded, ...quotes }, context),
    ...completer,
    takeEvent: createPaymentEvents({ provider, index, unpaid, noteChange, ...recorded }, context),
  };
}
