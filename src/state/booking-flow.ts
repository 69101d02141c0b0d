import type { PriceGroup } from '../contract/event.schema.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { OrderSummary, QuotedOrder } from '../contract/quote.schema.ts';
import type { Start, Exchange } from '../domain/availability.ts';
import { setAmount } from '../domain/amounts.ts';
import {
  isPlaced,
  isRenewable,
  isUnrecorded,
  isUnsettledAttempt,
  allowsNextOrder,
  nextAttempt,
  withPrevious,
  type Attempt,
  type AttemptAction,
} from '../domain/attempt.ts';
import {
  dateIdOf,
  emptyCart,
  withLine,
  withOtherStart,
  withoutOrdered,
  type Cart,
  type CartLine,
  type CartState,
} from '../domain/cart.ts';
import {
  emptyChoice,
  withAmount,
  withDay,
  withEvent,
  withGroup,
  withoutMonth,
  withStart,
  withTurned,
  type Choice,
} from '../domain/choice.ts';
import type { Day, Month } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import type { Details } from '../visit/form/field-values.ts';

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
  /** Null when the cart is ordered, and not one event. */
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

export interface FlowState {
  step: Step;
  cart: CartState;
  /** What the customer has typed. It survives going back, and is never stored. */
  details: Details;
}

export type Action =
  | { type: 'show-list' }
  | { type: 'show-event'; eventId: string; day?: Day | undefined; month?: Month | undefined }
  /** The proxy has no such event. */
  | { type: 'event-missing' }
  | { type: 'show-view'; viewKey: string }
  | { type: 'viewed'; intent: IntentResponse }
  | ChoosingAction
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

type CartAction =
  | { type: 'show-cart' }
  /** The choice was quoted by itself, before it joins `lines`, those that stay in the cart. */
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

export type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

type ChoosingAction =
  /** Another duration of the event, with the same day and amounts. */
  | { type: 'switch-event'; eventId: string }
  /** Maps the amounts, which name another event's prices, to the prices of this group. */
  | { type: 'carry-party'; group: PriceGroup }
  | { type: 'show-month'; month: Month }
  | { type: 'skip-month'; month: Month }
  | { type: 'choose-day'; day: Day; starts: Start[] }
  | { type: 'choose-start'; start: Start }
  | { type: 'set-amount'; group: PriceGroup; priceId: number; amount: number }
  | { type: 'set-product'; productId: string; amount: number }
  | { type: 'quote' };

export const initialState: FlowState = {
  step: { name: 'list' },
  cart: emptyCart,
  details: new Map(),
};

/** The state after an action. An action that does not apply to the step changes nothing. */
export function transition(state: FlowState, action: Action): FlowState {
  if (action.type === 'type-detail') {
    return { ...state, details: new Map(state.details).set(action.key, action.value) };
  }
  const step = nextStep(state.step, action);
  const cart = nextCart(state, action, step);
  return step === state.step && cart === state.cart ? state : { ...state, step, cart };
}

function nextCart({ cart, step: before }: FlowState, action: Action, step: Step): CartState {
  switch (action.type) {
    case 'show-cart':
      return cart.before ? { ...cart, before: null } : cart;
    case 'add-line': {
      if (before.name !== 'event' || step.name !== 'cart') return cart;
      const lines = withLine(action.lines, action.line, before.replaces);
      const orders = [...action.orders, ...cart.orders];
      return { ...emptyCart, lines, orders, expires: action.expires };
    }
    case 'price-cart':
      return { ...cart, isPricing: true, failure: null };
    case 'cart-priced':
      return cart.isPricing ? { ...emptyCart, ...action.cart, before: action.before } : cart;
    case 'cart-not-priced':
      return cart.isPricing ? { ...cart, isPricing: false, failure: action.failure } : cart;
    case 'quoted':
      return action.exchange && step !== before ? withOtherStart(cart, action.exchange) : cart;
    case 'take-start':
      return step.name === 'cart' ? withOtherStart(cart, action.exchange) : cart;
    default:
      return withoutPlaced(cart, step);
  }
}

/**
 * Removes placed lines from the cart; refused ones stay. A quote that is awaited for the lines
 * before is not taken then, because it would bring the placed ones back.
 */
