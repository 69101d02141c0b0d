import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Start } from '../domain/availability.ts';
import { carryAmounts, setAmount, type Amounts } from '../domain/amounts.ts';
import { monthOf, type Day, type Month } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';

/** What is being chosen of one event. */
export interface Choice {
  eventId: string;
  /** Shown in the date picker; null until the event's first date is known. */
  month: Month | null;
  day: Day | null;
  start: Start | null;
  /** Whose prices the amounts name; null while none was chosen. */
  group: PriceGroup | null;
  amounts: Amounts<number>;
  products: Amounts<string>;
}

export interface ListStep {
  name: 'list';
}

export interface EventStep {
  name: 'event';
  choice: Choice;
  /** The choice is being priced by the proxy. */
  quoting: boolean;
  failure: Failure | null;
}

export interface CheckoutStep {
  name: 'checkout';
  choice: Choice;
  order: QuotedOrder;
  /** Names this attempt to order; made when the checkout opens. */
  key: string;
  /** What is being waited for. */
  busy: 'ordering' | 'pricing' | null;
  /**
   * The order may be with the platform: under its key it can be sent again, and nothing else may be
   * ordered.
   */
  unclear: boolean;
  failure: Failure | null;
}

export interface ResultStep {
  name: 'result';
  choice: Choice;
  order: QuotedOrder;
  key: string;
  intent: IntentResponse;
}

export type Step = ListStep | EventStep | CheckoutStep | ResultStep;

export interface FlowState {
  step: Step;
  /** What the customer has typed. Kept through every step back, and never stored. */
  details: Details;
}

export type Action =
  | { type: 'show-list' }
  | { type: 'show-event'; eventId: string; day?: Day | undefined; month?: Month | undefined }
  | ChoosingAction
  | { type: 'quoted'; order: QuotedOrder; key: string }
  | { type: 'type-detail'; key: string; value: string }
  | { type: 'take-start'; start: Start }
  | { type: 'renew-quote' }
  | { type: 'change-choice' }
  | { type: 'order' }
  | { type: 'intent-received'; intent: IntentResponse }
  | { type: 'failed'; failure: Failure; unclear?: boolean };

type ChoosingAction =
  | { type: 'show-month'; month: Month }
  | { type: 'choose-day'; day: Day; starts: Start[] }
  | { type: 'choose-start'; start: Start }
  | { type: 'set-amount'; group: PriceGroup; priceId: number; amount: number }
  | { type: 'set-product'; productId: string; amount: number }
  | { type: 'quote' };

export const initialState: FlowState = { step: { name: 'list' }, details: new Map() };

/**
 * The whole flow: what every action makes of every step. An action that means nothing to a step
 * leaves the state as it is.
 */
export function transition(state: FlowState, action: Action): FlowState {
  if (action.type === 'type-detail') {
    return { ...state, details: new Map(state.details).set(action.key, action.value) };
  }
  const step = nextStep(state.step, action);
  return step === state.step ? state : { ...state, step };
}

function nextStep(step: Step, action: Exclude<Action, { type: 'type-detail' }>): Step {
  switch (action.type) {
    case 'show-list':
      return { name: 'list' };
    case 'show-event':
      return eventStep(emptyChoice(action.eventId, action.day, action.month));
    case 'quoted':
      return openCheckout(step, action.order, action.key);
    case 'take-start':
      return requote(step, (choice) => withStart(choice, action.start));
    case 'renew-quote':
      return requote(step, (choice) => choice);
    case 'change-choice':
      return backToChoice(step);
    case 'order':
      return step.name === 'checkout' ? { ...step, busy: 'ordering', failure: null } : step;
    case 'intent-received':
      return showResult(step, action.intent);
    case 'failed':
      return showFailure(step, action.failure, action.unclear ?? false);
    default:
      return step.name === 'event' && !step.quoting ? choose(step, action) : step;
  }
}

function eventStep(choice: Choice, failure: Failure | null = null): EventStep {
  return { name: 'event', choice, quoting: false, failure };
}

