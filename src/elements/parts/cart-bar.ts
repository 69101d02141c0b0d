import { css, html, nothing, type TemplateResult } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { CartState } from '../../domain/cart.ts';
import { totalsOf } from '../../domain/cart-rules.ts';
import type { ListWords } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';

/** The days and the total of the cart in one row, with a button that opens the cart. */
export function cartBar(
  cart: CartState,
  words: ListWords,
  show: () => void,
): TemplateResult | typeof nothing {
  const { lines, orders, isPricing, failure } = cart;
  if (lines.length === 0) return nothing;
  const days = [...new Set(lines.map(({ start }) => start.day))].sort();
  return html`<div class="cart">
    <div>
      <span class="strong">${words.say('yourVisit')}</span>
      <span class="small">${words.list(...days.map((day) => words.shortDay(day)))}</span>
    </div>
    <span class="number" translate="no"
      >${isPricing || failure ? nothing : sumText(orders, words)}</span
    >
    <button type="button" class="quiet" @click=${show}>${words.say('openVisit')}</button>
  </div>`;
}

/** The total of orders as text, with one sum for each currency. */
export function sumText(orders: readonly QuotedOrder[], words: ListWords): string {
  return [...totalsOf(orders)].map(([currency, total]) => words.price(total, currency)).join(' + ');
}

export const cartBarStyles = css`
  .cart {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    margin-bottom: 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    padding: 4px 16px;
    ${ground('surface')};
  }
  .cart > :first-child {
    flex: 1 1 auto;
  }
`;
