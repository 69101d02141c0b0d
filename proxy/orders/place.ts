import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemCode, ProblemDetail, Problem } from '../../src/contract/problem.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import { type Catalogue, withBookableUntil } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { toProblem, ProblemError, throwProblems } from '../http/problems.ts';
import { OrderUnreadable } from '../platform/errors.ts';
import { statusOfKind } from '../platform/order-body.ts';
import type { Platform } from '../platform/platform.ts';
import { hash } from '../secrets.ts';
import { StoreUnavailable } from '../store/store.ts';
import { sendTimeOf } from '../time-limits.ts';
import { checkQuote, checkRequest } from './check.ts';
import { classify, type Intent, type IntentEvent, type Order, sentMoment } from './intent.ts';
import type { Journal } from './journal.ts';
import { longestElapsed, type Moment } from './moment.ts';
import { checkExpiry, type Quote, verifyQuote } from './quote.ts';
import { type Reconciler, toOrder } from './reconcile.ts';

export interface Placement {
  /** The intent under the key, as it is now. */
  readonly intent: Intent;
  /** Whether it was this very request that was sent. */
  readonly isFirst: boolean;
}

export interface OrderPlacer {
  /** Places an order once per key. @throws {ProblemError} when nothing was sent */
  place(request: OrderRequest, key: string): Promise<Placement>;
}

interface Parts {
  readonly platform: Platform;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly reconciler: Reconciler;
  readonly now: () => Moment;
  readonly quoteKey: Promise<Uint8Array>;
}

const REFERENCE_LENGTH = 26;

/** Problems of what a quote takes from the cached catalogue, and an order from a live read. */
const staleCatalogueCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'event-gone',
  'price-gone',
  'price-changed',
  'product-gone',
  'product-sold-out',
]);

/**
 * A no for good: the customer needs another quote, and so another key. Every other no, of a platform
 * that is busy or of what was typed, may be tried again under the same key.
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
 * The exactly-once algorithm. Nothing is sent before the journal says that it will be, and after a
 * response that is neither yes nor no nothing is ever sent again. A no before sending is recorded by
 * compare-and-set too, so the same request that arrives twice cannot be told it while its twin sends.
 */
