import type { ReactiveController } from 'lit';
import { failureOf } from '../client/request-error.ts';
import type { IntentResponse, OrderRequest } from '../contract/order.schema.ts';
import type { ProblemCode } from '../contract/problem.schema.ts';
import type { QuotedOrder, QuoteRequest } from '../contract/quote.schema.ts';
import type { Amounts } from '../domain/amounts.ts';
import {
  isOnItsWay,
  isPlaced,
  isRenewable,
  isSendable,
  isUnsettledAttempt,
  letsNextGo,
  newAttempt,
  sendable,
  type Attempt,
} from '../domain/attempt.ts';
import {
  offeredProducts,
  quoteRequestAgain,
  quoteRequestOf,
  type Cart,
  type Line,
} from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { checkoutForm } from '../domain/checkout-form.ts';
import { isTransient, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';
import { orderRequestOf } from '../domain/order-request.ts';
import { BookingData, type DataHost, type Listing } from './booking-data.ts';
import {
  attemptsOf,
  initialState,
  isAwaitingQuote,
  isUnsent,
  transition,
  type Action,
  type ActionOf,
  type CheckoutStep,
  type FlowState,
  type ResultStep,
  type Step,
} from './booking-flow.ts';
import {
  type Awaited,
  createFollowing,
  FIRST_DELAYS,
  type Following,
  type Page,
} from './following.ts';
import { newKey } from './key.ts';
import { createOtherTabs, type OtherTabs, type ShownOrder } from './other-tabs.ts';
import type { Session } from './session.ts';

export interface BookingHost extends DataHost {
  /** Language of the order, ISO 639-1. */
  readonly language: string;
  readonly affiliate: string;
  /** To the other tabs of the page's origin. */
  openChannel?(): BroadcastChannel;
  /** Without it nobody sees what becomes of an order once it is placed. */
  readonly page?: Page;
}

/** After these refusals the proxy may have the order all the same. */
const unclearCodes: ProblemCode[] = ['idempotency-key-reused', 'internal-error'];

/** What the journal says of an order that it has not heard of: the same as of one not sent yet. */
const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };

/**
 * Drives the booking flow: keeps its state, and has carts quoted and orders placed when told to. It
 * does not decide what an action means (that is `transition`), what is loaded (that is
 * `BookingData`), or how anything looks.
 */
