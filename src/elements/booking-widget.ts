import { ContextProvider } from '@lit/context';
import { Task } from '@lit/task';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { announceFlow } from '../page/announce-flow.ts';
import { Announcer } from '../page/announcer.ts';
import { ReadableText } from '../page/readable-text.ts';
import { DataScript } from '../page/data-script.ts';
import { createBookingClient, type BookingClient } from '../client/booking-client.ts';
import { httpAddress } from '../domain/address.ts';
import type { FurtherDuration, ListedEvent } from '../contract/event.schema.ts';
import type { Start, Exchange } from '../domain/availability.ts';
import { sendable, type Attempt, type OrderOptions } from '../domain/attempt.ts';
import { isCartLine, isTooLargeToQuote, withLine, type CartLine } from '../domain/cart.ts';
import { groupOf, type Choice } from '../domain/choice.ts';
import { monthOf, type Day, type Month } from '../domain/days.ts';
import type { Details } from '../visit/form/field-values.ts';
import type { ListFilter } from '../domain/list-filter.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import { prefilledDetails, type Prefill } from '../visit/form/prefill.ts';
import { firstRoute, type Route } from '../domain/route.ts';
import { saleParamsOf } from '../domain/sale-params.ts';
import { structuredData } from '../domain/structured-data.ts';
import { successAddress } from '../visit/success-address.ts';
import { tintOf } from '../domain/tint.ts';
import { takeViewKey } from '../domain/view-link.ts';
import { dayIn } from '../domain/zone.ts';
import { innerEvents, type InnerEvent } from '../events.ts';
import { problemCodeOf } from '../domain/failure.ts';
import type { Messages } from '../messages/en.ts';
import { english, Words } from '../messages/words.ts';
import { BookingController, type BookingHost } from '../state/booking-controller.ts';
import { isPending, loadableOf, taskFailure } from '../state/booking-data.ts';
import {
  attemptsOf,
  type CartStep,
  type CheckoutStep,
  type EventStep,
  type ListStep,
  type Step,
  type ViewStep,
} from '../state/booking-flow.ts';
import { DeepLinks } from '../state/deep-links.ts';
import { createPaymentSlot } from '../visit/payment-slot.ts';
import { completeChoice } from '../state/complete-choice.ts';
import { openSession, type Session } from '../state/session.ts';
import { Slowness } from '../state/slowness.ts';
import type { Options } from '../page/options.ts';
import { base } from '../styles/base.ts';
import {
  adviseOnAppearance,
  adviseOnFailure,
  adviseOnFilters,
  adviseOnProxy,
  adviseOnSuccessUrl,
  isHeadingLevel,
} from '../page/setup-advice.ts';
import {
  type DeclaredAddresses,
  isDeclaredProxy,
  isDeclaredSuccess,
} from '../page/declared-addresses.ts';
import { ownDocument, unshadowed } from '../page/unshadowed.ts';
import { withstandHostHandlers } from '../page/host-handlers.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import type { DetailTyped } from '../visit/checkout.ts';
import type { ChoiceProgress, ShownEvent } from './choice.ts';
import { defaultSite, HEADING_LEVEL, widgetContext, type WidgetContext } from './context.ts';
import { cartBar, cartBarStyles } from './parts/cart-bar.ts';
import { dialogHead, dialogHeadStyles } from './parts/dialog-head.ts';
import { problemNote, quietButton } from './parts/problem-note.ts';
import type { AmountChange } from './price-selection.ts';

export interface Defaults {
  /**
   * What the script tag allows a tag to name; undefined in the npm package, where markup is as good
   * as a program of the page.
   */
  declared?: DeclaredAddresses;
  fetch: typeof fetch;
  /** Attributes of every widget of the page that does not set them itself. */
  options: Options;
  /** The key of the copied link that the page was opened by. */
  viewKey?: string | undefined;
}

/** Attributes whose properties are empty if the tag does not set them. */
const texts = [
  'proxy',
  'site',
  'vendor',
  'category',
  'event',
  'day',
  'events',
  'affiliate',
] as const;

