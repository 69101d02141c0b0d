import { allowsNextOrder, type Attempt, isPlaced, isRenewable } from '../domain/attempt.ts';
import type { Start } from '../domain/availability.ts';
import { type CartState, dateIdOf, emptyCart } from '../domain/cart.ts';
import { withLine, withOtherStart, withoutOrdered } from '../domain/cart-rules.ts';
import { type Choice, emptyChoice, withStart } from '../domain/choice.ts';
import type { Failure } from '../domain/failure.ts';
import { type AttemptAction, nextAttempt, withPrevious } from '../domain/next-attempt.ts';
import { eventStep, findingStep } from '../state/finding-flow.ts';
import {
  type Action,
  attemptsOf,
  type CartStep,
  type CheckoutStep,
  type EventStep,
  type FlowState,
  isAbandonable,
  isAwaitingQuote,
  isUnsettled,
  type ResultStep,
  type Step,
} from '../state/steps.ts';

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
    case 'show-again':
      return cart;
    default:
      return withoutPlaced(cart, step);
  }
}

/**
 * Removes placed lines from the cart; refused ones stay. A quote under way for the previous lines
 * is then ignored, because it would bring the placed ones back.
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
    case 'show-view':
      if (isUnsettled(step)) return step;
      return { name: 'view', viewKey: action.viewKey, intent: null, failure: null };
    case 'viewed':
      return step.name === 'view' ? { ...step, intent: action.intent, failure: null } : step;
    case 'quote':
      return step.name === 'event' ? { ...step, quoting: true, failure: null } : step;
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
      return step.name === 'checkout' && step.busy === 'ordering'
        ? updateAttempt(step, action)
        : step;
    case 'intent-received':
    case 'paid':
    case 'failed':
      return 'attempts' in step ? updateAttempt(step, action) : step;
    case 'not-loaded':
      return showFailure(step, action.failure);
    default:
      return findingStep(step, action);
  }
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

/** Whether some orders can still be placed, and no outcome has to be known first. */
function hasRest({ attempts }: ResultStep): boolean {
  const isAwaited = ({ state }: Attempt) => state === 'checking' || state === 'forgotten';
  return !attempts.some(isAwaited) && !attempts.every(isPlaced);
}

function updateAttempt(
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
  return isOrdering || next.state === before.state ? updated : resultOrCheckout(updated);
}

/** A duplicate order in another tab, or a refused payment, is shown at the checkout. */
function endOrdering(step: CheckoutStep): Step {
  const isStopped = ({ failure }: Attempt) =>
    failure?.kind === 'elsewhere' || failure?.kind === 'payment';
  return step.attempts.some(isStopped) ? { ...step, busy: null } : resultOrCheckout(step);
}

/** The result once the proxy knows of any of the orders, else the checkout. */
function resultOrCheckout({
  choice,
  attempts,
}: CheckoutStep | ResultStep): CheckoutStep | ResultStep {
  return attempts.some(({ intent }) => intent)
    ? { name: 'result', choice, attempts }
    : checkoutOf(choice, attempts);
}

/**
 * Stays at the checkout, with its failures, until the new quote arrives. Orders that the platform
 * may have keep their keys. Another start changes the choice, so it is not taken if the platform
 * may have any of them.
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
  const eventId = rest?.order.lines[0]?.root_event_id;
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
  return resultOrCheckout({ ...step, attempts });
}

function withoutFailure(attempt: Attempt): Attempt {
  return attempt.failure ? { ...attempt, failure: null } : attempt;
}
