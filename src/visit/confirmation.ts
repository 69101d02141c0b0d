import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { IntentResponse, PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
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
import { orderRequestOf } from './form/order-request.ts';
import { viewLinkOf } from '../domain/view-link.ts';
import { withdrawableGoods } from './withdrawable-goods.ts';
import { customerZone, dayIn } from '../domain/zone.ts';
import type { InnerEventType } from '../events.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { base } from '../styles/base.ts';
import { ticket } from '../styles/ticket.ts';
import { InnerElement } from '../elements/inner-element.ts';
import { bookedOtherwise } from './parts/booked-otherwise.ts';
import { costsStyles, renderCosts } from './parts/costs.ts';
import { type Fact, renderFacts } from '../elements/parts/facts.ts';
import { newTab } from '../elements/parts/new-tab.ts';
import { isPaid, otherParts, payments, ticketParts, totalNote } from './parts/order-status.ts';
import { orderVouchers } from './parts/order-vouchers.ts';
import { paymentWords } from './parts/payment-words.ts';
import {
  failureText,
  problemNote,
  quietButton,
  reasonText,
} from '../elements/parts/problem-note.ts';
import { printAlone } from './parts/print-alone.ts';
import { lostLineOf, lostText, startsInstead } from '../elements/parts/lost-line.ts';
import { legalName, waysToReach } from './parts/sold-by.ts';
import { termsStyles, vendorTerms } from './parts/terms.ts';
import { calendarText, ticketLine, whenText } from './parts/ticket-line.ts';

type OrderStatus = PlacedOrder['status'];

/** The texts for the status of an order. */
const canceled = { headline: 'orderCanceled', more: 'orderCanceledMore' } as const;
const tickets = { headline: 'haveTickets', more: 'confirmationSent' } as const;
const sentences = {
  ACCEPTED: tickets,
  OPEN: tickets,
  RESERVED: tickets,
  PENDING: { headline: 'requestSent', more: 'requestSentMore' },
  CANCELED: canceled,
  DECLINED: canceled,
} as const satisfies Record<OrderStatus, object>;

/** The lines of an order that are not cancelled. */
function standingLines({ lines }: QuotedOrder, { status, tickets = [] }: PlacedOrder) {
  if (sentences[status] === canceled) return [];
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
export class Confirmation extends InnerElement {
  static override styles = [
    base,
    ticket,
    termsStyles,
    costsStyles,
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
      .parts .code,
      .mark {
        color: var(--_ink-text);
      }
      /* A code does not wrap, because it is read out at the entrance. */
      .parts .code {
        display: inline-block;
      }
      .mark {
        font-weight: 620;
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
  /** The class of the ticket's tint. */
  @property() tint = 'tint-0';
  /** Starts that can replace lost dates; undefined while they load. */
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
    if (this.isConnected && this.renderRoot.querySelector('.ticket')) {
      this.#printPage ??= printAlone(this);
    } else {
      this.#endPrinting();
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endPrinting();
  }

  #endPrinting(): void {
    this.#printPage?.();
    this.#printPage = undefined;
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
        return this.#renderAbsent();
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
      ${attempts.some(isPlaced) && isSettled ? html`<p>${words.say('partlyPlaced')}</p>` : nothing}
      ${has('forgotten') ? nothing : quietButton(words.say('orderRest'), emit('rest-order'))}
      ${has('unclear') ? nothing : quietButton(words.say('chooseAgain'), emit('choice-change'))}
      ${isSettled ? this.#bookMore() : nothing}
    </div>`;
  }

  /** A ticket, or a request, which has no stub and no tint until the vendor accepts it. */
  #renderPlaced(
    order: QuotedOrder | undefined,
    { order: placed, view_key: viewKey }: IntentResponse,
  ) {
    const { words } = this;
    const { status = 'ACCEPTED', code = '' } = placed ?? {};
    const isRequest = status === 'PENDING';
    // One template for both, so that screen readers announce when a request becomes a ticket.
    return html`${placed && order ? bookedOtherwise(placed, order, words) : nothing}
      <section class=${isRequest ? 'panel' : `ticket ${this.tint}`}>
        <div class="body">
          <p class="small state" role="status">${words.say(sentences[status].headline)}</p>
          ${
            order
              ? this.#renderLines(order, isRequest ? null : placed)
              : html`<h2 class="title" tabindex="-1">${words.say('viewed', { code })}</h2>`
          }
          ${isRequest ? this.#renderSteps(order, code) : placed && otherParts(placed, order, words)}
          ${order ? this.#renderProducts(order) : nothing}
          ${placed ? orderVouchers(placed, words) : nothing}
          ${order ? this.#renderSeller(order, placed) : nothing}
          ${isRequest ? html`<div class="small">${this.#renderSum(order, placed)}</div>` : nothing}
          <div class="meta">
            ${order && placed && !isRequest ? this.#renderAddToCalendar(order, placed) : nothing}
            ${order ? this.#renderCopy(viewKey) : nothing}
            ${isRequest ? nothing : quietButton(words.say('print'), () => window.print())}
            ${placed?.selfservice_url ? newTab(placed.selfservice_url, words.say('manage'), words, 'quiet') : nothing}
          </div>
        </div>
        ${isRequest ? nothing : this.#renderStub(order, placed, code)}
      </section>
      <div class="after">
        ${this.#renderCopied(viewKey)}
        ${placed && order ? totalNote(placed, order.vendor_name, words) : nothing}
        ${order && !isRequest ? this.#renderMore(order, placed) : nothing}
        ${this.attempts.length > 1 ? nothing : this.#bookMore()}
      </div>`;
  }

  #renderStub(order: QuotedOrder | undefined, placed: PlacedOrder | null, code: string) {
    return html`<div class="stub small">
      <div>${this.words.say('code')}<b class="code" translate="no">${code}</b></div>
      <div>${this.#renderSum(order, placed)}</div>
    </div>`;
  }

  #renderAddToCalendar(order: QuotedOrder, placed: PlacedOrder) {
    const lines = standingLines(order, placed);
    if (lines.length === 0) return nothing;
    return quietButton(this.words.say('addToCalendar'), () =>
      this.#saveCalendar({ ...order, lines }, placed.code),
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

  /** The steps of a request: sent, not yet accepted, accepted. */
  #renderSteps(order: QuotedOrder | undefined, code: string) {
    const { words, email } = this;
    const vendor = order?.vendor_name ?? '';
    // The e-mail address is not stored, so it is empty after a reload.
    const sentence = email ? 'requestSentMore' : 'requestAnswered';
    return html`<ol class="steps">
      <li class="done">
        ${words.say('requestStepSent')}
        <div class="small">
          ${words.say('code')} <span class="code" translate="no">${code}</span>
        </div>
      </li>
      <li aria-current="step">
        <span class="mark">${words.say('notAccepted')}</span>
        <div class="small">
          ${words.say('notAcceptedMore')}
          ${order ? `${words.say(sentence, { vendor, email })} ${words.say('requestCost', { vendor })}` : nothing}
        </div>
      </li>
      <li class="small">${words.say('accepted')}</li>
    </ol>`;
  }

  /** The lines, each with the participants that were sent, the costs and the codes. */
  #renderLines(order: QuotedOrder, placed: PlacedOrder | null) {
    const { words, details = new Map(), attempts } = this;
    const { lines, currency } = order;
    const cartSize = attempts.length;
    const fields = checkoutForm({ orders: [order], cartSize, ...askedBy(this.site) });
    const sent = orderRequestOf(order, fields, details, { lang: words.lang });
    return lines.map((line, index) => {
      const participants = sent.lines[index]?.participants ?? [];
      const names = this.words.names(...participants.flatMap(({ name }) => name ?? []));
      const isSummed = lines.length > 1 && line.prices.length > 1;
      return html`<div class="line">
        ${ticketLine(line, names, words)}
        ${renderCosts(line.prices, currency, words, isSummed ? line.total : undefined)}
        ${placed && ticketParts(placed, ({ date_id }) => date_id === line.date_id, words)}
      </div>`;
    });
  }

  #renderProducts({ products, currency }: QuotedOrder) {
    if (products.length === 0) return nothing;
    const costs = products.map((product) => ({ ...product, title: product.name }));
    return renderCosts(costs, currency, this.words);
  }

  /** The vendor and how to reach it, and how to pay while the order is not paid. */
  #renderSeller(order: QuotedOrder, placed: PlacedOrder | null) {
    const { words } = this;
    const vendor = this.vendors.find(({ id }) => id === order.vendor_id);
    const text = this.#contactOf(order);
    const isOver = placed && (sentences[placed.status] === canceled || isPaid(placed));
    const seller: Fact = [words.say('soldBy'), text];
    if (isOver) return html`<div class="small">${renderFacts([seller])}</div>`;
    const payment: Fact = [words.say('payment'), paymentWords(order, vendor, this.site, words)];
    const title = words.say('terms', { vendor: legalName(order, vendor) });
    return html`<div class="small">${renderFacts([seller, payment])}</div>
      ${vendorTerms(title, vendor?.terms ?? [])}`;
  }

  /** The vendor's name, and links to its e-mail address and phone number. */
  #contactOf({ vendor_id, vendor_name }: QuotedOrder) {
    const vendor = this.vendors.find(({ id }) => id === vendor_id);
    const ways = [vendor_name, ...waysToReach(vendor, undefined)].filter(Boolean);
    return ways.map((way, index) => [index > 0 ? ' · ' : '', way]);
  }

  #renderSum(order: QuotedOrder | undefined, placed: IntentResponse['order']) {
    const { words } = this;
    const total = placed ?? order;
    const vat = this.vatText(!!total?.total);
    return html`${total ? html`<span class="strong number" translate="no">${words.money(total.total, total.currency)}</span>` : nothing}
    ${vat ? html`<br />${vat}` : nothing}
    ${placed ? html`<br />${payments(placed, words)}` : nothing}`;
  }

  /** What follows from the status, where the tickets are sent, and the withdrawal from goods. */
  #renderMore(order: QuotedOrder, placed: PlacedOrder | null) {
    const { words, email } = this;
    const { status = 'ACCEPTED', code = '' } = placed ?? {};
    const vendor = order.vendor_name;
    return html`<p>
        ${words.say(sentences[status].more, { code, vendor, email })}
        ${email ? words.say('mailGoesTo', { email }) : nothing}
      </p>
      ${placed && !this.viewed ? this.#renderWithdrawal(order, placed) : nothing}`;
  }

  /** The withdrawal from goods, unless the order is cancelled. */
  #renderWithdrawal(order: QuotedOrder, placed: PlacedOrder) {
    const goods = withdrawableGoods(order, placed);
    if (goods.length === 0 || sentences[placed.status] === canceled) return nothing;
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
    { settled_by, view_key: viewKey }: IntentResponse,
  ) {
    const { words } = this;
    return html`<section class="note" role="status">
        <h2 class="heading" tabindex="-1">${words.say('checking')}</h2>
        <p>
          ${words.say('checkingMore')}
          ${settled_by ? words.say('checkingUntil', { time: words.time(customerZone(), settled_by) }) : nothing}
        </p>
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
      ${
        lost
          ? startsInstead(lost.line, this.otherStarts, words, (exchange) =>
              this.emit('start-take', exchange),
            )
          : nothing
      }
    </section>`;
  }

  #renderDates({ lines }: QuotedOrder) {
    return lines.map(
      (line) =>
        html`<p class="small">${this.words.list(line.title, whenText(line, this.words))}</p>`,
    );
  }

  #renderAbsent() {
    const { words } = this;
    return html`<section class="note" role="alert">
      <h2 class="heading" tabindex="-1">${words.say('absent')}</h2>
      <p>${words.say('absentMore')}</p>
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