function withoutPlaced(cart: CartState, step: Step): CartState {
  const ordered = attemptsOf(step).filter(allowsNextOrder);
  const left = withoutOrdered(
    cart,
    ordered.map(({ order }) => order),
  );
  return left === cart ? cart : { ...cart, ...left, isPricing: false, before: null };
}

function nextStep(step: Step, action: Exclude<Action, { type: 'type-detail' }>): Step {
  switch (action.type) {
    case 'show-list':
      return isUnsettled(step) ? step : { name: 'list' };
    case 'show-event':
      if (isUnsettled(step)) return step;
      return eventStep(emptyChoice(action.eventId, action.day, action.month));
    case 'event-missing':
      return step.name === 'event' ? listWithout(step) : step;
    case 'show-view':
      if (isUnsettled(step)) return step;
      return { name: 'view', viewKey: action.viewKey, intent: null, failure: null };
    case 'viewed':
      return step.name === 'view' ? { ...step, intent: action.intent, failure: null } : step;
    case 'quoted':
      return openCheckout(step, action.attempts);
    case 'show-cart':
      return isUnsettled(step) ? step : { name: 'cart', placed: [] };
    case 'add-line':
      return step.name === 'event' && step.quoting ? { name: 'cart', placed: step.placed } : step;
    case 'change-line':
      if (step.name !== 'cart') return step;
      return { ...eventStep(action.line, step.placed), replaces: dateIdOf(action.line) };
    case 'price-cart':
    case 'cart-priced':
    case 'cart-not-priced':
      return step;
    case 'take-start':
      return requote(step, action.exchange.start);
    case 'renew-quote':
      return requote(step);
    case 'change-choice':
      return backToChoice(step);
    case 'abandon':
      return isAbandonable(step) ? chooseAgain(step) : step;
    case 'show-rest':
      return step.name === 'result' && hasRest(step)
        ? { ...step, name: 'checkout', busy: null }
        : step;
    case 'order':
      if (step.name !== 'checkout' || step.busy) return step;
      return { ...step, attempts: step.attempts.map(withoutFailure), busy: 'ordering' };
    case 'ordered':
      return step.name === 'checkout' && step.busy === 'ordering' ? endOrdering(step) : step;
    case 'send':
      return step.name === 'checkout' && step.busy === 'ordering' ? update(step, action) : step;
    case 'intent-received':
    case 'failed':
      return 'attempts' in step ? update(step, action) : step;
    case 'not-loaded':
      return showFailure(step, action.failure);
    default:
      return step.name === 'event' ? choose(step, action) : step;
  }
}

function eventStep(
  choice: Choice,
  placed: Attempt[] = [],
  failure: Failure | null = null,
): EventStep {
  return { name: 'event', choice, quoting: false, failure, placed, replaces: null };
}

/** Stays at the event where orders of the same cart are placed, so that they remain in sight. */
function listWithout(step: EventStep): Step {
  return step.placed.length > 0 ? step : { name: 'list', missing: step.choice.eventId };
}

/** Only while the step awaits the quote: a customer who has left that step is not moved. */
function openCheckout(step: Step, quoted: Attempt[]): Step {
  if (step.name === 'cart') return checkoutOf(null, [...step.placed, ...quoted]);
  if (!isAwaitingQuote(step)) return step;
  if (step.name === 'event') return checkoutOf(step.choice, [...step.placed, ...quoted]);
  const { choice, attempts } = step;
  const others = attempts.filter((attempt) => !isRenewable(attempt));
  const before = attempts.filter(isRenewable);
  return checkoutOf(choice, [...others, ...quoted.map((attempt) => withPrevious(attempt, before))]);
}

function checkoutOf(choice: Choice | null, attempts: Attempt[]): CheckoutStep {
  return { name: 'checkout', choice, attempts, busy: null };
}

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

/** Why what is on screen could not be priced, or its orders not placed. */
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

/** Whether some orders can still be placed, and none has to become known before. */
function hasRest({ attempts }: ResultStep): boolean {
  const isAwaited = ({ state }: Attempt) => state === 'checking' || state === 'forgotten';
  return !attempts.some(isAwaited) && !attempts.every(isPlaced);
}

