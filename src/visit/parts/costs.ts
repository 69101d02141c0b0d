import { css, html } from 'lit';
import { type Fact, renderFacts } from '../../elements/parts/facts.ts';
import type { Words } from '../../messages/words.ts';

/** An amount of one price or product, and their total in minor units. */
interface Cost {
  amount: number;
  title: string;
  total: number;
}

/** A list of costs, followed by their sum in minor units if it is given. */
export function renderCosts(costs: Cost[], currency: string, words: Words, sum?: number) {
  const fact = (term: string, minor: number): Fact => [
    term,
    html`<span class="number" translate="no">${words.money(minor, currency)}</span>`,
  ];
  const facts = costs.map(({ amount, title, total }) =>
    fact(words.say('amountOf', { amount, title }), total),
  );
  if (sum !== undefined) facts.push(fact(words.say('total'), sum));
  return html`<div class="small costs">${renderFacts(facts)}</div>`;
}

/** The VAT that a total contains, in minor units; undefined if only a part of it is known. */
export function inclVat(vat: number | undefined, currency: string, words: Words): string {
  if (vat === undefined) return words.say('inclVat');
  return vat > 0 ? words.say('inclVatOf', { amount: words.money(vat, currency) }) : '';
}

export const costsStyles = css`
  .costs dl {
    grid-template-columns: 1fr auto;
    margin-top: 8px;
  }
  .costs dd {
    justify-self: end;
  }
`;
