import type { IntentResponse, OrderStatus } from '../contract/order.schema.ts';
import type { Choice } from '../domain/choice.ts';
import { assumedChecking, isUnsettledAttempt, type Attempt } from '../domain/attempt.ts';
import { isCartLine, type Cart } from '../domain/cart.ts';
import { isDay } from '../domain/days.ts';
import { isKnownZone, toMillis } from '../domain/zone.ts';
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
type StoredAttempt = Pick<Attempt, 'order' | 'key' | 'expires' | 'sent' | 'intent'>;

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
  const { order, key, expires, sent, intent } = attempt;
  const isUnknown = !intent && isUnsettledAttempt(attempt);
  return { order, key, expires, sent, intent: isUnknown ? assumedChecking : intent };
}

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

const instant = (text: unknown) =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && toMillis(text) > 0;
const zone = (text: unknown) => typeof text === 'string' && isKnownZone(text);
const currency = /^[A-Z]{3}$/;
const key = /^[\w-]{43}$/;
const orderStatuses: Record<OrderStatus, true> = {
  ACCEPTED: true,
  CANCELED: true,
  PENDING: true,
  DECLINED: true,
  OPEN: true,
  RESERVED: true,
};
const status = new Set(Object.keys(orderStatuses));
const participant = { code: '', price_title: '', 'status?': status, 'checked_in?': instant };
const placedOrder = {
  code: '',
  status,
  total: 0,
  currency,
  'selfservice_url?': '',
  'ordered_at?': instant,
  'quoted_total?': 0,
  'tickets?': [{ 'date_id?': '', 'status?': status, participants: [participant] }],
  'products?': [{ product_id: '', title: '', amount: 0, 'status?': status }],
  'voucher_orders?': [{ code: '', value: 0, currency }],
  'flex_tickets?': [{ code: '', title: '', 'redemption_available?': 0 }],
  'redemptions?': [{ title: '', redeemed_value: 0 }],
  'paid?': 0,
  'refunded?': 0,
};
const price = { title: '', amount: 0, total: 0 };
const line = {
  event_id: '',
  date_id: '',
  title: '',
  date: instant,
  duration: 0,
  timezone: zone,
  prices: [price],
  total: 0,
};
const summary = {
  vendor_id: '',
  vendor_name: '',
  currency,
  lines: [line],
  products: [{ product_id: '', name: '', amount: 0, total: 0 }],
  total: 0,
  vat: 0,
};
const intentOf = (...states: IntentResponse['state'][]) => ({
  state: new Set(states),
  'order?': placedOrder,
  'summary?': summary,
  'settled_by?': instant,
});
const attemptSample = {
  expires: instant,
  key,
  order: { ...summary, quote: '' },
  'sent?': 0,
  'intent?': intentOf('checking', 'placed', 'absent'),
};
const day = (text: unknown) => typeof text === 'string' && isDay(text);
const choiceSample = {
  eventId: '',
  'month?': /^\d{4}-(0[1-9]|1[0-2])$/,
  'day?': day,
  'start?': { date: { id: '', event_id: '', date: instant }, day },
  'group?': { event_id: '', prices: [{ id: 0, title: '', currency }] },
  amounts: [{ id: 0, amount: 0 }],
  products: [{ id: '', amount: 0 }],
};

/**
 * The required shape of each step's record: a sample, a pattern, a check or a set of values for each
 * field. A field whose name ends with a question mark may be null or missing.
 */
const samples: Record<string, object> = {
  view: { viewKey: key, 'intent?': intentOf('open', 'checking', 'placed', 'refused', 'absent') },
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

function attemptOf({ order, key, expires, sent, intent }: StoredAttempt): Attempt {
  // The sample admits only checking, placed and absent.
  const state = (intent?.state ?? 'ready') as Attempt['state'];
  return {
    order,
    key,
    expires,
    ...(sent && { sent }),
    state,
    intent: intent ?? null,
    failure: null,
  };
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
  if (typeof sample === 'function') return (sample as (value: unknown) => boolean)(value);
  if (sample instanceof Set) return sample.has(value);
  if (sample instanceof RegExp) return typeof value === 'string' && sample.test(value);
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(sample).every(([name, part]) => {
    const own = (value as Record<string, unknown>)[name.replace('?', '')];
    const isLeftOut = own === null || own === undefined;
    return (isLeftOut && name.endsWith('?')) || fits(own, part);
  });
}
