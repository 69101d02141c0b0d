import type { SiteContext } from '../context.ts';
import { toProblem } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import {
  type Authorisation,
  isNextStepDue,
  isOpen,
  type Outcome,
  pays,
  unclearSince,
  unpaidSince,
} from '../journal/authorisation.ts';
import { completeEach } from '../journal/complete-each.ts';
import { dueOf, type Intent, type IntentEvent, type Order } from '../journal/intent.ts';
import { type IntentIndex, isDue, type OpenEntry } from '../journal/intent-index.ts';
import type { Journal } from '../journal/journal.ts';
import type { PaymentOperation } from '../journal/payment-failure.ts';
import { LONGEST_PAYMENT, QUOTE_LIFETIME } from '../journal/quote.ts';
import { newest, type StatusRecords } from '../journal/status.ts';
import {
  FIRST_LOOKUP_PAUSE,
  HOLD_LIFETIME,
  LAPSE_WARNING,
  LONGEST_PAYMENT_PAUSE,
  REFUND_REMINDER,
  UNCLEAR_UNTIL,
} from '../time-limits.ts';
import { askProvider } from './ask-provider.ts';
import { owedOf } from './owed.ts';
import { foundTaken, goneFrom, isPaymentFor, isTakenFor } from './paid.ts';
import {
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from './provider.ts';
import { createFailureReport } from './report-failure.ts';

/**
 * Captures the payments of placed orders, voids all others, and refunds captured ones when their
 * order ends. It runs in the background of every process, so it does not depend on the customer's
 * browser.
 */
export interface PaymentCompleter {
  /** Takes the next step of every open payment of the site that is due. */
  completeOpen(): Promise<void>;
  /** Looks at the payments of an order that has an outcome, or another status or total. */
  reconsider(id: string): Promise<void>;
}

/** What the platform says of the order of an intent. */
export interface OrderSearch {
  /** After an order that was found is recorded. */
  readonly intent: Intent;
  /** Whether the platform certainly has no order, and none is under way. */
  readonly hasNone: boolean;
}

/** Asks the platform for the order of an intent. Undefined when there is no such intent. */
export type SearchOrder = (id: string) => Promise<OrderSearch | undefined>;

interface Parts {
  readonly provider: PaymentProvider;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  /** The intents with an open payment. */
  readonly index: Pick<
    IntentIndex,
    'findOpen' | 'listOpen' | 'markOpen' | 'updateOpen' | 'removeOpen'
  >;
  readonly statuses: Pick<StatusRecords, 'find'>;
  readonly search: SearchOrder;
  readonly raiseAlarm: RaiseAlarm;
}

export function createPaymentCompleter(
  { provider, journal, index, statuses, search, raiseAlarm }: Parts,
  context: SiteContext,
): PaymentCompleter {
  const { site, clock, log } = context;
  const { refunds } = site.payments;
  const report = createFailureReport(journal, context);

  async function complete(entry: OpenEntry): Promise<void> {
    if (!isDue(entry, clock(), REFUND_REMINDER)) return;
    const { id, row, version } = entry;
    const address = { site: site.key, id };
    const recorded = await journal.find(id);
    const known = recorded ? await newestOrder(id, recorded) : null;
    if (!recorded || isSettled(recorded, known)) {
      await index.removeOpen(address, version);
      return;
    }
    const isStepDue = recorded.state === 'placed' && hasNews(recorded, known);
    const looks = row && !isStepDue ? row.looks : 0;
    const next = { looks: looks + 1, next_look_at: clock() + pauseAfter(looks, recorded) };
    // By compare-and-set, so that usually one process goes on; a second one does no harm.
    if (!(await index.updateOpen(address, next, version))) return;
    const intent = await searched(id, recorded);
    if (!intent) return;
    const order = await newestOrder(id, intent);
    // An order that is paid again, or was found after the store lost data, may have a payment that
    // was confirmed but never verified.
    const verified = await verifyEach(id, intent, order);
    if (dueOf(verified, order) === 'hold') await watchHolds(id, verified);
    const { authorisations = [] } = verified;
    const isAsked = owedOf(verified, order, context) !== undefined;
    if (!isAsked && isUnpaid(verified, order)) await giveUp(id, verified);
    // The last payment pays; the others are voided after it.
    for (const { id: authorisation, state } of authorisations.toReversed()) {
      // The customer may still confirm this payment.
      if (isAsked && state === 'made') continue;
      await advance(id, authorisation, order);
    }
  }

  /**
   * Before money is given back for an order that was not placed, the platform is asked for it: the
   * journal may have gone back to before it was sent. Undefined until that is clear. An intent that
   * was not sent before its quote expired is declined, so that its payment is voided.
   */
  async function searched(id: string, recorded: Intent): Promise<Intent | undefined> {
    const isOver =
      recorded.state === 'new' && clock() >= recorded.opened_at + QUOTE_LIFETIME + LONGEST_PAYMENT;
    if (!isOver && !isGivenBack(recorded)) return recorded;
    const { intent, hasNone = false } = (await search(id)) ?? {};
    if (intent?.state === 'placed') return intent;
    if (!hasNone || !isOver) return hasNone ? intent : undefined;
    const { fingerprint } = recorded;
    const problem = toProblem('quote-expired', []);
    return (await journal.record(id, { type: 'declined', fingerprint, problem })).intent;
  }

  async function newestOrder(id: string, { order }: Intent): Promise<Order | null> {
    return order && newest(order, await statuses.find(id));
  }

  async function verifyEach(id: string, intent: Intent, order: Order | null): Promise<Intent> {
    const { authorisations = [], expected, external_reference: reference } = intent;
    const due = dueOf(intent, order);
    if (typeof due !== 'number' || due === 0 || authorisations.some(pays)) return intent;
    let verified = intent;
    let lapsed: IntentEvent | undefined;
    for (const { id: authorisation, state, amount, saves_method = false } of authorisations) {
      if (state !== 'made' || amount < due) continue;
      const payment = await readIfKnown(id, intent, authorisation);
      if (!payment) continue;
      const charge = { amount, currency: expected.currency, reference, saves_method };
      const event = confirmedBy(payment, charge);
      if (event) ({ intent: verified } = await journal.record(id, event));
      if (payment.state === 'voided') lapsed = verifiedNow(payment);
    }
    // Orders are sent only with a verified payment, so a store that went back has forgotten the
    // verification. The capture then shows that nothing is held any more.
    const isForgotten = verified.authorisations?.every(isUnverified);
    if (isForgotten && lapsed) ({ intent: verified } = await journal.record(id, lapsed));
    return verified;
  }

  /** Undefined if the provider does not know the payment, as after a change to another account. */
  async function readIfKnown(
    id: string,
    intent: Intent,
    authorisation: string,
  ): Promise<ProviderPayment | undefined> {
    const payment = ask('read', id, intent, () => provider.read(authorisation));
    return payment.catch((error: unknown) => {
      if (error instanceof PaymentRefused) return undefined;
      throw error;
    });
  }

  /** Reports a failure, and passes it on. */
  async function ask(
    operation: PaymentOperation,
    id: string,
    intent: Intent,
    call: () => Promise<ProviderPayment>,
  ): Promise<ProviderPayment> {
    return askProvider(call).catch(async (error: unknown) => {
      await report(operation, error, id, intent);
      throw error;
    });
  }

  function verifiedNow({ id, held_until }: ProviderPayment): IntentEvent {
    return { type: 'payment-verified', authorisation: id, at: clock(), held_until };
  }

  function confirmedBy(payment: ProviderPayment, charge: NewCharge): IntentEvent | undefined {
    if (isTakenFor(payment, charge)) return foundTaken(payment, clock());
    if (!isPaymentFor(payment, charge)) return undefined;
    return verifiedNow(payment);
  }

  /** Warns the operator when the hold of an unanswered request ends soon, or has ended. */
  async function watchHolds(id: string, watched: Intent): Promise<void> {
    const { authorisations = [] } = watched;
    const held = authorisations.filter((one) => one.state === 'authorised' && !one.saves_method);
    for (const { id: authorisation, held_since = clock(), held_until } of held) {
      const until = held_until ?? held_since + HOLD_LIFETIME;
      if (clock() < until - LAPSE_WARNING) continue;
      const payment = await readIfKnown(id, watched, authorisation);
      const lapse = payment?.state === 'voided' ? 'over' : 'near';
      const event = { type: 'payment-lapses', authorisation, lapse } as const;
      const { intent, changed } = await journal.record(id, event);
      if (changed) raiseAlarm(lapse === 'near' ? 'payment-lapses' : 'payment-lapsed', { intent });
    }
  }

  /** Stops asking the customer to pay. Only the operator can cancel the order. */
  async function giveUp(id: string, { authorisations = [] }: Intent): Promise<void> {
    const lapsed = authorisations.findLast(({ state }) => state === 'lapsed');
    if (!lapsed) return;
    const event = { type: 'payment-overdue', authorisation: lapsed.id } as const;
    const { intent, changed } = await journal.record(id, event);
    if (changed) raiseAlarm('payment-overdue', { intent });
  }

  async function advance(id: string, authorisation: string, order: Order | null): Promise<void> {
    const begun = await journal.record(id, {
      type: 'payment-begun',
      authorisation,
      order,
      refunds,
      at: clock(),
    });
    const step = findIn(begun.intent, authorisation);
    const outcome = step ? await settle(id, begun.intent, step) : 'unknown';
    const isEnd = outcome !== 'unknown' && outcome !== 'pending';
    if (step && !isEnd) await noteUnended(id, step, outcome);
    const ended = step && isEnd ? await journal.record(id, eventOf(step, outcome)) : begun;
    const { state } = findIn(ended.intent, authorisation) ?? {};
    // Somebody has given it back by hand, and the provider shows that it has not arrived yet.
    if (state === 'unrefunded' && outcome === 'pending') return;
    // The alarm is repeated every hour until the refund is seen.
    if (!begun.changed && !ended.changed && state !== 'unrefunded') return;
    // Another payment of the customer may still pay for the order.
    if (state === 'lapsed' && isUnpaid(ended.intent, order))
      raiseAlarm('payment-due', { intent: ended.intent });
    if (state === 'uncaptured' || state === 'unvoided' || state === 'unrefunded') {
      raiseAlarm(`payment-${state}`, { intent: ended.intent });
    }
  }

  /** Alarms the operator about a step that stays unclear. */
  async function noteUnended(
    id: string,
    step: Authorisation,
    outcome: 'unknown' | 'pending',
  ): Promise<void> {
    const { id: authorisation } = step;
    if (outcome === 'pending') {
      await journal.record(id, { type: 'payment-on-its-way', authorisation, step });
      return;
    }
    const event = { type: 'payment-unclear', authorisation, step, at: clock() } as const;
    const { intent, changed } = await journal.record(id, event);
    const { alarmed_at } = findIn(intent, authorisation) ?? {};
    if (changed && alarmed_at === event.at) raiseAlarm('payment-unclear', { intent });
  }

  /**
   * Calls the provider, unless the step is done already. The idempotency key stays the same if
   * another process has to repeat the call. Resolves to the provider's payment if other money was
   * taken than planned. A pending refund is not requested again until it has arrived or failed.
   */
  async function settle(
    id: string,
    intent: Intent,
    authorisation: Authorisation,
  ): Promise<Outcome | 'unknown' | 'pending' | ProviderPayment> {
    if (!(authorisation.state in outcomes)) return 'unknown';
    const outcomeOf = outcomes[authorisation.state as keyof typeof outcomes];
    const read = () => ask('read', id, intent, () => provider.read(authorisation.id));
    const outcomeIn = (payment: ProviderPayment) =>
      isTakenOtherwise(payment, authorisation) ? payment : outcomeOf(payment, authorisation);
    let before: ProviderPayment | undefined;
    try {
      before = await read();
      // While the customer's bank decides, the payment can be neither voided nor refunded.
      if (before.state === 'processing') return 'unknown';
      const known = outcomeIn(before);
      if (known !== 'unknown' || authorisation.state === 'unrefunded') return known;
      const key = `${intent.external_reference}-${placeOf(intent, authorisation.id)}`;
      return outcomeIn(await call(id, intent, authorisation, before, key));
    } catch (error) {
      if (!(error instanceof PaymentRefused)) {
        const isLong = clock() - (unclearSince(authorisation) ?? clock()) >= UNCLEAR_UNTIL;
        return before && isLong ? endUnclear(id, intent, authorisation, outcomeIn) : 'unknown';
      }
    }
    try {
      // The payment may have changed after it was read, and the call was refused for that.
      const after = await read();
      const known = outcomeIn(after);
      return known === 'unknown' && after.state === before?.state ? 'refused' : known;
    } catch (error) {
      return error instanceof PaymentRefused ? 'refused' : 'unknown';
    }
  }

  /**
   * The last resort for a step that has failed for a day, while the provider can be reached. A payment
   * that is released can be paid again. A refund is left to the operator.
   */
  async function endUnclear<T>(
    id: string,
    intent: Intent,
    { id: authorisation, state }: Authorisation,
    outcomeIn: (payment: ProviderPayment) => T,
  ): Promise<T | 'refused' | 'unknown'> {
    if (state === 'refunding') return 'refused';
    if (state !== 'capturing') return 'unknown';
    const key = `release-${intent.external_reference}-${placeOf(intent, authorisation)}`;
    const released = ask('void', id, intent, () => provider.void(authorisation, key));
    return released.then(outcomeIn, () => 'unknown' as const);
  }

  function eventOf(step: Authorisation, outcome: Outcome | ProviderPayment): IntentEvent {
    if (typeof outcome !== 'string') return foundTaken(outcome, clock());
    return { type: 'payment-ended', authorisation: step.id, step, outcome, at: clock() };
  }

  function call(
    id: string,
    intent: Intent,
    { id: authorisation, state, captured = 0, refund = 0 }: Authorisation,
    payment: ProviderPayment,
    key: string,
  ): Promise<ProviderPayment> {
    const askFor = (operation: PaymentOperation, call: () => Promise<ProviderPayment>) =>
      ask(operation, id, intent, call);
    if (state === 'capturing') {
      return askFor('capture', () => provider.capture(authorisation, captured, `capture-${key}`));
    }
    if (state === 'voiding')
      return askFor('void', () => provider.void(authorisation, `void-${key}`));
    const amount = refund - goneFrom(payment);
    return askFor('refund', () =>
      provider.refund(authorisation, amount, `refund-${key}-${refund}`),
    );
  }

  return {
    async completeOpen() {
      await completeEach(await index.listOpen(site.key), complete, log);
    },

    async reconsider(id) {
      const intent = await journal.find(id);
      const order = intent ? await newestOrder(id, intent) : null;
      if (!intent || isSettled(intent, order)) return;
      const address = { site: site.key, id };
      const planned = await index.findOpen(address);
      // Its next look comes anyway, or there is no new step to take.
      if (planned && (isDue(planned, clock(), REFUND_REMINDER) || !hasNews(intent, order))) return;
      await index.markOpen(address, { looks: 0, next_look_at: clock() });
    },
  };
}

/** Whether there is nothing left to do at the provider. */
export function isSettled(intent: Intent, order: Order | null): boolean {
  const { authorisations = [] } = intent;
  const due = dueOf(intent, order);
  // Money that is held or taken before the order is decided may have to go back.
  const isWaiting = (one: Authorisation) => due === 'hold' && pays(one);
  // The customer is asked to pay until it is paid or overdue.
  if (isUnpaid(intent, order)) return false;
  return !authorisations.some(
    (one) => isOpen(one) || isWaiting(one) || isNextStepDue(one, due, authorisations),
  );
}

/** Whether a step is due that the last look at the payments did not begin. */
function hasNews(intent: Intent, order: Order | null): boolean {
  const { authorisations = [] } = intent;
  const due = dueOf(intent, order);
  return authorisations.some((one) => isNextStepDue(one, due, authorisations));
}

/** Whether money is to be given back for an order that the journal does not have as placed. */
function isGivenBack(intent: Intent): boolean {
  return intent.state !== 'placed' && hasNews(intent, null);
}

/**
 * Whether an accepted order is not paid because its money could not be taken, and is not overdue
 * yet.
 */
function isUnpaid(intent: Intent, order: Order | null): boolean {
  const due = dueOf(intent, order);
  return (
    typeof due === 'number' && due > 0 && unpaidSince(intent.authorisations ?? []) !== undefined
  );
}

/** As far as is known, the customer has not confirmed it. */
function isUnverified({ state }: Authorisation): boolean {
  return state === 'made' || state === 'voided';
}

/** Until the next look, in milliseconds. */
function pauseAfter(looks: number, { authorisations = [] }: Intent): number {
  const open = authorisations.filter(isOpen);
  const isByHand = open.length > 0 && open.every(({ state }) => state === 'unrefunded');
  if (isByHand) return REFUND_REMINDER;
  return Math.min(FIRST_LOOKUP_PAUSE * 2 ** looks, LONGEST_PAYMENT_PAUSE);
}

function placeOf({ authorisations = [] }: Intent, id: string): number {
  return authorisations.findIndex((authorisation) => authorisation.id === id);
}

function findIn({ authorisations = [] }: Intent, id: string): Authorisation | undefined {
  return authorisations.find((authorisation) => authorisation.id === id);
}

/** Whether money was taken that should be voided, or another amount than planned. */
function isTakenOtherwise(payment: ProviderPayment, { state, captured }: Authorisation): boolean {
  if (payment.state !== 'captured') return false;
  const isOther = payment.captured !== captured || payment.refunded > 0;
  return state === 'voiding' || (state === 'capturing' && isOther);
}

/** The outcome of a step that was begun, from the payment as the provider shows it. */
const outcomes = {
  capturing({ state }: ProviderPayment) {
    if (state === 'captured') return 'done';
    if (state === 'voided') return 'lapsed';
    return state === 'unconfirmed' ? 'refused' : 'unknown';
  },
  voiding({ state }: ProviderPayment) {
    return state === 'voided' ? 'done' : 'unknown';
  },
  refunding: refundIn,
  unrefunded: refundIn,
} as const;

function refundIn(
  payment: ProviderPayment,
  { refund = 0 }: Authorisation,
): 'done' | 'pending' | 'unknown' {
  if (payment.refunded >= refund) return 'done';
  return goneFrom(payment) >= refund ? 'pending' : 'unknown';
}
