import type { ReactiveController } from 'lit';
import { failureOf } from '../client/request-error.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { ProblemCode } from '../contract/problem.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Amounts } from '../domain/amounts.ts';
import { offeredProducts, quoteRequestOf, type Cart, type Line } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { checkoutForm } from '../domain/checkout-form.ts';
import { isTransient, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';
import { orderRequestOf } from '../domain/order-request.ts';
import { BookingData, type DataHost, type Listing } from './booking-data.ts';
import {
  initialState,
  isAwaitingQuote,
  isUnsent,
  isUnsettled,
  transition,
  type Action,
  type ActionOf,
  type CheckoutStep,
  type FlowState,
  type ResultStep,
  type Step,
} from './booking-flow.ts';
import { newKey } from './key.ts';
import { delay, delayAfter } from './retry.ts';
import { createOtherTabs, type OtherTabs, type ShownOrder } from './other-tabs.ts';
import type { Session } from './session.ts';

export interface BookingHost extends DataHost {
  /** Language of the order, ISO 639-1. */
  readonly language: string;
  readonly affiliate: string;
  /** To the other tabs of the page's origin. */
  openChannel?(): BroadcastChannel;
}

/** After these refusals the proxy may have the order all the same. */
const unclearCodes: ProblemCode[] = ['idempotency-key-reused', 'internal-error'];

/** What the journal says of an order that it has not heard of: the same as of one not sent yet. */
const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };

