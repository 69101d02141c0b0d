import type { PaymentState } from '#contract/order.schema';
import {
  type Authorisation,
  type AuthorisationState,
  isRefundDue,
  type PaymentDue,
  refundFor,
} from '../journal/authorisation.ts';
import type { Owed } from './owed.ts';

/** What an order's customer is told of its payment. */
export interface DescribedPayment {
  readonly state: PaymentState;
  readonly amount: number;
  /** By the wall clock. */
  readonly taken_at?: number;
  /** Until when it is asked for again, by the wall clock. */
  readonly due_by?: number;
}

/**
 * The first state in this list that any authorisation has is the one described. `made` is left out:
 * as far as is known, the customer has not confirmed it.
 */
const described: readonly AuthorisationState[] = [
  'unrefunded',
  'refunding',
  'captured',
  'capturing',
  'authorised',
  'uncaptured',
  'overdue',
  'lapsed',
  'unvoided',
  'voiding',
  'voided',
];

/**
 * Undefined if no payment was confirmed with the order.
 * @param owed what the customer is asked to pay again
 */
export function describePayment(
  authorisations: readonly Authorisation[],
  due: PaymentDue,
  owed?: Owed,
): DescribedPayment | undefined {
  if (owed) return { state: 'due', amount: owed.amount, due_by: owed.until };
  const [first] = described.flatMap(
    (state) => authorisations.findLast((one) => one.state === state) ?? [],
  );
  if (!first) return undefined;
  const { captured_at: taken_at } = first;
  return { ...describe(first, due, authorisations), ...(taken_at !== undefined && { taken_at }) };
}

function describe(
  authorisation: Authorisation,
  due: PaymentDue,
  all: readonly Authorisation[],
): DescribedPayment {
  const { state, amount, captured = 0, refund = 0, lapse, saves_method } = authorisation;
  const isUnclear = authorisation.alarmed_at !== undefined && !authorisation.on_its_way;
  const held = saves_method ? 'saved' : 'held';
  const over = saves_method ? 'forgotten' : 'released';
  switch (state) {
    case 'unrefunded':
      return { state: 'refund-due', amount: refund };
    case 'refunding':
      return { state: isUnclear ? 'open' : 'refunding', amount: refund };
    case 'captured':
      // The refund is due, and not begun.
      if (isRefundDue(authorisation, due, all)) {
        return { state: 'refunding', amount: refundFor(authorisation, due, all) };
      }
      return refund > 0 && refund >= captured
        ? { state: 'refunded', amount: refund }
        : { state: 'paid', amount: captured };
    case 'capturing':
      return { state: isUnclear ? 'open' : held, amount: captured };
    case 'voided':
      return { state: over, amount };
    case 'lapsed':
    case 'overdue':
      if (due === 0) return { state: over, amount };
      // The time to pay again is over; before that, `owed` says so.
      return { state: typeof due === 'number' ? 'overdue' : 'open', amount };
    case 'uncaptured':
    case 'unvoided':
      return { state: 'open', amount };
    case 'authorised':
      return { state: lapse === 'over' ? 'released' : held, amount };
    case 'voiding':
      return { state: isUnclear ? 'open' : held, amount };
    case 'made':
      return { state: held, amount };
  }
}
