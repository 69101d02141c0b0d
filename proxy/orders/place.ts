import type { OrderRequest } from '#contract/order.schema';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import type { SiteContext } from '../context.ts';
import { ProblemError, throwProblems } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import { hasEnded, type Intent, isUnplaced, lastAttempt, type Order } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { Moment } from '../journal/moment.ts';
import { newIntent } from '../journal/new-intent.ts';
import { createOrderCheckGate } from '../journal/pass-order-check.ts';
import { isExpired, type OpenedQuote, quoteExpired } from '../journal/quote.ts';
import type { UsedQuotes } from '../journal/used-quotes.ts';
import type { OrderOrigin } from '../order-check.ts';
import type { CheckoutPayments } from '../payments/checkout-payments.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacesOfDate, Visitor } from '../ports.ts';
import type { History } from '../store/history.ts';
import { StoreUnavailable } from '../store/store.ts';
import { checkRequest } from './check.ts';
import { createEarlierOrders } from './earlier-orders.ts';
import { createLiveOffers } from './live-offer.ts';
import { type OpenedOrder, type Placement, replay, type Sender } from './placement.ts';
import type { Offer } from './price-line.ts';
import type { Reconciler } from './reconcile.ts';
import { createRefusals } from './refusals.ts';
import { createOrderSender } from './send-order.ts';
import type { Summaries } from './summary.ts';
import { createUnclearOrders } from './unclear-orders.ts';

export interface OrderPlacer {
  /** Places an order once per key. @throws {ProblemError} when nothing was sent */
  place(
    request: OrderRequest,
    key: string,
    visitor: Visitor,
    origin?: OrderOrigin,
  ): Promise<Placement>;
  /**
   * Frees the places of orders that this process sent and that are absent, whichever process found
   * out.
   */
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
  readonly payments: Pick<CheckoutPayments, 'verify'>;
  readonly summaries: Summaries;
  readonly raiseAlarm: RaiseAlarm;
  readonly usedQuotes: Pick<UsedQuotes, 'use'>;
  readonly now: () => Moment;
  /**
   * @throws {ProblemError} when the quote is forged, or was signed by another proxy or for another
   * site
   */
  readonly openQuote: (signed: string) => Promise<OpenedQuote>;
  readonly hash: (text: string) => Promise<string>;
  /** The hash of the view key that belongs to a key. */
  readonly viewIdOf: (key: string) => Promise<string>;
}

/** The offer that an order was checked against, or the order that the platform already has. */
type Checked =
  | { readonly offer: Offer; readonly freePlaces: () => void; readonly order?: undefined }
  | { readonly order: Order };

/** Besides the calls for its dates: live events, the look-up of the reference, and the create. */
const CALLS_OF_AN_ORDER = 3;

/**
 * The exactly-once algorithm. The journal records `sending` before anything is sent, and after an
 * unclear response nothing is sent again. A refusal before sending is recorded by compare-and-set
 * too, so of two copies of a request one cannot get a refusal while the other sends.
 */
