import type { ReactiveController } from 'lit';
import { failureOf } from '../client/request-error.ts';
import type { QuotedOrder, QuoteRequest } from '../contract/quote.schema.ts';
import type { Amounts } from '../domain/amounts.ts';
import { isRenewable, newAttempt, type Attempt } from '../domain/attempt.ts';
import {
  offeredProducts,
  quoteRequestAgain,
  quoteRequestOf,
  type Cart,
  type Line,
} from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { everything } from '../domain/list-filter.ts';
import { isTransient, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';
import { BookingData, type DataHost, type Listing } from './booking-data.ts';
import {
  attemptsOf,
  initialState,
  isAwaitingQuote,
  transition,
  type Action,
  type ActionOf,
  type CheckoutStep,
  type FlowState,
  type ResultStep,
  type Step,
} from './booking-flow.ts';
import { newKey } from './key.ts';
import { Ordering, type OrderingHost } from './ordering.ts';
import type { Session } from './session.ts';

export interface BookingHost extends DataHost, OrderingHost {}

/**
 * Drives the booking flow: keeps its state, and has carts quoted when told to. It does not decide
 * what an action means (that is `transition`), what is loaded (that is `BookingData`), how orders
 * are placed (that is `Ordering`), or how anything looks.
 */
export class BookingController implements ReactiveController {
  readonly data: BookingData;
  readonly #host: BookingHost;
  #state: FlowState = initialState;
  #listing: Listing = { ...everything, pages: 1 };
  #session: Session | undefined;
  readonly #resumed = new Set<QuotedOrder>();

  readonly #ordering: Ordering;

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(
      host,
      () => this.#listing,
      () => this.choice,
      () => attemptsOf(this.step).map(({ order }) => order),
    );
    this.#ordering = new Ordering(this, host);
  }

  hostConnected(): void {
    this.#ordering.start();
  }

  hostDisconnected(): void {
    this.#ordering.stop();
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
    if (step.name === 'view') this.#ordering.followView(step.viewKey);
    return true;
  }

  /** Shows the order of a copied link, unless there is one of this tab's whose outcome is not known. */
  view(viewKey: string): void {
    this.send({ type: 'show-view', viewKey });
    if (this.step.name === 'view') this.#ordering.followView(viewKey);
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

  /** What the journal says of orders that were left; prices that have expired are asked for anew. */
  async #refresh(step: CheckoutStep | ResultStep): Promise<void> {
    await Promise.all(step.attempts.map((attempt) => this.#ordering.refresh(attempt)));
    const isExpired = step.attempts.some(
      ({ state, expires }) => state === 'ready' && Date.parse(expires) < this.#host.client.now(),
    );
    if (this.step === step && isExpired) await this.quote({ type: 'renew-quote' });
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
    return this.#ordering.placed;
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
    this.#ordering.observe(step);
    this.#host.requestUpdate();
  }

  narrow(listing: Partial<Omit<Listing, 'pages'>>): void {
    this.#listing = { ...this.#listing, ...listing, pages: 1 };
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

  /** Places the orders of the checkout; see {@link Ordering.order}. */
  order(again = false): Promise<void> {
    return this.#ordering.order(again);
  }

  /** Goes back to the choice, unless one of its orders may have arrived; see {@link Ordering.changeChoice}. */
  changeChoice(): Promise<void> {
    return this.#ordering.changeChoice();
  }

  #failToLoad(failure: Failure): void {
    this.send({ type: 'not-loaded', failure });
    this.reloadAfter(failure);
  }

  /** What can be taken instead is shown as it is now; a proxy that is too busy is left alone. */
  reloadAfter(failure: Failure): void {
    if (!isTransient(failure)) this.data.reload();
  }
}
