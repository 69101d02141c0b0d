import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { problemCodeOf } from '../domain/failure.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import { HEADING_LEVEL } from '../elements/context.ts';
import { dialogHead } from '../elements/parts/dialog-head.ts';
import { problemNote, quietButton } from '../elements/parts/problem-note.ts';
import { stepOutline } from '../elements/parts/step-outline.ts';
import type { InnerEvent } from '../events.ts';
import type { ListWords } from '../messages/words.ts';
import { Announcer } from '../page/announcer.ts';
import { bringIntoView } from '../page/bring-into-view.ts';
import { isIntact, whenBroken } from '../page/builtins.ts';
import { isolateEvents } from '../page/isolate-events.ts';
import { PageEvents } from '../page/page-events.ts';
import { pageHistory } from '../page/page-history.ts';
import { PLAIN_SLOT, showPlainly } from '../page/plain-text.ts';
import { ReadableText } from '../page/readable-text.ts';
import { styledRoot } from '../page/styled-root.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { TranslatedText } from '../page/translated-text.ts';
import { tryTo } from '../page/try-to.ts';
import { isInOtherDocument } from '../page/unshadowed.ts';
import { whenIdle } from '../page/when-idle.ts';
import { BookingController } from '../state/booking-controller.ts';
import { taskFailure } from '../state/booking-data.ts';
import { openSession, type Session } from '../state/session.ts';
import { Slowness } from '../state/slowness.ts';
import { type LinkedVisit, StepHistory } from '../state/step-history.ts';
import { isUnsettled, type Step } from '../state/steps.ts';
import type { Prefill } from '../visit/form/prefill.ts';
import { adviseOnSetup } from './advise-on-setup.ts';
import { widgetStyles } from './booking-widget.styles.ts';
import { WidgetContextProvider } from './context-provider.ts';
import { defaults } from './defaults.ts';
import { Finding } from './finding.ts';
import type { LaterSteps, LaterStepsSource } from './later-steps.ts';
import { LazyVisit } from './lazy-visit.ts';
import { connectToProxy, type ProxyConnection } from './proxy-connection.ts';
import { TagRoute } from './tag-route.ts';

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
 * @example
 * ```html
 * <booking-widget vendor="4711" category="7" lang="de" deep-links>
 *   <a href="https://vendor.example/tickets">Book at the vendor’s</a>
 * </booking-widget>
 * ```
 *
 * @tag booking-widget
 * @fires booking-ready - the first list, event or order is shown
 * @fires booking-list-view - events are listed (`view_item_list`)
 * @fires booking-event-select - an event of the list is chosen (`select_item`)
 * @fires booking-event-view - an event is opened (`view_item`)
 * @fires booking-line-add - a date with its participants is put into the cart (`add_to_cart`)
 * @fires booking-line-remove - a line is taken out of the cart (`remove_from_cart`)
 * @fires booking-cart-view - the cart is opened (`view_cart`); one event for each of its orders
 * @fires booking-checkout-begin - the checkout is shown (`begin_checkout`)
 * @fires booking-before-order - an order is about to be sent; a listener can refuse it
 * @fires booking-shipping-add - an order with goods to be shipped is about to be sent
 *   (`add_shipping_info`)
 * @fires booking-order - an order is placed (`purchase`); `detail.transaction_id` is its code
 * @fires booking-request - a request or reservation is placed, and the vendor has yet to confirm it
 * @fires booking-order-status - status or payment of the shown order changed; `detail.status`, `.payment`
 * @fires booking-problem - something is refused or fails; `detail.code` says what
 * @slot payment - your payment fields: a child that the widget creates
 * @slot - a link, which is shown if the script does not load or nothing can be booked
 * @cssprop [--booking-accent] - the main colour: primary action, selection, links
 * @cssprop [--booking-on-accent] - text on the main colour
 * @cssprop [--booking-ink] - text
 * @cssprop [--booking-muted] - secondary text; from ink and surface
 * @cssprop [--booking-surface] - background of cards and fields
 * @cssprop [--booking-line] - quiet borders; from ink and surface
 * @cssprop [--booking-line-strong] - borders of controls; from ink and surface
 * @cssprop [--booking-raised] - background of a picture while it loads; from ink and surface
 * @cssprop [--booking-accent-soft] - background of what is selected or under the pointer; from
 *   accent and surface
 * @cssprop [--booking-warn] - warning text
 * @cssprop [--booking-warn-soft] - background of notes; from warn and surface
 * @cssprop [--booking-bad] - error text
 * @cssprop [--booking-tint-0] - a ticket’s stub, chosen by category; from accent and surface
 * @cssprop [--booking-tint-1] - a ticket’s stub, chosen by category; from a blue and surface
 * @cssprop [--booking-tint-2] - a ticket’s stub, chosen by category; from an orange and surface
 * @cssprop [--booking-tint-3] - a ticket’s stub, chosen by category; from a purple and surface
 * @cssprop [--booking-tint-4] - a ticket’s stub, chosen by category; from a red and surface
 * @cssprop [--booking-tint-5] - a ticket’s stub, chosen by category; from a green and surface
 * @cssprop [--booking-radius] - corners of cards and panels
 * @cssprop [--booking-radius-small] - corners of controls
 * @cssprop [--booking-inset-top] - height of your page's own bar at the top of the window; a
 *   step's title stays below it
 * @cssprop [--booking-inset-bottom] - height of your page's own bar at the bottom of the window;
 *   the total stays above it
 */
