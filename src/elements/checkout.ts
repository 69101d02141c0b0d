import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import type { Start } from '../domain/availability.ts';
import { countriesIn, nameOfCountry } from '../domain/countries.ts';
import {
  checkDetails,
  hintField,
  maxLengthOf,
  seatsOf,
  type Details,
  type FieldProblem,
} from '../domain/details.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import type { MessageKey } from '../messages/en.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { checkoutProblem } from './checkout-problem.ts';
import { field, fieldStyles } from './field.ts';
import { renderNodes } from './html.ts';
import { checkoutStyles } from './checkout.styles.ts';

const problemWords: Record<FieldProblem | 'terms', MessageKey> = {
  required: 'required',
  'too-short': 'tooShort',
  'email-at': 'emailAt',
  'email-ending': 'emailEnding',
  email: 'emailWrong',
  terms: 'termsMissing',
};

/**
 * Who orders, who comes, and the order to be placed. One form in one shadow root, so that browsers can fill it in.
 *
 * @fires detail-type - with the field and its value
 * @fires order-submit - every field is fine and the terms are accepted
 * @fires start-take - with the start to take instead of a lost one
 * @fires choice-change - another date or other participants are wanted
 * @fires price-renew - the order is to be priced again
 */
export class Checkout extends LitElement {
  static override styles = [base, columns, fieldStyles, checkoutStyles];

  @property({ attribute: false }) order: QuotedOrder | undefined;
  @property({ attribute: false }) vendor: Vendor | undefined;
  @property({ attribute: false }) details: Details = new Map();
  /** What is being waited for. */
  @property({ attribute: false }) busy: 'ordering' | 'pricing' | null = null;
  /** The order may have gone through: it can be sent again, and nothing else changed. */
  @property({ type: Boolean }) unclear = false;
  @property({ attribute: false }) failure: unknown;
  /** What could be taken instead when the line is lost. */
  @property({ attribute: false }) alternative: Start | undefined;
  @property({ type: Boolean, attribute: 'includes-vat' }) includesVat = true;
  @property({ attribute: 'terms-url' }) termsUrl = '';
  @property({ attribute: 'privacy-url' }) privacyUrl = '';
  @property({ attribute: false }) words: Words = english;

  /** Problems show after the first try to order, and go as they are mended. */
  @state() private tried = false;
  @state() private accepted = false;

  /** A way on that was taken is gone with its note; the keyboard goes on where the order is placed. */
  protected override updated(changed: PropertyValues<this>): void {
    const isOver = changed.get('failure') && !this.failure;
    if (isOver && !this.shadowRoot?.activeElement) {
      this.renderRoot.querySelector<HTMLElement>('.primary')?.focus();
    }
  }

