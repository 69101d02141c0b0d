import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Product } from '#contract/product.schema';
import type { Amounts } from '../domain/amounts.ts';
import { areFew } from '../domain/availability.ts';
import { base } from '../styles/base.ts';
import { limitNote, limitText, stepper, stepperStyles } from './parts/stepper.ts';
import type { AmountChange } from './price-selection.ts';
import { StepElement } from './step-element.ts';

/**
 * Picks the amounts of the vendor's products.
 *
 * @fires product-change - with the product's id and the new amount
 */
export class Products extends StepElement {
  static override styles = [
    base,
    stepperStyles,
    css`
      .row {
        flex-wrap: wrap;
        gap: 4px 12px;
      }
      .row > :first-child {
        flex: 1;
      }
      .row > p {
        flex-basis: 100%;
      }
    `,
  ];

  @property({ attribute: false }) products: Product[] = [];
  @property({ attribute: false }) amounts: Amounts<string> = new Map();

  override render() {
    if (this.products.length === 0) return nothing;
    const title = this.words.say('addToVisit');
    return html`<h3 class="heading">${title}</h3>
      <div role="group" aria-label=${title}>
        ${this.products.map((product, index) => this.#renderProduct(product, `limit-${index}`))}
      </div>`;
  }

  #renderProduct(product: Product, limitId: string) {
    const { words } = this;
    const amount = this.amounts.get(product.id) ?? 0;
    const few = product.available !== null && areFew(product.available);
    return html`<div class="row">
      <div>
        <bdi>${product.name}</bdi>
        <div class="small">
          <span class="number strong" translate="no"
            >${words.money(product.price, product.currency)}</span
          >
          ${this.vatText(product.price > 0)}
          ${product.shipping_address ? html` · ${words.say('shipped')}` : nothing}
          ${few ? html` · ${words.say('left', { count: product.available ?? 0 })}` : nothing}
        </div>
      </div>
      ${stepper({
        title: product.name,
        amount,
        room: product.available === null || amount < product.available,
        limitId,
        words,
        change: (next) => {
          this.emit('product-change', {
            id: product.id,
            amount: next,
          } satisfies AmountChange<string>);
        },
      })}
      ${limitNote(limitId, limitText(amount, amount, product.available ?? undefined, words))}
      <p class="small" dir="auto">${product.description}</p>
    </div>`;
  }
}
