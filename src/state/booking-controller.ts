import type { ReactiveController } from 'lit';
import { failureOf } from '../client/request-error.ts';
import type { QuotedOrder, QuoteRequest } from '../contract/quote.schema.ts';
import type { Amounts } from '../domain/amounts.ts';
import type { OtherStarts, Exchange } from '../domain/availability.ts';
import { isRenewable, newAttempt, type Attempt } from '../domain/attempt.ts';
import {
  dateIdOf,
  emptyCart,
  isCartLine,
  offeredProducts,
  quoteRequestAgain,
  quoteRequestOf,
  withOtherStart,
  type CartLine,
  type CartState,
} from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { everything } from '../domain/list-filter.ts';
import { isTransient, problemCodeOf, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/field-values.ts';
import { lostLines } from '../domain/lost-lines.ts';
import { BookingData, type DataHost, type Listing } from './booking-data.ts';
import {
  attemptsOf,
  orderedIn,
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

export interface BookingHost extends DataHost, OrderingHost {
  /** What the host page says of its customer. */
  readonly prefilled: Details;
}

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
  /** The lines that are being priced; those of an older request are not heard any more. */
  #pricing: readonly CartLine[] | undefined;

  readonly #ordering: Ordering;

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(
      host,
      () => this.#listing,
      () => this.choice,
      () => orderedIn(this.step),
      () => this.#lostLines,
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
    this.#resumeCart(session);
    const step = session.load();
    if (!step) return false;
    this.#state = { ...this.#state, step };
    for (const { order } of attemptsOf(step)) this.#resumed.add(order);
    this.#host.requestUpdate();
    if ('attempts' in step) void this.#refresh(step);
    if (step.name === 'view') this.#ordering.followView(step.viewKey);
    return true;
  }

  /** What was gathered is priced again: meanwhile prices and places have changed. */
  #resumeCart(session: Session): void {
    const cart = session.loadCart();
    this.#state = { ...this.#state, cart: { ...emptyCart, ...cart } };
    if (cart) void this.priceCart();
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
    session.saveCart(this.cart);
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

  /** What was typed, and until something is what the host page has filled in. */
  get details(): Details {
    return new Map([...this.#host.prefilled, ...this.#state.details]);
  }

  get choice(): Choice | undefined {
    return ('choice' in this.step && this.step.choice) || undefined;
  }

  get cart(): CartState {
    return this.#state.cart;
  }

  /** The lines of what is shown that cannot be had as they are. */
  get #lostLines(): CartLine[] {
    const { step, choice, cart } = this;
    const lines = isCartLine(choice) ? [choice] : cart.lines;
    const own = step.name === 'event' ? step.failure : step.name === 'cart' ? cart.failure : null;
    return lostLines(lines, [own, ...attemptsOf(step).map(({ failure }) => failure)]);
  }

  /** What can be taken instead of them, once it is here; not what is in the cart already. */
  get otherStarts(): OtherStarts | undefined {
    const { step, choice, cart, data } = this;
    // Another start is another choice, so nothing of it may be placed or in doubt.
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
    // Before the first byte of an order goes: it is found under its key whatever happens then.
    if (this.step !== step) this.#session?.save(this.step);
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

  /** Has the choice priced and checked by the proxy; its quote opens the checkout. */
  async quote(
    action: ActionOf<'quote' | 'take-start' | 'renew-quote'> = { type: 'quote' },
  ): Promise<void> {
    this.send(action);
    const { choice } = this;
    const exchange = action.type === 'take-start' ? action.exchange : undefined;
    const request = this.#quoteRequest(exchange);
    if (!request) return;

    // Whoever chooses something else meanwhile is not told about this.
    const isWanted = () => this.choice === choice && isAwaitingQuote(this.step);
    try {
      const { orders, expires_at } = await this.#host.client.quote(request);
      if (!isWanted()) return;
      const attempts = orders.map((order) => newAttempt(order, newKey(), expires_at));
      if (attempts.length > 0) this.send({ type: 'quoted', attempts, exchange });
      else this.#failToLoad({ kind: 'unreadable', status: 200 });
    } catch (error) {
      if (isWanted()) this.#failToLoad(failureOf(error));
    }
  }

  /** Of the choice; or of what is left of its orders, where some are placed or in doubt. */
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

  /** What is chosen, once it has a start. */
  #line(): CartLine | undefined {
    const { choice } = this;
    if (!isCartLine(choice)) return undefined;
    return { ...choice, products: this.#stillOffered(choice) };
  }

  /**
   * A product that was added for a price or event which is not chosen any more does not go along.
   */
  #stillOffered({ start, amounts, group, products }: CartLine): Amounts<string> {
    const { data } = this;
    // After a reload the proxy says what cannot be had.
    if (!data.hasProducts) return products;
    const { id, event_id } = start.date;
    const line = { eventId: event_id, dateId: id, amounts };
    const offered = offeredProducts(data.products, line, group?.prices[0]?.currency ?? '');
    return new Map([...products].filter(([id]) => offered.some((product) => product.id === id)));
  }

  /** Has the choice priced, and puts it into the cart. */
  async addLine(): Promise<void> {
    const { choice, cart } = this;
    const line = this.#line();
    if (!line) return;
    this.send({ type: 'quote' });
    const isWanted = () => this.choice === choice;
    try {
      const { orders, expires_at } = await this.#host.client.quote(quoteRequestOf([line]));
      if (!isWanted()) return;
      this.send({ type: 'add-line', line, orders, expires: expires_at });
    } catch (error) {
      if (isWanted()) this.#failToLoad(failureOf(error));
      return;
    }
    // Lines of one vendor are one order, and share its products.
    if (cart.lines.length > 0) await this.priceCart();
  }

  /** Opens the cart, with today's prices and places. */
  showCart(): Promise<void> {
    this.send({ type: 'show-cart' });
    return this.priceCart();
  }

  removeLine(dateId: string): Promise<void> {
    const { lines } = this.cart;
    return this.priceCart(
      lines.filter((line) => dateIdOf(line) !== dateId),
      lines,
    );
  }

  /**
   * Has the cart priced with these lines. Until that is done it is as before.
   * @param before what it was before one of them was removed
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
      const { orders, expires_at: expires } = priced || { orders: [], expires_at: '' };
      this.send({ type: 'cart-priced', cart: { lines, orders, expires }, before });
    } catch (error) {
      if (!isWanted()) return;
      const failure = failureOf(error);
      this.send({ type: 'cart-not-priced', failure });
      this.reloadAfter(failure);
    }
  }

  /** Opens the checkout of the cart, with prices that still hold. */
  async checkOut(): Promise<void> {
    if (Date.parse(this.cart.expires) < this.#host.client.now()) await this.priceCart();
    const { isPricing, failure, orders, expires } = this.cart;
    if (isPricing || failure || orders.length === 0) return;
    this.send({
      type: 'quoted',
      attempts: orders.map((order) => newAttempt(order, newKey(), expires)),
    });
  }

  /** Goes on with what is left of a cart that is partly placed; what was not sent keeps its key. */
  async orderRest(): Promise<void> {
    this.send({ type: 'show-rest' });
    await this.quote({ type: 'renew-quote' });
  }

  /** Goes on with another start instead of a lost one, where the customer is. */
  async takeStart(exchange: Exchange): Promise<void> {
    if (this.step.name === 'cart') return this.priceCart(withOtherStart(this.cart.lines, exchange));
    this.send({ type: 'show-rest' });
    await this.quote({ type: 'take-start', exchange });
  }

  /**
   * Places the orders of the checkout; see {@link Ordering.order}. What costs something else now is
   * shown as it is, beside what it was, and waits for another press.
   */
  async order(again = false): Promise<void> {
    await this.#ordering.order(again);
    const { step } = this;
    if (step.name !== 'checkout') return;
    const isChanged = step.attempts.some(
      ({ failure }) => problemCodeOf(failure) === 'price-changed',
    );
    if (isChanged) await this.quote({ type: 'renew-quote' });
  }

  /** Goes back to the choice, unless one of its orders may have arrived; see {@link Ordering.changeChoice}. */
  async changeChoice(): Promise<void> {
    await this.#ordering.changeChoice();
    // What was refused is said at its line.
    if (this.step.name === 'cart') await this.priceCart();
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
