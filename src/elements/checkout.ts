import { consume } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { HtmlNode } from '../contract/html.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import { isUnsettledAttempt, letsNextGo, type Attempt } from '../domain/attempt.ts';
import type { Start } from '../domain/availability.ts';
import { checkoutForm, type Field, type FieldGroup } from '../domain/checkout-form.ts';
import { checkFields, type FieldProblem } from '../domain/field-problems.ts';
import { TICKED, type Details } from '../domain/field-values.ts';
import { fieldAt } from '../domain/order-request.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { checkoutProblem } from './parts/checkout-problem.ts';
import { fieldStyles } from './parts/field.ts';
import { formField } from './parts/form-field.ts';
import { newTab } from './parts/new-tab.ts';
import { radiosStyles } from './parts/radios.ts';
import { legalName, soldBy, waysToReach } from './parts/sold-by.ts';
import { terms, termsStyles } from './parts/terms.ts';
import { tickStyles } from './parts/tick.ts';
import { checkoutStyles } from './checkout.styles.ts';

/** What is wrong, by the id of its field. */
type Problems = Map<string, FieldProblem | 'refused'>;

/** Whom an order is bought from. */
interface Seller {
  order: QuotedOrder;
  vendor: Vendor | undefined;
  /** Under which they sell. */
  name: string;
  /** Their terms. */
  nodes: HtmlNode[];
}

/** What is typed into a field, by the field's key among the details. */
export interface DetailTyped {
  key: string;
  value: string;
}

/**
 * Who orders, who comes, and the order to be placed. One form in one shadow root, so that browsers
 * can fill it in.
 *
 * @fires detail-type - with the key of a field and what is typed into it
 * @fires order-submit - every field is fine and the terms are accepted; whether to order again what
 *   was ordered in another tab
 * @fires start-over - what was ordered in another tab is enough
 * @fires start-take - with the start to take instead of a lost one
 * @fires choice-change - another date or other participants are wanted
 * @fires price-renew - the order is to be priced again
 */
export class Checkout extends LitElement {
  static override styles = [
    base,
    columns,
    fieldStyles,
    tickStyles,
    radiosStyles,
    termsStyles,
    checkoutStyles,
  ];

