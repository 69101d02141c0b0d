import type { IntentResponse, OrderRequest } from '#contract/order.schema';
import type { PaymentResponse } from '#contract/payment.schema';
import type { ProblemCode } from '#contract/problem.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import { failureOf, RequestError } from '../client/request-error.ts';
import {
  allowsNextOrder,
  type Attempt,
  isOnItsWay,
  isPlaced,
  isSendable,
  isUnsettledAttempt,
  type OrderOptions,
  sendable,
} from '../domain/attempt.ts';
import type { Details } from '../domain/details.ts';
import { type Failure, isTransient, problemCodeOf } from '../domain/failure.ts';
import type { AttemptFailure } from '../domain/next-attempt.ts';
import { isEnded, orderStateOf } from '../domain/order-state.ts';
import {
  isPayable,
  isPaymentRequired,
  payableOf,
  type PaymentMethod,
} from '../domain/payment-method.ts';
import { tryTo } from '../page/try-to.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { attemptsOf, isAbandonable, type Step } from '../state/steps.ts';
import { askedBy, checkoutForm } from './form/checkout-form.ts';
import { orderRequestOf } from './form/order-request.ts';
import { withPrefilled } from './form/prefill.ts';
import {
  type AwaitedNews,
  createIntentWatcher,
  FIRST_DELAYS,
  type IntentWatcher,
  type Page,
  type WatchedIntent,
} from './intent-watcher.ts';
import type { OrderClient } from './order-client.ts';
import { createOtherTabs, type OtherTabs, type ShownOrder } from './other-tabs.ts';
import { keepIfLeft, type PaymentTrip, takeTrip } from './payment-trip.ts';

/** What orders are placed with, besides what the flow knows. */
export interface OrderingSource {
  readonly orders: OrderClient;
  /** Language of the order, ISO 639-1. */
  readonly language: string;
  readonly affiliate: string;
  /** The UTM values of the page's address with the customer's consent, else empty. */
  readonly saleParams: string;
  /** Opens a channel to other tabs of the origin. */
  openChannel?: (() => BroadcastChannel) | undefined;
  /** Without it the status of placed orders is not requested. */
  readonly page?: Page | undefined;
  /** The payment method whose fields the customer sees. Without it no order is paid on the page. */
  readonly shownPayment?: PaymentMethod | undefined;
  /** Does the work with the page open to what the payment provider shows there. */
  confirming<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What the host page fills into the form for its customer. */
  readonly prefilled: Details;
  /** The text for a customer who comes back without having confirmed the payment. */
  readonly unpaid: string;
}

/**
 * A choice that another tab orders too: the key of this tab's order, and the code of the other
 * tab's.
 */
interface Duplicate {
  key: string;
  code: string;
}

/** Despite these problems, the proxy may have the order. */
const unclearCodes: ProblemCode[] = ['idempotency-key-reused', 'internal-error'];

/** Stands for an intent that the proxy does not know (404). */
const unknownIntent: IntentResponse = {
  state: 'open',
  order: null,
  settled_by: null,
  problem: null,
};

/**
 * Places the orders of a checkout, each under its key, and watches their outcome and status until
 * the customer leaves the step.
 */
export class Ordering {
  readonly #flow: BookingController;
  readonly #source: () => OrderingSource;
  readonly #watcher: IntentWatcher;
  readonly #otherTabs: OtherTabs;
  #placed: Attempt[] = [];
  #submission = 0;
  #isInPage = false;
  /** Keys of the orders that another tab places, because this tab is a duplicate of it. */
  readonly #foreign = new Set<string>();