export class BookingWidget extends LitElement {
  static override styles = widgetStyles;

  /** Whether a widget has left the page, as when a router shows another view. */
  static hasLeft = false;
  /** The tag of the script that has defined the class. */
  static script: Element | null = null;

  /** Address of the proxy; by default the one that served the script. */
  @property() proxy = '';
  /** Public key of the site, if the proxy has several. */
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
  /** Only these events, and only these of their further durations: ids, comma-separated. */
  @property() events = '';
  /** The page's address shows the open event. */
  @property({ type: Boolean, attribute: 'deep-links' }) deepLinks = false;
  /** `off`: the browser's back button leaves the page, and does not go one step back. */
  @property() history = 'on';
  /** Language; by default the page's, else the site's. */
  // eslint-disable-next-line lit/no-native-attributes -- it is what the native attribute means
  @property() override lang = '';
  /** `light` or `dark`; by default what the page declares, else what fits its background. */
  @property({ attribute: 'color-scheme' }) colorScheme = 'auto';
  /** Level of the widget's highest heading, to fit your page's outline: 1 to 6; by default 2. */
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
  /** What your page knows of the customer, by the names of the checkout's fields. */
  @property({ attribute: false }) prefill: Prefill = {};
  /** How customers pay on your page; by default the widget takes no payment. */
  @property({ attribute: false }) payment: PaymentMethod | undefined;
  /** For a dialog of your own: closes it. The widget shows a button that calls this. */
  @property({ attribute: false }) close: (() => void) | undefined;
  /** Makes the requests; by default the browser's `fetch`. */
  @property({ attribute: false }) fetch: typeof fetch = defaults.fetch;
  /** Returns the time in milliseconds since the epoch. */
  @property({ attribute: false }) clock: () => number = () => Date.now();

