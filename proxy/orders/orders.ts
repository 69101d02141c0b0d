import type { IntentResponse, OrderRequest } from '#contract/order.schema';
import type { PaymentRequest, PaymentResponse } from '#contract/payment.schema';
import type { QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import type { SiteContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { openBooks } from '../journal/books.ts';
import { hasEnded, type Intent } from '../journal/intent.ts';
import type { IntentAddress } from '../journal/intent-index.ts';
import { IntentUnreadable } from '../journal/journal.ts';
import { createMomentClock } from '../journal/moment.ts';
import { viewKeyOf } from '../journal/view-key.ts';
import type { OrderOrigin } from '../order-check.ts';
import type { TakePaymentEvent } from '../payments/payment-events.ts';
import { createPayments } from '../payments/payments.ts';
import type { Notification } from '../platform/notification.ts';
import type { Platform } from '../platform/platform.ts';
import type { OrderName } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import { hash } from '../secrets.ts';
import type { History } from '../store/history.ts';
import { createCompleter } from './complete.ts';
import { describeIntent, type Reader } from './describe.ts';
import { createOrderPlacer } from './place.ts';
import { createQuoting } from './quoting.ts';
import { createReconciler } from './reconcile.ts';
import { createRereader } from './reread.ts';
import { createSummaries } from './summary.ts';
import { forgetUnplaced, tidyJournal } from './tidy.ts';

/** The checkout: from a cart to an order on the platform. */
export interface Orders {
  /** Prices and checks a cart. @throws {ProblemError} with all problems of the cart */
  quote(cart: QuoteRequest, visitor: Visitor): Promise<QuoteResponse>;
  /** Makes the payment of an order, for the customer to confirm. @throws {ProblemError} */
  pay(
    request: PaymentRequest,
    key: string,
    visitor: Visitor,
    origin?: OrderOrigin,
  ): Promise<PaymentResponse>;
  /** Makes the payment that is due for an order, for somebody with its view key. */
  payViewed(viewKey: string): Promise<PaymentResponse>;
  /**
   * Places an order once per key. `isFirst`: this request has sent it, and not an earlier one.
   * @throws {ProblemError} when nothing was sent
   */
  place(
    request: OrderRequest,
    key: string,
    visitor: Visitor,
    origin?: OrderOrigin,
  ): Promise<{ intent: IntentResponse; isFirst: boolean }>;
  /** The intent under a key, after asking the platform if that is due. */
  find(key: string): Promise<IntentResponse | undefined>;
  /** The intent under a view key, which can read it but not order. */
  view(viewKey: string): Promise<IntentResponse | undefined>;
  /** Reconciles every open intent that is due, and frees the places of absent ones. */
  completeOpen(): Promise<void>;
  /** Takes the next step of every open payment; does nothing without a provider. */
  completePayments(): Promise<void>;
  readonly takePaymentEvent: TakePaymentEvent;
  /** Records the payments of a notification, and has the order's status read again. */
  receive(id: string, notification: Notification): Promise<void>;
  /** An intent's order has changed: its status is read again. A second order raises an alarm. */
  noteChange(id: string, order: OrderName): Promise<void>;
  /** Re-reads the status of every order that has changed or that a visitor has requested. */
  rereadPending(): Promise<void>;
  /** Removes intents after their retention, and indexes open ones that are in no index. */
  tidy(): Promise<void>;
  /** Removes the intents without an order, after an hour; looks at few others. */
  forgetUnplaced(): Promise<void>;
}

interface Parts {
  readonly platform: Platform;
  readonly catalog: SiteCatalog;
  readonly history: History;
}

export function createOrders({ platform, catalog, history }: Parts, context: SiteContext): Orders {
  const { site } = context;
  const quoting = createQuoting({ catalog, history }, context);
  const books = openBooks(context, async (id) => payments.reconsider(id));
  const { journal, index, statuses, usedQuotes, raiseAlarm } = books;
  const now = createMomentClock(platform, context, crypto.randomUUID());
  const reconciler = createReconciler(
    { platform, journal, history, index, raiseAlarm, now },
    context,
  );
  const rereader = createRereader({ platform, journal, reconciler, statuses }, context);
  const viewIdOf = async (key: string) => hash(await viewKeyOf(key));
  const payments = createPayments(
    {
      books,
      search: reconciler.search,
      noteChange: rereader.noteChange,
      openQuote: quoting.open,
      hash,
      viewIdOf,
    },
    context,
  );
  const placer = createOrderPlacer(
    {
      platform,
      catalog,
      journal,
      history,
      reconciler,
      payments,
      raiseAlarm,
      usedQuotes,
      now,
      hash,
      viewIdOf,
      summaries: createSummaries(catalog, statuses),
      openQuote: quoting.open,
    },
    context,
  );
  const completer = createCompleter({ journal, index, reconciler }, context);

  async function findById(
    id: string,
    view_key: string,
    reader: Reader,
  ): Promise<IntentResponse | undefined> {
    const intent = await reconciler.reconcile(id, 'question');
    if (!intent) return undefined;
    await rereader.requestFor(id, intent);
    return describe(id, intent, view_key, reader);
  }

  async function describe(
    id: string,
    intent: Intent,
    view_key: string,
    reader: Reader,
  ): Promise<IntentResponse> {
    const status = intent.state === 'new' ? undefined : await statuses.find(id);
    return describeIntent(intent, { reader, status, view_key, context });
  }

  async function findViewed(viewKey: string): Promise<IntentAddress | undefined> {
    return index.find('view', `${site.key}/${await hash(viewKey)}`);
  }

  /**
   * Raises an alarm if the platform names an order under our reference that is not the placed one.
   */
  function alarmOfSecond(intent: Intent, named: OrderName): void {
    const { order, external_reference } = intent;
    const isOurs = named.external_reference === external_reference;
    if (!order || !isOurs || named.id === '' || named.id === order.id) return;
    raiseAlarm('several-orders', { intent, orders: [order, named] });
  }

  return {
    quote: quoting.quote,

    async pay({ quote, lang }, key, visitor, origin) {
      return quote === undefined
        ? payments.makeAgain(await hash(key))
        : payments.make({ quote, lang }, key, visitor, origin);
    },

    async payViewed(viewKey) {
      const address = await findViewed(viewKey);
      if (!address) throw new ProblemError('not-found');
      return payments.makeAgain(address.id);
    },

    async place(request, key, visitor, origin) {
      const { intent, isFirst, details } = await placer.place(request, key, visitor, origin);
      const id = await hash(key);
      if (details && details.id === intent.order?.id) {
        // Not required: without the record, the status is read again later.
        await statuses.saveDetails(id, details, intent.sent_at).catch(() => {});
      }
      return { intent: await describe(id, intent, await viewKeyOf(key), 'customer'), isFirst };
    },

    async find(key) {
      return findById(await hash(key), await viewKeyOf(key), 'customer');
    },

    async view(viewKey) {
      const address = await findViewed(viewKey);
      return address && findById(address.id, viewKey, 'viewer');
    },

    async completeOpen() {
      await completer.completeOpen();
      await placer.freeAbsent();
    },
    takePaymentEvent: payments.takeEvent,
    completePayments: payments.completeOpen,

    async receive(id, { order: named, paymentsIn }) {
      const recorded = await journal.find(id);
      if (recorded) alarmOfSecond(recorded, named);
      const isPaid = recorded && paymentsIn(recorded.expected.currency).length > 0;
      // Payments cannot be read again, so an outcome that is still unknown is looked up at once.
      const intent = isPaid ? await reconciler.reconcile(id, 'news') : undefined;
      rereader.noteChange(id);
      // While the outcome is unknown, a refusal makes the platform deliver the payments again.
      if (intent && !hasEnded(intent)) throw new ProblemError('platform-busy');
      const order = intent?.order;
      // The platform may have a second order with our reference, whose payments are not this one's.
      if (order && order.id === named.id) {
        await statuses.addPayments(id, paymentsIn(order.currency));
      }
    },
    async noteChange(id, order) {
      const recorded = await journal.find(id).catch((error: unknown) => {
        // An unreadable intent must not stop the others.
        if (error instanceof IntentUnreadable) return undefined;
        throw error;
      });
      if (recorded) alarmOfSecond(recorded, order);
      rereader.noteChange(id);
    },
    rereadPending: rereader.rereadPending,
    tidy: () => tidyJournal({ ...books, reconciler, platform }, context),
    forgetUnplaced: () => forgetUnplaced({ ...books, reconciler, platform }, context),
  };
}
