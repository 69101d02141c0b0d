import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import { vatOf } from '../domain/vat.ts';
import { promises, promisesStyles } from '../elements/parts/promises.ts';
import { StepElement } from '../elements/step-element.ts';
import { base } from '../styles/base.ts';
import { inclVat } from './parts/costs.ts';
import { whenText } from './parts/ticket-line.ts';

/** An order before it is placed: its lines, its products and their costs. */
export class OrderSummary extends StepElement {
  static override styles = [
    base,
    promisesStyles,
    css`
      .row {
        align-items: baseline;
        padding: 8px 0;
      }
      .line + .line {
        margin-top: 16px;
      }
      .heading {
        overflow-wrap: anywhere;
      }
      .rows {
        margin-top: 8px;
      }
      .note {
        margin-bottom: 12px;
      }
      s {
        font-weight: 400;
      }
      .row.perforated {
        border-top: 1.5px dashed var(--_line);
        margin-top: 4px;
        padding: 12px 0 0;
      }
    `,
  ];

  @property({ attribute: false }) order: QuotedOrder | undefined;
  /** The order that this one replaces after a new quote, to show what has changed. */
  @property({ attribute: false }) previous: QuotedOrder | undefined;

  override render() {
    const { order, words } = this;
    if (!order) return nothing;
    const { currency } = order;
    return html`${this.#renderChange(order)}
      <p class="small vendor">${order.vendor_name}</p>
      ${order.lines.map((line) => this.#renderLine(line, currency))}
      ${order.products.map(({ product_id, name, amount, total, shipping_address }) => {
        const before = this.previous?.products.find((other) => other.product_id === product_id);
        return this.#renderRow(
          amount,
          name,
          this.#renderMoney(total, before?.total, currency),
          shipping_address ? words.say('shipped') : '',
        );
      })}
      <div class="row perforated">
        <div>
          ${words.say('total')}
          <div class="small">${this.#vatLine(order)}</div>
        </div>
        <span class="total">
          ${this.#renderMoney(order.total, this.previous?.total, currency)}
        </span>
      </div>
      ${promises(order.vendor_id, order.lines, { site: this.site, words, now: this.clock() })}`;
  }

  #renderLine(line: QuotedLine, currency: string) {
    const { words } = this;
    const { duration, opening_hours: isOpen } = line;
    return html`<div class="line">
      <h3 class="heading">${line.title}</h3>
      <p class="small">
        ${whenText(line, words)}
        ${
          duration > 0 && !isOpen
            ? html`· <span class="number">${words.duration(duration)}</span>`
            : nothing
        }<br />${line.meeting_location}
      </p>
      <div class="rows">
        ${line.prices.map(({ price_id, amount, title, total }) => {
          const before = this.previous?.lines
            .find(({ date_id }) => date_id === line.date_id)
            ?.prices.find((other) => other.price_id === price_id);
          return this.#renderRow(amount, title, this.#renderMoney(total, before?.total, currency));
        })}
      </div>
    </div>`;
  }

  /**
   * Says whether the new quote has another total, and that this order is not placed yet, because
   * others of the cart may be.
   */
  #renderChange({ total, currency }: QuotedOrder) {
    const { previous, words } = this;
    if (!previous) return nothing;
    const before = words.money(previous.total, previous.currency);
    const current = words.money(total, currency);
    const text =
      before === current ? words.say('priceSame') : words.say('priceNow', { before, current });
    return html`<p class="note" role="alert">${text}</p>`;
  }

  /** An amount of money in minor units, beside the previous amount if that was another. */
  #renderMoney(total: number, before: number | undefined, currency: string) {
    const { words } = this;
    const isChanged = before !== undefined && before !== total;
    return html`${isChanged ? html`<s class="small number" translate="no">${words.money(before, currency)}</s> ` : nothing}<span
        class="number"
        translate="no"
        >${words.money(total, currency)}</span
      >`;
  }

  #renderRow(amount: number, title: string, money: TemplateResult, about = '') {
    return html`<div class="row">
      <span>
        ${this.words.say('amountOf', { amount, title })}
        ${about ? html`<span class="small">${about}</span>` : nothing}
      </span>
      <span>${money}</span>
    </div>`;
  }

  #vatLine(order: QuotedOrder): string {
    const { total, currency } = order;
    return this.vatText(total > 0, inclVat(vatOf(order), currency, this.words));
  }
}
