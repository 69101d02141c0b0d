import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Question } from '../../contract/site.schema.ts';
import { maxLengthOf, type Details } from '../../domain/details.ts';
import { answerField, TICKED } from '../../domain/questions.ts';
import type { Words } from '../../messages/words.ts';
import { field } from './field.ts';
import { tick } from './tick.ts';

/** More than these are quicker to find in a list that opens. */
const MOST_RADIOS = 4;

/** What the site asks, as fields of the form around it. */
export function questionFields(
  questions: Question[],
  details: Details,
  problemOf: (field: string) => string | undefined,
  words: Words,
): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  return html`<h3 class="heading">${words.say('questions', { count: questions.length })}</h3>
    <div class="fields questions">
      ${questions.map((question) => {
        const { title: label, type, options, required } = question;
        const name = answerField(question);
        const value = details.get(name) ?? '';
        const aside = required ? undefined : words.say('optional');
        const shared = { name, label, aside, required, problem: problemOf(name) };
        if (type === 'checkbox') return tick({ ...shared, checked: value === TICKED });
        if (type === 'text') return field({ ...shared, value, maxlength: maxLengthOf(name) });
        if (options.length <= MOST_RADIOS) return radios({ ...shared, value, options }, words);
        return field({
          ...{ ...shared, value, placeholder: words.say('choose') },
          options: options.map((option) => ({ code: option, name: option })),
        });
      })}
    </div>`;
}

interface Radios {
  name: string;
  label: string;
  aside: string | undefined;
  required: boolean;
  problem: string | undefined;
  value: string;
  options: string[];
}

/**
 * What need not be answered has an answer that says so, because a radio button cannot be taken
 * back.
 */
function radios(group: Radios, words: Words): TemplateResult {
  const { name, label, aside, required, problem, value, options } = group;
  const radio = (option: string, text: string, checked: boolean, index: number) =>
    html`<div class="tick">
      <input type="radio" id="${name}-${index}" name=${name} .value=${option} .checked=${checked} />
      <label for="${name}-${index}">${text}</label>
    </div>`;
  return html`<div
    class="radios"
    role="radiogroup"
    aria-labelledby="${name}-label"
    aria-required=${required ? 'true' : 'false'}
    aria-invalid=${problem ? 'true' : 'false'}
    aria-describedby=${ifDefined(problem && `${name}-problem`)}
  >
    <div class="label" id="${name}-label">
      ${label} ${aside ? html`<span class="small">${aside}</span>` : nothing}
    </div>
    ${options.map((option, index) => radio(option, option, option === value, index))}
    ${required ? nothing : radio('', words.say('noAnswer'), !options.includes(value), options.length)}
    ${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : nothing}
  </div>`;
}

export const questionStyles = css`
  .questions {
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .questions > :is(.tick, .radios) {
    margin-bottom: 16px;
  }
  .radios {
    display: grid;
    gap: 8px;
  }
  .radios .label {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
  .radios .small,
  .tick .small {
    font-weight: 400;
  }
`;