function checkoutStep(
  { choice, order, key }: Pick<CheckoutStep, 'choice' | 'order' | 'key'>,
  failure: Failure | null = null,
): CheckoutStep {
  return { name: 'checkout', choice, order, key, busy: null, unclear: false, failure };
}

/** Only where the quote is still awaited: whoever went elsewhere meanwhile is not called back. */
function openCheckout(step: Step, order: QuotedOrder, key: string): Step {
  return isAwaitingQuote(step) ? checkoutStep({ choice: step.choice, order, key }) : step;
}

type AwaitingQuote = (EventStep & { quoting: true }) | (CheckoutStep & { busy: 'pricing' });

export function isAwaitingQuote(step: Step): step is AwaitingQuote {
  if (step.name === 'event') return step.quoting;
  return step.name === 'checkout' && step.busy === 'pricing';
}

/** Stays at the checkout, with its failure, until the new quote is there. */
function requote(step: Step, change: (choice: Choice) => Choice): Step {
  if (step.name !== 'checkout' || step.busy || step.unclear) return step;
  return { ...step, choice: change(step.choice), busy: 'pricing' };
}

/** Not while an order is under way or unclear: its outcome has to be seen. */
function backToChoice(step: Step): Step {
  if (step.name === 'checkout' && (step.busy || step.unclear)) return step;
  return step.name === 'checkout' || step.name === 'result' ? eventStep(step.choice) : step;
}

function showResult(step: Step, intent: IntentResponse): Step {
  if (step.name !== 'checkout' && step.name !== 'result') return step;
  const { choice, order, key } = step;
  return { name: 'result', choice, order, key, intent };
}

function showFailure(step: Step, failure: Failure, unclear: boolean): Step {
  // What could not be priced is chosen again, with the reason beside it.
  if (isAwaitingQuote(step)) return eventStep(step.choice, failure);
  switch (step.name) {
    case 'checkout':
      return { ...step, busy: null, unclear, failure };
    case 'result':
      // The intent was being checked, and turned out refused.
      return checkoutStep(step, failure);
    default:
      return step;
  }
}

function choose(step: EventStep, action: ChoosingAction): EventStep {
  const { choice } = step;

  switch (action.type) {
    case 'show-month':
      return { ...step, choice: { ...choice, month: action.month } };
    case 'choose-day':
      return eventStep(withDay(choice, action.day, action.starts));
    case 'choose-start':
      return eventStep(withStart(choice, action.start));
    case 'set-amount': {
      const carried = withGroup(choice, action.group);
      const amounts = setAmount(carried.amounts, action.priceId, action.amount);
      return eventStep({ ...carried, amounts });
    }
    case 'set-product': {
      const products = setAmount(choice.products, action.productId, action.amount);
      return eventStep({ ...choice, products });
    }
    case 'quote':
      return { ...step, quoting: true, failure: null };
  }
}

function emptyChoice(eventId: string, day?: Day, month?: Month): Choice {
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

/** A day with one free start needs no second choice. */
function withDay(choice: Choice, day: Day, starts: Start[]): Choice {
  const [first, ...others] = starts.filter(({ state }) => state === 'free');
  if (first && others.length === 0) return withStart(choice, first);
  const group = first?.group ?? choice.group;
  return { ...(group ? withGroup(choice, group) : choice), day, start: null };
}

function withStart(choice: Choice, start: Start): Choice {
  const { day, group } = start;
  return { ...withGroup(choice, group), month: monthOf(day), day, start };
}

/**
 * The amounts move to the prices of another group: "Adult" of a weekday to "Adult" of the weekend.
 */
function withGroup(choice: Choice, group: PriceGroup): Choice {
  const amounts = carryAmounts(choice.amounts, choice.group ?? undefined, group);
  return { ...choice, group, amounts };
}

/**
 * The price group to choose amounts from: that of the day's first free start once a day is chosen,
 * else the root's.
 */
export function groupOf(choice: Choice, event: MergedEvent): PriceGroup | undefined {
  const chosen = event.price_groups.find(({ event_id }) => event_id === choice.group?.event_id);
  return chosen ?? event.price_groups[0];
}
