import { setAmount } from '../domain/amounts.ts';
import type { Attempt } from '../domain/attempt.ts';
import {
  type Choice,
  emptyChoice,
  withAmount,
  withDay,
  withEvent,
  withGroup,
  withoutWeeks,
  withStart,
  withTurned,
} from '../domain/choice.ts';
import type { Failure } from '../domain/failure.ts';
import {
  type Action,
  type ChoosingAction,
  type EventStep,
  isUnsettled,
  type Step,
} from './steps.ts';

/** The step after an action of finding and choosing; the same step after any other action. */
export function findingStep(step: Step, action: Action): Step {
  switch (action.type) {
    case 'show-list':
      return isUnsettled(step) ? step : { name: 'list' };
    case 'show-event':
      if (isUnsettled(step)) return step;
      return eventStep(emptyChoice(action.eventId, action.day, action.shownDay, action.wanted));
    case 'show-again':
      return isUnsettled(step) ? step : action.step;
    case 'event-missing':
      return step.name === 'event' ? listWithout(step) : step;
    case 'switch-event':
    case 'carry-party':
    case 'show-days':
    case 'skip-weeks':
    case 'choose-day':
    case 'choose-start':
    case 'set-amount':
    case 'set-product':
      return step.name === 'event' ? choose(step, action) : step;
    default:
      return step;
  }
}

/** The step of an event, with no quote under way. */
export function eventStep(
  choice: Choice,
  placed: Attempt[] = [],
  failure: Failure | null = null,
): EventStep {
  return { name: 'event', choice, quoting: false, failure, placed, replaces: null };
}

/** Stays at the event if orders of the same cart are placed, so that they remain in sight. */
function listWithout(step: EventStep): Step {
  return step.placed.length > 0 ? step : { name: 'list', missing: step.choice.eventId };
}

/** A quote under way is not for the changed choice, so the step stops waiting for it. */
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
    case 'show-days':
      return { ...step, choice: withTurned(choice, action.day) };
    case 'skip-weeks':
      return { ...step, choice: withoutWeeks(choice, action.first) };
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
  }
}
