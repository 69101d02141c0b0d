import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { IntentResponse, OrderPayment, PlacedOrder } from '#contract/order.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import { calendarFile } from './calendar-file.ts';
import type { OtherStarts } from '../domain/availability.ts';
import {
  isPlaced,
  isUnsettledAttempt,
  allowsNextOrder,
  type Attempt,
  type AttemptState,
} from '../domain/attempt.ts';
import { askedBy, checkoutForm } from './form/checkout-form.ts';
import { problemCodeOf, type Failure } from '../domain/failure.ts';
import type { Details } from '../domain/details.ts';
import { isEnded, orderStateOf, type OrderState } from '../domain/order-state.ts';
import { orderRequestOf } from './form/order-request.ts';
import { viewLinkOf } from '../domain/view-link.ts';
import { withdrawableGoods } from './withdrawable-goods.ts';
import { vatOf } from '../domain/vat.ts';
import { customerZone, dayIn } from '../domain/zone.ts';
import type { InnerEventType } from '../events.ts';
import type { MessageKey } from '../messages/en.ts';
import { tryTo } from '../page/try-to.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { tintOf } from '../domain/tint.ts';
import { base } from '../styles/base.ts';
import { ground } from '../styles/design-tokens.ts';
import { ticket } from '../styles/ticket.ts';
import { StepElement } from '../elements/step-element.ts';
import { bookedOtherwise } from './parts/booked-otherwise.ts';
import { costsStyles, inclVat, renderCosts } from './parts/costs.ts';
import { type Fact, renderFacts } from '../elements/parts/facts.ts';
import { newTab } from '../elements/parts/new-tab.ts';
import {
  codeText,
  isPaid,
  otherParts,
  payments,
  ticketParts,
  totalNote,
} from './parts/order-status.ts';
import { orderVouchers } from './parts/order-vouchers.ts';
import { endedPayment, paymentWords, receipt } from './parts/payment-words.ts';
import { failureText, problemNote, quietButton } from '../elements/parts/problem-note.ts';
import { printAlone } from './parts/print-alone.ts';
import { qrStyles } from './parts/qr-code.ts';
import { reasonText } from './parts/reason-text.ts';
import { lostLineOf, lostText, startsInstead, type LineDate } from '../elements/parts/lost-line.ts';
import { legalName, waysToReach } from './parts/sold-by.ts';
import { termsStyles, vendorTerms } from './parts/terms.ts';
import { calendarText, ticketLine, whenText } from './parts/ticket-line.ts';
import { whatFollows } from './parts/what-follows.ts';

const headlines = {
  booked: 'haveTickets',
  held: 'orderHeld',
  requested: 'requestSent',
  declined: 'orderDeclined',
  expired: 'orderExpired',
  canceled: 'orderCanceled',
} as const satisfies Record<OrderState, MessageKey>;

/** What has happened, what is awaited, and what comes then, of an order that is no ticket yet. */
const steps = {
  held: {
    done: 'held',
    awaited: 'notConfirmed',
    explained: 'heldExplained',
    then: 'confirmed',
  },
  requested: {
    done: 'requestStepSent',
    awaited: 'notAccepted',
    explained: 'notAcceptedMore',
    then: 'accepted',
  },
} as const satisfies Partial<Record<OrderState, Record<string, MessageKey>>>;

/** The lines of an order that are not cancelled. */
function standingLines({ lines }: QuotedOrder, { tickets = [] }: PlacedOrder) {
  return lines.filter(({ date_id }) => {
    const own = tickets.filter((ticket) => ticket.date_id === date_id);
    return own.length === 0 || own.some((ticket) => ticket.status !== 'CANCELED');
  });
}

/**
 * The outcome of each order: a ticket with its code, a request, an order that is being checked, or
 * why it was not placed; and what the customer can do next.
 *
 * @fires start-over - to show the list or the tag's event
 * @fires choice-change - to choose again what was not placed
 * @fires start-take - with the exchange of a lost date for another start
 * @fires rest-order - to order after all what was not placed
 */
