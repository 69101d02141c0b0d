import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import {
  allowsNextOrder,
  type Attempt,
  isUnsettledAttempt,
  type OrderOptions,
} from '../domain/attempt.ts';
import type { OtherStarts } from '../domain/availability.ts';
import type { Details } from '../domain/details.ts';
import type { Failure } from '../domain/failure.ts';
import { problemNote, quietButton } from '../elements/parts/problem-note.ts';
import { StepElement } from '../elements/step-element.ts';
import { checkoutStyles } from './checkout.styles.ts';
import { askedBy, checkoutForm, type Field, type FieldGroup } from './form/checkout-form.ts';
import { checkFields, type FormProblems } from './form/field-problems.ts';
import { TICKED } from './form/field-values.ts';
import { fieldAt } from './form/order-request.ts';
import { checkoutProblem } from './parts/checkout-problem.ts';
import { contractInformation } from './parts/contract-information.ts';
import { detailsForm } from './parts/details-form.ts';
import { orderInShort, sumOf } from './parts/order-in-short.ts';
import { orderToPlace } from './parts/order-to-place.ts';
import { orderingProgress } from './parts/ordering-progress.ts';
import { legalName, waysToReach, waysToReachPayee } from './parts/sold-by.ts';
import { termsTick, type VendorTerms } from './parts/terms.ts';

/** The `keyCode` of Enter. While an input method (IME) is composing it differs, in Safari too. */
const ENTER = 13;

/**
 * The customer's details, the participants, and the orders to be placed. It is one form in one
 * shadow root, so that browsers can autofill it.
 *
 * @fires detail-type - with the key of a field and its new value
 * @fires order-submit - every field is valid and the terms are accepted; with `again` if the
 *   customer orders what another tab has ordered
 * @fires start-over - to start over, because another tab has ordered the same
 * @fires start-take - with the exchange of a lost date for another start
 * @fires choice-change - to change the choice or the cart
 * @fires price-renew - to price the orders again
 * @fires vendors-retry - to load the vendors again that could not be loaded
 * @slot payment - the host page's payment fields, above the terms and the order button
 */
export class Checkout extends StepElement {
  static override styles = checkoutStyles;

  /** One for every order of the cart. Those that are placed or being checked are only shown. */
  @property({ attribute: false }) attempts: Attempt[] = [];
  /** The vendors of the orders, as far as they are loaded. */
  @property({ attribute: false }) vendors: Vendor[] = [];
  /** Whether a vendor that is missing could not be loaded. */
  @property({ type: Boolean, attribute: 'are-vendors-unknown' }) areVendorsUnknown = false;
  /** The pictures of the first line's event, as far as it is loaded. */
  @property({ attribute: false }) images: string[] = [];
  @property({ attribute: false }) details: Details = new Map();
  /** Whether the whole cart is ordered, and not one event. */
  @property({ type: Boolean, attribute: 'of-cart' }) ofCart = false;
  /** ordering: the orders are being sent. pricing: a quote is awaited. */
  @property({ attribute: false }) busy: 'ordering' | 'pricing' | null = null;
  /** Starts that can replace lost dates; undefined while they load. */
  @property({ attribute: false }) otherStarts: OtherStarts | undefined = new Map();
  /** The host page's reason for refusing an order; empty if it has not refused one. */
  @property({ attribute: false }) refusal = '';
  /** Address of the terms; empty for the site's. */
  @property({ attribute: 'terms-url' }) termsUrl = '';
  /** Address of the privacy page; empty for the site's. */
  @property({ attribute: 'privacy-url' }) privacyUrl = '';

