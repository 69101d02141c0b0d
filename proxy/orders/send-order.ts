import type { OrderRequest } from '#contract/order.schema';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { toProblem } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import {
  type Intent,
  type IntentEvent,
  lacksToken,
  lastAttempt,
  sentMoment,
} from '../journal/intent.ts';
import type { Journal, Recorded } from '../journal/journal.ts';
import { longestElapsed, type Moment } from '../journal/moment.ts';
import { expectedOf } from '../journal/new-intent.ts';
import type { Quote } from '../journal/quote.ts';
import { OrderUnreadable, PlatformRefused } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { OrderDetails } from '../platform/translate.ts';
import { outcomeOfWrite } from '../platform/write-outcome.ts';
import type { Memory } from '../store/history.ts';
import { StoreUnavailable } from '../store/store.ts';
import { sendTimeOf } from '../time-limits.ts';
import type { LiveOffers } from './live-offer.ts';
import type { CheckedOrder, OpenedOrder, Placement, Sender } from './placement.ts';
import { ourOrder, toOrder } from './reconcile.ts';
import type { Summaries } from './summary.ts';
import type { UnclearOrders } from './unclear-orders.ts';

/** Sends orders, each between two journal entries that make sure it is sent once. */
export interface OrderSender {
  /**
   * Records that the order is being sent. `changed` is false if another request under this key is
   * being sent, was sent, or was refused.
   */
  recordSending(order: OpenedOrder, sender: Sender): Promise<Recorded>;
  /**
   * Records `sending` before the create, and the outcome after it. Undefined if another request
   * under this key was faster, and this one sent nothing.
   */
  send(order: CheckedOrder, sender: Sender): Promise<Placement | undefined>;
}

interface Parts {
  readonly platform: Pick<Platform, 'createOrder' | 'findOrders'>;
  readonly catalog: Pick<SiteCatalog, 'doubtDates'>;
  readonly journal: Journal;
  readonly liveOffers: Pick<LiveOffers, 'explainRefusal'>;
  readonly unclearOrders: Pick<UnclearOrders, 'add'>;
  readonly summaries: Summaries;
  readonly raiseAlarm: RaiseAlarm;
  readonly now: () => Moment;
}

/** The outcome of the create, with the order's details if it succeeded. */
interface Created {
  readonly outcome: IntentEvent;
  readonly details?: OrderDetails | undefined;
  /** The platform itself says that it was not executed. */
  readonly isDenied?: boolean;
  /** It lacked a good token. */
  readonly lacksToken?: boolean;
}

/** After these, the platform is asked what has become of the order. */
const unclearOutcomes: ReadonlySet<IntentEvent['type']> = new Set(['unclear', 'acknowledged']);