export class Confirmation extends StepElement {
  static override styles = [
    base,
    ticket,
    termsStyles,
    costsStyles,
    qrStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .ticket,
      .panel,
      .note {
        max-width: 40em;
      }
      .after .quiet {
        margin-inline-end: 16px;
      }
      .panel {
        padding: 0;
      }
      .steps {
        display: grid;
        gap: 8px;
        margin: 12px 0;
        padding-inline-start: 1.2em;
        list-style: '○ ';
      }
      .done {
        list-style: '● ';
      }
      li::marker {
        color: var(--_accent-text);
      }
      dl {
        display: grid;
        grid-template-columns: fit-content(40%) minmax(0, 1fr);
        gap: 2px 12px;
        margin-top: 4px;
      }
      .note > dl {
        margin-block: 8px;
      }
      dt {
        min-width: 5.2em;
      }
      dd {
        color: var(--_ink-text);
      }
      .state {
        font-weight: 620;
        color: var(--_accent-text);
      }
      .code {
        letter-spacing: 0.06em;
        overflow-wrap: anywhere;
      }
      .parts {
        display: grid;
        gap: 2px;
        margin: 8px 0;
        list-style: none;
      }
      .parts b.code,
      .mark {
        color: var(--_ink-text);
      }
      /* A code does not wrap, because it is read out at the entrance. */
      .parts .code {
        display: inline-block;
      }
      .entrance {
        margin-top: 12px;
      }
      .people {
        display: flex;
        flex-wrap: wrap;
        gap: 16px;
        margin: 4px 0 8px;
        list-style: none;
      }
      .people li {
        display: grid;
        gap: 2px;
        justify-items: center;
        max-width: 100%;
        break-inside: avoid;
      }
      .people .qr {
        margin-bottom: 4px;
      }
      /* As wide as its picture, so that two stand beside each other on a phone. */
      .people .code {
        font-size: 0.84em;
      }
      .mark {
        font-weight: 620;
      }
      .ended :is(.state, .title) {
        color: var(--_muted-text);
      }
      .ended .stub {
        ${ground('surface')}
      }
      .ended s.code {
        display: block;
        color: var(--_muted-text);
      }
      .ended .parts s.code {
        display: inline-block;
      }
      .instead {
        margin-top: 8px;
      }
      .instead ul {
        list-style: none;
      }
      .instead .quiet {
        margin-inline-end: 12px;
      }
      .code + .mark {
        margin-inline-start: 8px;
      }
      .meta {
        gap: 0 20px;
      }
      .after {
        overflow-wrap: anywhere;
        max-width: 68ch;
        margin-top: 16px;
      }
      section:not(:first-child) {
        margin-top: 24px;
      }
      .line + .line {
        margin-top: 12px;
      }
      @media print {
        :host {
          color-scheme: light;
        }
        .ticket {
          break-inside: avoid;
        }
        .meta,
        details,
        .after .quiet {
          display: none;
        }
      }
    `,
  ];

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

  /** The link that was copied, or is shown to be copied by hand. */
  @state() private link: { viewKey: string; address: string; isCopied: boolean } | undefined;

  /** Ends `printAlone`, so that the whole page is printed again. */
  #printPage: (() => void) | undefined;

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
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endPrinting();
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

  /**
   * A ticket. An order that is no ticket yet has no stub and no tint, and one that is none any more
   * is grey.
   */
  #renderPlaced(
    order: QuotedOrder | undefined,
    { order: placed, payment, view_key: viewKey }: IntentResponse,
  ) {
    const { words } = this;
    const state = this.#stateOf(placed);
    const hasEnded = isEnded(state);
    const awaits = state === 'held' || state === 'requested' ? state : undefined;
    const look = hasEnded
      ? 'ticket ended'
      : `ticket ${tintOf(order?.lines[0]?.category, this.site)}`;
    // One template for all, so that screen readers announce when a request becomes a ticket.
    return html`${placed && order && !hasEnded ? bookedOtherwise(placed, order, words) : nothing}
      <section class=${awaits ? 'panel' : look}>
        <div class="body">
          <p class="small state" role="status">${words.say(headlines[state])}</p>
          ${
            order
              ? this.#renderLines(order, awaits ? null : placed)
              : html`<h2 class="title" tabindex="-1">
                  ${words.say('viewed', { code: placed?.code ?? '' })}
                </h2>`
          }
          ${
            awaits
              ? this.#renderSteps(order, placed, awaits)
              : placed && otherParts(placed, order, hasEnded, words)
          }
          ${order ? this.#renderProducts(order) : nothing}
          ${placed ? orderVouchers(placed, words) : nothing}
          ${order ? this.#renderSeller(order, placed, payment) : nothing}
          ${awaits ? html`<div class="small">${this.#renderSum(order, placed, payment)}</div>` : nothing}
          <div class="meta">
            ${order && placed && state === 'booked' ? this.#renderAddToCalendar(order, placed) : nothing}
            ${order ? this.#renderCopy(viewKey) : nothing}
            ${state === 'booked' ? quietButton(words.say('print'), () => window.print()) : nothing}
            ${placed?.selfservice_url ? newTab(placed.selfservice_url, words.say('manage'), words, 'quiet') : nothing}
          </div>
        </div>
        ${awaits ? nothing : this.#renderStub(order, placed, payment)}
      </section>
      <div class="after">
        ${this.#renderCopied(viewKey)}
        ${placed && order && !hasEnded ? totalNote(placed, order.vendor_name, words) : nothing}
        ${placed && !awaits ? this.#renderMore(order, placed, payment) : nothing}
        ${this.attempts.length > 1 ? nothing : this.#bookMore()}
      </div>`;
  }

  /** While the proxy knows only that the order was placed, it is taken for booked. */
  #stateOf(placed: PlacedOrder | null): OrderState {
    return placed ? orderStateOf(placed, this.clock()) : 'booked';
  }

  /** The code and the sum; of an order that has ended, only what was paid and refunded. */
  #renderStub(
    order: QuotedOrder | undefined,
    placed: PlacedOrder | null,
    payment: OrderPayment | undefined,
  ) {
    const { words } = this;
    const hasEnded = isEnded(this.#stateOf(placed));
    const money = hasEnded
      ? placed && payments(placed, words)
      : this.#renderSum(order, placed, payment);
    return html`<div class="stub small">
      <div>${words.say('code')}${codeText(placed?.code ?? '', hasEnded)}</div>
      <div>${money}</div>
    </div>`;
  }

  #renderAddToCalendar(order: QuotedOrder, placed: PlacedOrder) {
    const lines = standingLines(order, placed);
    if (lines.length === 0) return nothing;
    return quietButton(this.words.say('addToCalendar'), () =>
      tryTo('the calendar file', () => this.#saveCalendar({ ...order, lines }, placed.code)),
    );
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

  /** The steps of an order that is no ticket yet. */
  #renderSteps(
    order: QuotedOrder | undefined,
    placed: PlacedOrder | null,
    state: keyof typeof steps,
  ) {
    const { words, email } = this;
    const { done, awaited, explained, then } = steps[state];
    const vendor = order?.vendor_name ?? '';
    const texts = [words.say(explained)];
    if (order && state === 'requested') {
      // The e-mail address is not stored, so it is empty after a reload.
      texts.push(words.say(email ? 'requestSentMore' : 'requestAnswered', { vendor, email }));
      if (order.total > 0) texts.push(words.say('requestCost', { vendor }));
    }
    if (placed) texts.push(whatFollows(placed, { state, vendor, now: this.clock() }, words));
    return html`<ol class="steps">
      <li class="done">
        ${words.say(done)}
        <div class="small">
          ${words.say('code')} <span class="code" translate="no">${placed?.code}</span>
        </div>
      </li>
      <li aria-current="step">
        <span class="mark">${words.say(awaited)}</span>
        <div class="small">${texts.join(' ')}</div>
      </li>
      <li class="small">${words.say(then)}</li>
    </ol>`;
  }

  /** The lines, each with the participants that were sent, the costs and the codes. */
  #renderLines(order: QuotedOrder, placed: PlacedOrder | null) {
    const { words, details = new Map(), attempts } = this;
    const { lines, currency } = order;
    const cartSize = attempts.length;
    const fields = checkoutForm({ orders: [order], cartSize, ...askedBy(this.site) });
    const sent = orderRequestOf(order, fields, details, { lang: words.lang });
    const state = this.#stateOf(placed);
    const hasEnded = isEnded(state);
    return lines.map((line, index) => {
      const participants = sent.lines[index]?.participants ?? [];
      const names = this.words.names(...participants.flatMap(({ name }) => name ?? []));
      const isSummed = lines.length > 1 && line.prices.length > 1;
      return html`<div class="line">
        ${ticketLine(line, names, hasEnded, words)}
        ${renderCosts(line.prices, currency, words, isSummed ? line.total : undefined)}
        ${placed && ticketParts(placed, ({ date_id }) => date_id === line.date_id, hasEnded, words)}
        ${state === 'declined' || state === 'expired' ? this.#renderInstead(line) : nothing}
      </div>`;
    });
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

  #renderProducts({ products, currency }: QuotedOrder) {
    if (products.length === 0) return nothing;
    const costs = products.map((product) => ({ ...product, title: product.name }));
    return renderCosts(costs, currency, this.words);
  }

  /** The vendor and how to reach it, and how the order is paid, or who was paid what. */
  #renderSeller(order: QuotedOrder, placed: PlacedOrder | null, payment: OrderPayment | undefined) {
    const { words } = this;
    const vendor = this.vendors.find(({ id }) => id === order.vendor_id);
    const text = this.#contactOf(order);
    const state = this.#stateOf(placed);
    const isOver = isEnded(state) || (placed && isPaid(placed));
    const seller: Fact = [words.say('soldBy'), text];
    const payee = this.site?.seller?.name ?? legalName(order, vendor);
    const paid: Fact = [words.say('payment'), payment && receipt(payment, payee, words)];
    if (isOver) return html`<div class="small">${renderFacts([seller, paid])}</div>`;
    const sent = { isAccepted: state === 'booked', payment };
    const due: Fact = [words.say('payment'), paymentWords(order, vendor, this.site, words, sent)];
    const title = words.say('terms', { vendor: legalName(order, vendor) });
    return html`<div class="small">${renderFacts([seller, due])}</div>
      ${vendorTerms(title, vendor?.terms ?? [])}`;
  }

  /** The vendor's name, and links to its e-mail address and phone number. */
  #contactOf({ vendor_id, vendor_name }: QuotedOrder) {
    const vendor = this.vendors.find(({ id }) => id === vendor_id);
    const ways = [vendor_name, ...waysToReach(vendor, undefined)].filter(Boolean);
    return ways.map((way, index) => [index > 0 ? ' · ' : '', way]);
  }

  #renderSum(
    order: QuotedOrder | undefined,
    placed: PlacedOrder | null,
    payment: OrderPayment | undefined,
  ) {
    const { words } = this;
    const total = placed ?? order;
    const isOwed = payment?.state === 'refunding' || payment?.state === 'refund-due';
    const vat =
      total &&
      this.vatText(total.total > 0, inclVat(this.#vatOf(order, placed), total.currency, words));
    return html`${total ? html`<span class="strong number" translate="no">${words.money(total.total, total.currency)}</span>` : nothing}
    ${vat ? html`<br />${vat}` : nothing}
    ${placed ? html`<br />${payments(placed, words)}` : nothing}
    ${isOwed ? endedPayment(payment, words) : nothing}`;
  }

  /** The platform's own VAT. Until that is known, the quote tells only whether there is any. */
  #vatOf(order: QuotedOrder | undefined, placed: PlacedOrder | null): number | undefined {
    const quoted = order ? vatOf(order) : 0;
    if (!placed || quoted === 0) return placed?.vat ?? quoted;
    return placed.vat;
  }

  /** What follows from the state, where messages are sent, and the withdrawal from goods. */
  #renderMore(
    order: QuotedOrder | undefined,
    placed: PlacedOrder,
    payment: OrderPayment | undefined,
  ) {
    const { words, email } = this;
    const state = this.#stateOf(placed);
    const about = { state, vendor: order?.vendor_name ?? '', now: this.clock(), payment };
    return html`<p>
        ${whatFollows(placed, about, words)}
        ${email && !isEnded(state) ? words.say('mailGoesTo', { email }) : nothing}
      </p>
      ${order && !this.viewed && !isEnded(state) ? this.#renderWithdrawal(order, placed) : nothing}`;
  }

  #renderWithdrawal(order: QuotedOrder, placed: PlacedOrder) {
    const goods = withdrawableGoods(order, placed);
    if (goods.length === 0) return nothing;
    const vendor = this.vendors.find(({ id }) => id === order.vendor_id);
    return html`<booking-withdrawal
      .goods=${goods}
      .code=${placed.code}
      .orderedAt=${placed.ordered_at}
      .vendor=${legalName(order, vendor)}
      .email=${vendor?.service_email ?? ''}
      .name=${this.details?.get('name') ?? ''}
    ></booking-withdrawal>`;
  }

  /** An order that is being checked. Its link shows the outcome on any device. */
  #renderChecking(
    order: QuotedOrder | undefined,
    { settled_by, payment, view_key: viewKey }: IntentResponse,
  ) {
    const { words } = this;
    const sent = { isAccepted: false, payment };
    return html`<section class="note" role="status">
        <h2 class="heading" tabindex="-1">${words.say('checking')}</h2>
        <p>
          ${words.say('checkingMore')}
          ${settled_by ? words.say('checkingUntil', { time: words.time(customerZone(), settled_by) }) : nothing}
        </p>
        ${order && payment ? html`<p>${paymentWords(order, undefined, this.site, words, sent)}</p>` : nothing}
        ${order && this.#renderDates(order)}
      </section>
      <div class="after">${this.#renderCopy(viewKey)} ${this.#renderCopied(viewKey)}</div>`;
  }

  /** An order that was being checked, but of which the proxy no longer has a record. */
  #renderForgotten(
    order: QuotedOrder | undefined,
    { sent, failure }: Partial<Pick<Attempt, 'sent' | 'failure'>> = {},
  ) {
    const { words } = this;
    const isAlone = this.attempts.length === 1;
    const when = sent && [
      words.longDay(dayIn(customerZone(), sent)),
      words.time(customerZone(), sent),
    ];
    const facts: Fact[] = [
      [words.say('sentAt'), when && words.list(...when)],
      [words.say('soldBy'), order && this.#contactOf(order)],
    ];
    return html`<section class="note" role="alert">
      <h2 class="heading" tabindex="-1">${words.say('forgotten')}</h2>
      <p>
        ${
          order
            ? words.say('forgottenMore', { vendor: order.vendor_name })
            : words.problem('idempotency-key-reused')
        }
      </p>
      ${order && this.#renderDates(order)}
      <div class="small">${renderFacts(facts)}</div>
      ${failure ? html`<p>${failureText(failure, words)}</p>` : nothing}
      ${this.viewed ? this.#bookMore() : nothing}
      ${isAlone ? quietButton(words.say('chooseAgain'), () => this.emit('choice-change')) : nothing}
    </section>`;
  }

  /** One of several orders that was not placed, and the reason. */
  #renderUnplaced(attempt: Attempt) {
    const { words } = this;
    const lost = lostLineOf(attempt.order.lines, attempt.failure);
    return html`<section class="note">
      <h2 class="heading" tabindex="-1">
        ${words.say(isUnsettledAttempt(attempt) ? 'notKnown' : 'notOrdered')}
      </h2>
      <p>${lost ? lostText(lost, words) : reasonText(attempt, words)}</p>
      ${this.#renderDates(attempt.order)}
      ${attempt.state === 'unrecorded' ? html`<p>${this.#contactOf(attempt.order)}</p>` : nothing}
      ${lost ? this.#renderStartsInstead(lost.line) : nothing}
    </section>`;
  }

  #renderDates({ lines }: QuotedOrder) {
    return lines.map(
      (line) =>
        html`<p class="small">${this.words.list(line.title, whenText(line, this.words))}</p>`,
    );
  }

  #renderAbsent({ payment }: IntentResponse) {
    const { words } = this;
    return html`<section class="note" role="alert">
      <h2 class="heading" tabindex="-1">${words.say('absent')}</h2>
      <p>${words.say('absentMore')} ${payment ? endedPayment(payment, words) : nothing}</p>
      ${this.viewed ? this.#bookMore() : quietButton(words.say('orderAgain'), () => this.emit('choice-change'))}
    </section>`;
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

  #saveCalendar(order: QuotedOrder, code: string): void {
    const vendor = this.vendors.find(({ id }) => id === order.vendor_id);
    const entries = order.lines.map((line) => ({
      ...line,
      description: calendarText(line, code, vendor, this.words),
    }));
    const file = new Blob([calendarFile(code, entries, this.clock())], { type: 'text/calendar' });
    const link = ownDocument.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${code}.ics`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus(options);
  }
}
