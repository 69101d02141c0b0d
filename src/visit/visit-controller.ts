import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { QuotedLine, QuotedOrder, QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import { failureOf } from '../client/request-error.ts';
import type { Amounts } from '../domain/amounts.ts';
import { type Attempt, isRenewable, type OrderOptions } from '../domain/attempt.ts';
import type { Exchange, Start } from '../domain/availability.ts';
import { type CartLine, dateIdOf, isCartLine } from '../domain/cart.ts';
import { offeredProducts, quoteRequestAgain, quoteRequestOf } from '../domain/cart-rules.ts';
import type { Details } from '../domain/details.ts';
import { type Failure, problemCodeOf } from '../domain/failure.ts';
import { newAttempt } from '../domain/next-attempt.ts';
import { toMillis } from '../domain/zone.ts';
import type { BookingController, FlowPart } from '../state/booking-controller.ts';
import {
  type ActionOf,
  attemptsOf,
  type CheckoutStep,
  isAwaitingQuote,
  type ResultStep,
  type Step,
} from '../state/steps.ts';
import { endedLines } from './ended-lines.ts';
import { withPrefilled } from './form/prefill.ts';
import { newKey } from './key.ts';
import { Ordering, type OrderingSource } from './ordering.ts';
import type { PaymentTrip } from './payment-trip.ts';
import { transition } from './visit-flow.ts';

/**
 * Drives the flow from the choice to the ticket: prices the choice and the cart, and opens the
 * checkout. `Ordering` places the orders.
 */
export class VisitController implements ReactiveController, FlowPart {
  readonly transition = transition;
  readonly #flow: BookingController;
  readonly #source: () => OrderingSource;
  readonly #ordering: Ordering;
  readonly #resumed = new Set<QuotedOrder>();
  /** The lines of the cart's latest quote request; the response to an older one is ignored. */
  #pricing: readonly CartLine[] | undefined;
  /** The latest quote request for the choice or the checkout; an older response is ignored too. */
  #quoting: QuoteRequest | undefined;

  constructor(host: ReactiveControllerHost, flow: BookingController, source: () => OrderingSource) {
    this.#flow = flow;
    this.#source = source;
    this.#ordering = new Ordering(flow, source);
    flow.join(this);
    host.addController(this);
  }

  hostConnected(): void {
    this.#ordering.start();
  }

  hostDisconnected(): void {
    this.#ordering.stop();
  }

  stateChanged(before: Step): void {
    this.#ordering.stateChanged(before);
  }

  /**
   * Called when the flow has restored its step and cart. Asks the proxy what became of the orders,
   * and quotes the cart again, because prices and places may have changed.
   */
  resume(): void {
    const { step, cart } = this.#flow;
    for (const { order } of attemptsOf(step)) this.#resumed.add(order);
    if (cart.lines.length > 0) void this.priceCart();
    const trip = this.#ordering.takeTrip();
    if (trip?.hasReturned) void this.#ordering.takeDue(trip);
    if ('attempts' in step) void this.#refresh(step, trip);
    if (step.name === 'view') this.#ordering.watchView(step.viewKey);
  }

  /**
   * Asks the proxy for the state of restored orders, and for a new quote if one has expired. What a
   * customer has paid elsewhere is ordered.
   */
  async #refresh(step: CheckoutStep | ResultStep, trip?: PaymentTrip): Promise<void> {
    const isBegun = ({ key }: Attempt) => trip?.keys.includes(key);
    await Promise.all(
      step.attempts.map((attempt) => this.#ordering.refresh(attempt, isBegun(attempt))),
    );
    if (trip?.hasReturned) {
      // The site's settings say which fields an order has.
      const { data } = this.#flow;
      if (!data.site) await data.siteTask.taskComplete.catch(() => undefined);
      return this.order({ returned: trip.keys });
    }
    const isExpired = step.attempts.some(
      ({ state, expires }) => state === 'ready' && toMillis(expires) < this.#now(),
    );
    if (this.#flow.step === step && isExpired) await this.quote({ type: 'renew-quote' });
  }

  /** Restored orders, whose events the host page received before the reload. */
  get resumedOrders(): ReadonlySet<QuotedOrder> {
    return this.#resumed;
  }

  /** What the customer has typed; in fields without input, what the host page has filled in. */
  get details(): Details {
    return withPrefilled(this.#flow.typed, this.#source().prefilled);
  }

  /** See {@link Ordering.placed}. */
  get placed(): readonly Attempt[] {
    return this.#ordering.placed;
  }

  /** Shows the order of a copied link, unless the outcome of this tab's own order is unknown. */
  view(viewKey: string): void {
    this.#flow.send({ type: 'show-view', viewKey });
    if (this.#flow.step.name === 'view') this.#ordering.watchView(viewKey);
  }

  /** Shows a result again, from which the browser's back button has led away. */
  showResult(step: ResultStep): void {
    for (const { order } of step.attempts) this.#resumed.add(order);
    this.#flow.send({ type: 'show-again', step });
    if (this.#flow.step === step) void this.#refresh(step);
  }

  /** Repeats a failed request for the cart's prices. */
  retryFailed(): void {
    if (this.#flow.cart.failure) void this.priceCart();
  }

  /** Requests a quote for the choice, which opens the checkout. */
  async quote(
    action: ActionOf<'quote' | 'take-start' | 'renew-quote'> = { type: 'quote' },
  ): Promise<void> {
    this.#flow.send(action);
    const exchange = action.type === 'take-start' ? action.exchange : undefined;
    const request = this.#quoteRequest(exchange);
    if (!request) return;
    await this.#awaitQuote(request, ({ orders, expires_at }) => {
      const attempts = orders.map((order) => newAttempt(order, newKey(), expires_at));
      if (attempts.length > 0) this.#flow.send({ type: 'quoted', attempts, exchange });
      else this.#failToLoad({ kind: 'unreadable', status: 200 });
    });
  }

  /** Neither the quote nor its failure is used once the customer has chosen something else. */
  async #awaitQuote(request: QuoteRequest, use: (quote: QuoteResponse) => unknown): Promise<void> {
    this.#quoting = request;
    const isWanted = () => this.#quoting === request && isAwaitingQuote(this.#flow.step);
    try {
      const quote = await this.#source().orders.quote(request);
      if (isWanted()) await use(quote);
    } catch (error) {
      if (isWanted()) this.#failToLoad(failureOf(error));
    }
  }

  /** A request for the choice; once one of its orders may be placed, only for the others. */
  #quoteRequest(exchange: Exchange | undefined): QuoteRequest | undefined {
    const { step, choice } = this.#flow;
    if (!isAwaitingQuote(step)) return undefined;
    const attempts = attemptsOf(step);
    if (!choice || !attempts.every(isRenewable)) {
      const orders = attempts.filter(isRenewable).map(({ order }) => order);
      return quoteRequestAgain(orders, exchange);
    }
    const line = this.#line();
    return line && quoteRequestOf([line]);
  }

  /** The choice as a line of the cart; undefined before a start is chosen. */
  #line(): CartLine | undefined {
    const { choice } = this.#flow;
    if (!isCartLine(choice)) return undefined;
    return { ...choice, products: this.#stillOffered(choice) };
  }

  /** The chosen products, without those that fitted only a price or an event chosen before. */
  #stillOffered({ start, amounts, group, products }: CartLine): Amounts<string> {
    const { data } = this.#flow;
    // If the products are not loaded yet, it is the proxy that refuses those that do not fit.
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
    this.#flow.send({ type: 'quote' });
    await this.#awaitQuote(quoteRequestOf([line]), async ({ orders, expires_at: expires }) => {
      const { cart } = this.#flow;
      // Without a line that is being removed.
      const lines = (cart.isPricing && this.#pricing) || cart.lines;
      this.#flow.send({ type: 'add-line', line, lines, orders, expires });
      // Lines of one vendor form one order, so the whole cart is quoted again.
      if (lines.length > 0) await this.priceCart();
    });
  }

  /** Opens the cart, and requests current prices and places for it. */
  async showCart(): Promise<void> {
    this.#flow.send({ type: 'show-cart' });
    // Another quote would bring back a line that is being removed.
    if (this.#flow.cart.isPricing) return;
    await this.priceCart();
  }

  removeLine(dateId: string): Promise<void> {
    const { lines } = this.#flow.cart;
    return this.priceCart(
      lines.filter((line) => dateIdOf(line) !== dateId),
      lines,
    );
  }

  /**
   * Requests a quote for these lines, which become the cart's when it arrives.
   * @param before the lines before one was removed, for undo
   */
  async priceCart(
    lines: readonly CartLine[] = this.#flow.cart.lines,
    before: readonly CartLine[] | null = null,
  ): Promise<void> {
    const flow = this.#flow;
    this.#pricing = lines;
    const isWanted = () => this.#pricing === lines;
    flow.send({ type: 'price-cart' });
    try {
      const priced = lines.length > 0 && (await this.#source().orders.quote(quoteRequestOf(lines)));
      if (!isWanted()) return;
      // Some of the lines were placed meanwhile.
      if (!flow.cart.isPricing) return await this.priceCart();
      const { orders, expires_at: expires } = priced || { orders: [], expires_at: '' };
      flow.send({ type: 'cart-priced', cart: { lines, orders, expires }, before });
    } catch (error) {
      if (!isWanted()) return;
      const failure = failureOf(error);
      flow.send({ type: 'cart-not-priced', failure });
      flow.data.reloadAfter(failure);
    }
  }

  /** Opens the checkout of the cart, with a new quote if the last one has expired. */
  async checkOut(): Promise<void> {
    const flow = this.#flow;
    const { step } = flow;
    if (toMillis(flow.cart.expires) < this.#now()) await this.priceCart();
    const { isPricing, failure, orders, expires } = flow.cart;
    if (isPricing || failure || orders.length === 0 || flow.step !== step) return;
    flow.send({
      type: 'quoted',
      attempts: orders.map((order) => newAttempt(order, newKey(), expires)),
    });
  }

  /** Opens the checkout for the orders of the cart that are not placed. */
  async orderRest(): Promise<void> {
    this.#flow.send({ type: 'show-rest' });
    await this.quote({ type: 'renew-quote' });
  }

  /**
   * Replaces a lost date by another start, in the cart or at the checkout. In place of an order that
   * has ended, the event opens.
   */
  async takeStart(exchange: Exchange): Promise<void> {
    const flow = this.#flow;
    const ended = endedLines(flow.step, this.#now()).find((line) => line.date_id === exchange.lost);
    if (ended) return this.openAgain(ended, exchange.start);
    if (flow.step.name !== 'cart') {
      flow.send({ type: 'show-rest' });
      await this.quote({ type: 'take-start', exchange });
      // Another line is lost too. The cart shows each problem at its line, and keeps the start that
      // was taken.
      if (flow.lostLines.length > 0) flow.send({ type: 'change-choice' });
    }
    if (flow.step.name === 'cart') {
      flow.send({ type: 'take-start', exchange });
      await this.priceCart();
    }
  }

  /**
   * Opens the event of a line, with another start if there is one, and with those of the line's
   * amounts that still fit.
   */
  openAgain({ root_event_id: eventId, event_id, prices }: QuotedLine, start?: Start): void {
    const flow = this.#flow;
    flow.send({ type: 'show-event', eventId, day: start?.day });
    const group = flow.data.event?.price_groups.find((each) => each.event_id === event_id);
    for (const { price_id: priceId, amount } of prices) {
      if (!group?.prices.some(({ id }) => id === priceId)) continue;
      flow.send({ type: 'set-amount', group, priceId, amount });
    }
    if (start) flow.send({ type: 'choose-start', start });
  }

  /**
   * Places the orders of the checkout; see {@link Ordering.order}. When a price has changed, the
   * new one is shown beside the old, and the customer has to press the button again.
   */
  async order(options?: OrderOptions): Promise<void> {
    await this.#ordering.order(options);
    const { step } = this.#flow;
    if (step.name !== 'checkout') return;
    const isChanged = step.attempts.some(
      ({ failure }) => problemCodeOf(failure) === 'price-changed',
    );
    if (isChanged) await this.quote({ type: 'renew-quote' });
  }

  /** Goes back to the choice; see {@link Ordering.changeChoice}. */
  async changeChoice(): Promise<void> {
    await this.#ordering.changeChoice();
    // The new quote says, line by line, what was refused.
    if (this.#flow.step.name === 'cart') await this.priceCart();
  }

  #failToLoad(failure: Failure): void {
    this.#flow.send({ type: 'not-loaded', failure });
    this.#flow.data.reloadAfter(failure);
  }

  #now(): number {
    return this.#source().orders.now();
  }
}
