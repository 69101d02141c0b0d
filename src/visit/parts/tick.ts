import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { TICKED } from '../form/field-values.ts';
import { labelAndHint, labelledBy, type Control } from './field.ts';

/** A checkbox and its problem. Its value is `true`; the form around it listens to its events. */
export function tick(control: Control): TemplateResult {
  const { id, required, value, problem } = control;
  return html`<div class="tick">
    <input
      type="checkbox"
      id=${id}
      name=${id}
      value="true"
      .checked=${value === TICKED}
      aria-required=${required ? 'true' : 'false'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-labelledby=${labelledBy(control)}
      aria-describedby=${ifDefined(problem && `${id}-problem`)}
    />
    <label for=${id}>${labelAndHint(control)}</label>
    ${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing}
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
  .tick label {
    overflow-wrap: anywhere;
  }
  .tick .small {
    font-weight: 400;
  }
  .tick .problem {
    grid-column: 2;
  }
`;
