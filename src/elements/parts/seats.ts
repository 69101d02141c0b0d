import { html, nothing, type TemplateResult } from 'lit';
import type { QuotedOrder } from '../../contract/quote.schema.ts';
import { hintField, maxLengthOf, seatsOf, type Details } from '../../domain/details.ts';
import type { Words } from '../../messages/words.ts';
import { field } from './field.ts';

/** Who is coming, and what the vendor wants to know of each. */
export function seatFields(
  order: QuotedOrder,
  details: Details,
  problemOf: (field: string) => string | undefined,
  words: Words,
): TemplateResult {
  const shared = (name: string) => ({
    ...{ name, value: details.get(name) ?? '', maxlength: maxLengthOf(name) },
    problem: problemOf(name),
  });
  return html`<h3 class="heading">
      ${words.say('whoIsComing')} <span class="small">${words.say('optional')}</span>
    </h3>
    <div class="fields">
      ${seatsOf(order).map((seat) => {
        const label = words.say('seat', { title: seat.title, number: seat.number });
        return html`${field({ ...shared(seat.field), label, autocomplete: 'off' })}
        ${seat.hint ? field({ ...shared(hintField(seat)), label: seat.hint, aside: label }) : nothing}`;
      })}
    </div>`;
}
