import { html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Price, PriceGroup } from '#contract/event.schema';
import { type Amounts, countOf } from '../domain/amounts.ts';
import { base } from '../styles/base.ts';
import { limitNote, limitText, stepper, stepperStyles } from './parts/stepper.ts';
import { StepElement } from './step-element.ts';

/** A new amount of a price or a product. */
export interface AmountChange<Id> {
  id: Id;
  amount: number;
}

/**
 * Picks the number of participants for each price.
 *
 * @fires amount-change - with the price's id and the new amount
 */
export class PriceSelection extends StepElement {
  static override styles = [base, stepperStyles];

  @property({ attribute: false }) group: PriceGroup | undefined;
  @property({ attribute: false }) amounts: Amounts<number> = new Map();
  /** Places that are left on the chosen date; undefined before one is chosen. */
  @property({ attribute: false }) places: number | undefined;

  override render() {
    const { words, group, amounts, places } = this;
    if (!group) return null;
    const most = Math.max(0, ...amounts.values());
    return html`<div role="group" aria-label=${words.say('howMany')}>
        ${group.prices.map((price) => this.#renderPrice(price))}
      </div>
      ${limitNote('limit', limitText(most, countOf(amounts), places, words))}
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
        <bdi>${price.title}</bdi>
        <div class="small">
          <span class="number" translate="no">${words.price(price.value, price.currency)}</span>
          ${this.vatText(price.value > 0)} ${this.#unitsText(price)}
        </div>
      </div>
      ${stepper({
        title: price.title,
        amount,
        room,
        limitId: 'limit',
        words,
        change: (next) => {
          this.emit('amount-change', { id: price.id, amount: next } satisfies AmountChange<number>);
        },
      })}
    </div>`;
  }

  /** The participants that a price is for, if it is for several: "· 2 adults, 2 children". */
  #unitsText({ entry_units: units }: Price): string {
    if (units.length < 2) return '';
    const ofType = (name: string) => units.filter(({ type }) => type === name).length;
    // Spec, Price: observed types are ADULT and CHILD.
    const adults = ofType('ADULT');
    const children = ofType('CHILD');
    const counts = { adults, children, participants: units.length - adults - children };
    const parts = (['adults', 'children', 'participants'] as const).flatMap((key) =>
      counts[key] > 0 ? this.words.say(key, { count: counts[key] }) : [],
    );
    return `· ${this.words.list(...parts)}`;
  }
}