  /** Whether the customer has tried to order. Before that, missing fields are not marked. */
  @state() private tried = false;
  @state() private accepted = false;
  /** Whether the orders above the form are folded out, on a phone. */
  @state() private isUnfolded = false;
  /** The names of the vendors whose terms are open. */
  @state() private openTerms: ReadonlySet<string> = new Set();
  /** Whether the fields for company and billing address are shown. */
  @state() private hasInvoice = false;
  #fields: Field[] = [];
  /** Ids of the fields that the customer has left. Before that, they are not marked as invalid. */
  readonly #left = new Set<string>();
  /** The values that the proxy refused, by field key. A field is marked while it has that value. */
  #refused: Details = new Map();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const orders = this.#orders;
    this.#fields = this.#formOf(orders, this.#termsToAccept);
    // The fields stay when the customer empties them.
    this.hasInvoice ||= this.#fieldsOf('invoice').some(
      ({ missing, key }) => missing || this.details.get(key),
    );
    if (changed.has('attempts')) {
      this.#refused = new Map(this.attempts.flatMap((attempt) => [...this.#refusedBy(attempt)]));
    }
  }

  #formOf(orders: QuotedOrder[], terms?: { vendor: string; site?: string | undefined }): Field[] {
    const cartSize = this.attempts.length;
    return checkoutForm({ orders, cartSize, ...askedBy(this.site), ...(terms && { terms }) });
  }

  /** Whose terms have to be accepted: nobody consents to terms that are empty or not known. */
  get #termsToAccept(): { vendor: string; site?: string | undefined } | undefined {
    const vendors = this.#vendorTerms.filter(({ nodes }) => nodes.length > 0);
    const site = this.#siteTerms ? this.#siteName : undefined;
    if (this.#isAwaitingTerms) return undefined;
    if (vendors.length === 0) return site === undefined ? undefined : { vendor: site };
    return { vendor: this.words.names(...vendors.map(({ name }) => name)), site };
  }

  /** Whether a vendor's terms still load; until then, nothing can be ordered. */
  get #isAwaitingTerms(): boolean {
    return !this.areVendorsUnknown && this.#vendorTerms.some(({ vendor }) => !vendor);
  }

  /** The orders that the button sends. */
  get #orders(): QuotedOrder[] {
    return this.attempts.filter((attempt) => !allowsNextOrder(attempt)).map(({ order }) => order);
  }

  /** The vendors of those orders, each once. */
  get #vendorTerms(): VendorTerms[] {
    const orderByVendor = new Map(this.#orders.map((order) => [order.vendor_id, order]));
    return [...orderByVendor.values()].map((order) => {
      const vendor = this.#vendorOf(order);
      return { order, vendor, name: legalName(order, vendor), nodes: vendor?.terms ?? [] };
    });
  }

  #refusedBy({ order, failure }: Attempt): Details {
    if (failure?.kind !== 'problem') return new Map();
    const { details } = this;
    const fields = this.#formOf([order]);
    const refused = failure.problem.errors.flatMap(
      ({ field: path = '' }) => fieldAt(path, fields, details) ?? [],
    );
    return new Map(refused.map(({ key }) => [key, details.get(key) ?? '']));
  }

  /**
   * When a note is removed together with the button that was pressed in it, the order button gets
   * the focus. A new note is scrolled into view, because on a phone it is above the window.
   */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('attempts');
    const hadFailure = before?.some(({ failure }) => failure);
    const hasFailure = this.attempts.some(({ failure }) => failure);
    if (!before?.length || hadFailure === hasFailure) return;
    if (hasFailure) this.renderRoot.querySelector('.note')?.scrollIntoView({ block: 'nearest' });
    else if (!this.shadowRoot?.activeElement) this.#focusButton();
  }

  override render() {
    const { attempts, site, words } = this;
    if (attempts.length === 0) return nothing;
    const orders = this.#orders;
    const problems = this.#problems();
    const isCounted = this.tried || [...problems.values()].includes('refused');
    const privacyUrl = this.privacyUrl || site?.privacy_url;
    return html`<form
      novalidate
      @submit=${(event: SubmitEvent) => event.preventDefault()}
      @keydown=${this.#onEnter}
      @input=${this.#type}
      @change=${this.#leave}
    >
      <div class="columns">
        <div>
          ${
            attempts.some((attempt) => isUnsettledAttempt(attempt) && attempt.state !== 'ordering')
              ? nothing
              : html`<button
                  type="button"
                  class="quiet"
                  ?disabled=${this.busy === 'ordering'}
                  @click=${() => this.emit('choice-change')}
                >
                  ‹ ${words.say(this.ofCart ? 'yourVisit' : 'change')}
                </button>`
          }
          ${this.#renderInShort(orders)} ${this.#renderDetails(problems)}
        </div>
        <section class="panel side" aria-label=${words.say('yourOrder')}>
          ${attempts.map((attempt) => this.#renderAttempt(attempt))}
          <slot name="payment"></slot>
          ${this.#fieldsOf('terms').map((field) => this.#renderTerms(field, problems))}
          ${this.#renderUnknownTerms()}
          <div class="foot">
            ${
              isCounted && problems.size > 0
                ? html`<p class="problem" role="alert">
                    ${words.say('fixFields', { count: problems.size })}
                  </p>`
                : nothing
            }
            ${this.refusal ? problemNote(this.refusal) : nothing}
            <div role="status">${this.#renderProgress(orders)}</div>
            <div class="sum">
              <span class="small">${this.#vatText(orders)}</span>
              <span class="total">${sumOf(orders, words)}</span>
            </div>
            <button
              type="button"
              class="primary ${this.busy ? 'waiting' : ''}"
              aria-disabled=${!!this.busy || this.#isAwaitingTerms}
              @click=${() => void this.#order()}
            >
              ${this.busy === 'ordering' ? words.say('ordering') : this.#orderWords(orders)}
            </button>
          </div>
          ${contractInformation(orders, this.#vendorTerms, { site, privacyUrl, words })}
        </section>
      </div>
    </form>`;
  }

  #renderInShort(orders: QuotedOrder[]) {
    const whole = orders.map(
      (order) => html`<booking-order-summary .order=${order}></booking-order-summary>`,
    );
    return orderInShort(orders, this.words, {
      site: this.site,
      images: this.images,
      whole: this.isUnfolded ? html`<div>${whole}</div>` : undefined,
      toggle: (isOpen) => (this.isUnfolded = isOpen),
    });
  }

  #renderTerms(field: Field, problems: FormProblems) {
    const { words } = this;
    return termsTick({
      field,
      value: this.#values.get(field.key) ?? '',
      problem: problems.get(field.id),
      vendors: this.#vendorTerms,
      site: { name: this.#siteName, url: this.#siteTerms },
      opened: this.openTerms,
      toggle: (name, isOpen) => {
        const others = [...this.openTerms].filter((other) => other !== name);
        this.openTerms = new Set(isOpen ? [...others, name] : others);
      },
      words,
    });
  }

  #renderUnknownTerms() {
    const { words } = this;
    const unknown = this.#vendorTerms.filter(({ vendor }) => !vendor);
    if (!this.areVendorsUnknown || unknown.length === 0) return nothing;
    return problemNote(
      words.say('termsUnknown', { vendor: words.names(...unknown.map(({ name }) => name)) }),
      quietButton(words.say('retry'), () => this.emit('vendors-retry')),
    );
  }

  #renderProgress(orders: QuotedOrder[]) {
    const { attempts, busy, isSlow, loadingText, site, words } = this;
    if (!busy && !this.#isAwaitingTerms) return nothing;
    const isOrdering = busy === 'ordering';
    return orderingProgress(attempts, { orders, isOrdering, isSlow, loadingText, site, words });
  }

  /** The VAT of the sum beside the button. */
  #vatText(orders: QuotedOrder[]): string {
    const hasVat = orders.some((order) => order.vat > 0);
    return this.vatText(
      orders.some(({ total }) => total > 0),
      hasVat ? this.words.say('inclVat') : '',
    );
  }

  /** One order, below its vendor's name if there are several. */
  #renderAttempt(attempt: Attempt) {
    const { site, words } = this;
    const { failure, order } = attempt;
    const vendor = this.#vendorOf(order);
    const problem = failure ? this.#renderProblem(attempt, failure, vendor) : nothing;
    return orderToPlace(attempt, { vendor, site, problem, words, now: this.clock() });
  }

  #renderProblem(attempt: Attempt, failure: Failure, vendor: Vendor | undefined) {
    return checkoutProblem(attempt, failure, this.otherStarts, this.words, {
      order: (options) => void this.#order(options),
      pay: () => this.#showPayment(),
      show: () => this.#showFault('[name^="answers."]'),
      isRefused: this.#refusedBy(attempt).size > 0,
      contact: waysToReach(vendor, this.site?.seller),
      payee: waysToReachPayee(vendor, this.site?.seller),
      emit: (name, detail) => this.emit(name, detail),
    });
  }

  #vendorOf(order: QuotedOrder): Vendor | undefined {
    return this.vendors.find(({ id }) => id === order.vendor_id);
  }

  /** Address of the site's own terms, if it has any. */
  get #siteTerms(): string | null | undefined {
    return this.termsUrl || this.site?.terms_url;
  }

  get #siteName(): string {
    return this.site?.seller?.name ?? this.words.say('thisSite');
  }

  /** The details, and the acceptance of the terms, which is for this order only. */
  get #values(): Details {
    return new Map(this.details).set('terms', this.accepted ? TICKED : '');
  }

  #problems(): FormProblems {
    const found = [...checkFields(this.#fields, this.#values)];
    const problems: FormProblems = new Map(
      found.filter(([id, problem]) => this.tried || (problem !== 'missing' && this.#left.has(id))),
    );
    for (const { id, key } of this.#fields) {
      const isSame = this.#refused.get(key) === (this.details.get(key) ?? '');
      if (isSame && !problems.has(id)) problems.set(id, 'refused');
    }
    return problems;
  }

  #fieldsOf(group: FieldGroup): Field[] {
    return this.#fields.filter((field) => field.group === group);
  }

  #renderDetails(problems: FormProblems) {
    const { hasInvoice, words } = this;
    return detailsForm({
      fields: this.#fields,
      values: this.#values,
      problems,
      hasInvoice,
      addInvoice: (first) => void this.#addInvoice(first),
      copy: (details, first) => {
        for (const typed of details) this.emit('detail-type', typed);
        this.#focusField(first.id);
      },
      words,
    });
  }

  async #addInvoice(first: Field): Promise<void> {
    this.hasInvoice = true;
    await this.updateComplete;
    this.#focusField(first.id);
  }

  /**
   * The label of the order button, which makes the order binding (Directive 2011/83/EU art. 8(2)),
   * so it depends only on the orders' kinds and totals. It names any obligation to pay, also one
   * that begins only when a request is accepted (Court of Justice, C-400/22).
   */
  #orderWords(orders: QuotedOrder[]): string {
    const isRequest = ({ kind }: QuotedOrder) => kind === 'REQUEST';
    const paid = orders.filter(({ total }) => total > 0);
    if (paid.length === 0) {
      return this.words.say(orders.some(isRequest) ? 'sendRequest' : 'bookFree');
    }
    return this.words.say(paid.every(isRequest) ? 'requestWithObligation' : 'orderWithObligation');
  }

  readonly #leave = (event: Event): void => {
    this.#type(event);
    this.#left.add((event.target as HTMLInputElement).name);
    this.requestUpdate();
  };

  /** Enter in a field never orders: it focuses the next invalid field, or the order button. */
  readonly #onEnter = (event: KeyboardEvent): void => {
    const { target, keyCode } = event;
    if (keyCode !== ENTER || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const ids = this.#fields.map(({ id }) => id);
    const wrong = [...checkFields(this.#fields, this.#values).keys()];
    const isLater = (id: string) => ids.indexOf(id) > ids.indexOf(target.name);
    const next = wrong.find(isLater) ?? wrong[0];
    if (next === target.name) this.#leave(event);
    else if (next) this.#focusField(next);
    else this.#focusButton();
  };

  #type({ target }: Event): void {
    const { name, type, value, checked } = target as HTMLInputElement;
    const field = this.#fields.find(({ id }) => id === name);
    if (!field) return;
    const isUnticked = type === 'checkbox' && !checked;
    if (field.group === 'terms') this.accepted = checked;
    else this.emit('detail-type', { key: field.key, value: isUnticked ? '' : value });
  }

  async #order(options: OrderOptions = {}): Promise<void> {
    if (this.busy || this.#isAwaitingTerms || this.attempts.length === 0) return;
    this.tried = true;
    if (checkFields(this.#fields, this.#values).size === 0) {
      this.emit('order-submit', options);
      return;
    }
    await this.updateComplete;
    this.#showFault();
  }

  /** Focuses the first invalid field, or the first radio button of an invalid group. */
  #showFault(otherwise = '[aria-invalid="true"]'): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    const fault = find('[aria-invalid="true"]') ?? find(otherwise);
    (fault?.querySelector('input') ?? fault)?.focus();
  }

  /** Focuses the first of the payment fields, which are in the page's own tree. */
  #showPayment(): void {
    const slot = this.renderRoot.querySelector<HTMLSlotElement>('slot[name="payment"]');
    for (const element of slot?.assignedElements({ flatten: true }) ?? []) {
      element.scrollIntoView({ block: 'center' });
      element.querySelector<HTMLElement>('input, select, button, iframe')?.focus();
    }
  }

  #focusField(id: string): void {
    this.renderRoot.querySelector<HTMLElement>(`[name="${id}"]`)?.focus();
  }

  #focusButton(): void {
    this.renderRoot.querySelector<HTMLElement>('.primary')?.focus();
  }
}
