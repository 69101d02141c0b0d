import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { IntentResponse, OrderPayment, PlacedOrder } from '#contract/order.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import {
  allowsNextOrder,
  type Attempt,
  type AttemptState,
  isPlaced,
  isUnsettledAttempt,
} from '../domain/attempt.ts';
import type { OtherStarts } from '../domain/availability.ts';
import type { Details } from '../domain/details.ts';
import { type Failure, problemCodeOf } from '../domain/failure.ts';
import { isEnded, type OrderState, orderStateOf } from '../domain/order-state.ts';
import { viewLinkOf } from '../domain/view-link.ts';
import { type LineDate, startsInstead } from '../elements/parts/lost-line.ts';
import { newTab } from '../elements/parts/new-tab.ts';
import { failureText, problemNote, quietButton } from '../elements/parts/problem-note.ts';
import { StepElement } from '../elements/step-element.ts';
import type { InnerEventType } from '../events.ts';
import { tryTo } from '../page/try-to.ts';
import { confirmationStyles } from './confirmation.styles.ts';
import type { DueState } from './due-payment.ts';
import { sentLines } from './form/sent-lines.ts';
import { addToCalendar } from './parts/add-to-calendar.ts';
import { untilNextMinute } from './parts/awaited-steps.ts';
import { absentNote, checkingNote, forgottenNote, unplacedNote } from './parts/order-notes.ts';
import { totalNote } from './parts/order-status.ts';
import { printAlone } from './parts/print-alone.ts';
import { legalName } from './parts/sold-by.ts';
import { isAwaited, renderTicket, type Ticket, type TicketActions } from './parts/ticket.ts';
import { withdrawableGoods } from './withdrawable-goods.ts';

/**
 * The outcome of each order: a ticket with its code, a request, an order that is being checked, or
 * why it was not placed; and what the customer can do next.
 *
 * @fires start-over - to show the list or the tag's event
 * @fires choice-change - to choose again what was not placed
 * @fires event-again - with the line of a cancelled order whose event is to be opened
 * @fires start-take - with the exchange of a lost date for another start
 * @fires rest-order - to order after all what was not placed
 * @fires due-pay - to pay what is due for an accepted order
 */
export class Confirmation extends StepElement {
  static override styles = confirmationStyles;

  /** One for every order of the cart. */
  @property({ attribute: false }) attempts: Attempt[] = [];
  /** Whether it shows the order of a copied link: then it has only the intent, and cannot order. */
  @property({ type: Boolean }) viewed = false;
  /** The intent of the copied link; undefined while it loads. */
  @property({ attribute: false }) intent: IntentResponse | undefined;
  /** Why the intent of the copied link could not be loaded. */
  @property({ attribute: false }) failure: Failure | null = null;
  /** The customer's e-mail address; empty after a reload. */
  @property() email = '';
  /** What the customer has typed at the checkout; undefined if it may be about other orders. */
  @property({ attribute: false }) details: Details | undefined;
  /** The vendors of the orders, as far as they are loaded. */
  @property({ attribute: false }) vendors: Vendor[] = [];
  /** Starts that can replace lost dates, and those of ended orders; undefined while they load. */
  @property({ attribute: false }) otherStarts: OtherStarts | undefined = new Map();

  /** The due order whose payment fields are in the slot, and those that were just paid. */
  @property({ attribute: false }) due: DueState[] = [];

  /** The link that was copied, or is shown to be copied by hand. */
  @state() private link: { viewKey: string; address: string; isCopied: boolean } | undefined;

