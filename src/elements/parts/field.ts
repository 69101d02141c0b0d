import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

interface Field {
  /** Names it in the details and in the page. */
  name: string;
  label: string;
  /** Beside the label, smaller. */
  aside?: string | undefined;
  value: string;
  type?: 'text' | 'email' | 'tel' | undefined;
  autocomplete?: string | undefined;
  required?: boolean | undefined;
  /** What is wrong with it, in words. */
  problem?: string | undefined;
  /** Instead of a text field. */
  options?: { code: string; name: string }[] | undefined;
  /** Characters. */
  maxlength?: number | undefined;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
}

/** A label, its control, and what is wrong with it. Typing is heard by the form around it. */
export function field(field: Field): TemplateResult {
  const { name, label, aside, value, problem, options } = field;
  // A participant's field has the words of a price in its name, and white space ends a reference.
  const about = `${name.replace(/\s/g, '_')}-problem`;
  const shared = {
    invalid: problem ? 'true' : 'false',
    describedby: problem ? about : undefined,
  };
  const control = options
    ? html`<select
        id=${name}
        name=${name}
        autocomplete=${ifDefined(field.autocomplete as 'country' | undefined)}
        aria-required=${field.required ? 'true' : 'false'}
        aria-invalid=${shared.invalid as 'true'}
        aria-describedby=${ifDefined(shared.describedby)}
      >
        <option value="">${field.placeholder ?? ''}</option>
        ${options.map(
          (option) =>
            html`<option value=${option.code} ?selected=${option.code === value}>
              ${option.name}
            </option>`,
        )}
      </select>`
    : html`<input
        id=${name}
        name=${name}
        type=${field.type ?? 'text'}
        autocomplete=${ifDefined(field.autocomplete as 'name' | undefined)}
        maxlength=${ifDefined(field.maxlength)}
        aria-required=${field.required ? 'true' : 'false'}
        aria-invalid=${shared.invalid as 'true'}
        aria-describedby=${ifDefined(shared.describedby)}
        .value=${value}
      />`;
  return html`<div class="field">
    <label for=${name}
      >${label} ${aside ? html`<span class="small">${aside}</span>` : nothing}</label
    >
    ${control} ${problem ? html`<p class="problem" id=${about}>${problem}</p>` : nothing}
  </div>`;
}

export const fieldStyles = css`
  .fields {
    display: grid;
    align-items: start;
    gap: 4px 12px;
    margin-top: 12px;
  }
  @container (min-width: 480px) {
    .fields {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  /* Label, control and problem of neighbours stand in the same rows. */
  .field {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    align-content: start;
    gap: 4px;
    margin-bottom: 12px;
  }
  .field label {
    align-self: end;
  }
  .field label {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
  .field label .small {
    font-weight: 400;
  }
  .field :is(input, select) {
    width: 100%;
    min-height: 48px;
    padding: 8px 12px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
  }
  .field [aria-invalid='true'] {
    border-color: var(--_bad);
    box-shadow: inset 0 0 0 1px var(--_bad);
  }
  .problem {
    color: var(--_bad);
    font-size: 0.84em;
    line-height: 1.4;
  }
`;
