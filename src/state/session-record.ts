import type { IntentResponse } from '../contract/order.schema.ts';
import type { Choice } from '../domain/choice.ts';
import { isUnsettled, type CheckoutStep, type ResultStep, type Step } from './booking-flow.ts';

/** Changed with the shape of a record: what an earlier version stored is dropped. */
const VERSION = 1;

/** The list is where everybody begins. */
type StoredStep = Exclude<Step, { name: 'list' }>;

/** A step as it is stored. */
export function recordOf(step: StoredStep) {
  const stored = withoutFailure(step);
  const choice = 'choice' in stored ? storedChoiceOf(stored.choice) : null;
  return { version: VERSION, step: { ...stored, choice } };
}

function storedChoiceOf(choice: Choice) {
  const { amounts, products, start } = choice;
  return {
    ...choice,
    amounts: [...amounts].map(([id, amount]) => ({ id, amount })),
    products: [...products].map(([id, amount]) => ({ id, amount })),
    // The group of a start is the one that is chosen.
    start: start && { ...start, group: undefined },
  };
}

/** What is loading, and what went wrong, is of this page alone. */
function withoutFailure(step: StoredStep): StoredStep {
  if (step.name === 'event') return { ...step, quoting: false, failure: null };
  if (step.name === 'result') return step;
  if (step.name === 'view') return { ...step, failure: null };
  return isUnsettled(step) ? checking(step) : { ...step, busy: null, failure: null };
}

/** Whatever was sent is looked for, under its key, before anything else is done. */
function checking({ choice, order, key, expires }: CheckoutStep): ResultStep {
  const intent: IntentResponse = {
    state: 'checking',
    order: null,
    settled_by: null,
    problem: null,
  };
  return { name: 'result', choice, order, key, expires, intent };
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const currency = /^[A-Z]{3}$/;
const line = { date_id: '', date: instant, timezone: '', prices: [{ title: '', amount: 0 }] };
const ordered = {
  expires: instant,
  key: /^[\w-]{43}$/,
  order: { quote: '', currency, lines: [line], products: [{ name: '', amount: 0 }], total: 0 },
};
const choosing = {
  choice: {
    eventId: '',
    'month?': /^\d{4}-\d\d$/,
    'day?': /^\d{4}-\d\d-\d\d$/,
    'start?': { date: { id: '', event_id: '', date: instant }, day: '' },
    'group?': { event_id: '', prices: [{ id: 0, title: '', currency }] },
    amounts: [{ id: 0, amount: 0 }],
    products: [{ id: '', amount: 0 }],
  },
};

/**
 * What a record has to have to be shown and ordered, by a sample or a pattern of each; with a question
 * mark it may be null.
 */
const samples: Record<string, object> = {
  view: { viewKey: '' },
  event: choosing,
  checkout: { ...choosing, ...ordered },
  result: {
    ...choosing,
    ...ordered,
    intent: {
      state: /^(checking|placed|absent)$/,
      'order?': { code: '', status: '', total: 0, currency },
    },
  },
};

/** The step of a record; undefined when it makes no sense. */
export function parseRecord(record: unknown): Step | undefined {
  const { version, step } = (record ?? {}) as Partial<ReturnType<typeof recordOf>>;
  const sample = samples[String(step?.name)];
  if (version !== VERSION || !step || !sample || !fits(step, sample)) return undefined;
  const { choice, ...rest } = step;
  return (choice ? { ...rest, choice: choiceOf(choice) } : rest) as StoredStep;
}

function choiceOf({
  amounts,
  products,
  start,
  ...choice
}: ReturnType<typeof storedChoiceOf>): Choice {
  const { group: chosen } = choice;
  return {
    ...choice,
    amounts: new Map(amounts.map(({ id, amount: count }) => [id, count])),
    products: new Map(products.map(({ id, amount: count }) => [id, count])),
    start: start && chosen && { ...start, group: chosen },
  };
}

/** Whether a value has all that a sample has, each of the same type. */
function fits(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    return Array.isArray(value) && value.every((item) => fits(item, sample[0]));
  }
  if (sample instanceof RegExp) return typeof value === 'string' && sample.test(value);
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(sample).every(([name, part]) => {
    const own = (value as Record<string, unknown>)[name.replace('?', '')];
    return (own === null && name.endsWith('?')) || fits(own, part);
  });
}
