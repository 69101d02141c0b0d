import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import { carryAmounts, setAmount, type Amounts } from '../domain/cart.ts';
import type { Start } from '../domain/availability.ts';
import { monthOf, type Day, type Month } from '../domain/days.ts';
import type { Details } from '../domain/details.ts';

/** Why the last thing that was asked for did not happen. */
export type Failure = Error;

/** What is being chosen of one event. */
export interface Choice {
  eventId: string;
  /** Shown in the date picker; null until it is known where the dates begin. */
  month: Month | null;
  day: Day | null;
  start: Start | null;
  /** Whose prices the amounts name; null while none was chosen. */
  group: PriceGroup | null;
  amounts: Amounts<number>;
  products: Amounts<string>;
}

export type Step =
  | { name: 'list' }
  | { name: 'event'; choice: Choice; quoting: boolean; failure: Failure | null }
  | {
      name: 'checkout';
      choice: Choice;
      order: QuotedOrder;
      /** Names this attempt; made when the review opens. */
      key: string;
      /** What is being waited for. */
      busy: 'ordering' | 'pricing' | null;
      /**
       * The order may be with the platform: under its key it can be sent again, and nothing else
       * may be ordered.
       */
      unclear: boolean;
      failure: Failure | null;
    }
  | { name: 'result'; choice: Choice; order: QuotedOrder; key: string; answer: IntentResponse };

export interface FlowState {
  step: Step;
  /** What the customer has typed. Kept through every step back, and never stored. */
  details: Details;
}

export type Action =
  | { type: 'show-list' }
  | { type: 'show-event'; eventId: string; day?: Day | undefined; month?: Month | undefined }
  | { type: 'show-month'; month: Month }
  | { type: 'choose-day'; day: Day; starts: Start[] }
  | { type: 'choose-start'; start: Start }
  | { type: 'set-amount'; group: PriceGroup; priceId: number; amount: number }
  | { type: 'set-product'; productId: string; amount: number }
  | { type: 'quote' }
  | { type: 'quoted'; order: QuotedOrder; key: string }
  | { type: 'type'; field: string; value: string }
  | { type: 'take-start'; start: Start }
  | { type: 'renew' }
  | { type: 'change-choice' }
  | { type: 'order' }
  | { type: 'answered'; answer: IntentResponse }
  | { type: 'failed'; failure: Failure; unclear?: boolean };

export const initialState: FlowState = { step: { name: 'list' }, details: new Map() };

function choiceOf(eventId: string, day?: Day, month?: Month): Choice {
  return {
    eventId,
    month: day ? monthOf(day) : (month ?? null),
    day: day ?? null,
    start: null,
    group: null,
    amounts: new Map(),
    products: new Map(),
  };
}

/**
 * The amounts move to the prices of another group: "Adult" of a weekday to "Adult" of the weekend.
 */
function withGroup(choice: Choice, group: PriceGroup): Choice {
  return {
    ...choice,
    group,
    amounts: carryAmounts(choice.amounts, choice.group ?? undefined, group),
  };
}

function withStart(choice: Choice, start: Start): Choice {
  const { day, group } = start;
  return { ...withGroup(choice, group), month: monthOf(day), day, start };
}

/**
 * The whole flow: what every action makes of every step. An action that a step does not know leaves
 * it as it is.
 */
export function transition(state: FlowState, action: Action): FlowState {
  const { step, details } = state;
  const to = (next: Step): FlowState => ({ step: next, details });

  switch (action.type) {
    case 'show-list':
      return to({ name: 'list' });
    case 'show-event': {
      const choice = choiceOf(action.eventId, action.day, action.month);
      return to({ name: 'event', choice, quoting: false, failure: null });
    }
    case 'type': {
      const next = new Map(details);
      next.set(action.field, action.value);
      return { step, details: next };
    }
    case 'change-choice':
      // What is on its way cannot be changed, and its answer has to be seen.
      if (step.name === 'checkout' && (step.busy || step.unclear)) return state;
      return step.name === 'checkout' || step.name === 'result'
        ? to({ name: 'event', choice: step.choice, quoting: false, failure: null })
        : state;
    case 'answered':
      return step.name === 'checkout' || step.name === 'result'
        ? to({
            name: 'result',
            choice: step.choice,
            order: step.order,
            key: step.key,
            answer: action.answer,
          })
        : state;
    case 'failed':
      if (step.name === 'event' && step.quoting) {
        return to({ ...step, quoting: false, failure: action.failure });
      }
      // What could not be priced is chosen again, with the reason beside it.
      if (step.name === 'checkout' && step.busy === 'pricing') {
        const { choice } = step;
        return to({ name: 'event', choice, quoting: false, failure: action.failure });
      }
      if (step.name === 'checkout') {
        const { failure, unclear = false } = action;
        return to({ ...step, busy: null, unclear, failure });
      }
      // Checked for a while, and then it was a no.
      if (step.name === 'result') {
        const { choice, order, key } = step;
        return to({
          ...{ name: 'checkout', choice, order, key, busy: null, unclear: false },
          failure: action.failure,
        });
      }
      return state;
    case 'order':
      return step.name === 'checkout' ? to({ ...step, busy: 'ordering', failure: null }) : state;
    case 'take-start':
    case 'renew':
      // Priced before it is shown; the failure goes when the new quote is there.
      if (step.name !== 'checkout' || step.busy || step.unclear) return state;
      return to({
        ...step,
        choice: action.type === 'renew' ? step.choice : withStart(step.choice, action.start),
        busy: 'pricing',
      });
    case 'quoted':
      // Whoever went elsewhere meanwhile is not called back.
      return (step.name === 'event' && step.quoting) ||
        (step.name === 'checkout' && step.busy === 'pricing')
        ? to({
            name: 'checkout',
            choice: step.choice,
            order: action.order,
            key: action.key,
            busy: null,
            unclear: false,
            failure: null,
          })
        : state;
    default:
      return step.name === 'event' && !step.quoting ? to(choose(step, action)) : state;
  }
}

type EventStep = Extract<Step, { name: 'event' }>;
type ChoosingAction = Extract<
  Action,
  { type: 'show-month' | 'choose-day' | 'choose-start' | 'set-amount' | 'set-product' | 'quote' }
>;

function choose(step: EventStep, action: ChoosingAction): EventStep {
  const { choice } = step;
  const next = (change: Choice): EventStep => ({ ...step, choice: change, failure: null });

  switch (action.type) {
    case 'show-month':
      return { ...step, choice: { ...choice, month: action.month } };
    case 'choose-day': {
      // A day with one free time needs no second choice.
      const free = action.starts.filter(({ state }) => state === 'free');
      const [only] = free;
      if (only && free.length === 1) return next(withStart(choice, only));
      const { group } = only ?? choice;
      return next({ ...(group ? withGroup(choice, group) : choice), day: action.day, start: null });
    }
    case 'choose-start':
      return next(withStart(choice, action.start));
    case 'set-amount': {
      const carried = withGroup(choice, action.group);
      const amounts = setAmount(carried.amounts, action.priceId, action.amount);
      return next({ ...carried, amounts });
    }
    case 'set-product':
      return next({
        ...choice,
        products: setAmount(choice.products, action.productId, action.amount),
      });
    case 'quote':
      return { ...step, quoting: true, failure: null };
  }
}

/**
 * The price group to choose amounts from before a time is chosen: that of the day's first free
 * time, else the root's.
 */
export function groupOf(choice: Choice, event: MergedEvent): PriceGroup | undefined {
  const chosen = event.price_groups.find(({ event_id }) => event_id === choice.group?.event_id);
  return chosen ?? event.price_groups[0];
}
