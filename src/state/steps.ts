import type { PriceGroup } from '#contract/event.schema';
import type { IntentResponse } from '#contract/order.schema';
import type { OrderSummary, QuotedOrder } from '#contract/quote.schema';
import { type Attempt, isUnrecorded, isUnsettledAttempt } from '../domain/attempt.ts';
import type { Exchange, Start } from '../domain/availability.ts';
import { type Cart, type CartLine, type CartState, emptyCart } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import type { Day } from '../domain/days.ts';
import type { Details } from '../domain/details.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptAction } from '../domain/next-attempt.ts';

export interface ListStep {
  name: 'list';
  /** The id of the event that was to be shown instead. */
  missing?: string;
}

export interface EventStep {
  name: 'event';
  choice: Choice;
  /** The choice is being priced by the proxy. */
  quoting: boolean;
  failure: Failure | null;
  /** Orders of the same cart that are placed already. */
  placed: Attempt[];
  /** The date of the cart's line that is being changed. */
  replaces: string | null;
}

/** The cart is open. */
export interface CartStep {
  name: 'cart';
  /** Orders of the same cart that are placed already. */
  placed: Attempt[];
}

export interface CheckoutStep {
  name: 'checkout';
  /** Null if the whole cart is ordered, and not one event. */
  choice: Choice | null;
  /** One for every order of the cart, including the placed ones. */
  attempts: Attempt[];
  /** ordering: the attempts are being sent, one by one. pricing: a quote is awaited. */
  busy: 'ordering' | 'pricing' | null;
}

/** The outcome of the orders. When only some are placed, the others can still be ordered. */
export interface ResultStep {
  name: 'result';
  choice: Choice | null;
  attempts: Attempt[];
}

/** The order of a copied link, which may be read by anyone who has the link. */
export interface ViewStep {
  name: 'view';
  viewKey: string;
  /** Null while it loads. */
  intent: IntentResponse | null;
  failure: Failure | null;
}

export type Step = ListStep | EventStep | CartStep | CheckoutStep | ResultStep | ViewStep;

/** A step that the browser can go back or forward to as it was left. */
export type LeftStep = EventStep | ResultStep;

export interface FlowState {
  step: Step;
  cart: CartState;
  /** What the customer has typed. It survives going back, and is never stored. */
  details: Details;
}

export type Action = FindingAction | VisitAction;

export type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

/** What happens in finding and choosing. */
export type FindingAction =
  | { type: 'show-list' }
  | {
      type: 'show-event';
      eventId: string;
      day?: Day | undefined;
      shownDay?: Day | undefined;
      /** When the start begins that is to be chosen. */
      wanted?: string | undefined;
    }
  /** The browser goes back or forward to a step that was left. */
  | { type: 'show-again'; step: LeftStep }
  /** The proxy has no such event. */
  | { type: 'event-missing' }
  | ChoosingAction;

export type ChoosingAction =
  /** Another duration of the event, with the same day and amounts. */
  | { type: 'switch-event'; eventId: string }
  /** Maps the amounts, which refer to another event's prices, to the prices of this group. */
  | { type: 'carry-party'; group: PriceGroup }
  /** Shows the weeks with a day. */
  | { type: 'show-days'; day: Day }
  /** Skips weeks that have no free start. */
  | { type: 'skip-weeks'; first: Day }
  | { type: 'choose-day'; day: Day; starts: Start[] }
  | { type: 'choose-start'; start: Start }
  | { type: 'set-amount'; group: PriceGroup; priceId: number; amount: number }
  | { type: 'set-product'; productId: string; amount: number };