/**
 * The whole booking flow, from the list of events to the code of an order.
 *
 * @tag booking-widget
 * @fires booking-ready - the first list, event or order is shown
 * @fires booking-list-view - events are listed; `detail.items`
 * @fires booking-event-select - an event of the list is chosen
 * @fires booking-event-view - an event is opened; `detail.items`
 * @fires booking-line-add - a date with its participants was priced and put into the cart
 * @fires booking-line-remove - a line was taken out of the cart
 * @fires booking-cart-view - the cart is opened; once for each order that it is priced in
 * @fires booking-checkout-begin - the checkout is shown
 * @fires booking-before-order - cancelable: an order is about to be sent, with its cart;
 *   `detail.refuse('reason')` tells the customer why not
 * @fires booking-shipping-add - an order with products to be shipped is about to be sent
 * @fires booking-order - an order is placed; `detail.transaction_id` is its code
 * @fires booking-request - a request is placed, and waits for the vendor
 * @fires booking-order-status - the status of the shown order has changed; `detail.status`
 * @fires booking-problem - something was refused or failed; `detail.code`
 * @slot payment - the page's payment fields; the widget makes that child itself
 * @slot - a link, which is shown if nothing can be booked
 * @cssprop [--booking-accent] - the main colour: primary action, chosen thing, links
 * @cssprop [--booking-on-accent] - text on the main colour
 * @cssprop [--booking-ink] - text
 * @cssprop [--booking-muted] - secondary text; from ink and surface
 * @cssprop [--booking-surface] - background of cards and fields
 * @cssprop [--booking-line] - quiet borders; from ink and surface
 * @cssprop [--booking-line-strong] - borders of controls; from ink and surface
 * @cssprop [--booking-raised] - background of a picture that loads; from ink and surface
 * @cssprop [--booking-accent-soft] - background of what is chosen or pointed at; from accent and surface
 * @cssprop [--booking-warn] - text that warns
 * @cssprop [--booking-warn-soft] - background of notes; from warn and surface
 * @cssprop [--booking-bad] - text of errors
 * @cssprop [--booking-tint-0] - a ticket’s stub, by its category; from accent and surface
 * @cssprop [--booking-tint-1] - a ticket’s stub, by its category; from a blue and surface
 * @cssprop [--booking-tint-2] - a ticket’s stub, by its category; from an orange and surface
 * @cssprop [--booking-tint-3] - a ticket’s stub, by its category; from a purple and surface
 * @cssprop [--booking-tint-4] - a ticket’s stub, by its category; from a red and surface
 * @cssprop [--booking-tint-5] - a ticket’s stub, by its category; from a green and surface
 * @cssprop [--booking-radius] - corners of cards and panels
 * @cssprop [--booking-radius-small] - corners of controls
 * @cssprop [--booking-inset-top] - room for a bar of the page's own at the head of the window
 * @cssprop [--booking-inset-bottom] - room for a bar of the page's own at the foot of the window
 */
export class BookingWidget extends LitElement implements BookingHost {
  /** Set by the script's entry: see `Defaults`. */
  static defaults: Defaults = {
    fetch: (input, init) => globalThis.fetch(input, init),
    options: [],
  };

  static override styles = [
    base,
    cartBarStyles,
    dialogHeadStyles,
    css`
      :host {
        display: block !important;
        scroll-margin-top: calc(16px + var(--booking-inset-top, 0px));
      }
      .light {
        color-scheme: light;
      }
      .dark {
        color-scheme: dark;
      }
      /* Makes the widget wide in a parent that fits its content; it wraps if room is short. */
      .root::before {
        content: '. .';
        display: block;
        height: 0;
        overflow: hidden;
        visibility: hidden;
        text-indent: 280px;
        word-spacing: 1100px;
      }
      :is(booking-cart, booking-choice) + booking-confirmation {
        margin-top: 24px;
      }
      ::slotted(*) {
        margin-block: 16px;
      }
    `,
  ];

