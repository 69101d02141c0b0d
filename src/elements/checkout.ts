import { consume } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import type { Start } from '../domain/availability.ts';
import { countriesIn } from '../domain/countries.ts';
import { checkDetails, maxLengthOf, type Details, type FieldProblem } from '../domain/details.ts';
import type { Failure } from '../domain/failure.ts';
import { fieldAt } from '../domain/fields.ts';
import { answersOf } from '../domain/questions.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import type { MessageKey } from '../messages/en.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { checkoutProblem } from './parts/checkout-problem.ts';
import { field, fieldStyles } from './parts/field.ts';
import { newTab } from './parts/new-tab.ts';
import { questionFields, questionStyles } from './parts/questions.ts';
import { seatFields } from './parts/seats.ts';
import { legalName, soldBy } from './parts/sold-by.ts';
import { terms, termsStyles } from './parts/terms.ts';
import { tickStyles } from './parts/tick.ts';
import { checkoutStyles } from './checkout.styles.ts';

type Problems = Map<string, FieldProblem | 'refused'>;

const problemWords: Record<FieldProblem | 'refused', MessageKey> = {
  required: 'required',
  unticked: 'termsMissing',
  'too-short': 'tooShort',
  'email-at': 'emailAt',
  'email-ending': 'emailEnding',
  email: 'emailWrong',
  refused: 'fieldRefused',
};

/** What is typed into a field, by the field's key among the details. */
export interface DetailTyped {
  key: string;
  value: string;
}