export function createOrderPlacer(parts: Parts, context: SiteContext): OrderPlacer {
  const { catalog, journal, history, reconciler, payments, usedQuotes, openQuote, hash } = parts;
  const { site, clock } = context;
  const passOrderCheck = createOrderCheckGate(parts, context);
  const earlierOrders = createEarlierOrders(parts, context);
  const liveOffers = createLiveOffers(parts, context);
  const unclearOrders = createUnclearOrders(journal, clock);
  const orderSender = createOrderSender({ ...parts, liveOffers, unclearOrders }, context);
  const { refuse, decline } = createRefusals({ journal, earlierOrders, orderSender });

  async function place(
    request: OrderRequest,
    key: string,
    visitor: Visitor,
    origin: OrderOrigin = {},
  ): Promise<Placement> {
    const id = await hash(key);
    // The submission is not part of the fingerprint: the order is the same without it.
    const { submission, ...content } = request;
    const fingerprint = await hash(JSON.stringify(content));
    const sender = { visitor, origin, key, id, fingerprint, submission };
    try {
      return await placeOnce(request, sender);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // A failed write does not prove that nothing was sent, or that no copy of the request will
      // be. It becomes a refusal only once the journal has recorded one.
      return decline(error, sender).catch((failure: unknown) => {
        if (failure === error || failure instanceof ProblemError) throw failure;
        throw new ProblemError('internal-error');
      });
    }
  }

  async function placeOnce(request: OrderRequest, sender: Sender): Promise<Placement> {
    const { id, fingerprint, visitor } = sender;
    const existing = await journal.find(id);
    // A repeated request gets its response even when its quote has expired in the meantime.
    if (existing && existing.state !== 'new') {
      const intent = (await reconciler.reconcile(id, 'question')) ?? existing;
      return replay(await noteRepeated(intent, sender), fingerprint);
    }
    const opened = await openQuote(request.quote);
    const { quote } = opened;
    const memory = await history.since(quote.mark);
    const release = await usedQuotes.use(quote, id, visitor.takeIntent);
    const intent = existing ?? (await newIntent(opened, sender, parts, context));
    if (!existing) await journal.open(id, intent);
    const placement = await checkAndSend({ request, quote, intent, memory }, sender);
    if (!isUnplaced(placement.intent)) release();
    return placement;
  }

  async function checkAndSend(order: OpenedOrder, sender: Sender): Promise<Placement> {
    const { request, intent } = order;
    const { id, visitor, origin } = sender;
    let checked: Checked;
    try {
      await passOrderCheck({ ...origin, step: 'order', id, lang: request.lang }, intent);
      checked = await checkBeforeSending(order, id, visitor);
      if (checked.order) return await adopt(checked.order, intent, id);
    } catch (error) {
      return refuse(error, order, sender);
    }
    const { offer, freePlaces } = checked;
    const placement = await orderSender.send({ ...order, offer, freePlaces }, sender);
    return placement ?? refuse(new ProblemError('platform-busy'), order, sender);
  }

  /** @throws {ProblemError} when the order must not be sent */
  async function checkBeforeSending(
    { request, quote, intent, memory }: OpenedOrder,
    id: string,
    visitor: Visitor,
  ): Promise<Checked> {
    const ofProducts = quote.products.length > 0 ? 1 : 0;
    const ofDates = await catalog.callsOfLiveDates(quote.lines);
    visitor.charge(CALLS_OF_AN_ORDER + ofProducts + ofDates);
    const forgotten = await earlierOrders.findForgotten(intent, memory);
    if (forgotten) return { order: forgotten };
    if (isExpired(quote, clock(), intent)) {
      // This refusal is final, so it must not be given for an order that was sent before the
      // journal was lost.
      const earlier = await earlierOrders.find(intent);
      if (earlier) return { order: earlier };
      throw quoteExpired();
    }
    checkRequest(request, quote, site);
    const [offer, earlier] = await Promise.all([
      liveOffers.read(quote),
      earlierOrders.find(intent),
    ]);
    if (earlier) return { order: earlier };
    throwProblems(liveOffers.check(quote, offer));
    await payments.verify(id, quote);
    const { email } = request.contact;
    return { offer, freePlaces: await visitor.takeOrder(placesOf(request), email) };
  }

  /** Records the submission, so that late copies of it send nothing. */
  async function noteRepeated(intent: Intent, { id, submission }: Sender): Promise<Intent> {
    if (submission === undefined || hasEnded(intent)) return intent;
    return (await journal.record(id, { type: 'repeated', submission })).intent;
  }

  async function adopt(order: Order, asked: Intent, id: string): Promise<Placement> {
    const of = lastAttempt(asked);
    const { intent } = await journal.record(id, { type: 'placed', of, order });
    return { intent, isFirst: false };
  }

  return { place, freeAbsent: unclearOrders.freeAbsent };
}

function placesOf({ lines }: OrderRequest): PlacesOfDate[] {
  return lines.map(({ date_id, participants }) => ({ date_id, places: participants.length }));
}