  /** Ends `printAlone`, so that the whole page is printed again. */
  #printPage: (() => void) | undefined;
  /** Renders again when an order that cancels itself has a minute less left. */
  #nextMinute: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // After a move within the page, its new ancestors have to be marked for printing.
    this.requestUpdate();
  }

  override updated(): void {
    if (this.isConnected && this.renderRoot.querySelector('.ticket:not(.ended)')) {
      tryTo('printing', () => {
        this.#printPage ??= printAlone(this);
      });
    } else {
      this.#endPrinting();
    }
    this.#countDown();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endPrinting();
    clearTimeout(this.#nextMinute);
  }

  #countDown(): void {
    clearTimeout(this.#nextMinute);
    if (!this.isConnected) return;
    const intents = [this.intent, ...this.attempts.map(({ intent }) => intent)];
    const waits = intents.flatMap((intent) =>
      intent?.order ? untilNextMinute(intent.order, this.clock()) : [],
    );
    const next = Math.min(...waits.filter((wait) => wait > 0));
    if (next < Infinity) this.#nextMinute = setTimeout(() => this.requestUpdate(), next);
  }

  #endPrinting(): void {
    const printPage = this.#printPage;
    this.#printPage = undefined;
    tryTo('printing', () => printPage?.());
  }

  override render() {
    const { attempts, intent, failure, words } = this;
    if (!this.viewed) {
      return html`${attempts.map((attempt) => this.#renderAttempt(attempt))} ${this.#renderWaysOn()}`;
    }
    // A copied link cannot order, so the signed quote is not needed.
    if (intent) {
      const order = intent.summary && { ...intent.summary, quote: '' };
      const isGone = intent.state === 'checking' && problemCodeOf(failure) === 'not-found';
      return isGone ? this.#renderForgotten(order) : this.#renderIntent(order, intent);
    }
    return failure
      ? problemNote(failureText(failure, words), this.#bookMore())
      : html`<p role="status">${words.say('loading')}</p>`;
  }

  #renderAttempt(attempt: Attempt) {
    const { order, intent, state } = attempt;
    const isAlone = this.attempts.length === 1;
    if (state === 'forgotten') return this.#renderForgotten(order, attempt);
    // The note of a single absent order has a button to order again.
    if (intent && (isAlone || allowsNextOrder(attempt))) return this.#renderIntent(order, intent);
    return isAlone ? nothing : this.#renderUnplaced(attempt);
  }

  #renderIntent(order: QuotedOrder | undefined, intent: IntentResponse) {
    switch (intent.state) {
      case 'placed':
        return this.#renderPlaced(order, intent);
      case 'absent':
      case 'refused':
        return this.#renderAbsent(intent);
      case 'checking':
        return this.#renderChecking(order, intent);
      // A link exists only for an order that was sent, so the journal is a backup from before it.
      case 'open':
        return this.#renderForgotten(order);
    }
  }

  /** What the customer can do next with several orders; nothing while one is being checked. */
  #renderWaysOn() {
    const { attempts, words } = this;
    const has = (state: AttemptState) => attempts.some((attempt) => attempt.state === state);
    if (attempts.length < 2 || has('checking')) return nothing;
    if (attempts.every(isPlaced)) return this.#bookMore();
    const isSettled = !attempts.some(isUnsettledAttempt);
    const emit = (name: InnerEventType) => () => this.emit(name);
    return html`<div class="after">
      ${attempts.some((attempt) => this.#isStanding(attempt)) && isSettled ? html`<p>${words.say('partlyPlaced')}</p>` : nothing}
      ${has('forgotten') ? nothing : quietButton(words.say('orderRest'), emit('rest-order'))}
      ${has('unclear') ? nothing : quietButton(words.say('chooseAgain'), emit('choice-change'))}
      ${isSettled ? this.#bookMore() : nothing}
    </div>`;
  }

  #isStanding(attempt: Attempt): boolean {
    return isPlaced(attempt) && !isEnded(this.#stateOf(attempt.intent?.order ?? null));
  }

  #renderPlaced(order: QuotedOrder | undefined, intent: IntentResponse) {
    const { words, email, site, details, attempts } = this;
    const cartSize = attempts.length;
    const { order: placed, payment: told, view_key: viewKey } = intent;
    const state = this.#stateOf(placed);
    const hasEnded = isEnded(state);
    const due = told && this.due.find(({ reference }) => reference === told.reference);
    const payment = told && due?.isConfirmed ? { ...told, state: 'held' as const } : told;
    const ticket: Ticket = {
      order,
      placed,
      state,
      payment: hasEnded ? told : payment,
      lines: order ? sentLines(order, { cartSize, site, details, lang: words.lang }) : [],
      vendor: this.#vendorOf(order),
      site,
      email,
      now: this.clock(),
      vatText: (isPaid, included) => this.vatText(isPaid, included),
    };
    const actions: TicketActions = {
      due: due && payment ? this.#renderDue(due, payment) : nothing,
      next: order && hasEnded ? this.#renderNext(order, state) : nothing,
      buttons: this.#renderButtons(ticket, viewKey),
    };
    return html`${renderTicket(ticket, actions, words)}
      <div class="after">
        ${this.#renderCopied(viewKey)}
        ${placed && order && !hasEnded ? totalNote(placed, order.vendor_name, words) : nothing}
        ${placed && order && state === 'booked' && !this.viewed ? this.#renderWithdrawal(order, placed) : nothing}
        ${cartSize > 1 ? nothing : this.#bookMore()}
      </div>`;
  }

  #renderButtons({ order, placed, state, vendor }: Ticket, viewKey: string | undefined) {
    const { words } = this;
    return html`${order && placed && state === 'booked' ? addToCalendar({ order, placed, vendor, clock: this.clock }, words) : nothing}
    ${isAwaited(state) && viewKey ? html`<span class="small">${words.say('linkLeadsBack')}</span>` : nothing}
    ${order ? this.#renderCopy(viewKey) : nothing}
    ${state === 'booked' ? quietButton(words.say('print'), () => window.print()) : nothing}
    ${placed?.selfservice_url ? newTab(placed.selfservice_url, words.say('manage'), words, 'quiet') : nothing}`;
  }

  #vendorOf(order: QuotedOrder | undefined): Vendor | undefined {
    return this.vendors.find(({ id }) => id === order?.vendor_id);
  }

  /** While the proxy knows only that the order was placed, it is taken for booked. */
  #stateOf(placed: PlacedOrder | null): OrderState {
    return placed ? orderStateOf(placed, this.clock()) : 'booked';
  }

  #renderCopy(viewKey: string | undefined) {
    const address = viewKey && viewLinkOf(location.href, viewKey);
    return address
      ? quietButton(this.words.say('copyLink'), () => void this.#copyLink(viewKey, address))
      : nothing;
  }

  /** Says that the link was copied, or shows it if the browser does not allow copying. */
  #renderCopied(viewKey: string | undefined) {
    const link = this.link?.viewKey === viewKey ? this.link : undefined;
    return html`<p aria-live="polite">
      ${link ? this.words.say(link.isCopied ? 'linkCopied' : 'linkByHand') : nothing}
      ${link && !link.isCopied ? link.address : nothing}
    </p>`;
  }

  /** The payment fields of an order that is due. Nothing once it is confirmed. */
  #renderDue({ isBusy, problem, isConfirmed }: DueState, { amount, currency }: OrderPayment) {
    if (isConfirmed) return nothing;
    const { words } = this;
    return html`<div class="due">
      <slot name="payment"></slot>
      <div role="alert">${problem ? html`<p class="problem">${problem}</p>` : nothing}</div>
      <p role="status" class="small">${isBusy ? words.say('confirmingPayment') : nothing}</p>
      <button
        type="button"
        class="primary ${isBusy ? 'waiting' : ''}"
        aria-disabled=${isBusy}
        @click=${() => this.emit('due-pay')}
      >
        ${words.say('payMoney', { money: words.money(amount, currency) })}
      </button>
    </div>`;
  }

  /** Another day for an order that was cancelled, or else the nearest other starts of each line. */
  #renderNext({ lines }: QuotedOrder, state: OrderState) {
    if (state !== 'canceled') return lines.map((line) => this.#renderInstead(line));
    const [line, other] = lines;
    if (!line || other) return nothing;
    return html`<p>
      ${quietButton(this.words.say('chooseOtherDay'), () => this.emit('event-again', line))}
    </p>`;
  }

  /** The nearest other starts for a line of an order that was declined or has run out. */
  #renderInstead(line: QuotedLine) {
    const { otherStarts, words } = this;
    if (otherStarts?.get(line.date_id)?.length === 0) {
      const count = line.prices.reduce((sum, { amount }) => sum + amount, 0);
      return html`<p>
        ${words.say('noTimesNear', { forParty: words.say('forParty', { count }) })}
      </p>`;
    }
    return html`<div class="instead">${this.#renderStartsInstead(line)}</div>`;
  }

  #renderStartsInstead(line: LineDate) {
    return startsInstead(line, this.otherStarts, this.words, (exchange) =>
      this.emit('start-take', exchange),
    );
  }

  #renderWithdrawal(order: QuotedOrder, placed: PlacedOrder) {
    const goods = withdrawableGoods(order, placed);
    if (goods.length === 0) return nothing;
    const vendor = this.#vendorOf(order);
    return html`<booking-withdrawal
      .goods=${goods}
      .code=${placed.code}
      .orderedAt=${placed.ordered_at}
      .vendor=${legalName(order, vendor)}
      .email=${vendor?.service_email ?? ''}
      .name=${this.details?.get('name') ?? ''}
    ></booking-withdrawal>`;
  }

  /** The link of an order that is being checked shows the outcome on any device. */
  #renderChecking(order: QuotedOrder | undefined, intent: IntentResponse) {
    const { view_key: viewKey } = intent;
    return html`${checkingNote(order, intent, this.site, this.words)}
      <div class="after">${this.#renderCopy(viewKey)} ${this.#renderCopied(viewKey)}</div>`;
  }

  #renderForgotten(order: QuotedOrder | undefined, attempt?: Attempt) {
    const { words } = this;
    const isAlone = this.attempts.length === 1;
    const buttons = html`${this.viewed ? this.#bookMore() : nothing}
    ${isAlone ? quietButton(words.say('chooseAgain'), () => this.emit('choice-change')) : nothing}`;
    return forgottenNote({ order, attempt, vendor: this.#vendorOf(order), buttons }, words);
  }

  #renderUnplaced(attempt: Attempt) {
    const vendor = this.#vendorOf(attempt.order);
    const instead = (line: LineDate) => this.#renderStartsInstead(line);
    return unplacedNote(attempt, vendor, instead, this.words);
  }

  #renderAbsent(intent: IntentResponse) {
    const { words } = this;
    const orderAgain = () => this.emit('choice-change');
    const button = this.viewed
      ? this.#bookMore()
      : quietButton(words.say('orderAgain'), orderAgain);
    return absentNote(intent, button, words);
  }

  #bookMore() {
    return quietButton(this.words.say('bookMore'), () => this.emit('start-over'));
  }

  async #copyLink(viewKey: string, address: string): Promise<void> {
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(address);
      isCopied = true;
    } catch {
      // The browser refuses, or the page is not secure, so the link is shown instead.
    }
    this.link = { viewKey, address, isCopied };
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus(options);
  }
}