  /** One for every order of the cart. What went through before is shown, and not ordered. */
  @property({ attribute: false }) attempts: Attempt[] = [];
  /** Who sells, as far as they are loaded. */
  @property({ attribute: false }) vendors: Vendor[] = [];
  @property({ attribute: false }) details: Details = new Map();
  /** It is the cart that is ordered, and changed. */
  @property({ type: Boolean, attribute: 'of-cart' }) ofCart = false;
  /** What is being waited for. */
  @property({ attribute: false }) busy: 'ordering' | 'pricing' | null = null;
  /** What could be taken instead when the line is lost. */
  @property({ attribute: false }) alternative: Start | undefined;
  /** Instead of the site's. */
  @property({ attribute: 'terms-url' }) termsUrl = '';
  @property({ attribute: 'privacy-url' }) privacyUrl = '';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  /** Problems show after the first try to order, and go as they are mended. */
  @state() private tried = false;
  @state() private accepted = false;
  #fields: Field[] = [];
  /** What the proxy refused, by the key of its field, until it is something else. */
  #refused: Details = new Map();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const orders = this.#orders;
    const terms = {
      vendor: this.#sellers.map(({ name }) => name).join(', '),
      site: this.#siteTerms ? this.#siteName : undefined,
    };
    this.#fields = this.#formOf(orders, terms);
    if (changed.has('attempts')) {
      this.#refused = new Map(this.attempts.flatMap((attempt) => [...this.#refusedBy(attempt)]));
    }
  }

  #formOf(orders: QuotedOrder[], terms?: { vendor: string; site?: string | undefined }): Field[] {
    const questions = this.site?.questions ?? [];
    const cartSize = this.attempts.length;
    return checkoutForm({ orders, cartSize, questions, ...(terms && { terms }) });
  }

  /** What is ordered with the button. */
  get #orders(): QuotedOrder[] {
    return this.attempts.filter((attempt) => !letsNextGo(attempt)).map(({ order }) => order);
  }

  /** Each vendor of those orders, once. */
  get #sellers(): Seller[] {
    const orderByVendor = new Map(this.#orders.map((order) => [order.vendor_id, order]));
    return [...orderByVendor].map(([vendorId, order]) => {
      const vendor = this.vendors.find(({ id }) => id === vendorId);
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
   * A way on that was taken is gone with its note; the keyboard goes on where the order is placed.
   */
  protected override updated(changed: PropertyValues<this>): void {
    const hadFailure = changed.get('attempts')?.some(({ failure }) => failure);
    const isOver = hadFailure && !this.attempts.some(({ failure }) => failure);
    if (isOver && !this.shadowRoot?.activeElement) {
      this.renderRoot.querySelector<HTMLElement>('.primary')?.focus();
    }
  }

  override render() {
    const { attempts, words } = this;
    if (attempts.length === 0) return nothing;
    const orders = this.#orders;
    const problems = this.#problems();
    // The box for the terms says by itself what is missing.
    const wrong = problems.size - (problems.has('terms') ? 1 : 0);
    const privacyUrl = this.privacyUrl || this.site?.privacy_url;
    return html`<form novalidate @submit=${this.#submit} @input=${this.#type} @change=${this.#type}>
      <div class="columns">
        <div>
          ${
            attempts.some((attempt) => isUnsettledAttempt(attempt) && attempt.state !== 'ordering')
              ? nothing
              : html`<button
                  type="button"
                  class="quiet"
                  @click=${() => this.#tell('choice-change')}
                >
                  ‹ ${words.say(this.ofCart ? 'yourVisit' : 'change')}
                </button>`
          }
          <h2 class="title" tabindex="-1" id="title">${words.say('yourDetails')}</h2>
          <div class="fields">${this.#renderFields('contact', problems)}</div>
          ${orders.some((order) => order.shipping_address) ? this.#renderShipping(problems) : nothing}
          ${this.#renderQuestions(problems)}
          <h3 class="heading">
            ${words.say('whoIsComing')} <span class="small">${words.say('optional')}</span>
          </h3>
          <div class="fields">${this.#renderFields('participants', problems)}</div>
        </div>
        <section class="panel side" aria-label=${words.say('yourOrder')}>
          ${attempts.map((attempt) => this.#renderAttempt(attempt))}
          ${terms({
            box: this.#renderFields('terms', problems),
            vendors: this.#sellers,
            site: this.#siteName,
            url: this.#siteTerms,
            words,
          })}
          ${
            wrong > 0
              ? html`<p class="problem" role="alert">
                  ${words.say('fixFields', { count: wrong })}
                </p>`
              : nothing
          }
          <button class="primary" aria-disabled=${this.busy ? 'true' : 'false'}>
            ${this.busy === 'ordering' ? words.say('ordering') : this.#orderWords(orders)}
          </button>
          <div class="small law">
            ${this.#sellers.map(({ order, vendor }) => soldBy(order, vendor, this.site?.seller, words))}
            <p>
              ${orders.map(({ kind, vendor_name: vendor }) =>
                kind === 'REQUEST' ? `${words.say('requestCost', { vendor })} ` : nothing,
              )}
              ${words.say('noWithdrawal')}
            </p>
            ${privacyUrl ? newTab(privacyUrl, words.say('privacyPage'), words, 'page') : nothing}
          </div>
        </section>
      </div>
    </form>`;
  }

  /** Of several orders each has its seller above it; one that went through has its code. */
  #renderAttempt(attempt: Attempt) {
    const { words } = this;
    const { order, failure, intent } = attempt;
    const seller = html`<h3 class="heading">${order.vendor_name}</h3>`;
    if (letsNextGo(attempt)) {
      const code = intent?.order?.code;
      return html`${seller}
        <p>${code ? words.say('viewed', { code }) : words.say('checking')}</p>`;
    }
    return html`${this.attempts.length > 1 ? seller : nothing}
      ${
        failure
          ? checkoutProblem(attempt, failure, this.alternative, words, {
              order: (again) => void this.#order(again),
              show: () => this.#showFault('[name^="answers."]'),
              isRefused: this.#refusedBy(attempt).size > 0,
              contact: waysToReach(
                this.vendors.find(({ id }) => id === order.vendor_id),
                this.site?.seller,
              ),
              tell: (name, detail) => this.#tell(name, detail),
            })
          : nothing
      } <booking-order-summary .order=${order}></booking-order-summary>`;
  }

  /** The page with the site's own terms. */
  get #siteTerms(): string | null | undefined {
    return this.termsUrl || this.site?.terms_url;
  }

  get #siteName(): string {
    return this.site?.seller?.name ?? this.words.say('thisSite');
  }

  /** The terms are accepted for this order alone, so that stays here. */
  get #values(): Details {
    return new Map(this.details).set('terms', this.accepted ? TICKED : '');
  }

  #problems(): Problems {
    const problems: Problems = new Map(this.tried ? checkFields(this.#fields, this.#values) : []);
    for (const { id, key } of this.#fields) {
      const isSame = this.#refused.get(key) === (this.details.get(key) ?? '');
      if (isSame && !problems.has(id)) problems.set(id, 'refused');
    }
    return problems;
  }

  #renderFields(group: FieldGroup, problems: Problems) {
    const { words } = this;
    const values = this.#values;
    return this.#fields
      .filter((field) => field.group === group)
      .map((field) => {
        const problem = problems.get(field.id);
        const text = problem && words.say(problem);
        return formField(field, values.get(field.key) ?? '', text, words);
      });
  }

  #renderShipping(problems: Problems) {
    return html`<h3 class="heading">${this.words.say('shippingAddress')}</h3>
      <div class="fields">${this.#renderFields('shipping', problems)}</div>`;
  }

  #renderQuestions(problems: Problems) {
    const fields = this.#renderFields('questions', problems);
    if (fields.length === 0) return nothing;
    return html`<h3 class="heading">${this.words.say('questions', { count: fields.length })}</h3>
      <div class="fields questions">${fields}</div>`;
  }

  /**
   * Only the words on the button bind (Directive 2011/83/EU art. 8(2)), so nothing but the kinds of
   * the orders and what they cost chooses them; whoever owes anything at once is told so.
   */
  #orderWords(orders: QuotedOrder[]): string {
    const isRequest = ({ kind }: QuotedOrder) => kind === 'REQUEST';
    if (orders.some((order) => !isRequest(order) && order.total > 0)) {
      return this.words.say('orderWithObligation');
    }
    return this.words.say(orders.some(isRequest) ? 'sendRequest' : 'bookFree');
  }

  #type({ target }: Event): void {
    const { name, type, value, checked } = target as HTMLInputElement;
    const field = this.#fields.find(({ id }) => id === name);
    if (!field) return;
    const isUnticked = type === 'checkbox' && !checked;
    if (field.group === 'terms') this.accepted = checked;
    else this.#tell('detail-type', { key: field.key, value: isUnticked ? '' : value });
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#order();
  }

  async #order(again = false): Promise<void> {
    if (this.busy || this.attempts.length === 0) return;
    this.tried = true;
    if (checkFields(this.#fields, this.#values).size === 0) {
      this.#tell('order-submit', again);
      return;
    }
    await this.updateComplete;
    this.#showFault();
  }

  /** Takes the keyboard to the first field that needs a look; of a group, to its first button. */
  #showFault(otherwise = '[aria-invalid="true"]'): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    const fault = find('[aria-invalid="true"]') ?? find(otherwise);
    (fault?.querySelector('input') ?? fault)?.focus();
  }

  #tell(name: InnerEventType, detail: unknown = null): void {
    this.dispatchEvent(new InnerEvent(name, detail));
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
  }
}
