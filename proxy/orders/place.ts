import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemCode, ProblemDetail, Problem } from '../../src/contract/problem.schema.ts';
import { allWithBookableUntil } from '../catalog/bookable-until.ts';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import { toInstant } from '../clock.ts';
import type { PlacesOfDate, SiteContext, Visitor } from '../context.ts';
import { invalidField, toProblem, ProblemError, throwProblems } from '../http/problems.ts';
import { OrderUnreadable } from '../platform/errors.ts';
import { statusOfKind } from '../platform/order-body.ts';
import type { Platform } from '../platform/platform.ts';
import type { OrderDetails } from '../platform/translate.ts';
import type { History, Memory } from '../store/history.ts';
import { StoreUnavailable } from '../store/store.ts';
import { sendTimeOf } from '../time-limits.ts';
import { checkQuote, checkRequest } from './check.ts';
import type { RaiseAlarm } from './alarm.ts';
import { sentOf } from './differences.ts';
import {
  classify,
  hasEnded,
  type Intent,
  type IntentEvent,
  isUnplaced,
  lacksToken,
  type Order,
  sentMoment,
  settledAt,
} from './intent.ts';
import type { PaymentCompleter } from './complete-payments.ts';
import { IntentUnreadable, type Journal, type Recorded } from './journal.ts';
import { longestElapsed, type Moment } from './moment.ts';
import { type OrderOrigin, passOrderCheck } from './order-check.ts';
import type { Offer } from './price-line.ts';
import { isExpired, type OpenedQuote, type Quote, quoteExpired, signedAt } from './quote.ts';
import { ourOrder, type Reconciler, toOrder } from './reconcile.ts';
import type { Summaries } from './summary.ts';
import type { UsedQuotes } from './used-quotes.ts';

export interface Placement {
  /** The intent under the key, as it is now. */
  readonly intent: Intent;
  /** Whether this request has sent the order, and not an earlier one. */
  readonly isFirst: boolean;
  /** The details in the platform's response to the create. */
  readonly details?: OrderDetails | undefined;
}

export interface OrderPlacer {
  /** Places an order once per key. @throws {ProblemError} when nothing was sent */
  place(
    request: OrderRequest,
    key: string,
    visitor: Visitor,
    origin?: OrderOrigin,
  ): Promise<Placement>;
  /** Frees the places of orders sent here that are absent, whichever process has found that out. */
  freeAbsent(): Promise<void>;
}

interface Parts {
  readonly platform: Pick<Platform, 'createOrder' | 'findOrders' | 'eventsById' | 'productsById'>;
  readonly catalog: Pick<
    SiteCatalog,
    'liveDates' | 'callsOfLiveDates' | 'doubtDates' | 'invalidateOffers'
  >;
  readonly journal: Journal;
  readonly history: Pick<History, 'since' | 'hasGapWithin'>;
  readonly reconciler: Pick<Reconciler, 'reconcile'>;
  readonly payments?: Pick<PaymentCompleter, 'record'> | undefined;
  readonly summaries: Summaries;
  readonly raiseAlarm: RaiseAlarm;
  readonly usedQuotes: Pick<UsedQuotes, 'use'>;
  readonly now: () => Moment;
  /** @throws {ProblemError} when the quote is forged, or another proxy's or site's */
  readonly openQuote: (signed: string) => Promise<OpenedQuote>;
  readonly hash: (text: string) => Promise<string>;
  /** The hash of the view key that belongs to a key. */
  readonly viewIdOf: (key: string) => Promise<string>;
}

/** The outcome of the create, with the order's details where it succeeded. */
interface Created {
  readonly outcome: IntentEvent;
  readonly details?: OrderDetails | undefined;
  /** It was not executed for want of a good token. */
  readonly lacksToken?: boolean;
}

/** The offer that an order was checked against, or the order that the platform has already. */
type Checked =
  | { readonly offer: Offer; readonly freePlaces: () => void; readonly order?: undefined }
  | { readonly order: Order };

/** Whom a request comes from, and what tells it from others. */
interface Sender {
  readonly visitor: Visitor;
  readonly origin: OrderOrigin;
  readonly key: string;
  /** The intent's id. */
  readonly id: string;
  readonly fingerprint: string;
  /** Grows with each press of the order button under the key. */
  readonly submission: number | undefined;
}