/** What happens from the cart to the ticket. */
export type VisitAction =
  | { type: 'show-view'; viewKey: string }
  | { type: 'viewed'; intent: IntentResponse }
  /** A quote for the choice is requested. */
  | { type: 'quote' }
  /** `exchange`: the start that replaces a lost date. */
  | { type: 'quoted'; attempts: Attempt[]; exchange?: Exchange | undefined }
  | CartAction
  | { type: 'type-detail'; key: string; value: string }
  | { type: 'take-start'; exchange: Exchange }
  | { type: 'renew-quote' }
  | { type: 'change-choice' }
  /** The customer was told that the other orders have not arrived, and prefers to choose again. */
  | { type: 'abandon' }
  /** Back to the checkout, for the orders that are not placed. */
  | { type: 'show-rest' }
  /** The order button was pressed: the attempts are sent now, until `ordered`. */
  | { type: 'order' }
  | { type: 'ordered' }
  /** What happens to one attempt, by its key. */
  | (AttemptAction & { key: string })
  /** A quote, or the order of a link, could not be loaded. */
  | { type: 'not-loaded'; failure: Failure };

export type CartAction =
  | { type: 'show-cart' }
  /** The choice was quoted alone, before it joins `lines`, the lines that stay in the cart. */
  | {
      type: 'add-line';
      line: CartLine;
      lines: readonly CartLine[];
      orders: QuotedOrder[];
      expires: string;
    }
  | { type: 'change-line'; line: CartLine }
  | { type: 'price-cart' }
  | { type: 'cart-priced'; cart: Cart; before: readonly CartLine[] | null }
  | { type: 'cart-not-priced'; failure: Failure };

export const initialState: FlowState = {
  step: { name: 'list' },
  cart: emptyCart,
  details: new Map(),
};

type AwaitingQuote = (EventStep & { quoting: true }) | (CheckoutStep & { busy: 'pricing' });

export function isAwaitingQuote(step: Step): step is AwaitingQuote {
  if (step.name === 'event') return step.quoting;
  return step.name === 'checkout' && step.busy === 'pricing';
}

/** The orders that a step is about. */
export function attemptsOf(step: Step): Attempt[] {
  return 'attempts' in step ? step.attempts : [];
}

/** The orders of a step as they were quoted, or as a copied link shows them. */
export function orderedIn(step: Step): OrderSummary[] {
  if (step.name === 'view') return step.intent?.summary ? [step.intent.summary] : [];
  return attemptsOf(step).map(({ order }) => order);
}

/** Whether a step is about orders that the platform has, or may have. */
export function hasOrders(step: Step): boolean {
  return step.name === 'view' || attemptsShownIn(step).length > 0;
}

/** The codes of the placed orders that a step shows. */
export function codesIn(step: Step): string[] {
  const intents =
    step.name === 'view' ? [step.intent] : attemptsShownIn(step).map(({ intent }) => intent);
  return intents.flatMap((intent) => intent?.order?.code ?? []);
}

/** The orders that a step is about, and those that are placed while the rest is chosen. */
function attemptsShownIn(step: Step): Attempt[] {
  return 'placed' in step ? step.placed : attemptsOf(step);
}

/** Why what is on screen could not be priced, or why its orders were not placed. */
export function failuresIn(step: Step, cart: CartState): (Failure | null)[] {
  if (step.name === 'event') return [step.failure];
  if (step.name === 'cart') return [cart.failure];
  return attemptsOf(step).map(({ failure }) => failure);
}

/**
 * Whether the platform may have an order whose outcome the customer has not seen. Until the proxy
 * knows the outcome, the customer cannot leave this step or order anything else.
 */
export function isUnsettled(step: Step): boolean {
  const isOrdering = step.name === 'checkout' && step.busy === 'ordering';
  return isOrdering || attemptsOf(step).some(isUnsettledAttempt);
}

/**
 * Whether the proxy has no record of any unsettled attempt, so that the customer, who was told to ask
 * the vendor, may abandon them.
 */
export function isAbandonable(step: Step): step is CheckoutStep | ResultStep {
  if (step.name === 'checkout' ? step.busy : step.name !== 'result') return false;
  const unsettled = attemptsOf(step).filter(isUnsettledAttempt);
  return unsettled.length > 0 && unsettled.every(isUnrecorded);
}