  override render() {
    const { order, words } = this;
    if (!order) return nothing;
    const problems = this.tried ? checkDetails(order, this.details) : new Map();
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
          ${this.#renderSeats(order)}
        </div>
        <section class="panel side" aria-label=${words.say('yourOrder')}>
          ${
            this.failure
              ? checkoutProblem(order, this.failure, this.alternative, words, (name, detail) =>
                  name === 'order-submit' ? this.#order() : this.#tell(name, detail),
                )
              : nothing
          }
          <booking-cart
            .order=${order}
            .includesVat=${this.includesVat}
            .words=${words}
          ></booking-cart>
          ${this.#renderTerms(order)}
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
          <p class="small law">${this.#lawLine(order)}</p>
          ${
            this.privacyUrl
              ? html`<a class="small privacy" href=${this.privacyUrl} target="_blank" rel="noopener"
                  >${words.say('privacyPage')}</a
                >`
              : nothing
          }
        </section>
      </div>
    </form>`;
  }

  #field(
    problems: Map<string, FieldProblem>,
    name: string,
    rest: Partial<Parameters<typeof field>[0]> = {},
  ) {
    const problem = problems.get(name);
    return field({
      name,
      label: this.words.say(name as MessageKey),
      value: this.details.get(name) ?? '',
      problem: problem && this.words.say(problemWords[problem]),
      maxlength: maxLengthOf(name),
      ...rest,
    });
  }

  #renderShipping(problems: Map<string, FieldProblem>) {
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
          placeholder: this.words.say('chooseCountry'),
        })}
      </div>`;
  }

  #renderSeats(order: QuotedOrder) {
    const { words } = this;
    return html`<h3 class="heading">
        ${words.say('whoIsComing')} <span class="small">${words.say('optional')}</span>
      </h3>
      <div class="fields">
        ${seatsOf(order).map((seat) => {
          const label = words.say('seat', { title: seat.title, number: seat.number });
          const value = (name: string) => this.details.get(name) ?? '';
          const hint = hintField(seat);
          return html`${field({
            name: seat.field,
            label,
            value: value(seat.field),
            maxlength: maxLengthOf(seat.field),
            autocomplete: 'off',
          })}
          ${
            seat.hint
              ? field({
                  ...{ name: hint, label: seat.hint, aside: label, value: value(hint) },
                  maxlength: maxLengthOf(hint),
                })
              : nothing
          }`;
        })}
      </div>`;
  }

  #renderTerms(order: QuotedOrder) {
    const { words, vendor } = this;
    const missing = this.tried && !this.accepted;
    const seller = vendor?.legal_company_name || order.vendor_name;
    return html`<div class="terms">
        <input
          type="checkbox"
          id="terms"
          .checked=${this.accepted}
          aria-required="true"
          aria-invalid=${missing ? 'true' : 'false'}
          aria-describedby=${missing ? 'terms-problem' : nothing}
        />
        <label for="terms">${words.say('acceptTerms', { vendor: seller })}</label>
        ${
          missing
            ? html`<p class="problem" id="terms-problem">${words.say('termsMissing')}</p>`
            : nothing
        }
      </div>
      ${
        vendor && vendor.terms.length > 0
          ? html`<details class="small">
              <summary>${words.say('terms', { vendor: seller })}</summary>
              <div
                class="text"
                tabindex="0"
                role="region"
                aria-label=${words.say('terms', { vendor: seller })}
              >
                ${renderNodes(vendor.terms)}
              </div>
            </details>`
          : nothing
      }
      ${
        this.termsUrl
          ? html`<a class="small privacy" href=${this.termsUrl} target="_blank" rel="noopener"
              >${words.say('termsPage')}</a
            >`
          : nothing
      }`;
  }

  /** Only the words on the button bind (Directive 2011/83/EU art. 8(2)), so nothing but the order's kind chooses them. */
  #orderWords({ kind, total }: QuotedOrder): string {
    if (kind === 'REQUEST') return this.words.say('sendRequest');
    return this.words.say(total === 0 ? 'bookFree' : 'orderWithObligation');
  }

  #lawLine(order: QuotedOrder): string {
    const { words, vendor } = this;
    const seller = [
      vendor?.legal_company_name || order.vendor_name,
      vendor?.country && nameOfCountry(vendor.country, words.lang),
    ]
      .filter(Boolean)
      .join(', ');
    return [
      words.say('seller', { seller }),
      order.kind === 'REQUEST' ? words.say('requestCost', { vendor: order.vendor_name }) : '',
      words.say('noWithdrawal'),
    ].join(' ');
  }

  #type({ target }: Event): void {
    const control = target as HTMLInputElement;
    if (control.id === 'terms') this.accepted = control.checked;
    else this.#tell('detail-type', { field: control.name, value: control.value });
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#order();
  }

  async #order(): Promise<void> {
    if (this.busy || !this.order) return;
    this.tried = true;
    if (this.accepted && checkDetails(this.order, this.details).size === 0) {
      this.#tell('order-submit');
      return;
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  #tell(name: InnerEventType, detail: unknown = null): void {
    this.dispatchEvent(new InnerEvent(name, detail));
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
  }
}