  /** Undefined until it is needed, and again when the tag names another proxy. */
  #connection: ProxyConnection | undefined;
  readonly #isDialogClosed: () => boolean;
  readonly #flow = new BookingController(this, () => ({
    client: this.#proxy.client,
    vendor: this.vendor,
    category: this.category,
    events: this.events,
    firstWeekday: () => this.#words.firstWeekday(),
  }));
  readonly #announcer = new Announcer(this);
  readonly #lazyVisit = new LazyVisit(this, ({ LaterSteps }) => {
    const steps = new LaterSteps(this, this.#flow, this.#announcer, () => ({
      client: this.#proxy.client,
      channelName: this.#proxy.channelName,
      declared: defaults.declared,
      words: this.#context.value.words,
      finding: this.#finding,
      visit: this.#onward,
      paymentSlot: html`<slot name="payment" slot="payment"></slot>`,
      startOver: this.#route.startOver,
      retry: this.#retry,
    }));
    // The flow was restored before the visit came.
    if (this.#session) steps.visit.controller.resume();
    return steps;
  });
  /** What leads on from the list, or back by the browser's history. */
  readonly #onward: LinkedVisit & LaterStepsSource['visit'] = {
    quote: () => this.#withController((visit) => visit.quote()),
    addLine: () => this.#withController((visit) => visit.addLine()),
    showCart: () => this.#withController((visit) => visit.showCart()),
    changeChoice: () => this.#withController((visit) => visit.changeChoice()),
    checkOut: () => this.#withController((visit) => visit.checkOut()),
    showResult: (step) => this.#withController((visit) => visit.showResult(step)),
  };
  readonly #finding = new Finding(this, this.#flow, this.#announcer, () => ({
    words: this.#words,
    offers: this.#later?.offers ?? [],
    understood: (filter) => this.#later?.understood(filter) ?? filter,
    showCart: this.#onward.showCart,
    retry: this.#retry,
    // The pressed button was removed, so the focus has to move.
    replaced: () => void this.updateComplete.then(() => bringIntoView(this)),
  }));
  readonly #steps = new StepHistory(pageHistory, this.#flow, this.#onward, () => {
    // A widget that a router has removed may still have an update to come.
    const isOff = !this.isConnected || this.history === 'off' || this.#isDialogClosed();
    return {
      name: isOff ? undefined : this.#session?.name,
      hasAddress: this.deepLinks && !isOff,
      event: this.event,
    };
  });
  readonly #route: TagRoute = new TagRoute(this, this.#flow, this.#steps);
  readonly #context = new WidgetContextProvider(this, this.#flow, () => ({
    proxy: this.#proxy,
    isSlow: this.#slowness.isSlow,
  }));
  readonly #page = new PageEvents(this, {
    left: () => this.#flow.updateSession(),
    shown: (restored) => restored && this.#restoreAfterBack(),
    visible: () => this.#flow.refreshShown(),
    online: () => this.#retry(),
    hashChanged: () => this.#openLink(),
  });
  readonly #background = new ReadableText(this);
  readonly #slowness = new Slowness(this, () => this.#isWaiting);
  #session: Session | undefined;
  /** Whether rendering has failed, for example because the host page has replaced `Intl`. */
  #isBroken = false;
  /** Whether the update has rendered the step; what follows may still fail. */
  #isRendered = false;
  /** Ends what `whenBroken` has begun. */
  #callOff: (() => void) | undefined;
  /** The inner elements that could not be rendered, and show a note instead. */
  readonly #failed = new Set<LitElement>();
  /** Whether the customer has come to another step, which is not yet in view. */
  #isMoved = false;
  /** The step that the last update showed. */
  #shown: Step['name'] | undefined;

  /** @param isDialogClosed whether the dialog around the widget is closed, if there is one */
  constructor(isDialogClosed = () => false) {
    super();
    new TranslatedText(this);
    this.#isDialogClosed = isDialogClosed;
    // The tag's own attributes are set after the constructor, and replace these.
    for (const [name, value] of defaults.options) {
      this.attributeChangedCallback(name, null, value);
    }
  }

  get #words(): ListWords {
    return this.#context.value.words;
  }

  /** Undefined until their code is loaded. */
  get #later(): LaterSteps | undefined {
    return this.#lazyVisit.steps;
  }

  get #visit(): LaterSteps['visit'] | undefined {
    return this.#later?.visit;
  }

  #withController(use: (controller: LaterSteps['visit']['controller']) => unknown): void {
    this.#lazyVisit.withVisit(({ controller }) => use(controller));
  }

  get #proxy(): ProxyConnection {
    this.#connection ??= connectToProxy(this, defaults.declared);
    return this.#connection;
  }

  override connectedCallback(): void {
    // A script that prints a part of the page copies it into another document. There, the copy has
    // no styles and no step, so its children are shown: the link, and the codes of placed orders.
    if (!this.hasUpdated && isInOtherDocument(this)) return;
    super.connectedCallback();
    this.#callOff = whenBroken(() => this.#stop());
    pageHistory.follow(this.#followHistory);
    if (!this.hasUpdated) return;
    this.#flow.storeIn(this.#openSession());
    this.#steps.resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#callOff?.();
    BookingWidget.hasLeft = true;
    pageHistory.unfollow(this.#followHistory);
    this.#session?.close();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = styledRoot(this, () => super.createRenderRoot());
    isolateEvents(root);
    root.addEventListener('render-fail', (event) => {
      const [element] = event.composedPath() as [LitElement];
      // It may fail in each update of the widget, which must not lead to the next.
      if (this.#failed.has(element)) return;
      this.#failed.add(element);
      this.#sayNotShown(element, (event as InnerEvent<unknown>).detail);
    });
    root.addEventListener('render-retry', () => void this.#beginAnew());
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    try {
      this.#prepare(changed);
    } catch (error) {
      this.#sayBroken(error);
    }
  }

  #prepare(changed: PropertyValues<this>): void {
    this.#fillUnset();
    const isFirst = !this.hasUpdated;
    if (isFirst || changed.has('proxy') || changed.has('site')) this.#connection = undefined;
    const isResumed = isFirst && this.isConnected && this.#resume(this.#openSession());
    const isLinked = isFirst && this.#openLink();
    const isNamed = isLinked || (isFirst && this.#steps.isNamed);
    this.#route.follow(changed, { isFirst, isNamed, isResumed });
    if (isFirst && !isLinked) this.#steps.resume();
    // Before anything else is done with them, because an order that is placed must not be lost.
    this.#visit?.keepCodes();
    if (this.#shown !== this.#flow.step.name) this.#visit?.leave();
    this.#later?.completeChoice();
    this.#context.update();
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.#isRendered = true;
  }

  protected override performUpdate(): void {
    if (!isIntact()) return this.#stop();
    this.#isRendered = false;
    try {
      super.performUpdate();
    } catch (error) {
      if (this.#isRendered) tellReseller(`has failed: ${String(error)}.`);
      else if (!this.#isBroken) this.#sayBroken(error);
    }
  }

  override render() {
    const words = this.#words;
    const scheme = this.#background.classFor(this.colorScheme);
    return html`<div class="root ${scheme}" lang=${words.lang} dir=${words.direction}>
      ${this.close ? dialogHead(this.#context.value.site, words, this.#close) : nothing}
      ${this.#session?.hasUnreadableOrder ? problemNote(words.say('earlierUnclear')) : nothing}
      ${this.#renderStep()} ${this.#hasFailed ? this.#renderPlainly() : nothing}
      ${this.#isUnreachable ? html`<slot></slot>` : nothing}
    </div>`;
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
    if (this.#context.areTextsLoading) {
      return html`<booking-event-list .fixedCategory=${this.category !== ''}></booking-event-list>`;
    }
    if (this.#proxy.isRefused) return problemNote(this.#words.problem('origin-not-allowed'));
    const later = this.#later;
    if (!later) {
      const isList = step.name === 'list' && !this.#lazyVisit.isAwaited;
      return isList ? this.#finding.renderList(step) : this.#renderOutline();
    }
    switch (step.name) {
      case 'list':
        return this.#finding.renderList(step);
      case 'event':
        return html`${this.#finding.renderCart()} ${later.choosing.render(step)}
        ${later.visit.renderPlaced(step)}`;
      default:
        return later.visit.render(step);
    }
  }

  get #hasFailed(): boolean {
    return this.#isBroken || this.#failed.size > 0;
  }

  /** The codes of the orders, in case it is the tickets that cannot be rendered. */
  #renderPlainly() {
    const mayLeave = this.#visit?.hasCodes && !isUnsettled(this.#flow.step);
    return html`<slot name=${PLAIN_SLOT}></slot> ${
        mayLeave ? quietButton(this.#words.say('bookMore'), this.#route.startOver) : nothing
      }`;
  }

  /** While the code of the step loads, or if it does not come. */
  #renderOutline() {
    const words = this.#words;
    const isFromList = this.#flow.step.name === 'event' && !this.event;
    const showList = () => this.#flow.send({ type: 'show-list' });
    const back = isFromList ? quietButton(`‹ ${words.say('back')}`, showList) : nothing;
    if (this.#lazyVisit.hasFailed) {
      const retry = quietButton(words.say('retry'), () => this.#lazyVisit.load());
      return html`${back} ${problemNote(words.say('stepMissing'), retry)}`;
    }
    const { headingLevel, isSlow } = this.#context.value;
    const title = this.#finding.chosenTitle;
    return html`${back} ${stepOutline({ title, headingLevel, isSlow, words })}`;
  }

  /** At once for a step that needs it, else when the list is on screen. */
  #loadVisit(isOtherStep: boolean): void {
    const { step } = this.#flow;
    // After a failure, the customer decides when it is tried again.
    if (this.#visit || (this.#lazyVisit.hasFailed && !isOtherStep)) return;
    if (step.name !== 'list') this.#lazyVisit.load();
    else if (!this.#isWaiting || this.#slowness.isSlow) whenIdle(() => this.#lazyVisit.load());
  }

  protected override updated(): void {
    // Nobody has to be told about a request that the browser aborts as the customer leaves.
    if (this.#page.isLeft) return;
    const { step } = this.#flow;
    const before = this.#shown;
    this.#shown = step.name;
    if (before !== step.name) this.#forgetFailed();
    tryTo('advice', () => this.#adviseOnSetup());
    tryTo('an event', () => this.#finding.updated());
    this.#visit?.updated(before);
    tryTo('what comes after the list', () => this.#loadVisit(before !== step.name));
    tryTo('history', () => this.#steps.write());
    if (this.structuredData) tryTo('structured-data', () => this.#later?.describe());
    // The page does not scroll if the tag's event is missing, because the customer did not open it.
    if (before && before !== step.name && !this.#route.missing) this.#isMoved = true;
    if (!this.#isMoved) return;
    void bringIntoView(this);
    // Once more when the step has taken the place of its outline.
    this.#isMoved = !this.#visit && step.name !== 'list';
  }

  /** Restores defaults: a removed attribute gives null, and frameworks may set undefined. */
  #fillUnset(): void {
    const given: Partial<BookingWidget> = this;
    for (const name of texts) given[name] ??= '';
    given.participants ??= 1;
    given.history ??= 'on';
    given.headingLevel ??= HEADING_LEVEL;
    given.fetch ??= defaults.fetch;
    given.clock ??= Date.now;
  }

  #openSession(): Session {
    // Here too, because the npm package does nothing before.
    pageHistory.endTrip();
    const { proxy, site, vendor, category, event } = this;
    const siteName = [proxy, site].join('|');
    const name = [siteName, vendor, category, event].join('|');
    // UTM values are not stored.
    const search = () => (this.deepLinks ? '' : location.search.replace(/[?&]utm_[^&]*/g, ''));
    const page = () => location.pathname + search();
    this.#session = openSession(() => sessionStorage, name, siteName, page);
    return this.#session;
  }

  /** Returns whether there was a stored step. */
  #resume(session: Session): boolean {
    const isResumed = this.#flow.resume(session);
    this.#visit?.controller.resume();
    return isResumed;
  }

  /** Another page of the tab may have changed the session while this page was cached. */
  #restoreAfterBack(): void {
    this.#flow.restoreAfterBack();
    this.#visit?.controller.resume();
    this.#steps.resume();
  }

  /** Shows the order of a copied link, unless another widget of the page has taken its key. */
  #openLink(): boolean {
    const viewKey = defaults.viewKey ?? pageHistory.takeViewKey();
    delete defaults.viewKey;
    if (viewKey) this.#withController((visit) => visit.view(viewKey));
    return viewKey !== undefined;
  }

  /** Before its first update, the widget has no step yet. */
  readonly #followHistory = (): void => {
    if (this.hasUpdated) this.#steps.follow();
  };

  readonly #close = (): void => {
    if (this.#visit) this.#visit.close();
    else this.close?.();
  };

  /** Repeats failed requests, when the network is back or the customer presses the button. */
  readonly #retry = (): void => {
    this.#flow.data.retryFailed();
    this.#visit?.controller.retryFailed();
    this.#context.retryFailed();
  };

  #adviseOnSetup(): void {
    adviseOnSetup({
      widget: this,
      flow: this.#flow,
      proxy: this.#proxy.address,
      isProxyGiven: Boolean(this.proxy || defaults.declared?.proxy),
      missing: this.#route.missing,
    });
  }

  /** Whether the current step is waiting for a response. */
  get #isWaiting(): boolean {
    const { step } = this.#flow;
    return step.name === 'list' || step.name === 'event'
      ? this.#finding.isWaiting(step)
      : !this.#visit || this.#visit.isWaiting(step);
  }

  /** Whether nothing can be booked here, so that the host page's own link is shown. */
  get #isUnreachable(): boolean {
    const { step, data } = this.#flow;
    // In later steps, the customer could order the same thing again by the link.
    if (step.name !== 'list' && step.name !== 'event') return false;
    if (this.#hasFailed || this.#proxy.isRefused) return true;
    if (!this.#visit && this.#lazyVisit.hasFailed && step.name === 'event') return true;
    const failure = step.name === 'list' ? data.listFailure : taskFailure(data.eventTask);
    const code = problemCodeOf(failure ?? null);
    const isThere = failure?.kind !== 'connection' && failure?.kind !== 'unreadable';
    return !isThere || code === 'origin-not-allowed' || code === 'unknown-site';
  }

  /** Without rendering, because something that it needs is broken. A reload goes on from here. */
  #stop(): void {
    const { shadowRoot } = this;
    if (!shadowRoot) return;
    const { step } = this.#flow;
    let sentence = this.#words.problem('internal-error');
    if (step.name === 'checkout' && step.busy === 'ordering') {
      sentence += ` ${this.#words.say('unclear')}`;
    }
    showPlainly(shadowRoot, sentence, step.name === 'list' || step.name === 'event');
  }

  #sayBroken(error: unknown): void {
    this.#isBroken = true;
    this.#sayNotShown(this, error);
  }

  #sayNotShown({ localName }: Element, error: unknown): void {
    tellReseller(`cannot show ${localName}: ${String(error)}.`);
    this.requestUpdate();
  }

  /** Loads everything again after a failed rendering, and renders once the data is there. */
  async #beginAnew(): Promise<void> {
    this.#connection = undefined;
    this.requestUpdate();
    await this.updateComplete;
    const { step, data } = this.#flow;
    const task = step.name === 'event' ? data.eventTask : data.listTask;
    await task.taskComplete.catch(() => undefined);
    const failed = [...this.#failed];
    this.#forgetFailed();
    this.#isBroken = false;
    for (const element of failed) element.requestUpdate();
  }

  /** Those of another step are gone, and those that are tried again may be well. */
  #forgetFailed(): void {
    if (this.#hasFailed) this.requestUpdate();
    this.#failed.clear();
  }
}