  constructor(flow: BookingController, source: () => OrderingSource) {
    this.#flow = flow;
    this.#source = source;
    this.#watcher = createIntentWatcher(
      () => source().orders,
      () => source().page,
    );
    this.#otherTabs = createOtherTabs(
      () => source().openChannel?.(),
      () =>
        shownOrders(flow.step, source().orders.now()).filter(({ key }) => !this.#foreign.has(key)),
    );
  }

  /** Watches the orders of the current step. */
  start(): void {
    const { step } = this.#flow;
    this.#isInPage = true;
    if ('attempts' in step) this.#otherTabs.listen();
    for (const { key } of attemptsOf(step)) void this.#watch(key);
    if (step.name === 'view') this.watchView(step.viewKey);
  }

  stop(): void {
    this.#isInPage = false;
    this.#watcher.stop();
    this.#otherTabs.close();
  }

  /** Orders that this page has seen placed, except those of another tab. */
  get placed(): readonly Attempt[] {
    return this.#placed;
  }

  /** The flow's state has changed; `before` is its previous step. */
  stateChanged(before: Step): void {
    // A widget that was removed from the page must not open the channel again.
    if (this.#isInPage && 'attempts' in this.#flow.step) this.#otherTabs.listen();
    this.#watcher.prune();
    this.#placed = [...this.#placed, ...this.#newlyPlaced(attemptsOf(before))];
  }

  #newlyPlaced(before: Attempt[]): Attempt[] {
    return before.flatMap((attempt) => {
      const next = this.#attempt(attempt.key);
      const isNew = isUnsettledAttempt(attempt) && next && isPlaced(next);
      return isNew && !this.#foreign.has(attempt.key) ? [next] : [];
    });
  }

  #attempt(key: string): Attempt | undefined {
    return attemptsOf(this.#flow.step).find((attempt) => attempt.key === key);
  }

  /** The details of a customer who comes back from a payment. */
  takeTrip(): PaymentTrip | undefined {
    const { step } = this.#flow;
    const keys = attemptsOf(step).map(({ key }) => key);
    const trip = takeTrip(step.name === 'view' ? [step.viewKey] : keys);
    for (const [key, value] of trip?.details ?? []) {
      this.#flow.send({ type: 'type-detail', key, value });
    }
    return trip;
  }

  /** Asks the proxy to take at once what was due and was confirmed on another page. */
  async takeDue({ keys }: PaymentTrip): Promise<void> {
    const { step } = this.#flow;
    if (step.name !== 'result' && step.name !== 'view') return;
    const { orders } = this.#source();
    const isViewed = step.name === 'view';
    const asked = keys.map((key) => orders.payDue(isViewed ? { viewKey: key } : { key }));
    // If this fails, the proxy takes the money within minutes.
    await Promise.allSettled(asked);
  }

  /**
   * Requests the state of a restored order.
   * @param isBegun whether the customer has begun to pay it
   */
  async refresh(attempt: Attempt, isBegun = false): Promise<void> {
    const { key } = attempt;
    if (isUnsettledAttempt(attempt)) {
      // Marks it as foreign if the tab that this one was duplicated from is placing it.
      await this.#findElsewhere(attempt);
      void this.#watch(key, { afterReload: true });
      return;
    }
    const intent = await this.#intent(key).catch(() => undefined);
    if (intent && this.#attempt(key) === attempt) this.#receive(key, intent);
    if (intent?.state === 'open' && intent !== unknownIntent) {
      await this.#findPayment(attempt, isBegun);
    }
  }

  /** Whether the customer has confirmed the payment before the reload. */
  async #findPayment({ key, order }: Attempt, isBegun: boolean): Promise<void> {
    // If payment is optional, asking for it would begin one.
    if (!isBegun && !isPaymentRequired(order, this.#flow.data.site)) return;
    const payment = this.#requestPayment(order, key);
    const { is_confirmed } = await payment.catch(() => ({ is_confirmed: false }));
    if (is_confirmed) this.#flow.send({ type: 'paid', key });
  }

  #requestPayment({ quote }: QuotedOrder, key: string): Promise<PaymentResponse> {
    const { orders, language: lang } = this.#source();
    return orders.pay({ quote, lang }, key);
  }

  /**
   * Places the orders of the checkout, one by one. Repeated requests have the same key, so that
   * each order is placed once.
   */
  async order({ again, returned }: OrderOptions = {}): Promise<void> {
    const { step } = this.#flow;
    if (step.name !== 'checkout' || step.busy) return;
    const attempts = sendable(step.attempts);
    const mayBeSent = await this.#source().confirming(async () => {
      if (!returned) tryTo('payment.collect', () => this.#source().shownPayment?.collect?.());
      this.#flow.send({ type: 'order' });
      const duplicate = await this.#findDuplicate(attempts);
      if (!duplicate || again) return this.#arePaid(attempts, returned);
      this.#fail(duplicate.key, { kind: 'elsewhere', code: duplicate.code });
      return false;
    });
    if (mayBeSent) await this.#sendAll(attempts);
    this.#flow.send({ type: 'ordered' });
  }

  /** Asked before the first order is sent, so that a cart is not placed in part. */
  async #findDuplicate(attempts: Attempt[]): Promise<Duplicate | undefined> {
    const found = await Promise.all(attempts.map((attempt) => this.#findElsewhere(attempt)));
    return found.find((duplicate) => duplicate);
  }

  /**
   * Confirms all payments before the first order is sent, so that a refused one does not leave a
   * cart placed in part.
   */
  async #arePaid(attempts: Attempt[], returned?: readonly string[]): Promise<boolean> {
    const isToPay = ({ key, order }: Attempt) =>
      returned
        ? returned.includes(key)
        : this.#source().shownPayment && isPayable(order, this.#flow.data.site);
    const payable = attempts.filter(isToPay);
    const trip = () => ({ keys: payable.map(({ key }) => key), details: this.#flow.typed });
    for (const attempt of payable) {
      const { key } = attempt;
      const forget = keepIfLeft(trip);
      try {
        await this.#confirm(attempt, returned ? undefined : this.#source().shownPayment);
        this.#flow.send({ type: 'paid', key });
      } catch (error) {
        this.#fail(key, failureOf(error));
        return false;
      } finally {
        forget();
      }
    }
    return true;
  }

  /**
   * Resolves once the payment is confirmed. A payment that was confirmed before, even before a
   * reload, is not asked for again.
   * @throws {RequestError}
   */
  async #confirm({ key, order }: Attempt, method: PaymentMethod | undefined): Promise<void> {
    const { is_confirmed, ...payment } = await this.#requestPayment(order, key);
    if (is_confirmed) return;
    if (!method) throw new RequestError({ kind: 'payment', reason: this.#source().unpaid });
    const given: { authorised?: true; refused?: string } = await method.authorise(
      payableOf(order, this.#flow.data.site),
      payment,
    );
    if (given.refused) throw new RequestError({ kind: 'payment', reason: given.refused });
    // A page without type checks may return anything.
    if (!given.authorised) throw new Error('payment.authorise has neither authorised nor refused');
  }

  /**
   * Marks an order as foreign if another tab is placing it. Finds another tab's order of the same
   * choice.
   */
  async #findElsewhere(attempt: Attempt): Promise<Duplicate | undefined> {
    const { key } = attempt;
    const other = await this.#otherTabs.find(attempt);
    if (other?.isSameOrder) this.#foreign.add(key);
    else this.#foreign.delete(key);
    const isDuplicate = other && !other.isSameOrder && !isUnsettledAttempt(attempt);
    return isDuplicate ? { key, code: other.code } : undefined;
  }

  async #sendAll(attempts: Attempt[]): Promise<void> {
    const sent: string[] = [];
    for (const { key } of attempts) {
      // Checked before each order, because an earlier one may have been refused meanwhile.
      const mayGoOn = sent.every((earlier) => allowsNextOrder(this.#attempt(earlier)));
      if (!mayGoOn) return;
      await this.#sendOrder(key);
      sent.push(key);
    }
  }

  async #sendOrder(key: string): Promise<void> {
    this.#flow.send({ type: 'send', key, at: this.#source().orders.now() });
    const attempt = this.#attempt(key);
    if (!attempt || !isOnItsWay(attempt)) return;
    try {
      this.#receive(key, await this.#source().orders.order(this.#orderRequest(attempt), key));
    } catch (error) {
      await this.#resolve(attempt, failureOf(error));
    }
  }

  #orderRequest({ order }: Attempt): OrderRequest {
    const { orders, language, affiliate, saleParams, prefilled } = this.#source();
    const { step, data, typed } = this.#flow;
    const cartSize = attemptsOf(step).length;
    const fields = checkoutForm({ orders: [order], cartSize, ...askedBy(data.site) });
    const options = { lang: language, affiliate, saleParams };
    // Based on the time, so that the number increases across tabs and reloads too.
    this.#submission = Math.max(this.#submission + 1, orders.now());
    return {
      ...orderRequestOf(order, fields, withPrefilled(typed, prefilled), options),
      submission: this.#submission,
    };
  }

  /** Unless the refusal is clear, the order may be placed, so the proxy is asked for it. */
  async #resolve({ key, state }: Attempt, failure: Failure): Promise<void> {
    const isRefused = state === 'ordering' && isRefusal(failure);
    // After a 429 a copy of the request may have been accepted, so the proxy is asked too.
    if (isRefused && problemCodeOf(failure) !== 'too-many-requests') {
      this.#fail(key, failure);
      return;
    }
    try {
      const intent = await this.#intent(key);
      if (isRefused && intent.state === 'open') this.#fail(key, failure);
      else this.#receive(key, intent, failure);
    } catch {
      this.#fail(key, failure, { unclear: true });
    }
  }

  /**
   * Goes back to the choice. Before orders without a record are abandoned, the proxy is asked once
   * more, because a delayed request may have arrived since the customer was told to ask the vendor.
   */
  async changeChoice(): Promise<void> {
    const { step } = this.#flow;
    if (!isAbandonable(step)) {
      this.#flow.send({ type: 'change-choice' });
      return;
    }
    const unsettled = step.attempts.filter(isUnsettledAttempt);
    await Promise.all(unsettled.map(({ key }) => this.#askAgain(key)));
    // An order that has arrived would have changed the step.
    if (this.#flow.step === step) this.#flow.send({ type: 'abandon' });
  }

  async #askAgain(key: string): Promise<void> {
    try {
      const intent = await this.#intent(key);
      if (intent.state !== 'open') this.#receive(key, intent);
    } catch (error) {
      this.#fail(key, failureOf(error), { unclear: true });
    }
  }

  async #intent(key: string): Promise<IntentResponse> {
    try {
      return await this.#source().orders.intent({ key });
    } catch (error) {
      if (problemCodeOf(failureOf(error)) === 'not-found') return unknownIntent;
      throw error;
    }
  }

  /** Applies a response about an order, and watches the order from then on. */
  #receive(key: string, intent: IntentResponse, failure?: Failure): void {
    this.#update(key, intent, failure);
    void this.#watch(key);
  }

  #update(key: string, intent: IntentResponse, failure?: Failure): void {
    this.#flow.send({ type: 'intent-received', key, intent, ...(failure && { failure }) });
    const reason = this.#attempt(key)?.failure;
    if (reason) this.#flow.data.reloadAfter(reason);
  }

  /**
   * Watches the outcome of an order, then its status. After a reload its request may still be on
   * its way, so the first two polls that find no order are ignored.
   */
  #watch(key: string, { afterReload = false } = {}): Promise<void> {
    const attempt = this.#attempt(key);
    const delays = attempt && isPlaced(attempt) ? [] : FIRST_DELAYS;
    let isForgotten = false;
    const onIntent: WatchedIntent['onIntent'] = (intent, poll) => {
      const mayStillArrive = afterReload && poll < 2 && intent.state === 'open';
      if (!mayStillArrive && !this.#isKnown(key, intent)) this.#update(key, intent);
    };
    return this.#watcher.start(key, {
      key: { key },
      delays: afterReload ? [0, ...delays] : delays,
      awaitedNews: () => {
        const news = awaitedNewsOf(this.#attempt(key)?.intent);
        return isForgotten && news === 'status' ? undefined : news;
      },
      onIntent,
      onFailure: (failure, poll) => {
        isForgotten = problemCodeOf(failure) === 'not-found';
        if (isForgotten) onIntent(unknownIntent, poll);
      },
    });
  }

  /** A poll usually finds the intent unchanged, which must not make a new step. */
  #isKnown(key: string, intent: IntentResponse): boolean {
    const attempt = this.#attempt(key);
    return (
      attempt?.state === intent.state && JSON.stringify(intent) === JSON.stringify(attempt.intent)
    );
  }

  /** Watches the order of a copied link. */
  watchView(viewKey: string): void {
    void this.#watcher.start('view', {
      key: { viewKey },
      delays: [0, ...FIRST_DELAYS],
      awaitedNews: () => this.#awaitedNewsOfView(),
      onIntent: (intent) => this.#flow.send({ type: 'viewed', intent }),
      onFailure: (failure) => this.#flow.send({ type: 'not-loaded', failure }),
    });
  }

  #awaitedNewsOfView(): AwaitedNews | undefined {
    const { step } = this.#flow;
    if (step.name !== 'view') return undefined;
    if (step.failure && !isTransient(step.failure)) return undefined;
    return step.intent ? awaitedNewsOf(step.intent) : 'outcome';
  }

  #fail(key: string, failure: Failure, options?: Pick<AttemptFailure, 'unclear'>): void {
    this.#flow.send({ type: 'failed', key, failure, ...options });
    this.#flow.data.reloadAfter(failure);
  }
}

/** Whether the proxy has refused the request without sending an order. */
function isRefusal(failure: Failure): boolean {
  const code = problemCodeOf(failure);
  return code !== undefined && !unclearCodes.includes(code);
}

function awaitedNewsOf(intent: IntentResponse | null | undefined): AwaitedNews | undefined {
  if (intent?.state === 'checking') return 'outcome';
  return intent?.state === 'placed' ? 'status' : undefined;
}

/** The orders of this tab that another tab should not place again. */
function shownOrders(step: Step, now: number): ShownOrder[] {
  const isOrdering = step.name === 'checkout' && step.busy === 'ordering';
  return attemptsOf(step).flatMap((attempt): ShownOrder[] => {
    const { order, key, intent } = attempt;
    if (isUnsettledAttempt(attempt) || (isOrdering && isSendable(attempt))) {
      return [{ order, key, state: 'checking', code: '' }];
    }
    const placed = intent?.order;
    if (!placed || isEnded(orderStateOf(placed, now))) return [];
    return [{ order, key, state: 'placed', code: placed.code }];
  });
}
