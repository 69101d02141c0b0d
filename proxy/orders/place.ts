import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemCode, ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import { statusOfKind } from '../platform/order-body.ts';
import type { Platform } from '../platform/platform.ts';
import { problemBody, ProblemError, refuse } from '../problems.ts';
import { hash } from '../secrets.ts';
import type { Surroundings } from '../surroundings.ts';
import { checkQuote } from './check-quote.ts';
import { checkRequest } from './check-request.ts';
import { classify } from './classify.ts';
import type { Intent, IntentEvent } from './intent.ts';
import type { Journal } from './journal.ts';
import type { Quote } from './quote.ts';
import { readQuote } from './quote.ts';
import { toOrder } from './settle.ts';

const REFERENCE_LENGTH = 26;

/** What a quote takes from the held catalogue, and an order from a live read. */
const heldWrongly = new Set<ProblemCode>([
  'price-changed',
  'price-gone',
  'event-gone',
  'product-gone',
  'product-sold-out',
]);

export interface OrderParts extends Surroundings {
  readonly platform: Platform;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly settled: (key: string, intent: Intent) => Promise<Intent>;
  readonly quoteKey: Promise<Uint8Array>;
}

/** What stands after a request, and whether it was this very request that was sent. */
export interface Placed {
  readonly intent: Intent;
  readonly isFirst: boolean;
}

/**
 * Places an order once per key. Nothing is sent before the journal says that it will be; an answer that is neither yes
 * nor no is never followed by another attempt.
 */
export function createPlace(parts: OrderParts) {
  const { platform, catalogue, journal, settled, quoteKey, config, site, clock, log } = parts;

  return async function place(request: OrderRequest, key: string): Promise<Placed> {
    const fingerprint = await hash(JSON.stringify(request));
    const known = await journal.find(key);
    // A repeated request gets its answer even when its quote has expired in the meantime.
    if (known && known.state !== 'new') return repeated(await settled(key, known), fingerprint);

    const quote = await readQuote(request.quote, clock(), await quoteKey);
    checkRequest(request, quote, site.questions);
    const intent = await newIntent(quote, fingerprint, key);
    await journal.open(key, intent);
    const products = quote.products.length > 0 ? (await catalogue.products()).value : [];
    const problems = await checkQuote(quote, platform, products, clock());
    // Whatever stands in the way, or is booked now: what visitors are shown of these dates is out of date.
    const forget = () => catalogue.forgetDates(quote.lines.map(({ event_id }) => event_id));
    forget();
    checkHeld(problems);
    refuse(problems);

    const { expected } = intent;
    const sent = { type: 'sent', at: clock(), fingerprint, expected } as const;
    const sending = await journal.record(key, sent);
    if (!sending.changed) return repeated(sending.intent, fingerprint);
    const event = await send(request, quote, sending.intent);
    forget();
    return { intent: (await journal.record(key, event)).intent, isFirst: true };
  };

  async function newIntent(quote: Quote, fingerprint: string, key: string): Promise<Intent> {
    const { kind, total, currency } = quote;
    // The same key at another site, or another client of the platform, is another order.
    const named = [config.PROXY_SECRET, site.client.id, site.key, key].join('\n');
    return {
      ...{ state: 'new', attempt: 0, sent_at: 0, fingerprint, order: null, problem: null },
      external_reference: (await hash(named)).slice(0, REFERENCE_LENGTH).toUpperCase(),
      expected: { status: statusOfKind[kind], total, currency },
    };
  }

  async function send(request: OrderRequest, quote: Quote, intent: Intent): Promise<IntentEvent> {
    const { attempt, external_reference } = intent;
    const { questions } = site;
    const date = toInstant(clock());
    try {
      const order = { external_reference, date, quote, request, questions };
      const placed = await platform.createOrder(order);
      if (placed.external_reference === external_reference) {
        return { type: 'taken', attempt, order: toOrder(placed, intent, log) };
      }
      log({ event: 'order-alarm', reason: 'answer-unreadable' });
      return { type: 'unanswered', attempt };
    } catch (error) {
      const type = classify(error);
      if (type !== 'refused') return { type, attempt };
      const problems = await reasons(quote);
      checkHeld(problems);
      const code = problems[0]?.code ?? 'order-refused';
      return { type, attempt, problem: problemBody(code, problems) };
    }
  }

  /** A price or product that differs from what is held would be offered, quoted and refused again. */
  function checkHeld(problems: readonly ProblemDetail[]): void {
    if (problems.some(({ code }) => heldWrongly.has(code))) catalogue.expire();
  }

  /** Why the platform may have refused: its codes are not public, but what is gone can be seen. */
  async function reasons(quote: Quote): Promise<ProblemDetail[]> {
    try {
      const products = quote.products.length > 0 ? await platform.products({ needed: true }) : [];
      return await checkQuote(quote, platform, products, clock());
    } catch {
      return [];
    }
  }
}

function repeated(intent: Intent, fingerprint: string): Placed {
  if (intent.fingerprint !== fingerprint) throw new ProblemError('idempotency-key-reused');
  return { intent, isFirst: false };
}