export class BookingController implements ReactiveController {
  readonly data: BookingData;
  readonly #host: BookingHost;
  #state: FlowState = initialState;
  #listing: Listing = { match: '', category: '', pages: 1 };
  readonly #following: Following;
  #session: Session | undefined;
  readonly #resumed = new Set<QuotedOrder>();
  #placed: Attempt[] = [];
  readonly #otherTabs: OtherTabs;
  #submission = 0;
  /** Keys of orders that are of the tab which this one was duplicated from. */
  readonly #foreign = new Set<string>();

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(
      host,
      () => this.#listing,
      () => this.choice,
      () => attemptsOf(this.step).map(({ order }) => order),
    );
    this.#following = createFollowing(
      () => host.client,
      () => host.page,
    );
    this.#otherTabs = createOtherTabs(
      () => host.openChannel?.(),
      () => shownOrders(this.step).filter(({ key }) => !this.#foreign.has(key)),
    );
  }

  hostConnected(): void {
    const { step } = this;
    if ('attempts' in step) this.#otherTabs.listen();
    for (const { key } of attemptsOf(step)) void this.#follow(key);
    if (step.name === 'view') void this.#view(step.viewKey);
  }

  hostDisconnected(): void {
    this.#following.stop();
    this.#otherTabs.close();
  }

  /**
   * From now on the session follows every step. Returns whether the customer was somewhere in it: then
   * he is there again, and the journal is asked what became of his order meanwhile.
   */
  resume(session: Session): boolean {
    this.#session = session;
    const step = session.load();
    if (!step) return false;
    this.#state = { ...this.#state, step };
    for (const { order } of attemptsOf(step)) this.#resumed.add(order);
    this.#host.requestUpdate();
    if ('attempts' in step) void this.#refresh(step);
    if (step.name === 'view') void this.#view(step.viewKey);
    return true;
  }

  /** Shows the order of a copied link, unless there is one of this tab's whose outcome is not known. */
  view(viewKey: string): void {
    this.send({ type: 'show-view', viewKey });
    if (this.step.name === 'view') void this.#view(viewKey);
  }

  /** The widget that was taken out of the page is put back. */
  keepIn(session: Session): void {
    this.#session = session;
    session.save(this.step);
  }

  /** The page was left and is shown again, as it was then. */
  comeBack(): void {
    if (this.#session) this.resume(this.#session);
    this.data.reload();
  }

  /** What the journal says of orders that were left, as far as there is anything new. */
  async #refresh(step: CheckoutStep | ResultStep): Promise<void> {
    await Promise.all(step.attempts.map((attempt) => this.#refreshAttempt(attempt)));
    const isExpired = step.attempts.some(
      ({ state, expires }) => state === 'ready' && Date.parse(expires) < this.#host.client.now(),
    );
    if (this.step === step && isExpired) await this.quote({ type: 'renew-quote' });
  }

  async #refreshAttempt(attempt: Attempt): Promise<void> {
    const { key } = attempt;
    if (isUnsettledAttempt(attempt)) {
      // The host page hears of it from the tab that this one was duplicated from.
      await this.#findElsewhere(attempt);
      await this.#follow(key, true);
      return;
    }
    const intent = await this.#intent(key).catch(() => undefined);
    if (intent && this.#attempt(key) === attempt) this.#receive(key, intent);
  }

  get listing(): Listing {
    return this.#listing;
  }

  get step(): Step {
    return this.#state.step;
  }

  /** Orders that an earlier page has left, and told the host page of. */
  get resumedOrders(): ReadonlySet<QuotedOrder> {
    return this.#resumed;
  }

  /** The orders that went through before the eyes of this page; not those that it was told of. */
  get placed(): readonly Attempt[] {
    return this.#placed;
  }

  get details(): Details {
    return this.#state.details;
  }

  get choice(): Choice | undefined {
    return 'choice' in this.step ? this.step.choice : undefined;
  }

  send(action: Action): void {
    const { step } = this;
    this.#state = transition(this.#state, action);
    // Before the first byte of an order goes: it is found under its key whatever happens then.
    if (this.step !== step) this.#session?.save(this.step);
    if ('attempts' in this.step) this.#otherTabs.listen();
    this.#following.check();
    this.#placed = [...this.#placed, ...this.#newlyPlaced(attemptsOf(step))];
    this.#host.requestUpdate();
  }

  #newlyPlaced(before: Attempt[]): Attempt[] {
    return before.flatMap((attempt) => {
      const next = this.#attempt(attempt.key);
      const isNew = isUnsettledAttempt(attempt) && next && isPlaced(next);
      return isNew && !this.#foreign.has(attempt.key) ? [next] : [];
    });
  }

  #attempt(key: string): Attempt | undefined {
    return attemptsOf(this.step).find((attempt) => attempt.key === key);
  }

  narrow(listing: Pick<Listing, 'match' | 'category'>): void {
    this.#listing = { ...listing, pages: 1 };
    this.#host.requestUpdate();
  }

  showMore(): void {
    this.#listing = { ...this.#listing, pages: this.#listing.pages + 1 };
    this.#host.requestUpdate();
  }

  /** Has the choice priced and checked by the proxy; its quote opens the checkout. */
  async quote(
    action: ActionOf<'quote' | 'take-start' | 'renew-quote'> = { type: 'quote' },
  ): Promise<void> {
    this.send(action);
    const { choice } = this;
    const request = this.#quoteRequest();
    if (!request) return;

    // Whoever chooses something else meanwhile is not told about this.
    const isWanted = () => this.choice === choice;
    try {
      const { orders, expires_at } = await this.#host.client.quote(request);
      if (!isWanted()) return;
      const attempts = orders.map((order) => newAttempt(order, newKey(), expires_at));
      if (attempts.length > 0) this.send({ type: 'quoted', attempts });
      else this.#failToLoad({ kind: 'unreadable', status: 200 });
    } catch (error) {
      if (isWanted()) this.#failToLoad(failureOf(error));
    }
  }

  /** Of the choice; or of what is left of its orders, where some are placed or in doubt. */
  #quoteRequest(): QuoteRequest | undefined {
    const { step } = this;
    if (!isAwaitingQuote(step)) return undefined;
    const attempts = attemptsOf(step);
    if (!attempts.every(isRenewable)) {
      return quoteRequestAgain(attempts.filter(isRenewable).map(({ order }) => order));
    }
    const cart = this.#cart();
    return cart && quoteRequestOf(cart);
  }

  #cart(): Cart | undefined {
    const { choice } = this;
    if (!choice?.start) return undefined;
    const { id, event_id } = choice.start.date;
    const line: Line = { eventId: event_id, dateId: id, amounts: choice.amounts };
    return { lines: [line], products: this.#stillOffered(line, choice.products) };
  }

  /**
   * A product that was added for a price or event which is not chosen any more does not go along.
   */
  #stillOffered(line: Line, amounts: Amounts<string>): Amounts<string> {
    const { choice, data } = this;
    // After a reload the proxy says what cannot be had.
    if (!data.hasProducts) return amounts;
    const currency = choice?.group?.prices[0]?.currency ?? '';
    const offered = offeredProducts(data.products, line, currency);
    return new Map([...amounts].filter(([id]) => offered.some((product) => product.id === id)));
  }

  /** Goes on with what is left of a cart that is partly placed; what was not sent keeps its key. */
  async orderRest(): Promise<void> {
    this.send({ type: 'show-rest' });
    await this.quote({ type: 'renew-quote' });
  }

  /**
   * Places the orders of the checkout, one after the other. Sent again they have the same keys, so
   * that each is placed once. `again`: the customer knows that another tab has ordered the same.
   */
  async order(again = false): Promise<void> {
    const { step } = this;
    if (step.name !== 'checkout' || step.busy) return;
    this.send({ type: 'order' });
    const attempts = sendable(step.attempts);
    if (!(await this.#isOrderedElsewhere(attempts, again))) await this.#sendAll(attempts);
    this.send({ type: 'ordered' });
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
    this.send({ type: 'send', key });
    const attempt = this.#attempt(key);
    if (!attempt || !isOnItsWay(attempt)) return;
    try {
      this.#receive(key, await this.#host.client.order(this.#orderRequest(attempt), key));
    } catch (error) {
      await this.#resolve(attempt, failureOf(error));
    }
  }

  #orderRequest({ order }: Attempt): OrderRequest {
    const { client, language, affiliate } = this.#host;
    const cartSize = attemptsOf(this.step).length;
    const fields = checkoutForm({ orders: [order], cartSize, questions: this.data.questions });
    const options = { lang: language, affiliate };
    // The time, so that it grows across tabs and reloads too.
    this.#submission = Math.max(this.#submission + 1, client.now());
    const request = orderRequestOf(order, fields, this.details, options);
    return { ...request, submission: this.#submission };
  }

  /** After anything but a clear refusal the platform may have the order, and the journal says so. */
  async #resolve({ key, state }: Attempt, failure: Failure): Promise<void> {
    const isRefused = state === 'ordering' && isRefusal(failure);
    // The request may have come twice, and this be the response to the one that had no room.
    if (isRefused && codeOf(failure) !== 'too-many-requests') {
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
    const { step } = this;
    if (!isUnsent(step)) {
      this.send({ type: 'change-choice' });
      return;
    }
    const unsent = step.attempts.filter(isUnsettledAttempt);
    await Promise.all(unsent.map(({ key }) => this.#askAgain(key)));
    // Whatever was asked about is as it was, so nothing of it has arrived.
    if (this.step === step) this.send({ type: 'abandon' });
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
      if (codeOf(failureOf(error)) === 'not-found') return unsent;
      throw error;
    }
  }

  #receive(key: string, intent: IntentResponse, failure?: Failure): void {
    this.send({ type: 'intent-received', key, intent, ...(failure && { failure }) });
    const reason = this.#attempt(key)?.failure;
    if (reason) this.#reloadAfter(reason);
    void this.#follow(key);
  }

  /**
   * Hears whether the order went through, and what becomes of it then. After a reload the request may
   * still be on its way: that there is none is believed the third time.
   */
  #follow(key: string, afterReload = false): Promise<void> {
    const attempt = this.#attempt(key);
    const delays = attempt && isPlaced(attempt) ? [] : FIRST_DELAYS;
    const onIntent = (intent: IntentResponse, look: number) => {
      const mayStillArrive = afterReload && look < 2 && intent.state === 'open';
      if (!mayStillArrive) this.#update(key, intent);
    };
    return this.#following.start(key, {
      key: { key },
      delays: afterReload ? [0, ...delays] : delays,
      awaited: () => awaitedOf(this.#attempt(key)?.intent),
      onIntent,
      onFailure: (failure, look) => {
        if (codeOf(failure) === 'not-found') onIntent(unsent, look);
      },
    });
  }

  /** Only what is new makes a new step. */
  #update(key: string, intent: IntentResponse): void {
    if (JSON.stringify(intent) === JSON.stringify(this.#attempt(key)?.intent)) return;
    this.send({ type: 'intent-received', key, intent });
    const reason = this.#attempt(key)?.failure;
    if (reason) this.#reloadAfter(reason);
  }

  #view(viewKey: string): Promise<void> {
    return this.#following.start('view', {
      key: { viewKey },
      delays: [0, ...FIRST_DELAYS],
      awaited: () => this.#awaitedView(),
      onIntent: (intent) => this.send({ type: 'viewed', intent }),
      onFailure: (failure) => this.send({ type: 'not-loaded', failure }),
    });
  }

  #awaitedView(): Awaited {
    const { step } = this;
    if (step.name !== 'view') return undefined;
    if (step.failure && !isTransient(step.failure)) return undefined;
    return step.intent ? awaitedOf(step.intent) : 'outcome';
  }

  #fail(key: string, failure: Failure, unclear = false): void {
    this.send({ type: 'failed', key, failure, unclear });
    this.#reloadAfter(failure);
  }

  #failToLoad(failure: Failure): void {
    this.send({ type: 'not-loaded', failure });
    this.#reloadAfter(failure);
  }

  /** What can be taken instead is shown as it is now; a proxy that is too busy is left alone. */
  #reloadAfter(failure: Failure): void {
    if (!isTransient(failure)) this.data.reload();
  }
}

function codeOf(failure: Failure): ProblemCode | undefined {
  return failure.kind === 'problem' ? failure.problem.code : undefined;
}

function awaitedOf(intent: IntentResponse | null | undefined): Awaited {
  if (intent?.state === 'checking') return 'outcome';
  return intent?.state === 'placed' ? 'status' : undefined;
}

/** The proxy's own no to a request: it did not send it. */
function isRefusal(failure: Failure): boolean {
  const code = codeOf(failure);
  return code !== undefined && !unclearCodes.includes(code);
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
