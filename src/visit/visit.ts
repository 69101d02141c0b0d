import { html, nothing, type TemplateResult } from 'lit';
import type { IntentResponse } from '#contract/order.schema';
import type { QuotedLine } from '#contract/quote.schema';
import type { BookingClient } from '../client/booking-client.ts';
import type { Exchange as ProxyExchange, ProxyRequest } from '../client/exchange.ts';
import { type Attempt, type OrderOptions, sendable } from '../domain/attempt.ts';
import type { Exchange, OtherStarts } from '../domain/availability.ts';
import type { CartLine } from '../domain/cart.ts';
import type { Details } from '../domain/details.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import { saleParamsOf } from '../domain/sale-params.ts';
import type { InnerEvent } from '../events.ts';
import type { Words } from '../messages/words.ts';
import type { Announcer } from '../page/announcer.ts';
import type { DeclaredAddresses } from '../page/declared-addresses.ts';
import { PlainText } from '../page/plain-text.ts';
import { tryTo } from '../page/try-to.ts';
import { ownDocument } from '../page/unshadowed.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { isPending } from '../state/booking-data.ts';
import {
  attemptsOf,
  type CartStep,
  type CheckoutStep,
  codesIn,
  type EventStep,
  hasOrders,
  type ListStep,
  orderedIn,
  type Step,
  type ViewStep,
} from '../state/steps.ts';
import { Confirming, type ConfirmingWidget } from './confirming.ts';
import { DuePayment } from './due-payment.ts';
import { StartsAfterEnd } from './ended-lines.ts';
import type { DetailTyped } from './form/field-values.ts';
import { type Prefill, prefilledDetails } from './form/prefill.ts';
import { createOrderClient, type OrderClient } from './order-client.ts';
import type { OrderingSource } from './ordering.ts';
import { PaymentSlot } from './payment-slot.ts';
import { StepMotion } from './step-motion.ts';
import { StripePayment } from './stripe-payment.ts';
import { SuccessPage } from './success-page.ts';
import { TestPayment } from './test-payment.ts';
import { adviseOnVendors } from './vendor-advice.ts';
import { VisitAnnouncements } from './visit-announcements.ts';
import { VisitController } from './visit-controller.ts';

/** The public members of the widget that the visit reads. */
export interface VisitWidget extends ConfirmingWidget {
  readonly affiliate: string;
  readonly consent: boolean;
  readonly payment: PaymentMethod | undefined;
  readonly prefill: Prefill;
  readonly prefillName: string;
  readonly prefillEmail: string;
  readonly prefillPhone: string;
  readonly privacyUrl: string;
  readonly successUrl: string;
  readonly termsUrl: string;
}

/** What else the visit needs from the widget. */
export interface VisitSource {
  readonly client: BookingClient;
  readonly words: Words;
  /** The name of the channel to other tabs with the same proxy and site. */
  readonly channelName: string;
  readonly declared: DeclaredAddresses | undefined;
  /** The widget's slot for the page's payment fields. */
  readonly paymentSlot: TemplateResult;
  /** Opens the event that the tag names, or else the list. */
  startOver(): void;
}

/** The steps from the cart to the ticket. */
type VisitStep = Exclude<Step, ListStep | EventStep>;

/**
 * Everything from the cart to the ticket: the templates of its steps, and what it does with the
 * page around the widget. `VisitController` leads from one step to the next.
 */
export class Visit {
  readonly controller: VisitController;
  readonly #widget: VisitWidget;
  readonly #flow: BookingController;
  readonly #source: () => VisitSource;
  readonly #announcements: VisitAnnouncements;
  readonly #paymentSlot: PaymentSlot;
  readonly #due: DuePayment;
  readonly #confirming: Confirming;
  readonly #testPayment: TestPayment;
  readonly #stripePayment: StripePayment;
  readonly #codes: PlainText;
  readonly #motion: StepMotion;
  readonly #afterEnd: StartsAfterEnd;
  #orders: { client: BookingClient; orderClient: OrderClient } | undefined;
  /** The host page's reason for refusing an order; empty if it has not refused one. */
  #refusal = '';