/** What is to be sent, once it was checked. */
interface OpenedOrder {
  readonly request: OrderRequest;
  readonly quote: Quote;
  /** As it was before the checks. */
  readonly intent: Intent;
  /** What the store knows of the time since the quote was signed. */
  readonly memory: Memory;
}

interface CheckedOrder extends OpenedOrder {
  readonly offer: Offer;
  /** Called where it is not placed: its places and its mail do not count for the visitor. */
  readonly freePlaces: () => void;
}

const REFERENCE_LENGTH = 26;
/** Beside those for its dates: live events, the look-up of the reference, and the create. */
const CALLS_OF_AN_ORDER = 3;

/** Problems that show that the cached catalog is stale. */
const staleCatalogCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'event-gone',
  // The date's event may have another time zone.
  'date-gone',
  'price-gone',
  'price-changed',
  'product-gone',
  'product-sold-out',
]);

/**
 * Final refusals: the customer needs a new quote, and so a new key. Any other refusal, such as of a
 * busy platform or of invalid input, may be retried under the same key.
 */
const finalCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'event-gone',
  'date-gone',
  'date-passed',
  'price-gone',
  'price-changed',
  'sold-out',
  'too-few-participants',
  'too-many-participants',
  'product-gone',
  'product-sold-out',
  'quote-expired',
]);

/**
 * The exactly-once algorithm. The journal records `sending` before anything is sent, and after an
 * unclear response nothing is sent again. A refusal before sending is recorded by compare-and-set
 * too, so of two copies of a request one cannot get a refusal while the other sends.
 */