function update(
  step: CheckoutStep | ResultStep,
  { key, ...action }: AttemptAction & { key: string },
): Step {
  const before = step.attempts.find((attempt) => attempt.key === key);
  const next = before && nextAttempt(before, action);
  if (!next || next === before) return step;
  const attempts = step.attempts.map((attempt) => (attempt === before ? next : attempt));
  const updated = { ...step, attempts };
  // While orders are being sent, the step stays the checkout; later outcomes may change it.
  const isOrdering = updated.name === 'checkout' && updated.busy !== null;
  return isOrdering || next.state === before.state ? updated : shownAs(updated);
}

/** A duplicate order in another tab, or a refused payment, is shown at the checkout. */
function endOrdering(step: CheckoutStep): Step {
  const isStopped = ({ failure }: Attempt) =>
    failure?.kind === 'elsewhere' || failure?.kind === 'payment';
  return step.attempts.some(isStopped) ? { ...step, busy: null } : shownAs(step);
}

/** The result once the proxy knows of any of the orders, else the checkout. */
function shownAs({ choice, attempts }: CheckoutStep | ResultStep): CheckoutStep | ResultStep {
  return attempts.some(({ intent }) => intent)
    ? { name: 'result', choice, attempts }
    : checkoutOf(choice, attempts);
}

/**
 * Stays at the checkout, with its failures, until the new quote has come. Orders that may be placed
 * keep their key. Another start changes the choice, so no order of it may be placed.
 */
function requote(step: Step, start?: Start): Step {
  if (step.name !== 'checkout' || step.busy === 'ordering') return step;
  const { choice, attempts } = step;
  const isChosenAnew = start && choice;
  if (!(isChosenAnew ? attempts.every(isRenewable) : attempts.some(isRenewable))) return step;
  return { ...step, choice: start && choice ? withStart(choice, start) : choice, busy: 'pricing' };
}

/** Not while an order is unsettled: the customer has to see its outcome. */
function backToChoice(step: Step): Step {
  if (isUnsettled(step)) return step;
  return step.name === 'checkout' || step.name === 'result' ? chooseAgain(step) : step;
}

/** Placed orders stay, and the event of the first other order is opened. */
function chooseAgain({ choice, attempts }: CheckoutStep | ResultStep): EventStep | CartStep {
  const placed = attempts.filter(isPlaced);
  if (!choice) return { name: 'cart', placed };
  const rest = attempts.find((attempt) => !isPlaced(attempt));
  const eventId = rest?.order.lines[0]?.event_id;
  return placed.length > 0 && eventId ? eventStep(emptyChoice(eventId), placed) : eventStep(choice);
}

function showFailure(step: Step, failure: Failure): Step {
  if (step.name === 'view') return { ...step, failure };
  if (!isAwaitingQuote(step)) return step;
  if (step.name === 'event') return { ...step, quoting: false, failure };
  // The event opens again, with the failure beside the choice.
  if (step.choice && step.attempts.every(isRenewable)) return eventStep(step.choice, [], failure);
  const attempts = step.attempts.map((attempt) =>
    isRenewable(attempt) ? { ...attempt, failure } : attempt,
  );
  return shownAs({ ...step, attempts });
}

function withoutFailure(attempt: Attempt): Attempt {
  return attempt.failure ? { ...attempt, failure: null } : attempt;
}

/** A price that is awaited is not that of another choice, so nothing waits for it any more. */
function choose(step: EventStep, action: ChoosingAction): EventStep {
  const { choice } = step;
  const chosen = (next: Choice): EventStep => ({
    ...step,
    choice: next,
    quoting: false,
    failure: null,
  });

  switch (action.type) {
    case 'switch-event':
      return chosen(withEvent(choice, action.eventId));
    case 'carry-party':
      return chosen(withGroup(choice, action.group));
    case 'show-month':
      return { ...step, choice: withTurned(choice, action.month) };
    case 'skip-month':
      return { ...step, choice: withoutMonth(choice, action.month) };
    case 'choose-day':
      return chosen(withDay(choice, action.day, action.starts));
    case 'choose-start':
      return chosen(withStart(choice, action.start));
    case 'set-amount':
      return chosen(withAmount(withGroup(choice, action.group), action.priceId, action.amount));
    case 'set-product': {
      const products = setAmount(choice.products, action.productId, action.amount);
      return chosen({ ...choice, products });
    }
    case 'quote':
      return { ...step, quoting: true, failure: null };
  }
}
