import type { LineDate } from '../../proxy/catalog/cart-dates.ts';
import { readConfig } from '../../proxy/config.ts';
import { createAlarm } from '../../proxy/journal/alarm.ts';
import { createIntentIndex, type IntentAddress } from '../../proxy/journal/intent-index.ts';
import { createJournal, type Journal } from '../../proxy/journal/journal.ts';
import { createMomentClock, type Moment } from '../../proxy/journal/moment.ts';
import type { Quote } from '../../proxy/journal/quote.ts';
import { createStatusRecords, type StatusRecords } from '../../proxy/journal/status.ts';
import { createSweepRow } from '../../proxy/journal/sweep-row.ts';
import { createUsedQuotes } from '../../proxy/journal/used-quotes.ts';
import type { LogEntry } from '../../proxy/log.ts';
import { type Completer, createCompleter } from '../../proxy/orders/complete.ts';
import { createOrderPlacer, type OrderPlacer } from '../../proxy/orders/place.ts';
import { createReconciler, type Reconciler } from '../../proxy/orders/reconcile.ts';
import { createRereader } from '../../proxy/orders/reread.ts';
import { createSweep } from '../../proxy/orders/sweep.ts';
import { tidyJournal } from '../../proxy/orders/tidy.ts';
import {
  type CheckoutPayments,
  createCheckoutPayments,
} from '../../proxy/payments/checkout-payments.ts';
import {
  createPaymentCompleter,
  type SearchOrder,
} from '../../proxy/payments/complete-payments.ts';
import type { PaymentProvider } from '../../proxy/payments/provider.ts';
import type { OrderName } from '../../proxy/platform/translate.ts';
import { type History, watchHistory } from '../../proxy/store/history.ts';
import type { Store } from '../../proxy/store/store.ts';
import type { Alarm } from '../judge/evidence.ts';
import { variables } from '../support/world.ts';
import type { SimulatedBank } from './bank.ts';
import { EPOCH } from './date-header.ts';
import type { Dice } from './dice.ts';
import type { Odds } from './hostilities.ts';
import type { FakePlatform, OrderPlatform } from './platform.ts';
import type { Timeline } from './timeline.ts';

/** One process of the proxy: the real code for orders with faulty clocks, store and platform. */
export interface Process {
  readonly placer: OrderPlacer;
  /** Takes repeated requests that carry no submission number. */
  readonly twinPlacer: OrderPlacer;
  readonly journal: Journal;
  readonly reconciler: Reconciler;
  readonly completer: Completer;
  /** The payments of orders; orders are not paid in every story. */
  readonly checkout: CheckoutPayments;
  /** Takes the next step of each open payment. */
  completePayments(): Promise<void>;
  /** Indexes what is in no index, as a proxy does every hour. */
  tidy(): Promise<void>;
  readonly statuses: Pick<StatusRecords, 'find'>;
  /** Lists which orders have changed, and sees to ours. */
  sweep(): Promise<void>;
  readonly alarms: readonly Alarm[];
  /** The ids of orders that it has received, and that differ from what was sent. */
  readonly different: readonly string[];
  /** The customer's quote, which is not signed here. */
  quote(): Promise<string>;
  /** Proves that the store still has what the process has seen. */
  touch(): Promise<void>;
  /** Resolves when a request has arrived; never if the process has crashed. */
  receive(): Promise<void>;
  readonly hasEnded: () => boolean;
  /** Ends between two steps, and never responds again. */
  crash(): void;
  stall(milliseconds: number, options: { readonly machineSleeps: boolean }): void;
  setClock(milliseconds: number): void;
}

/** How a control weakens the guarantee. */
export interface Weakening {
  readonly platform?: (platform: OrderPlatform) => OrderPlatform;
  /** Only of what places orders, not of what looks for them afterwards. */
  readonly placing?: (platform: OrderPlatform) => OrderPlatform;
  readonly journal?: (journal: Journal) => Journal;
  readonly history?: (history: History) => History;
  readonly now?: (now: () => Moment) => () => Moment;
  /** Those of the hostilities that show it. */
  readonly odds?: Partial<Odds>;
  /** Whether orders that have changed are listed. */
  readonly sweeps?: boolean;
  /** Of the order, before money is given back for it. */
  readonly search?: (journal: Journal) => SearchOrder;
  readonly provider?: (provider: PaymentProvider) => PaymentProvider;
  readonly checkout?: (checkout: CheckoutPayments) => CheckoutPayments;
  /** Whether the proxy sees to payments by itself. */
  readonly completesPayments?: boolean;
  /** Whether a payment is considered again when its order has changed. */
  readonly reconsiders?: boolean;
}