  /** Address of the proxy; by default the one that served the script. */
  @property() proxy = '';
  /** Public key of the site, where the proxy has several. */
  @property() site = '';
  /** Only events of these vendors: ids, comma-separated. */
  @property() vendor = '';
  /** Only events of these categories: ids, comma-separated. */
  @property() category = '';
  /** Opens this event instead of the list. */
  @property() event = '';
  /** Shows events with places on this day: `2026-11-28`; with `event`, opens it on that day. */
  @property() day = '';
  /** The number of places to look for: 1 to 99. */
  @property({ type: Number }) participants = 1;
  /** Only these events: ids, comma-separated. */
  @property() events = '';
  /** The page's address shows which event is open, and the browser's back goes one step back. */
  @property({ type: Boolean, attribute: 'deep-links' }) deepLinks = false;
  /** Language; by default the page's. German says “Sie”, and “du” with `de-x-informal`. */
  // eslint-disable-next-line lit/no-native-attributes -- it is what the native attribute means
  @property() override lang = '';
  /** `light` or `dark`; by default what the page declares, else what fits its background. */
  @property({ attribute: 'color-scheme' }) colorScheme = 'auto';
  /** Level of the widget's highest heading: 1 to 6; by default 2. */
  @property({ type: Number, attribute: 'heading-level' }) headingLevel: number = HEADING_LEVEL;
  /** Your affiliate id, which is added to the order. */
  @property() affiliate = '';
  /** Your customer agrees that the UTM values of the page's address are added to the order. */
  @property({ converter: (value) => value !== null && value !== 'false' }) consent = false;
  /** Pushes events to your page's `dataLayer`, for GA4. */
  @property({ type: Boolean, attribute: 'data-layer' }) dataLayer = false;
  /** Adds data about the listed events, or the open event, for search engines (schema.org). */
  @property({ type: Boolean, attribute: 'structured-data' }) structuredData = false;
  /** A page of yours that opens in the whole window once every order is placed and accepted. */
  @property({ attribute: 'success-url' }) successUrl = '';
  /** A page with your own terms; by default the site's. */
  @property({ attribute: 'terms-url' }) termsUrl = '';
  /** Your privacy page; by default the site's. */
  @property({ attribute: 'privacy-url' }) privacyUrl = '';
  /** The customer's name, if your page knows it. */
  @property({ attribute: 'prefill-name' }) prefillName = '';
  /** The customer's e-mail address. */
  @property({ attribute: 'prefill-email' }) prefillEmail = '';
  /** The customer's phone number. */
  @property({ attribute: 'prefill-phone' }) prefillPhone = '';
  /** These three and more: company, vat_number, street, streetnr, zip, city, country. */
  @property({ attribute: false }) prefill: Prefill = {};
  /** How customers pay on your page; by default the widget takes no payment. */
  @property({ attribute: false }) payment: PaymentMethod | undefined;
  /** Closes the dialog around the widget, which then has a button that calls this. */
  @property({ attribute: false }) close: (() => void) | undefined;
  /** Whether the dialog around the widget is closed. */
  @state() away = false;
  /** Makes the requests; by default the browser's `fetch`. */
  @property({ attribute: false }) fetch: typeof fetch = BookingWidget.defaults.fetch;
  /** The time in milliseconds since the epoch. */
  @property({ attribute: false }) clock: () => number = () => Date.now();

  client!: BookingClient;
  /** Has the texts: those of a refused proxy's tag come from the script's own proxy. */
  #library!: BookingClient;
  shownPayment: PaymentMethod | undefined;