export function createOrderPlacer(
  { platform, catalogue, journal, reconciler, now, quoteKey }: Parts,
  { config, site, clock, log }: SiteContext,
): OrderPlacer {
  const send_time = sendTimeOf(config);

  async function place(request: OrderRequest, key: string): Promise<Placement> {
    const fingerprint = await hash(JSON.stringify(request));
    const existing = await journal.find(key);
    // A repeated request gets its response even when its quote has expired in the meantime.
    if (existing && existing.state !== 'new') {
      return replay(await reconciler.reconcile(key, existing), fingerprint);
    }
    const quote = await verifyQuote(request.quote, await quoteKey);
    const intent = await newIntent(quote, fingerprint, key);
    // A twin may have opened it since, and been told a no: this request began before that.
    const { attempt } = existing ?? intent;
    if (!existing) await journal.open(key, intent);
    try {
      checkExpiry(quote, clock());
      checkRequest(request, quote, site.questions);
      throwProblems(await checkLive(quote, cachedProducts));
    } catch (error) {
      return decline(error, fingerprint, key);
    }

    const { expected } = intent;
    const sent = now();
    const sending = { type: 'sending', attempt, sent, send_time, fingerprint, expected } as const;
    const recorded = await journal.record(key, sending);
    // Somebody else sends under this key, has sent, or was told a no.
    if (!recorded.changed) return decline(new ProblemError('platform-busy'), fingerprint, key);

    const outcome = await create(request, quote, recorded.intent);
    invalidateDates(quote);
    // It was sent, so a store that fails now must not be told as a no.
    const ended = await journal.record(key, outcome).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return recorded;
      throw error;
    });
    if (outcome.type === 'placed') raiseLateAlarm(ended.intent, outcome.order);
    return { intent: ended.intent, isFirst: true };
  }

  /** The platform has an order that the journal does not: somebody has to see to it. */
  function raiseLateAlarm({ state, order, external_reference }: Intent, placed: Order): void {
    if (state === 'absent') {
      log({ event: 'order-alarm', reason: 'placed-after-absent', external_reference });
    } else if (order && order.id !== placed.id) {
      log({ event: 'order-alarm', reason: 'several-orders', external_reference });
    }
  }

  /**
   * Says no before anything was sent, unless somebody else sends under this key or has sent: then it
   * is what the journal says that counts.
   */
  async function decline(error: unknown, fingerprint: string, key: string): Promise<Placement> {
    const event: IntentEvent =
      error instanceof ProblemError && finalCodes.has(error.code)
        ? { type: 'declined', fingerprint, problem: toProblem(error.code, error.errors) }
        : { type: 'postponed' };
    const { intent } = await journal.record(key, event);
    if (intent.state === 'new') throw error;
    return replay(intent, fingerprint);
  }

  async function newIntent(quote: Quote, fingerprint: string, key: string): Promise<Intent> {
    const { kind, total, currency } = quote;
    return {
      state: 'new',
      attempt: 0,
      sent_at: 0,
      fingerprint,
      external_reference: await referenceOf(key),
      expected: { status: statusOfKind[kind], total, currency },
      order: null,
      problem: null,
    };
  }

  /** The same key at another site, or for another client of the platform, is another order. */
  async function referenceOf(key: string): Promise<string> {
    const parts = [config.PROXY_SECRET, site.client.id, site.key, key];
    return (await hash(parts.join('\n'))).slice(0, REFERENCE_LENGTH).toUpperCase();
  }

  /**
   * What stands in the way now. A cache that differs from this live read is dropped, or the same
   * would be offered, quoted and refused again.
   */
  async function checkLive(
    quote: Quote,
    loadProducts: () => Promise<readonly Product[]>,
  ): Promise<ProblemDetail[]> {
    const products = quote.products.length > 0 ? await loadProducts() : [];
    const eventIds = new Set(quote.lines.map(({ event_id }) => event_id));
    const [liveEvents, liveDates] = await Promise.all([
      platform.eventsById([...eventIds]),
      platform.datesById(quote.lines.map(({ date_id }) => date_id)),
    ]);
    const events = new Map(liveEvents.map((event) => [event.id, event]));
    const dates = withBookableUntil(liveDates, events);
    const problems = checkQuote(quote, { events, dates, products, now: clock() });
    invalidateDates(quote);
    if (problems.some(({ code }) => staleCatalogueCodes.has(code))) catalogue.invalidateOffers();
    return problems;
  }

  async function cachedProducts(): Promise<readonly Product[]> {
    return (await catalogue.products()).value;
  }

  /** The one create of this attempt, and what it comes to. */
  async function create(request: OrderRequest, quote: Quote, intent: Intent): Promise<IntentEvent> {
    const { attempt, external_reference } = intent;
    const timeLeft = () => send_time - longestElapsed(sentMoment(intent), now());
    const date = toInstant(clock());
    const { questions } = site;
    try {
      const order = { external_reference, date, quote, request, questions };
      const placed = await platform.createOrder(order, timeLeft);
      // What responds to our own create is our order, unless it names another reference.
      if (!['', external_reference].includes(placed.external_reference)) {
        throw new OrderUnreadable('the response is an order of another reference');
      }
      return { type: 'placed', attempt, order: toOrder(placed, intent, log) };
    } catch (error) {
      const type = classify(error);
      if (error instanceof OrderUnreadable) {
        log({ event: 'order-alarm', reason: 'answer-unreadable' });
        return { type: 'unclear', attempt, acknowledged: true };
      }
      if (type !== 'refused') return { type, attempt };
      return { type, attempt, problem: await explainRefusal(quote) };
    }
  }

  /** The platform's error codes are not public, but what is gone can be seen. */
  async function explainRefusal(quote: Quote): Promise<Problem> {
    const loadProducts = () => platform.products('order');
    const problems = await checkLive(quote, loadProducts).catch(() => []);
    return toProblem(problems[0]?.code ?? 'order-refused', problems);
  }

  /** After an order, or a refusal, cached dates show places that are not there any more. */
  function invalidateDates({ lines }: Quote): void {
    catalogue.invalidateDates(lines.map(({ event_id }) => event_id));
  }

  return { place };
}

/** The same request gets the same response; another one under the same key is refused. */
function replay(intent: Intent, fingerprint: string): Placement {
  if (intent.fingerprint !== fingerprint) throw new ProblemError('idempotency-key-reused');
  return { intent, isFirst: false };
}
