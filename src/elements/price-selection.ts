import { consume } from '@lit/context';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { Price, PriceGroup } from '../contract/event.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { countOf, type Amounts } from '../domain/amounts.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { stepper, stepperStyles } from './parts/stepper.ts';

export interface AmountChange<Id> {
  id: Id;
  amount: number;
}

/**
 * How many participants at which price.
 *
 * @fires amount-change - with the price's id and the new amount
 */
export class PriceSelection extends LitElement {
  static override styles = [base, stepperStyles];

  @property({ attribute: false }) group: PriceGroup | undefined;
  @property({ attribute: false }) amounts: Amounts<number> = new Map();
  /** Places that are left on the chosen date; undefined before one is chosen. */
  @property({ attribute: false }) places: number | undefined;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  override render() {
    const { words, group } = this;
    if (!group) return null;
    return html`<div role="group" aria-label=${words.say('howMany')}>
        ${group.prices.map((price) => this.#renderPrice(price))}
      </div>
      ${
        group.min_participants > 1
          ? html`<p class="small">${words.say('atLeast', { count: group.min_participants })}</p>`
          : null
      }`;
  }

  #renderPrice(price: Price) {
    const { words } = this;
    const amount = this.amounts.get(price.id) ?? 0;
    const room = this.places === undefined || countOf(this.amounts) < this.places;
    return html`<div class="row">
      <div>
        ${price.title}
        <div class="small">
          <span class="number"
            >${price.value === 0 ? words.say('free') : words.money(price.value, price.currency)}</span
          >
          ${this.site?.prices_include_vat === false && price.value > 0 ? words.say('exclVat') : null}
        </div>
      </div>
      ${stepper({
        title: price.title,
        amount,
        room,
        words,
        change: (next) =>
          this.dispatchEvent(
            new InnerEvent<AmountChange<number>>('amount-change', { id: price.id, amount: next }),
          ),
      })}
    </div>`;
  }
}
