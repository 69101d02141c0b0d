import type { BookingClient } from '../client/booking-client.ts';
import { failureOf, RequestError } from '../client/request-error.ts';
import type { IntentResponse, OrderRequest } from '../contract/order.schema.ts';
import type { ProblemCode } from '../contract/problem.schema.ts';
import {
  isOnItsWay,
  isPlaced,
  isSendable,
  isUnsettledAttempt,
  letsNextGo,
  sendable,
  type Attempt,
} from '../domain/attempt.ts';
import { askedBy, checkoutForm } from '../domain/checkout-form.ts';
import { isTransient, problemCodeOf, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';
import { orderRequestOf } from '../domain/order-request.ts';
import { isPayable, type PaymentMethod } from '../domain/payment-method.ts';
import type { BookingData } from './booking-data.ts';
import { attemptsOf, isUnsent, type Action, type Step } from './booking-flow.ts';
import {
  type Awaited,
  createFollowing,
  FIRST_DELAYS,
  type Followed,
  type Following,
  type Page,
} from './following.ts';
import { createOtherTabs, type OtherTabs, type ShownOrder } from './other-tabs.ts';

export interface OrderingHost {
  readonly client: BookingClient;
  /** Language of the order, ISO 639-1. */
  readonly language: string;
  readonly affiliate: string;
  /** Where the sale comes from, as far as the page may say; else empty. */
  readonly saleParams: string;
  /** To the other tabs of the page's origin. */
  openChannel?(): BroadcastChannel;
  /** Without it nobody sees what becomes of an order once it is placed. */
  readonly page?: Page;
  /** Without it nothing is paid here. */
  readonly payment?: PaymentMethod | undefined;
}

/** As much of the booking flow as its orders are placed in. */
interface Flow {
  readonly step: Step;
  readonly details: Details;
  readonly data: Pick<BookingData, 'site'>;
  send(action: Action): void;
  /** Loads what can be taken instead. */
  reloadAfter(failure: Failure): void;
}

/** After these refusals the proxy may have the order all the same. */
const unclearCodes: ProblemCode[] = ['idempotency-key-reused', 'internal-error'];

/** What the journal says of an order that it has not heard of: the same as of one not sent yet. */
const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };

/**
 * Places the orders of a checkout, each under its key, and follows them until the customer turns to
 * something else: what became of them, and what becomes of them then.
 */
export class Ordering {
  readonly #flow: Flow;
  readonly #host: OrderingHost;
  readonly #following: Following;
  readonly #otherTabs: OtherTabs;
  #placed: Attempt[] = [];
  #submission = 0;
  #isInPage = false;
  /** Keys of orders that are of the tab which this one was duplicated from. */
  readonly #foreign = new Set<string>();
  /**
   * What the orders are paid with, by their keys. In no storage, because none needs it: after a reload
   * the customer authorises again, and the proxy voids what it was told of before.
   */
  readonly #authorisations = new Map<string, string>();

