import { assumedChecking, type Attempt, isUnsettledAttempt } from '../domain/attempt.ts';
import type { Start } from '../domain/availability.ts';
import { type Cart, isCartLine } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { isUnsettled, type Step } from './steps.ts';
import {
  type StoredAttempt,
  type StoredCart,
  storedCart,
  type StoredChoice,
  type StoredStep,
  storedStep,
} from './stored-step.schema.ts';

/** The version of both records. A record of any other version is dropped. */
const VERSION = 1;

/** The list is the initial step, so it is not stored. */
export function recordOf(step: Exclude<Step, { name: 'list' }>) {
  return { version: VERSION, step: storedStepOf(step) };
}

/** The cart as it is stored. */
export function cartRecordOf({ lines, orders, expires }: Cart) {
  const cart: StoredCart = { lines: lines.map(storedChoiceOf), orders: [...orders], expires };
  return { version: VERSION, ...cart };
}

/** The step of a record; undefined if the record is not valid. */
export function parseRecord(record: unknown): Step | undefined {
  const { version, step } = fieldsOf(record);
  return version === VERSION && isStoredStep(step) ? stepOf(step) : undefined;
}

/** The cart of a record; undefined if the record is not valid. */
export function parseCart(record: unknown): Cart | undefined {
  if (fieldsOf(record).version !== VERSION || !isStoredCart(record)) return undefined;
  const { lines, orders, expires } = record;
  return { lines: lines.map(choiceOf).filter(isCartLine), orders, expires };
}

/** Whether it has everything that the page shows, with values that it can show. */
function isStoredStep(value: unknown): value is StoredStep {
  return storedStep.safeParse(value).success;
}

function isStoredCart(value: unknown): value is StoredCart {
  return storedCart.safeParse(value).success;
}

function fieldsOf(record: unknown) {
  return (record ?? {}) as { version?: unknown; step?: unknown };
}

function storedStepOf(step: Exclude<Step, { name: 'list' }>): StoredStep {
  const { name } = step;
  if (name === 'view') return { name, viewKey: step.viewKey, intent: step.intent };
  if (name === 'cart') return { name, placed: step.placed.map(storedAttemptOf) };
  if (name === 'event') {
    const { choice, placed, replaces } = step;
    return {
      name,
      choice: storedChoiceOf(choice),
      replaces,
      placed: placed.map(storedAttemptOf),
    };
  }
  const { choice, attempts } = step;
  return {
    name: isUnsettled(step) ? 'result' : name,
    choice: choice && storedChoiceOf(choice),
    attempts: attempts.map(storedAttemptOf),
  };
}

function stepOf(stored: StoredStep): Step | undefined {
  const { name } = stored;
  if (name === 'view') {
    return { name, viewKey: stored.viewKey, intent: stored.intent, failure: null };
  }
  if (name === 'cart') return { name, placed: stored.placed.map(attemptOf) };
  if (name === 'event') {
    return {
      name,
      choice: choiceOf(stored.choice),
      quoting: false,
      failure: null,
      placed: stored.placed.map(attemptOf),
      replaces: stored.replaces,
    };
  }
  const choice = stored.choice && choiceOf(stored.choice);
  const attempts = stored.attempts.map(attemptOf);
  if (attempts.length === 0) return undefined;
  // The page was left while other tabs were being asked, before anything was sent: no result yet.
  const isResult = name === 'result' && attempts.some(({ intent }) => intent);
  return isResult ? { name, choice, attempts } : { name: 'checkout', choice, attempts, busy: null };
}

/** An unsettled attempt is stored as `checking`, so that the next page asks for it by its key. */
function storedAttemptOf(attempt: Attempt): StoredAttempt {
  const { order, key, expires, sent, intent } = attempt;
  const isUnknown = !intent && isUnsettledAttempt(attempt);
  // Its intent has one of the states that are stored, or is null.
  const stored = (isUnknown ? assumedChecking : intent) as StoredAttempt['intent'];
  return { order, key, expires, sent, intent: stored };
}

function attemptOf({ order, key, expires, sent, intent }: StoredAttempt): Attempt {
  // The stored shape allows only checking, placed and absent.
  const state = (intent?.state ?? 'ready') as Attempt['state'];
  return { order, key, expires, ...(sent && { sent }), state, intent, failure: null };
}

function storedChoiceOf({ amounts, products, start, ...choice }: Choice): StoredChoice {
  return {
    ...choice,
    amounts: [...amounts].map(([id, amount]) => ({ id, amount })),
    products: [...products].map(([id, amount]) => ({ id, amount })),
    start: start && withoutGroup(start),
  };
}

function withoutGroup({ group: _, ...start }: Start): NonNullable<StoredChoice['start']> {
  return start;
}

function choiceOf({ amounts, products, start, ...choice }: StoredChoice): Choice {
  const { group } = choice;
  return {
    ...choice,
    amounts: new Map(amounts.map(({ id, amount }) => [id, amount])),
    products: new Map(products.map(({ id, amount }) => [id, amount])),
    start: start && group && { ...start, group },
  };
}