interface StoryContext {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly store: Store;
  readonly platform: FakePlatform;
  /** Where orders have to be paid. */
  readonly bank: SimulatedBank | undefined;
  /** The vendor accepts orders one by one. */
  readonly isRequest: boolean;
  readonly weakening: Weakening;
  /** How far wall clocks may be from true time, in milliseconds. */
  readonly clockError: number;
}

export const config = readConfig(variables);
const [onlySite] = config.sites;
const QUOTE_LIFETIME = 30 * 60_000;
/** How long the customer is asked to pay again; short, so that a story is. */
const DUE_HOURS = 1;

/** The price of the order: two participants at 10.00 EUR each. */
export const quoted = { total: 2_000, currency: 'EUR' };

/** What the customer's quote says, beside where the store was. */
const unmarkedQuote: Omit<Quote, 'mark'> = {
  kind: 'BOOKING',
  vendor_id: 'vendor',
  ...quoted,
  shipping_address: false,
  id: 'quote',
  expires_at: EPOCH + QUOTE_LIFETIME,
  products: [],
  lines: [
    {
      event_id: 'e',
      date_id: 'd',
      date: '2026-12-01T10:00:00Z',
      timezone: 'Europe/Berlin',
      total: 2_000,
      prices: [{ price_id: 1, amount: 2, value: 1_000 }],
    },
  ],
};

/** No hashing, because it takes most of the time and does not matter here. */
const hash = async (text: string) => text;