  readonly #flow = new BookingController(this);
  readonly #messages = new Task(this, {
    args: () => [this.#library, this.#wantedLanguage] as const,
    task: async ([client, lang], { signal }) =>
      lang === 'en'
        ? english
        : new Words(lang.slice(0, 2), (await client.messages(lang, signal)) as Messages),
  });
  readonly #context = new ContextProvider(this, {
    context: widgetContext,
    initialValue: {
      words: english,
      clock: () => this.client.now(),
      site: undefined,
      headingLevel: HEADING_LEVEL,
      isSlow: false,
    },
  });
  readonly #announcer = new Announcer(this);
  readonly #background = new ReadableText(this);
  readonly #dataScript = new DataScript(this);
  readonly #slowness = new Slowness(this, () => this.#isWaiting);
  readonly #showPayment = createPaymentSlot(this);
  readonly #links = new DeepLinks(window, this.#flow, this);
  /** The event, day and participants that the widget began with. */
  #route: Route | undefined;
  #session: Session | undefined;
  #channelName = '';
  /** The resolved address of the proxy; empty if it is none, or is refused. */
  #proxy = '';
  /** Whether markup alone names a proxy that the script tag does not allow. */
  #isProxyRefused = false;
  /** The host page's reason for refusing an order; empty if it has not. */
  #refusal = '';
  /** Whether rendering has failed, for example because the host page has replaced `Intl`. */
  #isBroken = false;
  /** Whether the customer has left the page, whose running requests the browser aborts. */
  #isLeft = false;
  /** The step that the last update showed. */
  #shown: Step['name'] | undefined;
  /** The event chosen in the list or as a further duration. Its title is shown while it loads. */
  #chosen: Pick<ListedEvent, 'id' | 'title'> | undefined;

  constructor() {
    super();
    // The tag's own attributes come after the constructor, and replace these.
    for (const [name, value] of BookingWidget.defaults.options) {
      this.attributeChangedCallback(name, null, value);
    }
  }

  /** Whether the page's address follows the widget; not while its dialog is closed. */
  get hasAddress(): boolean {
    return this.deepLinks && !this.away;
  }

  get prefilled(): Details {
    const { prefillName: name, prefillEmail: email, prefillPhone: phone } = this;
    return prefilledDetails({ name, email, phone, ...this.prefill });
  }

  /** The UTM values of the page's address, which are read only when an order is sent. */
  get saleParams(): string {
    return this.consent ? saleParamsOf(location.search) : '';
  }

  /** The language of the texts and of the order (ISO 639-1). */
  get language(): string {
    return this.#words.lang;
  }

  get #words(): Words {
    return this.#context.value.words;
  }

  get #wantedLanguage(): string {
    const tag = (this.lang || ownDocument.documentElement.lang || 'en').toLowerCase();
    return /^de\b.*-x-informal$/.test(tag) ? 'de-x-informal' : tag.slice(0, 2);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('pagehide', this.#onPageHide);
    window.addEventListener('pageshow', this.#onPageShow);
    window.addEventListener('hashchange', this.#openLink);
    window.addEventListener('online', this.#retry);
    window.addEventListener('popstate', this.#links.follow);
    ownDocument.addEventListener('visibilitychange', this.#onVisible);
    if (this.hasUpdated) this.#flow.storeIn(this.#openSession());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('pagehide', this.#onPageHide);
    window.removeEventListener('pageshow', this.#onPageShow);
    window.removeEventListener('hashchange', this.#openLink);
    window.removeEventListener('online', this.#retry);
    window.removeEventListener('popstate', this.#links.follow);
    ownDocument.removeEventListener('visibilitychange', this.#onVisible);
    this.#session?.close();
  }

  get page(): Document {
    // eslint-disable-next-line no-restricted-properties -- this is how
    return unshadowed(this.ownerDocument);
  }

  openChannel(): BroadcastChannel {
    return new BroadcastChannel(this.#channelName);
  }

  readonly #onPageHide = (): void => {
    this.#isLeft = true;
    this.#flow.updateSession();
  };

  /** Another page of the tab may have changed the session while this page was cached. */
  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    this.#isLeft = false;
    if (persisted) this.#flow.restoreAfterBack();
  };

  /** The customer may come back to the tab a day later. */
  readonly #onVisible = (): void => {
    if (!ownDocument.hidden) this.#flow.refreshShown();
  };

  /** Repeats failed requests, when the network is back or the customer presses the button. */
  readonly #retry = (): void => {
    this.#flow.retryFailed();
    if (taskFailure(this.#messages)) void this.#messages.run();
  };

  /** Shows the order of a copied link, unless another widget of the page has taken its key. */
  readonly #openLink = (): boolean => {
    const { defaults } = BookingWidget;
    const viewKey = defaults.viewKey ?? takeViewKey(location, history);
    delete defaults.viewKey;
    if (viewKey) this.#flow.view(viewKey);
    return viewKey !== undefined;
  };

  #openSession(): Session {
    const { proxy, site, vendor, category, event } = this;
    const siteName = [proxy, site].join('|');
    const name = [siteName, vendor, category, event].join('|');
    // The values of campaigns are not stored.
    const search = () => (this.deepLinks ? '' : location.search.replace(/[?&]utm_[^&]*/g, ''));
    const page = () => location.pathname + search();
    this.#session = openSession(() => sessionStorage, name, siteName, page);
    return this.#session;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    for (const type of innerEvents) root.addEventListener(type, (event) => event.stopPropagation());
    withstandHostHandlers(root);
    root.addEventListener('render-fail', (event) => {
      this.#sayBroken((event as InnerEvent<unknown>).detail);
    });
    return root;
  }

  protected override update(changed: PropertyValues<this>): void {
    try {
      super.update(changed);
    } catch (error) {
      if (this.#isBroken) throw error;
      this.#sayBroken(error);
    }
  }

  #sayBroken(error: unknown): void {
    this.#isBroken = true;
    tellReseller(`cannot show this step: ${String(error)}.`);
    this.requestUpdate();
  }

  /** Loads everything again after a failed rendering, and renders once the data has come. */
  async #beginAnew(): Promise<void> {
    this.#createClient();
    this.requestUpdate();
    await this.updateComplete;
    const { step, data } = this.#flow;
    const task = step.name === 'event' ? data.eventTask : data.listTask;
    await task.taskComplete.catch(() => undefined);
    this.#isBroken = false;
    this.requestUpdate();
  }

  /** Restores defaults: a removed attribute gives null, and frameworks may set undefined. */
  #fillUnset(): void {
    const given: Partial<BookingWidget> = this;
    for (const name of texts) given[name] ??= '';
    given.participants ??= 1;
    given.headingLevel ??= HEADING_LEVEL;
    given.fetch ??= BookingWidget.defaults.fetch;
    given.clock ??= Date.now;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#fillUnset();
    const isFirst = !this.client;
    if (isFirst || changed.has('proxy') || changed.has('site')) this.#createClient();
    const isResumed = isFirst && this.isConnected && this.#flow.resume(this.#openSession());
    const isLinked = isFirst && this.#openLink();
    if ((['event', 'day', 'participants'] as const).some((name) => changed.has(name))) {
      const route = this.#findRoute();
      if (isFirst || !changed.has('event')) this.#links.narrow(route);
      const isThere = isLinked || (isResumed && this.#links.isAt(route));
      if (!isThere) this.#followTag(route, changed);
    }
    completeChoice(this.#flow);
    this.#provideContext();
  }

  #followTag(route: Route, changed: PropertyValues<this>): void {
    const isOther = changed.has('event') || changed.has('day');
    if (isOther && route.event) this.#links.open(route);
    // The page has taken its event away.
    else if (changed.get('event')) this.#flow.send({ type: 'show-list' });
  }

  #findRoute(): Route {
    const { event, day } = this;
    const isNumber = !Number.isNaN(this.participants);
    const participants = isNumber ? String(this.participants) : this.getAttribute('participants');
    // The page's address is read once; afterwards the widget writes it.
    const search = this.deepLinks && !this.#route ? location.search : '';
    this.#route = firstRoute({ event, day, participants }, search, (name, written, why) =>
      tellReseller(`${name}="${written}" ${why}.`),
    );
    return this.#route;
  }

  protected override updated(): void {
    // An aborted request is no failure that anybody has to be told of.
    if (this.#isLeft) return;
    const { step } = this.#flow;
    this.#adviseOnSetup();
    const isPlaced = announceFlow(this.#announcer, this.#flow, this.#shown);
    // A microtask, so that the address is written and the data layer has the order before.
    if (isPlaced) queueMicrotask(() => this.#openSuccessPage());
    this.#links.write();
    if (this.structuredData) this.#describe(step);
    if (this.#shown !== step.name) this.#refusal = '';
    const isMoved = this.#shown && this.#shown !== step.name;
    // The page does not scroll if the tag's event is missing, because the customer did not open it.
    if (isMoved && !this.#missingEvent) void this.#bringIntoView();
    this.#shown = step.name;
    this.shownPayment = this.#showPayment(this.payment, step);
  }

  /** Describes the listed events or the open event for search engines. */
  #describe({ name }: Step): void {
    const { listTask, event } = this.#flow.data;
    const shown = name === 'event' ? event : name === 'list' && listTask.value?.events;
    if (shown) this.#dataScript.show(shown, () => structuredData([shown].flat(), location.href));
  }

  /** Whether the current step waits for a response. */
  get #isWaiting(): boolean {
    const { step, data, cart } = this.#flow;
    switch (step.name) {
      case 'list':
        return isPending(data.listTask);
      case 'event':
        return (
          step.quoting || isPending(data.eventTask) || (!!data.event && isPending(data.datesTask))
        );
      case 'cart':
        return cart.isPricing;
      case 'checkout':
        return !!step.busy;
      default:
        return false;
    }
  }

  override render() {
    const words = this.#words;
    const scheme = this.#background.classFor(this.colorScheme);
    return html`<div class="root ${scheme}" lang=${words.lang} dir=${words.direction}>
      ${this.close ? dialogHead(this.#context.value.site, words, this.close) : nothing}
      ${this.#session?.hasUnreadableOrder ? problemNote(words.say('earlierUnclear')) : nothing}
      ${this.#renderStep()} ${this.#isUnreachable ? html`<slot></slot>` : nothing}
    </div>`;
  }

  /** Whether nothing can be booked here, so that the host page's own link is shown. */
  get #isUnreachable(): boolean {
    const { step, data } = this.#flow;
    // In later steps, the customer could order the same by the link once more.
    if (step.name !== 'list' && step.name !== 'event') return false;
    if (this.#isBroken || this.#isProxyRefused) return true;
    const failure = taskFailure(step.name === 'list' ? data.listTask : data.eventTask);
    const code = problemCodeOf(failure ?? null);
    const isThere = failure?.kind !== 'connection' && failure?.kind !== 'unreadable';
    return !isThere || code === 'origin-not-allowed';
  }

  #renderStep() {
    const { step } = this.#flow;
    if (this.#isBroken) {
      return problemNote(
        this.#words.problem('internal-error'),
        quietButton(this.#words.say('retry'), () => void this.#beginAnew()),
      );
    }
    // While the texts load, the list's skeleton is shown, because it has no text.
    if (isPending(this.#messages) && !this.#messages.value) {
      return html`<booking-event-list .fixedCategory=${this.category !== ''}></booking-event-list>`;
    }
    if (this.#isProxyRefused) return problemNote(this.#words.problem('origin-not-allowed'));
    switch (step.name) {
      case 'list':
        return html`${this.#renderCartBar()}${this.#renderList(step)}`;
      case 'event':
        return html`${this.#renderCartBar()}${this.#renderChoice(step)}`;
      case 'cart':
        return this.#renderCart(step);
      case 'checkout':
        return this.#renderCheckout(step);
      case 'result':
        return this.#renderAttempts(step.attempts, this.#flow.details);
      case 'view':
        return this.#renderView(step);
    }
  }

  #renderList(step: ListStep) {
    const { listing, data } = this.#flow;
    const { listTask } = data;
    return html`<booking-event-list
      .events=${listTask.value?.events}
      .more=${listTask.value?.more ?? false}
      .missing=${step.missing ?? ''}
      .busy=${isPending(listTask)}
      .failure=${taskFailure(listTask)}
      .stale=${listTask.value?.stale ?? false}
      .filter=${listing}
      .fixedCategory=${this.category !== ''}
      .fixedVendor=${this.vendor !== ''}
      @event-choose=${({ detail }: InnerEvent<ListedEvent>) => this.#showEvent(detail)}
      @event-prefetch=${({ detail }: InnerEvent<ListedEvent>) => data.prefetch(detail.id, this.#firstMonth(detail))}
      @list-filter=${({ detail }: InnerEvent<ListFilter>) => this.#flow.narrow(detail)}
      @list-more=${() => this.#flow.showMore()}
      @list-retry=${this.#retry}
    ></booking-event-list>`;
  }

  #renderCartBar() {
    const flow = this.#flow;
    return cartBar(flow.cart, this.#words, () => void flow.showCart());
  }

  #renderCart({ placed }: CartStep) {
    const flow = this.#flow;
    return html`<booking-cart
        .cart=${flow.cart}
        .otherStarts=${flow.otherStarts}
        @start-take=${this.#takeStart}
        @list-show=${this.#startOver}
        @line-change=${({ detail }: InnerEvent<CartLine>) => flow.send({ type: 'change-line', line: detail })}
        @line-remove=${({ detail }: InnerEvent<string>) => flow.removeLine(detail)}
        @cart-price=${({ detail }: InnerEvent<readonly CartLine[]>) => flow.priceCart(detail)}
        @check-out=${() => flow.checkOut()}
      ></booking-cart>
      ${placed.length > 0 ? this.#renderAttempts(placed) : nothing}`;
  }

  #renderChoice({ choice, quoting, failure, placed, replaces }: EventStep) {
    const flow = this.#flow;
    const { data } = flow;
    const shown: ShownEvent = {
      ...loadableOf(data.eventTask, data.event),
      title: this.#chosen?.id === choice.eventId ? this.#chosen.title : '',
      isStale: this.client.isStale(data.event),
    };
    const progress: ChoiceProgress = {
      isQuoting: quoting,
      failure,
      otherStarts: failure ? flow.otherStarts : undefined,
      isGathering: flow.cart.lines.length > 0,
      isChanging: replaces !== null,
      isTooLarge:
        isCartLine(choice) && isTooLargeToQuote(withLine(flow.cart.lines, choice, replaces)),
    };
    return html`<booking-choice
        .event=${shown}
        .dates=${data.dates}
        .products=${data.products}
        .choice=${choice}
        .progress=${progress}
        .participants=${data.participants}
        .events=${this.events}
        .fixedEvent=${this.#isOfTag(choice.eventId)}
        @list-show=${() => flow.send({ type: 'show-list' })}
        @event-retry=${this.#retry}
        @event-switch=${({ detail }: InnerEvent<FurtherDuration>) => this.#switchEvent(detail)}
        @dates-retry=${() => data.reload()}
        @month-show=${({ detail }: InnerEvent<Month>) => flow.send({ type: 'show-month', month: detail })}
        @day-choose=${({ detail }: InnerEvent<Day>) => this.#chooseDay(detail)}
        @start-choose=${({ detail }: InnerEvent<Start>) => flow.send({ type: 'choose-start', start: detail })}
        @amount-change=${({ detail }: InnerEvent<AmountChange<number>>) => this.#setAmount(choice, detail)}
        @product-change=${({ detail: { id, amount } }: InnerEvent<AmountChange<string>>) =>
          flow.send({ type: 'set-product', productId: id, amount })}
        @choice-done=${() => flow.quote()}
        @line-add=${() => flow.addLine()}
      ></booking-choice>
      ${placed.length > 0 ? this.#renderAttempts(placed) : nothing}`;
  }

  /** Whether it is the event that the tag names, or a further duration of that event. */
  #isOfTag(eventId: string): boolean {
    const others = this.#flow.data.event?.further_durations ?? [];
    return [eventId, ...others.map(({ id }) => id)].includes(this.event);
  }

  #renderCheckout({ choice, attempts, busy }: CheckoutStep) {
    const flow = this.#flow;
    const { data } = flow;
    return html`<booking-checkout
      .attempts=${attempts}
      .vendors=${data.vendors}
      .details=${flow.details}
      .ofCart=${choice === null}
      .busy=${busy}
      .otherStarts=${flow.otherStarts}
      .refusal=${this.#refusal}
      .termsUrl=${this.termsUrl}
      .privacyUrl=${this.privacyUrl}
      @detail-type=${({ detail }: InnerEvent<DetailTyped>) =>
        flow.send({ type: 'type-detail', ...detail })}
      @order-submit=${({ detail }: InnerEvent<OrderOptions>) => void this.#order(attempts, detail)}
      @start-over=${this.#startOver}
      @start-take=${this.#takeStart}
      @price-renew=${() => flow.quote({ type: 'renew-quote' })}
      @choice-change=${() => flow.changeChoice()}
      ><slot name="payment" slot="payment"></slot
    ></booking-checkout>`;
  }

  readonly #takeStart = ({ detail }: InnerEvent<Exchange>): void => {
    void this.#flow.takeStart(detail);
  };

  /** Opens the event that the tag names, or else the list. */
  readonly #startOver = (): void => {
    if (this.event && this.#route) this.#links.open(this.#route);
    else this.#flow.send({ type: 'show-list' });
  };

  /** Sends the orders, unless the host page refuses one of them. */
  async #order(attempts: Attempt[], options: OrderOptions): Promise<void> {
    const orders = sendable(attempts).map(({ order }) => order);
    this.#refuse('');
    for (const order of orders) {
      const reason = this.#announcer.beforeOrder(order);
      if (reason === undefined) continue;
      // Screen readers announce the same reason again only if it was removed before.
      await this.updateComplete;
      this.#refuse(reason);
      return;
    }
    for (const order of orders) {
      if (order.shipping_address) this.#announcer.shipping(order);
    }
    await this.#flow.order(options);
  }

  #refuse(reason: string): void {
    this.#refusal = reason;
    this.requestUpdate();
  }

  /** Without `details` while the rest of a cart is chosen, because they belong to the rest then. */
  #renderAttempts(attempts: Attempt[], details?: Details) {
    const flow = this.#flow;
    return html`<booking-confirmation
      .attempts=${attempts}
      .email=${flow.details.get('email') ?? ''}
      .details=${details}
      .vendors=${flow.data.vendors}
      .otherStarts=${flow.otherStarts}
      .tint=${tintOf(flow.data.event?.categories ?? [], flow.data.siteTask.value)}
      @start-over=${this.#startOver}
      @start-take=${this.#takeStart}
      @choice-change=${() => flow.changeChoice()}
      @rest-order=${() => flow.orderRest()}
    ></booking-confirmation>`;
  }

  #renderView({ intent, failure }: ViewStep) {
    return html`<booking-confirmation
      .intent=${intent ?? undefined}
      .vendors=${this.#flow.data.vendors}
      .failure=${failure}
      .viewed=${true}
      @start-over=${this.#startOver}
    ></booking-confirmation>`;
  }

  #showEvent(event: ListedEvent): void {
    const { events = [] } = this.#flow.data.listTask.value ?? {};
    this.#announcer.selected(event, events.indexOf(event));
    this.#chosen = event;
    const { day } = this.#flow.listing;
    const month = this.#firstMonth(event);
    this.#flow.send({ type: 'show-event', eventId: event.id, day: day || undefined, month });
  }

  #switchEvent(other: FurtherDuration): void {
    this.#chosen = other;
    this.#flow.send({ type: 'switch-event', eventId: other.id });
    // The pressed button is removed, so the focus has to move.
    void this.updateComplete.then(() => this.#bringIntoView());
  }

  #chooseDay(day: Day): void {
    const { data } = this.#flow;
    this.#flow.send({ type: 'choose-day', day, starts: data.startsOn(day) });
  }

  /** The month that an event of the list opens with. */
  #firstMonth({ first_date, timezone }: ListedEvent): Month | undefined {
    const { day } = this.#flow.listing;
    if (day) return monthOf(day);
    return first_date ? monthOf(dayIn(timezone, first_date)) : undefined;
  }

  #setAmount(choice: Choice, { id, amount }: AmountChange<number>): void {
    const { event } = this.#flow.data;
    const group = event && groupOf(choice, event);
    if (group) this.#flow.send({ type: 'set-amount', group, priceId: id, amount });
  }

  #createClient(): void {
    const { site } = this;
    const { declared } = BookingWidget.defaults;
    const address = this.proxy || declared?.proxy || '.';
    const isAllowed = !declared || !this.#isMarkup('proxy') || isDeclaredProxy(address, declared);
    const resolved = httpAddress(address, ownDocument.baseURI);
    adviseOnProxy(address, resolved, !isAllowed);
    const proxy = isAllowed ? resolved : '';
    this.#proxy = proxy;
    this.#isProxyRefused = !isAllowed && resolved !== '';
    this.client = this.#clientOf(proxy);
    this.#library = isAllowed ? this.client : this.#clientOf(declared.proxy);
    this.#channelName = ['booking', proxy, site].join('|');
  }

  #clientOf(proxy: string): BookingClient {
    return createBookingClient({
      proxy,
      site: this.site,
      // Read at each call, so that nothing loads again when a framework sets a new `fetch`.
      fetch: (input, init) => {
        // A browser's own `fetch` refuses to be called as a method of the widget.
        const { fetch } = this;
        return fetch(input, init);
      },
      clock: () => this.clock(),
    });
  }

  /** Whether an option is what the tag says, and not what a program or the script tag has set. */
  #isMarkup(option: 'proxy' | 'success-url'): boolean {
    const value = option === 'proxy' ? this.proxy : this.successUrl;
    return value !== '' && value === this.getAttribute(option);
  }

  #provideContext(): void {
    const { siteTask } = this.#flow.data;
    const isFailed = taskFailure(siteTask) !== undefined;
    const given: Partial<WidgetContext> = {
      // English if the language cannot be loaded.
      words: this.#messages.value ?? english,
      site: siteTask.value ?? (isFailed ? defaultSite : undefined),
      headingLevel: isHeadingLevel(this.headingLevel) ? this.headingLevel : HEADING_LEVEL,
      isSlow: this.#slowness.isSlow,
    };
    const { value } = this.#context;
    const names = Object.keys(given) as (keyof WidgetContext)[];
    if (names.some((name) => given[name] !== value[name])) {
      this.#context.setValue({ ...value, ...given });
    }
  }

  /** Clicks a link, so that a frame that may not navigate the window stays and shows the orders. */
  #openSuccessPage(): void {
    const address = this.#isSuccessRefused ? '' : this.#successPage;
    const href = address && successAddress(address, attemptsOf(this.#flow.step));
    if (href) Object.assign(ownDocument.createElement('a'), { href, target: '_top' }).click();
  }

  get #successPage(): string {
    return this.successUrl && httpAddress(this.successUrl, ownDocument.baseURI);
  }

  /** Whether markup alone names a page of another origin that the script tag does not allow. */
  get #isSuccessRefused(): boolean {
    const { declared } = BookingWidget.defaults;
    if (!declared || !this.#isMarkup('success-url')) return false;
    return !isDeclaredSuccess(this.successUrl, declared);
  }

  /** Tells the reseller what is wrong with the tag, or with the host page. */
  #adviseOnSetup(): void {
    const { listTask, siteTask } = this.#flow.data;
    const failure = taskFailure(listTask) ?? taskFailure(siteTask);
    adviseOnAppearance(this);
    adviseOnSuccessUrl(this.successUrl, this.#successPage, this.#isSuccessRefused);
    const missing = this.#missingEvent;
    if (missing) tellReseller(`event="${missing}" is not on sale here; the list is shown instead.`);
    const isRefused = problemCodeOf(failure ?? null) === 'invalid-request';
    if ((isRefused || this.#isListEmpty) && !this.#isNarrowed) adviseOnFilters(this);
    const isProxyGiven = Boolean(this.proxy || BookingWidget.defaults.declared?.proxy);
    if (failure) adviseOnFailure(failure, this.#proxy, isProxyGiven);
  }

  /** The id of the event that the widget was to begin with, if the proxy has no such event. */
  get #missingEvent(): string | undefined {
    const { step } = this.#flow;
    const missing = step.name === 'list' ? step.missing : undefined;
    return missing === this.#route?.event ? missing : undefined;
  }

  get #isListEmpty(): boolean {
    const { listTask } = this.#flow.data;
    return !isPending(listTask) && listTask.value?.events.length === 0;
  }

  /** Whether the customer, and not the tag, has narrowed the list. */
  get #isNarrowed(): boolean {
    const { match, category, vendor } = this.#flow.listing;
    return Boolean(match || category || vendor);
  }

  /** Scrolls to a step that has just opened, and focuses it. */
  async #bringIntoView(): Promise<void> {
    const children = [...this.renderRoot.querySelectorAll('.root > *')];
    const element = children.find((child) => child instanceof LitElement);
    await element?.updateComplete;
    const hidden = parseFloat(getComputedStyle(this).scrollMarginTop);
    if (this.getBoundingClientRect().top < hidden) this.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
  }
}
