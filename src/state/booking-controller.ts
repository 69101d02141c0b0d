import type { ReactiveController } from 'lit';
import { failureOf } from '../client/request-error.ts';
import type { QuotedOrder, QuoteRequest, QuoteResponse } from '../contract/quote.schema.ts';
import type { Amounts } from '../domain/amounts.ts';
import type { OtherStarts, Exchange } from '../domain/availability.ts';
import { isRenewable, newAttempt, type Attempt, type OrderOptions } from '../domain/attempt.ts';
import {
  dateIdOf,
  emptyCart,
  isCartLine,
  offeredProducts,
  quoteRequestAgain,
  quoteRequestOf,
  type CartLine,
  type CartState,
} from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { unfiltered } from '../domain/list-filter.ts';
import { isTransient, problemCodeOf, type Failure } from '../domain/failure.ts';
import type { Details } from '../visit/form/field-values.ts';
import { lostLines } from '../domain/lost-lines.ts';
import { toMillis } from '../domain/zone.ts';
import { BookingData, type DataHost, type Listing } from './booking-data.ts';
import {
  attemptsOf,
  failuresIn,
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
import { newKey } from '../visit/key.ts';
import { Ordering, type OrderingHost } from '../visit/ordering.ts';
import type { Session } from './session.ts';

export interface BookingHost extends DataHost, OrderingHost {
  /** What the host page fills into the form for its customer. */
  readonly prefilled: Details;
}

/**
 * Drives the booking flow: holds its state, and requests quotes. What an action means is decided by
 * `transition`, what is loaded by `BookingData`, how orders are placed by `Ordering`.
 */
export class BookingController implements ReactiveController {
  readonly data: BookingData;
  readonly #host: BookingHost;
  #state: FlowState = initialState;
  #listing: Listing = { ...unfiltered, pages: 1 };
  #session: Session | undefined;
  readonly #resumed = new Set<QuotedOrder>();
  /** The lines of the latest quote request; the response to an older request is ignored. */
  #pricing: readonly CartLine[] | undefined;
  /** The latest quote request of the choice or the checkout; likewise. */
  #quoting: QuoteRequest | undefined;
  readonly #ordering: Ordering;

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(this, host);
    this.#ordering = new Ordering(this, host);
  }

  hostConnected(): void {
    this.#ordering.start();
  }

  hostDisconnected(): void {
    this.updateSession();
    this.#ordering.stop();
  }

  /**
   * Restores the step that the session has stored, and stores every later step in it. The proxy is
   * asked what became of restored orders. Returns whether there was a stored step.
   */
  resume(session: Session): boolean {
    this.#session = session;
    this.#resumeCart(session);
    const step = session.load();
    if (!step) return false;
    this.#state = { ...this.#state, step };
    for (const { order } of attemptsOf(step)) this.#resumed.add(order);
    this.#host.requestUpdate();
    if ('attempts' in step) void this.#refresh(step);
    if (step.name === 'view') this.#ordering.watchView(step.viewKey);
    return true;
  }

  /** The stored cart is quoted again, because prices and places may have changed. */
  #resumeCart(session: Session): void {
    const cart = session.loadCart();
    this.#state = { ...this.#state, cart: { ...emptyCart, ...cart } };
    if (cart) void this.priceCart();
  }

  /** Shows the order of a copied link, unless the outcome of this tab's own order is unknown. */
  view(viewKey: string): void {
    this.send({ type: 'show-view', viewKey });
    if (this.step.name === 'view') this.#ordering.watchView(viewKey);
  }

  /** Stores the current step and cart: the widget was moved, and its session opened anew. */
  storeIn(session: Session): void {
    this.#session = session;
    session.save(this.step);
    session.saveCart(this.cart);
  }

  /** The page, or the part of it with the widget, is left: stores the shown month too. */
  updateSession(): void {
    this.#session?.update(this.step);
  }

  /** The browser has shown the page from its back/forward cache, with data of that time. */
  restoreAfterBack(): void {
    if (this.#session) this.resume(this.#session);
    this.data.reload();
  }

  /** Loads again what may have changed while the customer did not look. */
  refreshShown(): void {
    if (this.step.name === 'list') this.data.refreshList();
    if (this.step.name === 'event') this.data.refreshDates();
  }

  /** Repeats the failed requests for data and for the cart's prices. */
  retryFailed(): void {
    this.data.retryFailed();
    if (this.cart.failure) void this.priceCart();
  }

  /** Asks the proxy for the state of restored orders, and for a new quote if one has expired. */
  async #refresh(step: CheckoutStep | ResultStep): Promise<void> {
    await Promise.all(step.attempts.map((attempt) => this.#ordering.refresh(attempt)));
    const isExpired = step.attempts.some(
      ({ state, expires }) => state === 'ready' && toMillis(expires) < this.#host.client.now(),
    );
    if (this.step === step && isExpired) await this.quote({ type: 'renew-quote' });
  }

  get listing(): Listing {
    return this.#listing;
  }

  get step(): Step {
    return this.#state.step;
  }

  /** Restored orders: the host page has had their events before the reload. */
  get resumedOrders(): ReadonlySet<QuotedOrder> {
    return this.#resumed;
  }

  /** See {@link Ordering.placed}. */
  get placed(): readonly Attempt[] {
    return this.#ordering.placed;
  }

  /** What the customer has typed; in fields without input, what the host page has filled in. */
  get details(): Details {
    return new Map([...this.#host.prefilled, ...this.#state.details]);
  }

  get choice(): Choice | undefined {
    return ('choice' in this.step && this.step.choice) || undefined;
  }

  get cart(): CartState {
    return this.#state.cart;
  }

  /** The lines on screen whose dates the proxy has refused. */
  get lostLines(): CartLine[] {
    const { step, choice, cart } = this;
    const lines = isCartLine(choice) ? [choice] : cart.lines;
    return lostLines(lines, failuresIn(step, cart));
  }

  /** Other starts for the lost lines, without those in the cart; undefined while they load. */
  get otherStarts(): OtherStarts | undefined {
    const { step, choice, cart, data } = this;
    // Another start changes the choice, which must not happen once an order of it may be placed.
    if (choice && !attemptsOf(step).every(isRenewable)) return new Map();
    if (!data.otherStarts) return undefined;
    const inCart = new Set(cart.lines.map(dateIdOf));
    return new Map(
      [...data.otherStarts].map(([lost, starts]) => [
        lost,
        starts.filter(({ date }) => !inCart.has(date.id)),
      ]),
    );
  }

  send(action: Action): void {
    const { step, cart } = this;
    this.#state = transition(this.#state, action);
    // Stored before the order is sent, so that a reload finds the order's key.
    if (this.step !== step) {
      // Storing takes a tenth of a month switch, so a shown month is stored when the page is left.
      if (action.type !== 'show-month') this.#session?.save(this.step);
      if (this.step.name === 'list') this.refreshShown();
    }
    if (this.cart !== cart) this.#session?.saveCart(this.cart);
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

  /** Requests a quote for the choice, which opens the checkout. */
  async quote(
    action: ActionOf<'quote' | 'take-start' | 'renew-quote'> = { type: 'quote' },
  ): Promise<void> {
    this.send(action);
    const exchange = action.type === 'take-start' ? action.exchange : undefined;
    const request = this.#quoteRequest(exchange);
    if (!request) return;
    await this.#awaitQuote(request, ({ orders, expires_at }) => {
      const attempts = orders.map((order) => newAttempt(order, newKey(), expires_at));
      if (attempts.length > 0) this.send({ type: 'quoted', attempts, exchange });
      else this.#failToLoad({ kind: 'unreadable', status: 200 });
    });
  }

  /** Neither the quote nor its failure is used once the customer has chosen something else. */
  async #awaitQuote(request: QuoteRequest, use: (quote: QuoteResponse) => unknown): Promise<void> {
    this.#quoting = request;
    const isWanted = () => this.#quoting === request && isAwaitingQuote(this.step);
    try {
      const quote = await this.#host.client.quote(request);
      if (isWanted()) await use(quote);
    } catch (error) {
      if (isWanted()) this.#failToLoad(failureOf(error));
    }
  }

  /** For the choice; once an order of it may be placed, for its other orders only. */
  #quoteRequest(exchange: Exchange | undefined): QuoteRequest | undefined {
    const { step } = this;
    if (!isAwaitingQuote(step)) return undefined;
    const attempts = attemptsOf(step);
    if (!this.choice || !attempts.every(isRenewable)) {
      const orders = attempts.filter(isRenewable).map(({ order }) => order);
      return quoteRequestAgain(orders, exchange);
    }
    const line = this.#line();
    return line && quoteRequestOf([line]);
  }

  /** The choice as a line of the cart; undefined before a start is chosen. */
  #line(): CartLine | undefined {
    const { choice } = this;
    if (!isCartLine(choice)) return undefined;
    return { ...choice, products: this.#stillOffered(choice) };
  }

  /** The chosen products, without those that fit only a price or event chosen before. */
  #stillOffered({ start, amounts, group, products }: CartLine): Amounts<string> {
    const { data } = this;
    // Before the products are loaded, the proxy refuses those that do not fit.
    if (!data.hasProducts) return products;
    const { id, event_id } = start.date;
    const line = { eventId: event_id, dateId: id, amounts };
    const offered = offeredProducts(data.products, line, group?.prices[0]?.currency ?? '');
    return new Map([...products].filter(([id]) => offered.some((product) => product.id === id)));
  }

  /** Requests a quote for the choice, and adds it to the cart. */
  async addLine(): Promise<void> {
    const line = this.#line();
    if (!line) return;
    this.send({ type: 'quote' });
    await this.#awaitQuote(quoteRequestOf([line]), async ({ orders, expires_at: expires }) => {
      const { cart } = this;
      // Without a line that is being removed.
      const lines = (cart.isPricing && this.#pricing) || cart.lines;
      this.send({ type: 'add-line', line, lines, orders, expires });
      // Lines of one vendor form one order, so the whole cart is quoted again.
      if (lines.length > 0) await this.priceCart();
    });
  }

  /** Opens the cart, and requests current prices and places for it. */
  async showCart(): Promise<void> {
    this.send({ type: 'show-cart' });
    // Another quote would bring back a line that is being removed.
    if (this.cart.isPricing) return;
    await this.priceCart();
  }

  removeLine(dateId: string): Promise<void> {
    const { lines } = this.cart;
    return this.priceCart(
      lines.filter((line) => dateIdOf(line) !== dateId),
      lines,
    );
  }

  /**
   * Requests a quote for these lines, which become the cart's when it has come.
   * @param before the lines before one was removed, for undo
   */
  async priceCart(
    lines: readonly CartLine[] = this.cart.lines,
    before: readonly CartLine[] | null = null,
  ): Promise<void> {
    this.#pricing = lines;
    const isWanted = () => this.#pricing === lines;
    this.send({ type: 'price-cart' });
    try {
      const priced = lines.length > 0 && (await this.#host.client.quote(quoteRequestOf(lines)));
      if (!isWanted()) return;
      // Some of them were placed meanwhile.
      if (!this.cart.isPricing) return await this.priceCart();
      const { orders, expires_at: expires } = priced || { orders: [], expires_at: '' };
      this.send({ type: 'cart-priced', cart: { lines, orders, expires }, before });
    } catch (error) {
      if (!isWanted()) return;
      const failure = failureOf(error);
      this.send({ type: 'cart-not-priced', failure });
      this.reloadAfter(failure);
    }
  }

  /** Opens the checkout of the cart, with a new quote if the last one has expired. */
  async checkOut(): Promise<void> {
    const { step } = this;
    if (toMillis(this.cart.expires) < this.#host.client.now()) await this.priceCart();
    const { isPricing, failure, orders, expires } = this.cart;
    if (isPricing || failure || orders.length === 0 || this.step !== step) return;
    this.send({
      type: 'quoted',
      attempts: orders.map((order) => newAttempt(order, newKey(), expires)),
    });
  }

  /** Opens the checkout for the orders of the cart that are not placed. */
  async orderRest(): Promise<void> {
    this.send({ type: 'show-rest' });
    await this.quote({ type: 'renew-quote' });
  }

  /** Replaces a lost date by another start, in the cart or at the checkout. */
  async takeStart(exchange: Exchange): Promise<void> {
    if (this.step.name !== 'cart') {
      this.send({ type: 'show-rest' });
      await this.quote({ type: 'take-start', exchange });
      // Another line is lost too. The cart shows each problem at its line, and keeps what is taken.
      if (this.lostLines.length > 0) this.send({ type: 'change-choice' });
    }
    if (this.step.name === 'cart') {
      this.send({ type: 'take-start', exchange });
      await this.priceCart();
    }
  }

  /**
   * Places the orders of the checkout; see {@link Ordering.order}. When a price has changed, the
   * new one is shown beside the old, and the customer has to press the button again.
   */
  async order(options?: OrderOptions): Promise<void> {
    await this.#ordering.order(options);
    const { step } = this;
    if (step.name !== 'checkout') return;
    const isChanged = step.attempts.some(
      ({ failure }) => problemCodeOf(failure) === 'price-changed',
    );
    if (isChanged) await this.quote({ type: 'renew-quote' });
  }

  /** Goes back to the choice; see {@link Ordering.changeChoice}. */
  async changeChoice(): Promise<void> {
    await this.#ordering.changeChoice();
    // The quote tells, line by line, what was refused.
    if (this.step.name === 'cart') await this.priceCart();
  }

  #failToLoad(failure: Failure): void {
    this.send({ type: 'not-loaded', failure });
    this.reloadAfter(failure);
  }

  /** Loads current dates and products after a refusal, but not while the proxy is busy or down. */
  reloadAfter(failure: Failure): void {
    if (!isTransient(failure)) this.data.reload();
  }
}
