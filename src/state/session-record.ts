import type { IntentResponse } from '../contract/order.schema.ts';
import type { Choice } from '../domain/choice.ts';
import { isUnsettledAttempt, type Attempt } from '../domain/attempt.ts';
import { isCartLine, type Cart } from '../domain/cart.ts';
import { isUnsettled, type Step, type ViewStep } from './booking-flow.ts';

/** Of the record's shape. Version 1 can still be parsed. */
const VERSION = 2;

/** A step as it is stored: without failures, and without what is being loaded. */
type StoredStep =
  | Pick<ViewStep, 'name' | 'viewKey' | 'intent'>
  | { name: 'event'; choice: StoredChoice; placed: StoredAttempt[]; replaces: string | null }
  | { name: 'cart'; placed: StoredAttempt[] }
  | { name: 'checkout' | 'result'; choice: StoredChoice | null; attempts: StoredAttempt[] };

/** The state of an attempt is derived from its intent. */
type StoredAttempt = Pick<Attempt, 'order' | 'key' | 'expires' | 'intent'>;

type StoredChoice = ReturnType<typeof storedChoiceOf>;

/** The list is the initial step, so it is not stored. */
export function recordOf(step: Exclude<Step, { name: 'list' }>) {
  return { version: VERSION, step: storedStepOf(step) };
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

/** An unsettled attempt is stored as `checking`, so that the next page asks for it by its key. */
function storedAttemptOf(attempt: Attempt): StoredAttempt {
  const { order, key, expires, intent } = attempt;
  const isUnknown = !intent && isUnsettledAttempt(attempt);
  return { order, key, expires, intent: isUnknown ? checking : intent };
}

const checking: IntentResponse = {
  state: 'checking',
  order: null,
  settled_by: null,
  problem: null,
};

function storedChoiceOf(choice: Choice) {
  const { amounts, products, start } = choice;
  return {
    ...choice,
    amounts: [...amounts].map(([id, amount]) => ({ id, amount })),
    products: [...products].map(([id, amount]) => ({ id, amount })),
    // Not stored twice: the start's group is the chosen one.
    start: start && { ...start, group: undefined },
  };
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const currency = /^[A-Z]{3}$/;
const line = { date_id: '', date: instant, timezone: '', prices: [{ title: '', amount: 0 }] };
const intentSample = {
  state: new Set(['checking', 'placed', 'absent']),
  'order?': { code: '', status: '', total: 0, currency },
};
const attemptSample = {
  expires: instant,
  key: /^[\w-]{43}$/,
  order: { quote: '', currency, lines: [line], products: [{ name: '', amount: 0 }], total: 0 },
  'intent?': intentSample,
};
const choiceSample = {
  eventId: '',
  'month?': /^\d{4}-\d\d$/,
  'day?': /^\d{4}-\d\d-\d\d$/,
  'start?': { date: { id: '', event_id: '', date: instant }, day: '' },
  'group?': { event_id: '', prices: [{ id: 0, title: '', currency }] },
  amounts: [{ id: 0, amount: 0 }],
  products: [{ id: '', amount: 0 }],
};

/**
 * The required shape of each step's record: a sample, a pattern or a set of values for each field.
 * A field whose name ends with a question mark may be null.
 */
const samples: Record<string, object> = {
  view: { viewKey: '' },
  event: { choice: choiceSample, placed: [attemptSample] },
  cart: { placed: [attemptSample] },
  checkout: { 'choice?': choiceSample, attempts: [attemptSample] },
  result: { 'choice?': choiceSample, attempts: [attemptSample] },
};

const cartSample = { lines: [choiceSample], orders: [attemptSample.order], expires: instant };

/** The cart as it is stored. */
export function cartRecordOf({ lines, orders, expires }: Cart) {
  return { version: VERSION, lines: lines.map(storedChoiceOf), orders, expires };
}

/** The cart of a record; undefined when the record is not valid. */
export function parseCart(record: unknown): Cart | undefined {
  const { version } = (record ?? {}) as { version?: unknown };
  if (version !== VERSION || !fits(record, cartSample)) return undefined;
  const { lines, orders, expires } = record as ReturnType<typeof cartRecordOf>;
  return { lines: lines.map(choiceOf).filter(isCartLine), orders, expires };
}

/** The step of a record; undefined when the record is not valid. */
export function parseRecord(record: unknown): Step | undefined {
  const { version, step } = (record ?? {}) as { version?: unknown; step?: object | null };
  if (!step || (version !== 1 && version !== VERSION)) return undefined;
  const stored = version === 1 ? fromVersion1(step) : step;
  const sample = samples[String((stored as Partial<StoredStep>).name)];
  return sample && fits(stored, sample) ? stepOf(stored as StoredStep) : undefined;
}

/** Version 1 had one order. It is migrated, so that an unsettled order survives an update. */
function fromVersion1(step: object): object {
  const { order, key, expires, intent = null } = step as Partial<StoredAttempt>;
  return { ...step, placed: [], attempts: [{ order, key, expires, intent }] };
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
      // Missing in earlier records.
      replaces: stored.replaces ?? null,
    };
  }
  const choice = stored.choice && choiceOf(stored.choice);
  const attempts = stored.attempts.map(attemptOf);
  if (attempts.length === 0) return undefined;
  // Stored as `result` while other tabs were asked, before anything was sent: no result yet.
  const isResult = name === 'result' && attempts.some(({ intent }) => intent);
  return isResult ? { name, choice, attempts } : { name: 'checkout', choice, attempts, busy: null };
}

function attemptOf({ order, key, expires, intent }: StoredAttempt): Attempt {
  // The sample admits only checking, placed and absent.
  const state = (intent?.state ?? 'ready') as Attempt['state'];
  return { order, key, expires, state, intent, failure: null };
}

function choiceOf({ amounts, products, start, ...choice }: StoredChoice): Choice {
  // Earlier records of version 2 have neither.
  const { group: chosen, isTurned = true, skippedFrom = null } = choice;
  return {
    ...choice,
    isTurned,
    skippedFrom,
    amounts: new Map(amounts.map(({ id, amount: count }) => [id, count])),
    products: new Map(products.map(({ id, amount: count }) => [id, count])),
    start: start && chosen && { ...start, group: chosen },
  };
}

/** Whether a value has all fields of a sample, with the same types. */
function fits(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    return Array.isArray(value) && value.every((item) => fits(item, sample[0]));
  }
  if (sample instanceof Set) return sample.has(value);
  if (sample instanceof RegExp) return typeof value === 'string' && sample.test(value);
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(sample).every(([name, part]) => {
    const own = (value as Record<string, unknown>)[name.replace('?', '')];
    return (own === null && name.endsWith('?')) || fits(own, part);
  });
}
