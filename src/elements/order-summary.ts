import { consume } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { QuotedLine, QuotedOrder } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { whenText } from './parts/ticket-line.ts';

/** An order before it is placed: what, when, where, how many, how much. */
export class OrderSummary extends LitElement {
  static override styles = [
    base,
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
      .perforated {
        margin-top: 4px;
        padding: 12px 0 0;
      }
    `,
  ];

  @property({ attribute: false }) order: QuotedOrder | undefined;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  override render() {
    const { order, words } = this;
    if (!order) return nothing;
    const { currency } = order;
    return html`${order.lines.map((line) => this.#renderLine(line, currency))}
      ${order.products.map(({ name, amount, total, shipping_address }) =>
        this.#renderRow(
          amount,
          name,
          words.money(total, currency),
          shipping_address ? words.say('shipped') : '',
        ),
      )}
      <div class="row perforated">
        <div>
          ${words.say('total')}
          <div class="small">${this.#vatLine(order)}</div>
        </div>
        <span class="total number">${words.money(order.total, currency)}</span>
      </div>`;
  }

  #renderLine(line: QuotedLine, currency: string) {
    const { words } = this;
    const { duration, opening_hours: isOpen } = line;
    return html`<div class="line">
      <h3 class="heading">${line.title}</h3>
      <p class="small">
        ${whenText(line, words)}
        ${duration > 0 && !isOpen ? `· ${words.duration(duration)}` : nothing}<br />${line.meeting_location}
      </p>
      <div class="rows">
        ${line.prices.map(({ amount, title, total }) => this.#renderRow(amount, title, words.money(total, currency)))}
      </div>
    </div>`;
  }

  #renderRow(amount: number, title: string, money: string, about = '') {
    return html`<div class="row">
      <span>
        ${this.words.say('amountOf', { amount, title })}
        ${about ? html`<span class="small">${about}</span>` : nothing}
      </span>
      <span class="number">${money}</span>
    </div>`;
  }

  #vatLine({ vat, currency }: QuotedOrder): string {
    if (this.site?.prices_include_vat === false) return this.words.say('exclVat');
    return this.words.say('inclVatOf', { amount: this.words.money(vat, currency) });
  }
}
