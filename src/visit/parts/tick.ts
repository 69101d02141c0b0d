import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { TICKED } from '../form/field-values.ts';
import { type Control, labelAndHint, labelledBy } from './field.ts';

type Box = Pick<Control, 'id' | 'required' | 'value' | 'problem'>;

/** A checkbox with its label and its problem. */
export function tick(control: Control): TemplateResult {
  const label = html`<label for=${control.id}>${labelAndHint(control)}</label>`;
  return checkbox(control, labelledBy(control), label);
}

/**
 * A checkbox beside the sentence that it confirms, and its problem below. Its value is `true`; the
 * form around it listens to its events.
 *
 * @param names the ids of the elements that are its accessible name
 */
export function checkbox(
  { id, required, value, problem }: Box,
  names: string,
  sentence: TemplateResult,
): TemplateResult {
  return html`<div class="tick">
    <input
      type="checkbox"
      id=${id}
      name=${id}
      value="true"
      .checked=${value === TICKED}
      aria-required=${required ? 'true' : 'false'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-labelledby=${names}
      aria-describedby=${ifDefined(problem && `${id}-problem`)}
    />
    ${sentence} ${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing}
  </div>`;
}

export const tickStyles = css`
  .tick {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 12px;
  }
  .tick input {
    width: 24px;
    height: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .tick > :not(input) {
    overflow-wrap: anywhere;
  }
  .tick .small {
    font-weight: 400;
  }
  .tick .problem {
    grid-column: 2;
  }
`;