/** Milliseconds before the first polls of an intent that is being checked, and before the rest. */
const FIRST_POLL_DELAYS = [1000, 2000, 3000];
const POLL_DELAY = 5000;
/** The delay doubles while polls fail, up to this one. */
const MAX_POLL_DELAY = 60_000;

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
  #polling = new AbortController();
  #session: Session | undefined;
  #resumed: QuotedOrder | undefined;
  #placed: ResultStep | undefined;
  readonly #otherTabs: OtherTabs;
  #submission = 0;
  /** The order is this tab's, and not of the one that it was duplicated from. */
  #isOwn = true;

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(
      host,
      () => this.#listing,
      () => this.choice,
    );
    this.#otherTabs = createOtherTabs(
      () => host.openChannel?.(),
      () => (this.#isOwn ? shownOrder(this.step) : undefined),
    );
  }

  hostConnected(): void {
    const { step } = this;
    if ('order' in step) this.#otherTabs.listen();
    if (step.name === 'result' && step.intent.state === 'checking') void this.#poll(step.key);
    if (step.name === 'view') void this.#view(step.viewKey);
  }

  hostDisconnected(): void {
    this.#polling.abort();
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
    if ('order' in step) this.#resumed = step.order;
    this.#host.requestUpdate();
    if (step.name === 'checkout' || step.name === 'result') void this.#refresh(step);
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

  /** What the journal says of an order that was left, as far as there is anything new. */
  async #refresh(step: CheckoutStep | ResultStep): Promise<void> {
    const { key, expires } = step;
    if (isUnsettled(step)) {
      // The host page hears of it from the tab that this one was duplicated from.
      const other = await this.#otherTabs.find(step);
      this.#isOwn = !other?.isSameOrder;
      await this.#poll(key, true);
      return;
    }
    const intent = await this.#intent(key).catch(() => undefined);
    if (this.step !== step) return;
    // An order that the platform has stays so, also where the journal has forgotten it.
    if (intent && intent.state !== 'open') this.#receive(key, intent);
    else if (step.name === 'checkout' && Date.parse(expires) < this.#host.client.now()) {
      await this.quote({ type: 'renew-quote' });
    }
  }

  get listing(): Listing {
    return this.#listing;
  }

  get step(): Step {
    return this.#state.step;
  }

  /** The order that an earlier page has left, and told the host page of. */
  get resumedOrder(): QuotedOrder | undefined {
    return this.#resumed;
  }

  /** The order that went through before the eyes of this page; not one that it was told of. */
  get placed(): ResultStep | undefined {
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
    const isPlaced = this.step.name === 'result' && this.step.intent.state === 'placed';
    if (isPlaced && this.#isOwn && isUnsettled(step)) this.#placed = this.step;
    if ('order' in this.step) this.#otherTabs.listen();
    this.#host.requestUpdate();
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
    const cart = this.#cart();
    if (!cart || !isAwaitingQuote(this.step)) return;

    // Whoever chooses something else meanwhile is not told about this.
    const isWanted = () => this.choice === choice;
    try {
      const { orders, expires_at } = await this.#host.client.quote(quoteRequestOf(cart));
      if (!isWanted()) return;
      const [order] = orders;
      if (order) this.send({ type: 'quoted', order, key: newKey(), expires: expires_at });
      else this.#fail({ kind: 'unreadable', status: 200 });
    } catch (error) {
      if (isWanted()) this.#fail(failureOf(error));
    }
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

  /**
   * Places the order of the checkout. Sent again it has the same key, so it is placed once. `again`:
   * the customer knows that another tab has ordered the same.
   */
  async order(again = false): Promise<void> {
    const { step } = this;
    if (step.name !== 'checkout' || step.busy) return;
    this.send({ type: 'order' });
    const other = await this.#otherTabs.find(step);
    if (other && !other.isSameOrder && !again && !step.doubt) {
      this.#fail({ kind: 'elsewhere', code: other.code });
      return;
    }
    this.#isOwn = !other?.isSameOrder;
    try {
      this.#receive(step.key, await this.#sendOrder(step));
    } catch (error) {
      await this.#resolve(step, failureOf(error));
    }
  }

  #sendOrder({ order, key }: CheckoutStep): Promise<IntentResponse> {
    const { client, language, affiliate } = this.#host;
    const fields = checkoutForm({ order, questions: this.data.questions });
    const options = { lang: language, affiliate };
    const request = orderRequestOf(order, fields, this.details, options);
    // The time, so that it grows across tabs and reloads too.
    this.#submission = Math.max(this.#submission + 1, client.now());
    return client.order({ ...request, submission: this.#submission }, key);
  }

  /** After anything but a clear refusal the platform may have the order, and the journal says so. */
  async #resolve({ key, doubt }: CheckoutStep, failure: Failure): Promise<void> {
    const isRefused = !doubt && isRefusal(failure);
    // The request may have come twice, and this be the response to the one that had no room.
    if (isRefused && codeOf(failure) !== 'too-many-requests') {
      this.#fail(failure);
      return;
    }
    try {
      const intent = await this.#intent(key);
      if (isRefused && intent.state === 'open') this.#fail(failure);
      else this.#receive(key, intent, failure);
    } catch {
      this.#fail(failure, true);
    }
  }

  /**
   * Leaves an order that was not sent. Asks once more before it does, because the customer took time
   * to read that, and a request that was on its way has arrived since.
   */
  async changeChoice(): Promise<void> {
    const { step } = this;
    if (!isUnsent(step)) {
      this.send({ type: 'change-choice' });
      return;
    }
    try {
      const intent = await this.#intent(step.key);
      if (intent.state === 'open') this.send({ type: 'abandon' });
      else this.#receive(step.key, intent);
    } catch (error) {
      this.#fail(failureOf(error), true);
    }
  }

  async #intent(key: string, signal?: AbortSignal): Promise<IntentResponse> {
    try {
      return await this.#host.client.intent(key, signal);
    } catch (error) {
      if (codeOf(failureOf(error)) === 'not-found') return unsent;
      throw error;
    }
  }

  #receive(key: string, intent: IntentResponse, failure?: Failure): void {
    this.send({ type: 'intent-received', key, intent, ...(failure && { failure }) });
    const { step } = this;
    if (step.name === 'checkout' && step.failure) this.#reloadAfter(step.failure);
    if (intent.state === 'checking') void this.#poll(key);
  }

  /**
   * Until it is known whether the order went through. After a reload the request may still be on its
   * way: that there is none is believed the third time.
   */
  #poll(key: string, afterReload = false): Promise<void> {
    const delays = afterReload ? [0, ...FIRST_POLL_DELAYS] : FIRST_POLL_DELAYS;
    return this.#repeat(delays, async (poll, signal) => {
      const { step } = this;
      if (step.name !== 'result' || step.key !== key) return true;
      const intent = await this.#intent(key, signal);
      const mayStillArrive = afterReload && poll < 2 && intent.state === 'open';
      if (mayStillArrive) return false;
      const isOver = intent.state !== 'checking';
      if (isOver) this.#receive(key, intent);
      else if (intent.settled_by !== step.intent.settled_by) {
        this.send({ type: 'intent-received', key, intent });
      }
      return isOver;
    });
  }

  #view(viewKey: string): Promise<void> {
    return this.#repeat([0, ...FIRST_POLL_DELAYS], async (_, signal) => {
      if (this.step.name !== 'view') return true;
      try {
        const intent = await this.#host.client.view(viewKey, signal);
        this.send({ type: 'viewed', intent });
        return intent.state !== 'checking';
      } catch (error) {
        const failure = failureOf(error);
        if (signal.aborted) return true;
        this.send({ type: 'failed', failure });
        if (isTransient(failure)) throw error;
        return true;
      }
    });
  }

  /** Looks until it is over; in the place of whatever was looked for before. */
  async #repeat(
    delays: number[],
    look: (poll: number, signal: AbortSignal) => Promise<boolean>,
  ): Promise<void> {
    this.#polling.abort();
    this.#polling = new AbortController();
    const { signal } = this.#polling;
    let wait = 0;
    for (let poll = 0; ; poll += 1) {
      wait = Math.max(delays[poll] ?? POLL_DELAY, wait);
      await delay(wait, signal);
      if (signal.aborted) return;
      try {
        if (await look(poll, signal)) return;
        wait = 0;
      } catch (error) {
        // The customer waits for the outcome, and need not hear that a poll failed.
        wait = delayAfter(failureOf(error), Math.min(wait * 2, MAX_POLL_DELAY));
      }
    }
  }

  #fail(failure: Failure, unclear = false): void {
    this.send({ type: 'failed', failure, unclear });
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

/** The proxy's own no to a request: it did not send it. */
function isRefusal(failure: Failure): boolean {
  const code = codeOf(failure);
  return code !== undefined && !unclearCodes.includes(code);
}

/** What another tab is told of this one's order, unless it is over. */
function shownOrder(step: Step): ShownOrder | undefined {
  if (!('order' in step)) return undefined;
  const { order, key } = step;
  if (isUnsettled(step)) return { order, key, state: 'checking', code: '' };
  const { status, code = '' } = (step.name === 'result' && step.intent.order) || {};
  const isOver = !status || status === 'CANCELED' || status === 'DECLINED';
  return isOver ? undefined : { order, key, state: 'placed', code };
}