export function startProcess(name: string, story: StoryContext): Process {
  const { timeline, dice, store, platform, bank, isRequest, weakening, clockError } = story;
  const kind = isRequest ? ('REQUEST' as const) : ('BOOKING' as const);
  if (!onlySite) throw new Error('there is no site');
  const orders = bank ? ('required' as const) : ('none' as const);
  const charge_first = bank?.isChargedFirst === true;
  const requests = bank?.isSaving ? ('save' as const) : ('hold' as const);
  const own = { orders, charge_first, requests, due_hours: DUE_HOURS };
  const site = { ...onlySite, payments: { ...onlySite.payments, ...own } };
  let hasEnded = false;
  let standsUntil = 0;
  const sleeps: { readonly from: number; readonly to: number }[] = [];
  let wallOffset = dice.between(-clockError, clockError);
  const startedAt = timeline.now();

  const wall = () => Math.round(EPOCH + wallOffset + timeline.now());
  /** The monotonic clock stops while the machine sleeps. */
  const monotonic = () => timeline.now() - startedAt - sum(sleeps.map(sleptUntil(timeline.now())));

  async function wait(milliseconds: number): Promise<void> {
    await timeline.sleep(milliseconds);
    while (timeline.now() < standsUntil) await timeline.sleep(standsUntil - timeline.now());
    if (hasEnded) await new Promise(() => {});
  }

  /** Every store operation takes time, and the process may crash before or after it. */
  async function step<T>(act: () => Promise<T>): Promise<T> {
    await wait(dice.delay(2, 40));
    const result = await act();
    await wait(0);
    return result;
  }

  const ownStore: Store = {
    ...store,
    get: (key) => step(() => store.get(key)),
    put: (key, value, version) => step(() => store.put(key, value, version)),
    delete: (key, version) => step(() => store.delete(key, version)),
    list: (prefix) => step(() => store.list(prefix)),
    close: async () => {},
  };
  const fetch = async () => Promise.reject(new Error('nothing is fetched'));
  const alarms: Alarm[] = [];
  const different: string[] = [];

  function log(entry: LogEntry): void {
    if (entry.event !== 'order-alarm' || hasEnded) return;
    alarms.push(entry);
  }

  const clocks = { clock: wall, monotonic, log };
  const { store: watched, history: realHistory } = watchHistory(ownStore, clocks);
  const history = weakening.history?.(realHistory) ?? realHistory;
  const context = { config, site, store: watched, fetch, ...clocks };
  const onDifference = (id: string) => different.push(id);
  const connected = platform.connect({ wall, monotonic, wait, onDifference });
  const orderPlatform = weakening.platform?.(connected) ?? connected;
  const index = createIntentIndex(context);
  const raiseAlarm = createAlarm(context);
  const reconsiderPayments = async (id: string) => {
    if (weakening.reconsiders !== false) await payments?.reconsider(id);
  };
  const realJournal = createJournal({ index, raiseAlarm, onOutcome: reconsiderPayments }, context);
  const journal = weakening.journal?.(realJournal) ?? realJournal;
  const statuses = createStatusRecords(context, reconsiderPayments);
  const connectedBank = bank?.connect({ wait });
  const provider = connectedBank && (weakening.provider?.(connectedBank) ?? connectedBank);
  const unpaid = createIntentIndex(context, 'payment');
  const momentClock = createMomentClock(orderPlatform, context, name);
  const now = weakening.now?.(momentClock) ?? momentClock;
  const reconciler = createReconciler(
    { platform: orderPlatform, journal, history, index, raiseAlarm, now },
    context,
  );
  const search = weakening.search?.(journal) ?? reconciler.search;
  const payments =
    provider &&
    createPaymentCompleter(
      { provider, journal, index: unpaid, statuses, search, raiseAlarm },
      context,
    );
  const rereader = createRereader(
    { platform: orderPlatform, journal, reconciler, statuses },
    context,
  );
  /** As `orders.ts` does it for notifications too. */
  async function noteChange({ id }: IntentAddress, named: OrderName): Promise<void> {
    const intent = await journal.find(id);
    const order = intent?.order;
    if (order && named.id !== order.id) {
      raiseAlarm('several-orders', { intent, orders: [order, named] });
    }
    rereader.noteChange(id);
  }

  const sweep = createSweep({ platform: orderPlatform, index, noteChange }, context);
  const catalog = {
    liveDates: (lines: readonly LineDate[]) =>
      orderPlatform.datesById(lines.map(({ date_id }) => date_id)),
    callsOfLiveDates: async () => 1,
    doubtDates: () => {},
    invalidateOffers: () => {},
  };
  const usedQuotes = createUsedQuotes(context);
  const openQuote = async (signed: string) => ({
    quote: JSON.parse(signed) as Quote,
    secret: config.PROXY_SECRET,
  });
  const realCheckout = createCheckoutPayments(
    {
      provider,
      journal,
      index: unpaid,
      usedQuotes,
      statuses,
      raiseAlarm,
      openQuote,
      hash,
      viewIdOf: hash,
    },
    context,
  );
  const checkout = weakening.checkout?.(realCheckout) ?? realCheckout;
  const parts = {
    platform: weakening.placing?.(orderPlatform) ?? orderPlatform,
    catalog,
    history,
    reconciler,
    raiseAlarm,
    now,
    hash,
    payments: checkout,
    summaries: { save: async () => {} },
    usedQuotes,
    openQuote,
    viewIdOf: hash,
  };
  /** A repeated request that finds a refusal cannot be told apart from the customer's next try. */
  async function findAsTwin(id: string) {
    const intent = await journal.find(id);
    const isNextTry = intent?.state === 'new' && intent.attempt > 0;
    return isNextTry ? new Promise<undefined>(() => {}) : intent;
  }

  return {
    placer: createOrderPlacer({ ...parts, journal }, context),
    twinPlacer: createOrderPlacer({ ...parts, journal: { ...journal, find: findAsTwin } }, context),
    journal,
    reconciler,
    completer: createCompleter({ journal, index, reconciler }, context),
    checkout,
    async completePayments() {
      if (weakening.completesPayments !== false) await payments?.completeOpen();
    },
    async tidy() {
      if (weakening.reconsiders === false) return;
      const sweepRow = createSweepRow(context);
      await tidyJournal(
        { journal, index, unpaid, statuses, sweepRow, reconciler, platform: orderPlatform },
        context,
      );
    },
    statuses,
    async sweep() {
      if (weakening.sweeps === false) return;
      // Other orders of the shop have it watched.
      await createSweepRow(context).watch(wall());
      await sweep.run();
      await rereader.rereadPending();
    },
    alarms,
    different,
    hasEnded: () => hasEnded,
    receive: () => wait(dice.delay(2, 20)),
    quote: async () => JSON.stringify({ ...unmarkedQuote, kind, mark: await history.mark() }),
    touch: history.touch,
    crash: () => (hasEnded = true),
    stall(milliseconds, { machineSleeps }) {
      const from = timeline.now();
      if (from < standsUntil) return;
      standsUntil = from + milliseconds;
      if (machineSleeps) sleeps.push({ from, to: standsUntil });
    },
    setClock(milliseconds) {
      wallOffset += milliseconds;
    },
  };
}

function sleptUntil(now: number) {
  return ({ from, to }: { readonly from: number; readonly to: number }) => Math.min(now, to) - from;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