/**
 * Who orders, who comes, and the order to be placed. One form in one shadow root, so that browsers
 * can fill it in.
 *
 * @fires detail-type - with the field and its value
 * @fires order-submit - every field is fine and the terms are accepted
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
    questionStyles,
    termsStyles,
    checkoutStyles,
  ];

  @property({ attribute: false }) order: QuotedOrder | undefined;
  @property({ attribute: false }) vendor: Vendor | undefined;
  @property({ attribute: false }) details: Details = new Map();
  /** What is being waited for. */
  @property({ attribute: false }) busy: 'ordering' | 'pricing' | null = null;
  /** The order may have gone through: it can be sent again, and nothing else changed. */
  @property({ type: Boolean }) unclear = false;
  @property({ attribute: false }) failure: Failure | null = null;
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
  /** What was not taken, by its field, until it is something else. */
  #refused: Details = new Map();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { order, details } = this;
    if (!changed.has('failure') || !order) return;
    const problem = this.failure?.kind === 'problem' ? this.failure.problem : undefined;
    const answers = answersOf(this.#questions, details);
    const fields = problem?.errors.flatMap((fault) => fieldAt(fault.field, order, answers) ?? []);
    this.#refused = new Map(fields?.map((field) => [field, details.get(field) ?? '']));
  }

  /**
   * A way on that was taken is gone with its note; the keyboard goes on where the order is placed.
   */
  protected override updated(changed: PropertyValues<this>): void {
    const isOver = changed.get('failure') && !this.failure;
    if (isOver && !this.shadowRoot?.activeElement) {
      this.renderRoot.querySelector<HTMLElement>('.primary')?.focus();
    }
  }

  override render() {
    const { order, words } = this;
    if (!order) return nothing;
    const problems = this.#problems(order);
    const privacyUrl = this.privacyUrl || this.site?.privacy_url;
    return html`<form novalidate @submit=${this.#submit} @input=${this.#type} @change=${this.#type}>
      <div class="columns">
        <div>
          ${
            this.unclear
              ? nothing
              : html`<button
                  type="button"
                  class="quiet"
                  @click=${() => this.#tell('choice-change')}
                >
                  ‹ ${words.say('change')}
                </button>`
          }
          <h2 class="title" tabindex="-1" id="title">${words.say('yourDetails')}</h2>
          <div class="fields">
            ${this.#field(problems, 'name', { autocomplete: 'name', required: true })}
            ${this.#field(problems, 'email', { type: 'email', autocomplete: 'email', required: true })}
            ${this.#field(problems, 'phone', {
              type: 'tel',
              autocomplete: 'tel',
              aside: words.say('phoneWhy'),
            })}
          </div>
          ${order.shipping_address ? this.#renderShipping(problems) : nothing}
          ${questionFields(this.#questions, this.details, (name) => this.#problemText(problems, name), words)}
          ${seatFields(order, this.details, (name) => this.#problemText(problems, name), words)}
        </div>
        <section class="panel side" aria-label=${words.say('yourOrder')}>
          ${
            this.failure
              ? checkoutProblem(order, this.failure, this.alternative, words, {
                  order: () => void this.#order(),
                  show: () => this.#showFault('[name^="answer."]'),
                  isRefused: this.#refused.size > 0,
                  tell: (name, detail) => this.#tell(name, detail),
                })
              : nothing
          }
          <booking-cart .order=${order}></booking-cart>
          ${terms({
            seller: legalName(order, this.vendor),
            nodes: this.vendor?.terms ?? [],
            site: this.site?.seller?.name,
            url: this.termsUrl || this.site?.terms_url,
            accepted: this.accepted,
            missing: this.tried && !this.accepted,
            words,
          })}
          ${
            problems.size > 0
              ? html`<p class="problem" role="alert">
                  ${words.say('fixFields', { count: problems.size })}
                </p>`
              : nothing
          }
          <button class="primary" aria-disabled=${this.busy ? 'true' : 'false'}>
            ${this.busy === 'ordering' ? words.say('ordering') : this.#orderWords(order)}
          </button>
          <div class="small law">
            ${soldBy(order, this.vendor, this.site?.seller, words)}
            <p>
              ${order.kind === 'REQUEST' ? words.say('requestCost', { vendor: order.vendor_name }) : nothing}
              ${words.say('noWithdrawal')}
            </p>
            ${privacyUrl ? newTab(privacyUrl, words.say('privacyPage'), words, 'page') : nothing}
          </div>
        </section>
      </div>
    </form>`;
  }

  get #questions() {
    return this.site?.questions ?? [];
  }

  #problems(order: QuotedOrder): Problems {
    const problems: Problems = new Map(
      this.tried ? checkDetails(order, this.details, this.#questions) : [],
    );
    for (const [field, value] of this.#refused) {
      const isSame = (this.details.get(field) ?? '') === value;
      if (isSame && !problems.has(field)) problems.set(field, 'refused');
    }
    return problems;
  }

  #problemText(problems: Problems, name: string): string | undefined {
    const problem = problems.get(name);
    return problem && this.words.say(problemWords[problem]);
  }

  #field(problems: Problems, name: string, rest: Partial<Parameters<typeof field>[0]> = {}) {
    return field({
      name,
      label: this.words.say(name as MessageKey),
      value: this.details.get(name) ?? '',
      problem: this.#problemText(problems, name),
      maxlength: maxLengthOf(name),
      ...rest,
    });
  }

  #renderShipping(problems: Problems) {
    const required = true;
    const of = (name: string, autocomplete: string, rest = {}) =>
      this.#field(problems, name, { autocomplete: `shipping ${autocomplete}`, required, ...rest });
    return html`<h3 class="heading">${this.words.say('shippingAddress')}</h3>
      <div class="fields">
        ${of('street', 'address-line1')}
        ${of('streetnr', 'address-line2', { required: false, aside: this.words.say('optional') })}
        ${of('zip', 'postal-code')} ${of('city', 'address-level2')}
        ${of('country', 'country', {
          options: countriesIn(this.words.lang),
          placeholder: this.words.say('choose'),
        })}
      </div>`;
  }

  /**
   * Only the words on the button bind (Directive 2011/83/EU art. 8(2)), so nothing but the order's
   * kind chooses them.
   */
  #orderWords({ kind, total }: QuotedOrder): string {
    if (kind === 'REQUEST') return this.words.say('sendRequest');
    return this.words.say(total === 0 ? 'bookFree' : 'orderWithObligation');
  }

  #type({ target }: Event): void {
    const { name, type, value, checked } = target as HTMLInputElement;
    if (name === 'terms') this.accepted = checked;
    else
      this.#tell('detail-type', {
        key: name,
        value: type === 'checkbox' && !checked ? '' : value,
      });
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#order();
  }

  async #order(): Promise<void> {
    if (this.busy || !this.order) return;
    this.tried = true;
    if (this.accepted && checkDetails(this.order, this.details, this.#questions).size === 0) {
      this.#tell('order-submit');
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