export function createOrderPlacer(
  parts: Parts,
  { config, site, clock, checkOrder }: SiteContext,
): OrderPlacer {
  const { platform, catalog, journal, history, reconciler, payments, summaries } = parts;
  const { usedQuotes, raiseAlarm, now, openQuote, hash, viewIdOf } = parts;
  const send_time = sendTimeOf(config);
  const settleTime = config.ORDER_SETTLE_SECONDS * 1000;
  /** When the cached catalog was last invalidated. */
  let invalidatedAt = 0;
  /** By id of the intent: the orders that were sent here without a clear response. */
  const unclear = new Map<string, { settled: number; freePlaces: () => void }>();

  async function place(
    request: OrderRequest,
    key: string,
    visitor: Visitor,
    origin: OrderOrigin = {},
  ): Promise<Placement> {
    const id = await hash(key);
    if (request.payment !== undefined && !payments) {
      throw invalidField('payment', 'this proxy takes no payments');
    }
    // Submission and payment are no part of the fingerprint: the order is the same without them.
    const { submission, payment: _payment, ...content } = request;
    const fingerprint = await hash(JSON.stringify(content));
    const sender = { visitor, origin, key, id, fingerprint, submission };
    try {
      return await placeOnce(request, sender);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // A failed write does not prove that nothing was sent, or that no copy of the request will be.
      // It is a refusal only once the journal has it.
      return decline(error, sender).catch((failure: unknown) => {
        if (failure === error || failure instanceof ProblemError) throw failure;
        throw new ProblemError('internal-error');
      });
    }
  }

  async function placeOnce(request: OrderRequest, sender: Sender): Promise<Placement> {
    const { key, id, fingerprint, visitor } = sender;
    const existing = await journal.find(id);
    if (existing) await recordPayment(request, id);
    // A repeated request gets its response even when its quote has expired in the meantime.
    if (existing && existing.state !== 'new') {
      const intent = (await reconciler.reconcile(id, 'question')) ?? existing;
      return replay(await noteRepeated(intent, sender), fingerprint);
    }
    const opened = await openQuote(request.quote);
    const { quote } = opened;
    const memory = await history.since(quote.mark);
    const release = await usedQuotes.use(quote, id, visitor.takeIntent);
    const intent = existing ?? (await newIntent(opened, fingerprint, key));
    if (!existing) {
      await journal.open(id, intent);
      await recordPayment(request, id);
    }
    const placement = await checkAndSend({ request, quote, intent, memory }, sender);
    if (!isUnplaced(placement.intent)) release();
    return placement;
  }

  async function checkAndSend(order: OpenedOrder, sender: Sender): Promise<Placement> {
    const { request, intent } = order;
    const { id, visitor } = sender;
    let checked: Checked;
    try {
      await passOwnCheck(request, sender);
      checked = await checkBeforeSending(order, visitor);
      if (checked.order) return await adopt(checked.order, intent.attempt, id);
    } catch (error) {
      return refuse(error, order, sender);
    }
    const { offer, freePlaces } = checked;
    return send({ ...order, offer, freePlaces }, sender);
  }

  /**
   * Records that the order is being sent. `changed` is false if another request under this key is
   * being sent, was sent, or was refused.
   */
  function recordSending({ quote, intent }: OpenedOrder, sender: Sender): Promise<Recorded> {
    const { id, fingerprint, submission } = sender;
    // Of before the checks: if a copy of the request was refused meanwhile, this one must not send.
    const { attempt } = intent;
    const expected = expectedOf(quote);
    const sent = now();
    const sending: IntentEvent = {
      type: 'sending',
      attempt,
      submission,
      client_id: site.client.id,
      sent,
      send_time,
      fingerprint,
      expected,
    };
    return journal.record(id, sending);
  }

  /** Records `sending` before the create, and the outcome after it. */
  async function send(order: CheckedOrder, sender: Sender): Promise<Placement> {
    const { request, quote, memory, offer, freePlaces } = order;
    const { id } = sender;
    const recorded = await recordSending(order, sender).catch((error: unknown) => {
      freePlaces();
      throw error;
    });
    if (!recorded.changed) {
      freePlaces();
      return refuse(new ProblemError('platform-busy'), order, sender);
    }

    const summarised = summaries.save(id, quote, offer);
    const created = (await memory.isUnbroken())
      ? await create(request, quote, recorded.intent, memory)
      : notSent(recorded.intent);
    const { details } = created;
    const outcome = inDoubt(created.outcome, recorded.intent, memory);
    if (outcome.type === 'refused' || outcome.type === 'unsent') freePlaces();
    if (outcome.type === 'unclear') {
      unclear.set(id, { settled: settledAt(recorded.intent), freePlaces });
    }
    catalog.doubtDates(quote.lines);
    // The order was sent, so a store that fails now must not become a refusal.
    const ended = await journal.record(id, outcome, recorded.intent).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return recorded;
      throw error;
    });
    if (ended.wasLost) memory.noteLoss();
    await summarised;
    return { intent: ended.intent, isFirst: true, details };
  }

  /** Before anything is looked up for the order. @throws {ProblemError} */
  async function passOwnCheck({ lang }: OrderRequest, { id, origin }: Sender): Promise<void> {
    if (!checkOrder) return;
    await passOrderCheck(checkOrder, { ...origin, site: site.key, id, lang });
  }

  /** @throws {ProblemError} when the order must not be sent */
  async function checkBeforeSending(
    { request, quote, intent, memory }: OpenedOrder,
    visitor: Visitor,
  ): Promise<Checked> {
    const ofProducts = quote.products.length > 0 ? 1 : 0;
    const ofDates = await catalog.callsOfLiveDates(quote.lines);
    visitor.charge(CALLS_OF_AN_ORDER + ofProducts + ofDates);
    const forgotten = await findForgotten(intent, memory);
    if (forgotten) return { order: forgotten };
    if (isExpired(quote, clock())) {
      // That refusal is final, so it is not given for an order that a lost journal has sent.
      const earlier = await findEarlier(intent);
      if (earlier) return { order: earlier };
      throw quoteExpired();
    }
    checkRequest(request, quote, site);
    const [offer, earlier] = await Promise.all([readOffer(quote), findEarlier(intent)]);
    if (earlier) return { order: earlier };
    throwProblems(checkLive(quote, offer));
    const { email } = request.contact;
    return { offer, freePlaces: await visitor.takeOrder(placesOf(request), email) };
  }

  /** Before the outcome, so that the authorisation is captured or voided whatever it is. */
  async function recordPayment({ payment }: OrderRequest, id: string): Promise<void> {
    if (payment !== undefined) await payments?.record(id, payment);
  }

  /** Records the submission, so that late copies of it send nothing. */
  async function noteRepeated(intent: Intent, { id, submission }: Sender): Promise<Intent> {
    if (submission === undefined || hasEnded(intent)) return intent;
    return (await journal.record(id, { type: 'repeated', submission })).intent;
  }

  /**
   * An order under the reference before this attempt has sent any: the platform has taken it and said
   * otherwise, or the journal that sent it was lost.
   */
  async function findEarlier(intent: Intent): Promise<Order | undefined> {
    const { orders, isComplete } = await platform.findOrders(intent.external_reference);
    // Nothing is sent again while the list does not show that there is none.
    if (intent.sent_at > 0 && orders.length === 0 && !isComplete) {
      throw new ProblemError('platform-busy');
    }
    return ourOrder(orders, intent, raiseAlarm);
  }

  /**
   * A store that has gone back since the quote was signed may have forgotten its order, so the
   * platform is asked. That it has none proves nothing while the order may still land.
   */
  async function findForgotten(intent: Intent, memory: Memory): Promise<Order | undefined> {
    if (!memory.hasGap()) return undefined;
    const { orders, isComplete } = await platform.findOrders(intent.external_reference);
    const isProof = isComplete && !mayBeUnderWay(memory);
    if (orders.length === 0 && !isProof) throw new ProblemError('platform-busy');
    return ourOrder(orders, intent, raiseAlarm);
  }

  /** Whether an order that the store has forgotten may still land. */
  function mayBeUnderWay(memory: Memory): boolean {
    return memory.hasGap() && history.hasGapWithin(send_time + settleTime);
  }

  async function adopt(order: Order, attempt: number, id: string): Promise<Placement> {
    const { intent } = await journal.record(id, { type: 'placed', attempt, order });
    return { intent, isFirst: false };
  }

  /** Nothing is sent. It is a refusal, unless the store may have forgotten that the order was sent. */
  function refuse(error: unknown, order: OpenedOrder, sender: Sender): Promise<Placement> {
    return mayBeUnderWay(order.memory) ? doubt(order, sender) : decline(error, sender);
  }

  /** Records the order as one that was sent without a clear response, so that it is looked up. */
  async function doubt(order: OpenedOrder, sender: Sender): Promise<Placement> {
    const { id } = sender;
    // The store may have lost the intent too.
    await journal.open(id, order.intent);
    const recorded = await recordSending(order, sender);
    if (!recorded.changed) return decline(new ProblemError('platform-busy'), sender);
    const { attempt } = recorded.intent;
    const { intent } = await journal.record(id, { type: 'unclear', attempt }, recorded.intent);
    return { intent, isFirst: false };
  }

  /**
   * Records a refusal before anything was sent. If another request under this key sends or has
   * sent, the response is that of the journal instead.
   */
  async function decline(
    error: unknown,
    { id, fingerprint, submission }: Sender,
  ): Promise<Placement> {
    const event: IntentEvent =
      error instanceof ProblemError && finalCodes.has(error.code)
        ? { type: 'declined', fingerprint, problem: error.problem }
        : { type: 'postponed', submission };
    const { intent } = await journal.record(id, event);
    if (intent.state === 'new') throw error;
    return replay(intent, fingerprint);
  }

  async function newIntent(
    { quote, secret }: OpenedQuote,
    fingerprint: string,
    key: string,
  ): Promise<Intent> {
    return {
      state: 'new',
      opened_at: clock(),
      attempt: 0,
      sent_at: 0,
      fingerprint,
      external_reference: await referenceOf(key, secret),
      view_id: await viewIdOf(key),
      expected: expectedOf(quote),
      order: null,
      problem: null,
    };
  }

  /**
   * The external reference, which differs by site and client. It is derived from the secret of the
   * quote, so that processes with another `PROXY_SECRET` send the same reference.
   */
  async function referenceOf(key: string, secret: string): Promise<string> {
    const parts = [secret, site.client.id, site.key, key];
    return (await hash(parts.join('\n'))).slice(0, REFERENCE_LENGTH).toUpperCase();
  }

  /** The current offer of the platform for the dates and products of a quote. */
  async function readOffer(quote: Quote): Promise<Offer> {
    // A root too, as a child may have its time zone.
    const eventIds = new Set(
      quote.lines.flatMap(({ event_id, root_event_id = event_id }) => [event_id, root_event_id]),
    );
    const [liveEvents, liveDates, products] = await Promise.all([
      platform.eventsById([...eventIds]),
      catalog.liveDates(quote.lines),
      platform.productsById(quote.products.map(({ product_id }) => product_id)),
    ]);
    const events = new Map(liveEvents.map((event) => [event.id, event]));
    return { events, dates: allWithBookableUntil(liveDates, events), products, now: clock() };
  }

  /**
   * The problems of a quote with the live offer. If they show that the cached catalog is stale,
   * it is invalidated, or the same would be quoted and refused again. A quote of before that shows
   * nothing new: there may be any number of them, and nobody is charged for the listings.
   */
  function checkLive(quote: Quote, offer: Offer): ProblemDetail[] {
    const problems = checkQuote(quote, offer);
    const isStale = problems.some(({ code }) => staleCatalogCodes.has(code));
    // A time that is still to come was recorded before the clock was set back.
    const isNews = signedAt(quote) >= invalidatedAt || invalidatedAt > clock();
    if (isStale && isNews) {
      invalidatedAt = clock();
      catalog.invalidateOffers();
    }
    return problems;
  }

  /**
   * Sends the create, and once more where it lacked a good token. The reference is looked up before:
   * the platform may have taken what it refused, and the look-up brings a token that it takes.
   */
  async function create(
    request: OrderRequest,
    quote: Quote,
    intent: Intent,
    memory: Memory,
  ): Promise<Created> {
    const created = await createOnce(request, quote, intent);
    if (!created.lacksToken) return created;
    const found = await platform.findOrders(intent.external_reference).catch(() => undefined);
    const order = found && ourOrder(found.orders, intent, raiseAlarm);
    if (order) return { outcome: { type: 'placed', attempt: intent.attempt, order } };
    const mayRepeat = found?.isComplete && (await memory.isUnbroken());
    return mayRepeat ? createOnce(request, quote, intent) : created;
  }

  async function createOnce(request: OrderRequest, quote: Quote, intent: Intent): Promise<Created> {
    const { attempt, external_reference } = intent;
    const timeLeft = () => send_time - longestElapsed(sentMoment(intent), now());
    const date = toInstant(clock());
    const { questions } = site;
    try {
      const order = { external_reference, date, quote, request, questions };
      const placed = await platform.createOrder(order, timeLeft);
      // A response without a reference is that of our order; another reference is not.
      if (!['', external_reference].includes(placed.external_reference)) {
        throw new OrderUnreadable('the response is an order of another reference', placed);
      }
      const outcome = { type: 'placed', attempt, order: toOrder(placed, intent) } as const;
      return { outcome, details: placed.details };
    } catch (error) {
      const type = classify(error);
      if (error instanceof OrderUnreadable) {
        raiseAlarm('order-unreadable', { intent, orders: [error.order] });
        return { outcome: { type: 'unclear', attempt, acknowledged: true } };
      }
      if (type !== 'refused') return { outcome: { type, attempt }, lacksToken: lacksToken(error) };
      return { outcome: { type, attempt, problem: await explainRefusal(quote) } };
    }
  }

  /** The platform's error codes are not public, so the reason is derived from the live offer. */
  async function explainRefusal(quote: Quote): Promise<Problem> {
    const offer = await readOffer(quote).catch(() => undefined);
    const problems = offer ? checkLive(quote, offer) : [];
    return toProblem(problems[0]?.code ?? 'order-refused', problems);
  }

  async function freeAbsent(): Promise<void> {
    for (const [id, { settled, freePlaces }] of unclear) {
      // No order is absent before, and each look reads the store.
      if (clock() < settled) continue;
      const intent = await journal.find(id).catch((error: unknown) => {
        // An unreadable intent must not stop the others.
        if (error instanceof IntentUnreadable) return undefined;
        throw error;
      });
      if (intent && !hasEnded(intent)) continue;
      unclear.delete(id);
      if (intent?.state === 'absent') freePlaces();
    }
  }

  return { place, freeAbsent };
}

/** Before the create the store could not be read, or has gone back. */
function notSent({ attempt }: Intent): Created {
  return { outcome: { type: 'unsent', attempt } };
}

/** If the store has gone back meanwhile, a copy of the request may have been sent. */
function inDoubt(outcome: IntentEvent, { attempt }: Intent, memory: Memory): IntentEvent {
  return outcome.type === 'unsent' && memory.hasGap() ? { type: 'unclear', attempt } : outcome;
}

function placesOf({ lines }: OrderRequest): PlacesOfDate[] {
  return lines.map(({ date_id, participants }) => ({ date_id, places: participants.length }));
}

function expectedOf(quote: Quote): Intent['expected'] {
  return { status: statusOfKind[quote.kind], ...sentOf(quote) };
}

/** The response of the journal; a different request under the same key is refused. */
function replay(intent: Intent, fingerprint: string): Placement {
  if (intent.fingerprint !== fingerprint) throw new ProblemError('idempotency-key-reused');
  return { intent, isFirst: false };
}
