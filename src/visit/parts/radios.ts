import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { type Control, labelAndHint, labelledBy } from './field.ts';

interface Radios extends Control {
  options: string[];
  noAnswer: string;
}

/** Radio buttons cannot be unchecked, so an optional question has one more for no answer. */
export function radios(control: Radios): TemplateResult {
  const { id, required, value, problem, options, noAnswer } = control;
  const radio = (option: string, text: string, checked: boolean, index: number) =>
    html`<div class="tick">
      <input type="radio" id="${id}-${index}" name=${id} .value=${option} .checked=${checked} />
      <label for="${id}-${index}">${text}</label>
    </div>`;
  return html`<div
    class="radios"
    role="radiogroup"
    aria-labelledby=${labelledBy(control)}
    aria-required=${required ? 'true' : 'false'}
    aria-invalid=${problem ? 'true' : 'false'}
    aria-describedby=${ifDefined(problem && `${id}-problem`)}
  >
    <div class="label">${labelAndHint(control)}</div>
    ${options.map((option, index) => radio(option, option, option === value, index))}
    ${required ? nothing : radio('', noAnswer, !options.includes(value), options.length)}
    ${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing}
  </div>`;
}

export const radiosStyles = css`
  .radios {
    display: grid;
    gap: 8px;
  }
  .radios .label {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
  .radios .small {
    font-weight: 400;
  }
`;
