import type { PriceGroup } from '../contract/event.schema.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Start } from '../domain/availability.ts';
import { setAmount } from '../domain/amounts.ts';
import { emptyChoice, withDay, withGroup, withStart, type Choice } from '../domain/choice.ts';
import type { Day, Month } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';

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
  /** Until when the prices hold. */
  expires: string;
  /** What is being waited for. */
  busy: 'ordering' | 'pricing' | null;
  doubt: Doubt | null;
  failure: Failure | null;
}

/**
 * Why an order that was begun is not over. unclear: the platform may have it. unsent: the journal
 * says that nothing was sent so far, but a request may still be on its way. In both it can be sent
 * again under its key, and nothing else may be ordered.
 */
export type Doubt = 'unclear' | 'unsent';

export interface ResultStep {
  name: 'result';
  choice: Choice;
  order: QuotedOrder;
  key: string;
  expires: string;
  intent: IntentResponse;
}

/** An order as a copied link shows it: whoever opened that may read it, and not order. */
export interface ViewStep {
  name: 'view';
  viewKey: string;
  /** Null until it is here. */
  intent: IntentResponse | null;
  failure: Failure | null;
}

export type Step = ListStep | EventStep | CheckoutStep | ResultStep | ViewStep;

export interface FlowState {
  step: Step;
  /** What the customer has typed. Kept through every step back, and never stored. */
  details: Details;
}

export type Action =
  | { type: 'show-list' }
  | { type: 'show-event'; eventId: string; day?: Day | undefined; month?: Month | undefined }
  | { type: 'show-view'; viewKey: string }
  | { type: 'viewed'; intent: IntentResponse }
  | ChoosingAction
  | { type: 'quoted'; order: QuotedOrder; key: string; expires: string }
  | { type: 'type-detail'; key: string; value: string }
  | { type: 'take-start'; start: Start }
  | { type: 'renew-quote' }
  | { type: 'change-choice' }
  /** The customer was told that the order was not sent so far, and would rather choose again. */
  | { type: 'abandon' }
  | { type: 'order' }
  /** The journal's own word on an order; `failure` is why it had to be asked. */
  | { type: 'intent-received'; key: string; intent: IntentResponse; failure?: Failure }
  /** A request failed, or was refused. `unclear`: the order may be with the platform all the same. */
  | { type: 'failed'; failure: Failure; unclear?: boolean };

export type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

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
      return isUnsettled(step) ? step : { name: 'list' };
    case 'show-event':
      if (isUnsettled(step)) return step;
      return eventStep(emptyChoice(action.eventId, action.day, action.month));
    case 'show-view':
      if (isUnsettled(step)) return step;
      return { name: 'view', viewKey: action.viewKey, intent: null, failure: null };
    case 'viewed':
      return step.name === 'view' ? { ...step, intent: action.intent, failure: null } : step;
    case 'quoted':
      return openCheckout(step, action);
    case 'take-start':
      return requote(step, (choice) => withStart(choice, action.start));
    case 'renew-quote':
      return requote(step, (choice) => choice);
    case 'change-choice':
      return backToChoice(step);
    case 'abandon':
      return isUnsent(step) ? eventStep(step.choice) : step;
    case 'order':
      if (step.name !== 'checkout' || step.busy) return step;
      // What is sent again is unclear again.
      return { ...step, busy: 'ordering', doubt: step.doubt && 'unclear', failure: null };
    case 'intent-received':
      return 'key' in step && step.key === action.key
        ? showIntent(step, action.intent, action.failure)
        : step;
    case 'failed':
      return showFailure(step, action.failure, action.unclear ?? false);
    default:
      return step.name === 'event' && !step.quoting ? choose(step, action) : step;
  }
}

function eventStep(choice: Choice, failure: Failure | null = null): EventStep {
  return { name: 'event', choice, quoting: false, failure };
}

/** Only where the quote is still awaited: whoever went elsewhere meanwhile is not called back. */
function openCheckout(step: Step, { order, key, expires }: ActionOf<'quoted'>): Step {
  if (!isAwaitingQuote(step)) return step;
  return checkoutStep({ choice: step.choice, order, key, expires });
}

type Ordered = Pick<CheckoutStep, 'choice' | 'order' | 'key' | 'expires'>;

function checkoutStep(
  { choice, order, key, expires }: Ordered,
  failure: Failure | null = null,
  doubt: Doubt | null = null,
): CheckoutStep {
  return { name: 'checkout', choice, order, key, expires, busy: null, doubt, failure };
}

type AwaitingQuote = (EventStep & { quoting: true }) | (CheckoutStep & { busy: 'pricing' });

export function isAwaitingQuote(step: Step): step is AwaitingQuote {
  if (step.name === 'event') return step.quoting;
  return step.name === 'checkout' && step.busy === 'pricing';
}

/**
 * Whether the platform may have an order whose outcome the customer has not seen. Nothing leads away
 * from it, and nothing else is ordered, until the journal has said what became of it.
 */
export function isUnsettled(step: Step): boolean {
  if (step.name === 'checkout') return step.busy === 'ordering' || step.doubt !== null;
  return step.name === 'result' && step.intent.state === 'checking';
}

export function isUnsent(step: Step): step is CheckoutStep {
  return step.name === 'checkout' && step.doubt === 'unsent' && !step.busy;
}

/** Stays at the checkout, with its failure, until the new quote is there. */
function requote(step: Step, change: (choice: Choice) => Choice): Step {
  if (step.name !== 'checkout' || step.busy || step.doubt) return step;
  return { ...step, choice: change(step.choice), busy: 'pricing' };
}

/** Not while an order is under way or in doubt: its outcome has to be seen. */
function backToChoice(step: Step): Step {
  if (isUnsettled(step) || isAwaitingQuote(step)) return step;
  return step.name === 'checkout' || step.name === 'result' ? eventStep(step.choice) : step;
}

function showIntent(
  step: CheckoutStep | ResultStep,
  intent: IntentResponse,
  failure: Failure = { kind: 'connection' },
): Step {
  const { choice, order, key, expires } = step;
  const { state, problem } = intent;
  if (state === 'open') return checkoutStep(step, failure, 'unsent');
  if (problem) return checkoutStep(step, { kind: 'problem', problem });
  return { name: 'result', choice, order, key, expires, intent };
}

/** What was unclear stays so: a refusal of this request says nothing of an earlier one. */
function showFailure(step: Step, failure: Failure, unclear: boolean): Step {
  // What could not be priced is chosen again, with the reason beside it.
  if (isAwaitingQuote(step)) return eventStep(step.choice, failure);
  if (step.name === 'view') return { ...step, failure };
  if (step.name !== 'checkout') return step;
  return { ...step, busy: null, doubt: unclear ? 'unclear' : step.doubt, failure };
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