  constructor(flow: Flow, host: OrderingHost) {
    this.#flow = flow;
    this.#host = host;
    this.#following = createFollowing(
      () => host.client,
      () => host.page,
    );
    this.#otherTabs = createOtherTabs(
      () => host.openChannel?.(),
      () => shownOrders(flow.step).filter(({ key }) => !this.#foreign.has(key)),
    );
  }

  /** Follows what is shown. */
  start(): void {
    const { step } = this.#flow;
    this.#isInPage = true;
    if ('attempts' in step) this.#otherTabs.listen();
    for (const { key } of attemptsOf(step)) void this.#follow(key);
    if (step.name === 'view') this.followView(step.viewKey);
  }

  stop(): void {
    this.#isInPage = false;
    this.#following.stop();
    this.#otherTabs.close();
  }

  /** The orders that went through before the eyes of this page; not those that it was told of. */
  get placed(): readonly Attempt[] {
    return this.#placed;
  }

  /** The flow has gone on from this step. */
  observe(before: Step): void {
    // What comes after it was taken out of the page is told to no other tab.
    if (this.#isInPage && 'attempts' in this.#flow.step) this.#otherTabs.listen();
    this.#following.prune();
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

  /** What the journal says of an order that was left, as far as there is anything new. */
  async refresh(attempt: Attempt): Promise<void> {
    const { key } = attempt;
    if (isUnsettledAttempt(attempt)) {
      // The host page hears of it from the tab that this one was duplicated from.
      await this.#findElsewhere(attempt);
      void this.#follow(key, true);
      return;
    }
    const intent = await this.#intent(key).catch(() => undefined);
    if (intent && this.#attempt(key) === attempt) this.#receive(key, intent);
  }

  /**
   * Places the orders of the checkout, one after the other. Sent again they have the same keys, so
   * that each is placed once. `again`: the customer knows that another tab has ordered the same.
   */
  async order(again: boolean): Promise<void> {
    const { step } = this.#flow;
    if (step.name !== 'checkout' || step.busy) return;
    this.#flow.send({ type: 'order' });
    const attempts = sendable(step.attempts);
    const isElsewhere = await this.#isOrderedElsewhere(attempts, again);
    if (!isElsewhere && (await this.#authorise(attempts))) await this.#sendAll(attempts);
    this.#flow.send({ type: 'ordered' });
  }

  /** Asked before the first is sent, so that no half of a cart goes when another tab has the rest. */
  async #isOrderedElsewhere(attempts: Attempt[], again: boolean): Promise<boolean> {
    const others = await Promise.all(attempts.map((attempt) => this.#findElsewhere(attempt)));
    for (const { attempt, other } of others) {
      if (!other || other.isSameOrder || again || isUnsettledAttempt(attempt)) continue;
      this.#fail(attempt.key, { kind: 'elsewhere', code: other.code });
      return true;
    }
    return false;
  }

  /** Each once, and all before the first is sent: a payment that is refused leaves no half of a cart. */
  async #authorise(attempts: Attempt[]): Promise<boolean> {
    for (const { key, order } of attempts) {
      const { payment } = this.#host;
      if (!payment || !isPayable(order) || this.#authorisations.has(key)) continue;
      try {
        const result = await payment.authorise(order);
        if ('refused' in result) {
          throw new RequestError({ kind: 'payment', reason: result.refused });
        }
        this.#authorisations.set(key, result.authorisation);
      } catch (error) {
        this.#fail(key, failureOf(error));
        return false;
      }
    }
    return true;
  }

  async #findElsewhere(attempt: Attempt) {
    const { key } = attempt;
    const other = await this.#otherTabs.find(attempt);
    if (other?.isSameOrder) this.#foreign.add(key);
    else this.#foreign.delete(key);
    return { attempt, other };
  }

  async #sendAll(attempts: Attempt[]): Promise<void> {
    const sent: string[] = [];
    for (const { key } of attempts) {
      // An earlier one may have been refused since it was sent.
      const mayGoOn = sent.every((earlier) => letsNextGo(this.#attempt(earlier)));
      if (!mayGoOn) return;
      await this.#sendOrder(key);
      sent.push(key);
    }
  }

  async #sendOrder(key: string): Promise<void> {
    this.#flow.send({ type: 'send', key });
    const attempt = this.#attempt(key);
    if (!attempt || !isOnItsWay(attempt)) return;
    try {
      this.#receive(key, await this.#host.client.order(this.#orderRequest(attempt), key));
    } catch (error) {
      await this.#resolve(attempt, failureOf(error));
    }
  }

  #orderRequest({ order, key }: Attempt): OrderRequest {
    const { client, language, affiliate, saleParams } = this.#host;
    const { step, data, details } = this.#flow;
    const cartSize = attemptsOf(step).length;
    const fields = checkoutForm({ orders: [order], cartSize, ...askedBy(data.site) });
    const options = { lang: language, affiliate, saleParams };
    // The time, so that it grows across tabs and reloads too.
    this.#submission = Math.max(this.#submission + 1, client.now());
    return {
      ...orderRequestOf(order, fields, details, options),
      submission: this.#submission,
      payment: this.#authorisations.get(key),
    };
  }

  /** After anything but a clear refusal the platform may have the order, and the journal says so. */
  async #resolve({ key, state }: Attempt, failure: Failure): Promise<void> {
    const isRefused = state === 'ordering' && isRefusal(failure);
    // The request may have come twice, and this be the response to the one that had no room.
    if (isRefused && problemCodeOf(failure) !== 'too-many-requests') {
      this.#fail(key, failure);
      return;
    }
    try {
      const intent = await this.#intent(key);
      if (isRefused && intent.state === 'open') this.#fail(key, failure);
      else this.#receive(key, intent, failure);
    } catch {
      this.#fail(key, failure, true);
    }
  }

  /**
   * Leaves orders that were not sent. Asks once more before it does, because the customer took time
   * to read that, and a request that was on its way has arrived since.
   */
  async changeChoice(): Promise<void> {
    const { step } = this.#flow;
    if (!isUnsent(step)) {
      this.#flow.send({ type: 'change-choice' });
      return;
    }
    const unsettled = step.attempts.filter(isUnsettledAttempt);
    await Promise.all(unsettled.map(({ key }) => this.#askAgain(key)));
    // Whatever was asked about is as it was, so nothing of it has arrived.
    if (this.#flow.step === step) this.#flow.send({ type: 'abandon' });
  }

  async #askAgain(key: string): Promise<void> {
    try {
      const intent = await this.#intent(key);
      if (intent.state !== 'open') this.#receive(key, intent);
    } catch (error) {
      this.#fail(key, failureOf(error), true);
    }
  }

  async #intent(key: string): Promise<IntentResponse> {
    try {
      return await this.#host.client.intent({ key });
    } catch (error) {
      if (problemCodeOf(failureOf(error)) === 'not-found') return unsent;
      throw error;
    }
  }

  #receive(key: string, intent: IntentResponse, failure?: Failure): void {
    this.#flow.send({ type: 'intent-received', key, intent, ...(failure && { failure }) });
    const reason = this.#attempt(key)?.failure;
    if (reason) this.#flow.reloadAfter(reason);
    void this.#follow(key);
  }

  /**
   * Hears whether the order went through, and what becomes of it then. After a reload the request may
   * still be on its way: that there is none is believed the third time.
   */
  #follow(key: string, afterReload = false): Promise<void> {
    const attempt = this.#attempt(key);
    const delays = attempt && isPlaced(attempt) ? [] : FIRST_DELAYS;
    let isForgotten = false;
    const onIntent: Followed['onIntent'] = (intent, look) => {
      const mayStillArrive = afterReload && look < 2 && intent.state === 'open';
      if (!mayStillArrive) this.#update(key, intent);
    };
    return this.#following.start(key, {
      key: { key },
      delays: afterReload ? [0, ...delays] : delays,
      awaited: () => {
        const awaited = awaitedOf(this.#attempt(key)?.intent);
        return isForgotten && awaited === 'status' ? undefined : awaited;
      },
      onIntent,
      onFailure: (failure, look) => {
        isForgotten = problemCodeOf(failure) === 'not-found';
        if (isForgotten) onIntent(unsent, look);
      },
    });
  }

  /** Only what is new makes a new step. */
  #update(key: string, intent: IntentResponse): void {
    if (JSON.stringify(intent) === JSON.stringify(this.#attempt(key)?.intent)) return;
    this.#flow.send({ type: 'intent-received', key, intent });
    const reason = this.#attempt(key)?.failure;
    if (reason) this.#flow.reloadAfter(reason);
  }

  /** The order of a copied link. */
  followView(viewKey: string): void {
    void this.#following.start('view', {
      key: { viewKey },
      delays: [0, ...FIRST_DELAYS],
      awaited: () => this.#awaitedView(),
      onIntent: (intent) => this.#flow.send({ type: 'viewed', intent }),
      onFailure: (failure) => this.#flow.send({ type: 'not-loaded', failure }),
    });
  }

  #awaitedView(): Awaited {
    const { step } = this.#flow;
    if (step.name !== 'view') return undefined;
    if (step.failure && !isTransient(step.failure)) return undefined;
    return step.intent ? awaitedOf(step.intent) : 'outcome';
  }

  #fail(key: string, failure: Failure, unclear = false): void {
    this.#flow.send({ type: 'failed', key, failure, unclear });
    this.#flow.reloadAfter(failure);
  }
}

/** The proxy's own no to a request: it did not send it. */
function isRefusal(failure: Failure): boolean {
  const code = problemCodeOf(failure);
  return code !== undefined && !unclearCodes.includes(code);
}

function awaitedOf(intent: IntentResponse | null | undefined): Awaited {
  if (intent?.state === 'checking') return 'outcome';
  return intent?.state === 'placed' ? 'status' : undefined;
}

/** What another tab is told of this one's orders, unless they are over. */
function shownOrders(step: Step): ShownOrder[] {
  const isOrdering = step.name === 'checkout' && step.busy === 'ordering';
  return attemptsOf(step).flatMap((attempt): ShownOrder[] => {
    const { order, key, intent } = attempt;
    if (isUnsettledAttempt(attempt) || (isOrdering && isSendable(attempt))) {
      return [{ order, key, state: 'checking', code: '' }];
    }
    const { status, code = '' } = intent?.order ?? {};
    const isOver = !status || status === 'CANCELED' || status === 'DECLINED';
    return isOver ? [] : [{ order, key, state: 'placed', code }];
  });
}