  constructor(
    widget: VisitWidget,
    flow: BookingController,
    announcer: Announcer,
    source: () => VisitSource,
  ) {
    this.#widget = widget;
    this.#flow = flow;
    this.#source = source;
    this.#announcements = new VisitAnnouncements(announcer);
    this.#paymentSlot = new PaymentSlot(widget);
    this.#confirming = new Confirming(widget, () => source().words);
    this.#due = new DuePayment(() => ({
      orders: this.#orderClient,
      method: this.#paymentSlot.shown,
      words: source().words,
      confirming: (work) => this.#confirming.during(work),
      update: () => widget.requestUpdate(),
    }));
    this.#testPayment = new TestPayment(() => {
      const { client, words } = source();
      return { exchange: client.exchange, words };
    });
    this.#stripePayment = new StripePayment(() => {
      const { payments } = flow.data.site ?? {};
      const publishableKey = payments?.publishable_key ?? '';
      const isChargedFirst = payments?.charge_first === true;
      return { words: source().words, publishableKey, isChargedFirst };
    });
    this.#codes = new PlainText(widget);
    this.#motion = new StepMotion(widget);
    this.#afterEnd = new StartsAfterEnd(widget, flow, () => source().client);
    this.controller = new VisitController(widget, flow, () => this.#orderingSource);
  }

  get #orderingSource(): OrderingSource {
    const { words, channelName } = this.#source();
    const { affiliate, consent } = this.#widget;
    const { prefillName: name, prefillEmail: email, prefillPhone: phone, prefill } = this.#widget;
    return {
      orders: this.#orderClient,
      language: words.lang,
      affiliate,
      // Without consent the address is not read.
      saleParams: consent ? saleParamsOf(location.search) : '',
      openChannel: () => new BroadcastChannel(channelName),
      page: ownDocument,
      shownPayment: this.#paymentSlot.shown,
      confirming: (work) => (this.#paymentSlot.shown ? this.#confirming.during(work) : work()),
      prefilled: prefilledDetails({ name, email, phone, ...prefill }),
      unpaid: words.problem('payment-required'),
    };
  }

  get #orderClient(): OrderClient {
    const { client } = this.#source();
    if (this.#orders?.client !== client) {
      this.#orders = { client, orderClient: createOrderClient(this.#keeping(client.exchange)) };
    }
    return this.#orders.orderClient;
  }

  /** Keeps the code of each order that a response brings, before anything else is done with it. */
  #keeping(exchange: ProxyExchange): ProxyExchange {
    const receive = async <Body>(response: Response): Promise<Body> => {
      const body = await exchange.receive<Body>(response);
      const { order } = body as Partial<IntentResponse>;
      // A customer who has left the order sees no news of it.
      if (order?.code && hasOrders(this.#flow.step)) this.#codes.add(order.code);
      return body;
    };
    return {
      ...exchange,
      receive,
      send: <Body>(request: ProxyRequest) => exchange.open(request, receive<Body>),
    };
  }

  /** Called before a step is rendered, while the one before is still on screen. */
  leave(): void {
    tryTo('motion', () => this.#motion.leave());
  }

  /** Closes the dialog around the widget, after a question while a payment is confirmed. */
  close(): void {
    this.#confirming.close();
  }

  /** Writes the codes of the step's orders where no failed rendering can take them away. */
  keepCodes(): void {
    const { words } = this.#source();
    this.#codes.text = codesIn(this.#flow.step)
      .map((code) => words.say('viewed', { code }))
      .join(', ');
  }

  get hasCodes(): boolean {
    return this.#codes.text !== '';
  }

  /**
   * Called when the step is on screen.
   * @param before the name of the step that was shown last
   */
  updated(before: Step['name'] | undefined): void {
    const { step } = this.#flow;
    if (before !== step.name) this.#refusal = '';
    if (before && before !== step.name) tryTo('motion', () => this.#motion.enter());
    const due = this.#due.payableIn(step);
    this.#paymentSlot.update(this.#payment, step, this.#flow.data.site, due);
    tryTo('advice', () => this.#advise(step));
    tryTo('an event', () => this.#announce(before));
  }

  /** The fields of a built-in provider, or else the page's own. */
  get #payment(): PaymentMethod | undefined {
    const { provider } = this.#flow.data.site?.payments ?? {};
    if (provider === 'stripe') return this.#stripePayment;
    return provider === 'test' ? this.#testPayment : this.#widget.payment;
  }

  #advise(step: Step): void {
    this.#successPage.advise();
    const { vendors, areVendorsUnknown } = this.#flow.data;
    if (step.name === 'checkout') adviseOnVendors(orderedIn(step), vendors, areVendorsUnknown);
  }

  #announce(before: Step['name'] | undefined): void {
    const now = this.#source().client.now();
    if (!this.#announcements.announce(this.#flow, this.controller, before, now)) return;
    // In a microtask, so that the address is written and the data layer has the order first.
    queueMicrotask(() =>
      tryTo('success-url', () => this.#successPage.open(attemptsOf(this.#flow.step), now)),
    );
  }

  get #successPage(): SuccessPage {
    return new SuccessPage(this.#widget, this.#widget.successUrl, this.#source().declared);
  }

  /** Whether the step is waiting for a response. */
  isWaiting(step: VisitStep): boolean {
    if (step.name === 'cart') return this.#flow.cart.isPricing;
    const isLoading = isPending(this.#flow.data.vendorsTask);
    return step.name === 'checkout' && (step.busy !== null || isLoading);
  }

  render(step: VisitStep) {
    switch (step.name) {
      case 'cart':
        return this.#renderCart(step);
      case 'checkout':
        return this.#renderCheckout(step);
      case 'result':
        return this.#renderAttempts(step.attempts, this.controller.details);
      case 'view':
        return this.#renderView(step);
    }
  }

  /** The placed orders of a cart whose rest is being chosen. */
  renderPlaced({ placed }: CartStep | EventStep) {
    return placed.length > 0 ? this.#renderAttempts(placed) : nothing;
  }

  #renderCart(step: CartStep) {
    const flow = this.#flow;
    const { startOver } = this.#source();
    return html`<booking-cart
        .cart=${flow.cart}
        .otherStarts=${flow.otherStarts}
        @start-take=${this.#takeStart}
        @list-show=${startOver}
        @line-change=${({ detail }: InnerEvent<CartLine>) => flow.send({ type: 'change-line', line: detail })}
        @line-remove=${({ detail }: InnerEvent<string>) => this.controller.removeLine(detail)}
        @cart-price=${({ detail }: InnerEvent<readonly CartLine[]>) => this.controller.priceCart(detail)}
        @check-out=${() => this.controller.checkOut()}
      ></booking-cart>
      ${this.renderPlaced(step)}`;
  }

  #renderCheckout({ choice, attempts, busy }: CheckoutStep) {
    const flow = this.#flow;
    const { controller } = this;
    const { termsUrl, privacyUrl } = this.#widget;
    const { paymentSlot, startOver } = this.#source();
    return html`<booking-checkout
      .attempts=${attempts}
      .vendors=${flow.data.vendors}
      .areVendorsUnknown=${flow.data.areVendorsUnknown}
      .images=${flow.data.imagesOf(attempts[0]?.order.lines[0]?.root_event_id)}
      .details=${controller.details}
      .ofCart=${choice === null}
      .busy=${busy}
      .otherStarts=${flow.otherStarts}
      .refusal=${this.#refusal}
      .termsUrl=${termsUrl}
      .privacyUrl=${privacyUrl}
      @detail-type=${({ detail }: InnerEvent<DetailTyped>) =>
        flow.send({ type: 'type-detail', ...detail })}
      @order-submit=${({ detail }: InnerEvent<OrderOptions>) => void this.#order(attempts, detail)}
      @start-over=${startOver}
      @start-take=${this.#takeStart}
      @vendors-retry=${() => flow.data.retryVendors()}
      @price-renew=${() => controller.quote({ type: 'renew-quote' })}
      @choice-change=${() => controller.changeChoice()}
      >${paymentSlot}</booking-checkout
    >`;
  }

  readonly #takeStart = ({ detail }: InnerEvent<Exchange>): void => {
    void this.controller.takeStart(detail);
  };

  readonly #openAgain = ({ detail }: InnerEvent<QuotedLine>): void => {
    this.controller.openAgain(detail);
  };

  /** Sends the orders, unless the host page refuses one of them. */
  async #order(attempts: Attempt[], options: OrderOptions): Promise<void> {
    const orders = sendable(attempts).map(({ order }) => order);
    this.#showRefusal('');
    for (const order of orders) {
      const reason = this.#announcements.beforeOrder(order);
      if (reason === undefined) continue;
      // Screen readers announce the same reason again only if it was removed in between.
      await this.#widget.updateComplete;
      this.#showRefusal(reason || this.#refusalWithoutReason);
      return;
    }
    for (const order of orders) {
      if (order.shipping_address) this.#announcements.shipping(order);
    }
    await this.controller.order(options);
  }

  get #refusalWithoutReason(): string {
    const { words } = this.#source();
    return `${words.say('nothingOrdered')} ${words.say('pageRefused')}`;
  }

  #showRefusal(reason: string): void {
    this.#refusal = reason;
    this.#widget.requestUpdate();
  }

  /** Without `details` while the rest of a cart is chosen, because they then belong to the rest. */
  #renderAttempts(attempts: Attempt[], details?: Details) {
    const { data } = this.#flow;
    const { controller } = this;
    const { paymentSlot } = this.#source();
    return html`<booking-confirmation
      .attempts=${attempts}
      .due=${this.#due.stateIn(this.#flow.step)}
      .email=${controller.details.get('email') ?? ''}
      .details=${details}
      .vendors=${data.vendors}
      .otherStarts=${this.#otherStarts}
      @start-over=${this.#source().startOver}
      @event-again=${this.#openAgain}
      @start-take=${this.#takeStart}
      @choice-change=${() => controller.changeChoice()}
      @rest-order=${() => controller.orderRest()}
      @due-pay=${this.#payDue}
      >${paymentSlot}</booking-confirmation
    >`;
  }

  /** In place of lost dates and of orders that have ended; undefined while they load. */
  get #otherStarts(): OtherStarts | undefined {
    const { otherStarts } = this.#flow;
    const { starts } = this.#afterEnd;
    return otherStarts && starts && new Map([...otherStarts, ...starts]);
  }

  readonly #payDue = (): void => {
    void this.#due.pay(this.#flow.step);
  };

  #renderView({ intent, failure }: ViewStep) {
    const { paymentSlot, startOver } = this.#source();
    return html`<booking-confirmation
      .intent=${intent ?? undefined}
      .due=${this.#due.stateIn(this.#flow.step)}
      .vendors=${this.#flow.data.vendors}
      .failure=${failure}
      .viewed=${true}
      .otherStarts=${this.#otherStarts}
      @start-over=${startOver}
      @event-again=${this.#openAgain}
      @start-take=${this.#takeStart}
      @due-pay=${this.#payDue}
      >${paymentSlot}</booking-confirmation
    >`;
  }
}