export function createOrderSender(
  { platform, catalog, journal, liveOffers, unclearOrders, summaries, raiseAlarm, now }: Parts,
  { config, site, clock }: Pick<SiteContext, 'config' | 'site' | 'clock'>,
): OrderSender {
  const send_time = sendTimeOf(config);

  function recordSending({ quote, intent }: OpenedOrder, sender: Sender): Promise<Recorded> {
    const { id, fingerprint, submission } = sender;
    // As it was before the checks: if a copy of the request has been refused since, this one must
    // not send.
    const of = lastAttempt(intent);
    const expected = expectedOf(quote);
    const sent = now();
    const sending: IntentEvent = {
      type: 'sending',
      of,
      submission,
      client_id: site.client.id,
      sent,
      send_time,
      fingerprint,
      expected,
    };
    return journal.record(id, sending);
  }

  async function send(order: CheckedOrder, sender: Sender): Promise<Placement | undefined> {
    const { request, quote, memory, offer, freePlaces } = order;
    const { id } = sender;
    const recorded = await recordSending(order, sender).catch((error: unknown) => {
      freePlaces();
      throw error;
    });
    if (!recorded.changed) {
      freePlaces();
      return undefined;
    }

    const summarised = summaries.save(id, quote, offer);
    const created = (await memory.isUnbroken())
      ? await create(request, quote, recorded.intent, memory)
      : notSent(recorded.intent);
    const { details } = created;
    const outcome = inDoubt(created.outcome, memory);
    if (outcome.type === 'refused' || outcome.type === 'unsent') freePlaces();
    if (unclearOutcomes.has(outcome.type)) unclearOrders.add(id, recorded.intent, freePlaces);
    catalog.doubtDates(quote.lines);
    // The order was sent, so a store that fails now must not turn it into a refusal.
    const ended = await journal.record(id, outcome, recorded.intent).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return recorded;
      throw error;
    });
    if (ended.wasLost) memory.noteLoss();
    await summarised;
    return { intent: ended.intent, isFirst: true, details };
  }

  /**
   * Sends the create. A no of the platform counts only once its list does not have the order: it may
   * have taken what it refused, as when a gateway repeats the request. A create that lacked a good
   * token is then sent once more, because the look-up has obtained a token that the platform accepts.
   */
  async function create(
    request: OrderRequest,
    quote: Quote,
    intent: Intent,
    memory: Memory,
    mayRepeat = true,
  ): Promise<Created> {
    const created = await createOnce(request, quote, intent);
    const { outcome, isDenied, lacksToken } = created;
    if (!isDenied && !lacksToken) return created;
    const found = await platform.findOrders(intent.external_reference).catch(() => undefined);
    const order = found && ourOrder(found.orders, intent, raiseAlarm);
    if (order) return { outcome: { type: 'placed', order } };
    if (!found?.isComplete) return isDenied ? { outcome: { type: 'unclear' } } : created;
    if (lacksToken && mayRepeat && (await memory.isUnbroken())) {
      return create(request, quote, intent, memory, false);
    }
    if (outcome.type !== 'refused') return created;
    return { outcome: { ...outcome, problem: await liveOffers.explainRefusal(quote) } };
  }

  async function createOnce(request: OrderRequest, quote: Quote, intent: Intent): Promise<Created> {
    const { external_reference } = intent;
    const of = lastAttempt(intent);
    const timeLeft = () => send_time - longestElapsed(sentMoment(intent), now());
    const date = toInstant(clock());
    const { questions } = site;
    try {
      const payment_date = site.payments.tells_platform ? paidAt(intent) : undefined;
      const order = { external_reference, date, quote, request, questions, payment_date };
      const placed = await platform.createOrder(order, timeLeft);
      // A response without a reference is taken for our order; one with another reference is not.
      if (!['', external_reference].includes(placed.external_reference)) {
        throw new OrderUnreadable('the response is an order of another reference', placed);
      }
      const outcome = { type: 'placed', order: toOrder(placed, intent) } as const;
      return { outcome, details: placed.details };
    } catch (error) {
      const type = outcomeOfWrite(error);
      if (error instanceof OrderUnreadable) {
        raiseAlarm('order-unreadable', { intent, orders: [error.order] });
        return { outcome: { type: 'acknowledged' } };
      }
      if (type === 'unclear') return { outcome: { type } };
      const isDenied = error instanceof PlatformRefused;
      if (type === 'unsent')
        return { outcome: { type, of }, isDenied, lacksToken: lacksToken(error) };
      return { outcome: { type, of, problem: toProblem('order-refused', []) }, isDenied };
    }
  }

  return { recordSending, send };
}

/** When money was taken for the order before it is sent; undefined if none was. */
function paidAt({ authorisations = [] }: Intent): string | undefined {
  const taken = authorisations.find(({ state }) => state === 'captured');
  return taken?.captured_at === undefined ? undefined : toInstant(taken.captured_at);
}

/** Just before the create, the store could not be read or had gone back. */
function notSent(intent: Intent): Created {
  return { outcome: { type: 'unsent', of: lastAttempt(intent) } };
}

/** If the store has gone back meanwhile, a copy of the request may have been sent. */
function inDoubt(outcome: IntentEvent, memory: Memory): IntentEvent {
  return outcome.type === 'unsent' && memory.hasGap() ? { type: 'unclear' } : outcome;
}
