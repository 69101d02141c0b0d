import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import { type Catalogue, withBookableUntil } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import { statusOfKind } from '../platform/order-body.ts';
import type { Platform } from '../platform/platform.ts';
import { problemBody, ProblemError, refuse } from '../http/problems.ts';
import { hash } from '../secrets.ts';
import type { SiteContext } from '../context.ts';
import { checkQuote, checkRequest } from './check.ts';
import { classify, type Intent, type IntentEvent } from './intent.ts';
import type { Journal } from './journal.ts';
import { type Quote, readQuote } from './quote.ts';
import { toOrder } from './reconcile.ts';

const REFERENCE_LENGTH = 26;

/** What a quote takes from the held catalogue, and an order from a live read. */
const heldWrongly = /^(event|price|product)-/;

interface Parts extends SiteContext {
  readonly platform: Platform;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly settled: (key: string, intent: Intent) => Promise<Intent>;
  readonly quoteKey: Promise<Uint8Array>;
}

/**
 * Places an order once per key. Nothing is sent before the journal says that it will be; an answer
 * that is neither yes nor no is never followed by another attempt.
 */
export function createPlace(parts: Parts) {
  const { platform, catalogue, journal, settled, quoteKey, config, site, clock, log } = parts;

  /** Answers what stands now, and whether it was this very request that was sent. */
  return async function place(request: OrderRequest, key: string) {
    const fingerprint = await hash(JSON.stringify(request));
    const known = await journal.find(key);
    // A repeated request gets its answer even when its quote has expired in the meantime.
    if (known && known.state !== 'new') return repeated(await settled(key, known), fingerprint);

    const quote = await readQuote(request.quote, clock(), await quoteKey);
    checkRequest(request, quote, site.questions);
    const intent = await newIntent(quote, fingerprint, key);
    await journal.open(key, intent);
    refuse(await check(quote, async () => (await catalogue.products()).value));

    const sending = await journal.record(key, {
      type: 'sent',
      at: clock(),
      fingerprint,
      expected: intent.expected,
    });
    if (!sending.changed) return repeated(sending.intent, fingerprint);
    const event = await send(request, quote, sending.intent);
    forgetDates(quote);
    return { intent: (await journal.record(key, event)).intent, isFirst: true };
  };

  async function newIntent(
    { kind, total, currency }: Quote,
    fingerprint: string,
    key: string,
  ): Promise<Intent> {
    // The same key at another site, or another client of the platform, is another order.
    const named = [config.PROXY_SECRET, site.client.id, site.key, key].join('\n');
    return {
      ...{ state: 'new', attempt: 0, sent_at: 0, fingerprint, order: null, problem: null },
      external_reference: (await hash(named)).slice(0, REFERENCE_LENGTH).toUpperCase(),
      expected: { status: statusOfKind[kind], total, currency },
    };
  }

  /**
   * What stands in the way now, from a live read. What is held and differs would be offered, quoted
   * and refused again.
   */
  async function check(
    quote: Quote,
    readProducts: () => Promise<readonly Product[]>,
  ): Promise<ProblemDetail[]> {
    const products = quote.products.length > 0 ? await readProducts() : [];
    const [found, dates] = await Promise.all([
      platform.eventsById([...new Set(quote.lines.map(({ event_id }) => event_id))]),
      platform.datesById(quote.lines.map(({ date_id }) => date_id)),
    ]);
    const events = new Map(found.map((event) => [event.id, event]));
    const offer = { events, dates: withBookableUntil(dates, events), products, now: clock() };
    const problems = checkQuote(quote, offer);
    forgetDates(quote);
    if (problems.some(({ code }) => heldWrongly.test(code))) catalogue.expire();
    return problems;
  }

  /**
   * Whatever stands in the way, or is booked now: what visitors are shown of these dates is out of
   * date.
   */
  function forgetDates({ lines }: Quote): void {
    catalogue.forgetDates(lines.map(({ event_id }) => event_id));
  }

  async function send(request: OrderRequest, quote: Quote, intent: Intent): Promise<IntentEvent> {
    const { attempt, external_reference } = intent;
    const order = {
      external_reference,
      date: toInstant(clock()),
      quote,
      request,
      questions: site.questions,
    };
    try {
      const placed = await platform.createOrder(order);
      if (placed.external_reference === external_reference) {
        return { type: 'taken', attempt, order: toOrder(placed, intent, log) };
      }
      log({ event: 'order-alarm', reason: 'answer-unreadable' });
      return { type: 'unanswered', attempt };
    } catch (error) {
      const type = classify(error);
      if (type !== 'refused') return { type, attempt };
      // The platform's codes are not public, but what is gone can be seen.
      const problems = await check(quote, () => platform.products('order')).catch(() => []);
      return {
        type,
        attempt,
        problem: problemBody(problems[0]?.code ?? 'order-refused', problems),
      };
    }
  }
}

function repeated(intent: Intent, fingerprint: string) {
  if (intent.fingerprint !== fingerprint) throw new ProblemError('idempotency-key-reused');
  return { intent, isFirst: false };
}
