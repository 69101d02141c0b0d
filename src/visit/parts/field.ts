import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { ground } from '../../styles/design-tokens.ts';

interface Labelled {
  /** The control's id, and its name in the form. */
  id: string;
  label: string;
  /** A short text beside the label. */
  hint: string | undefined;
}

/** What every control of a form has. */
export interface Control extends Labelled {
  required: boolean;
  value: string;
  /** Why the value is invalid; undefined if it is valid. */
  problem: string | undefined;
  /** A button beside the label. */
  action?: TemplateResult | undefined;
}

interface TextField extends Control {
  type: 'text' | 'multiline' | 'email' | 'tel';
  autocomplete: string | undefined;
  maxLength: number | undefined;
}

/**
 * The ids of the label and its hint, for `aria-labelledby`. Where a browser joins the texts within
 * one element, it may leave out the space between them: "Phonefor the day itself".
 */
export function labelledBy({ id, hint }: Labelled): string {
  return hint ? `${id}-label ${id}-hint` : `${id}-label`;
}

/** A label with its hint, to which `labelledBy` refers. */
export function labelAndHint({ id, label, hint }: Labelled): TemplateResult {
  return html`<bdi id="${id}-label">${label}</bdi>
    ${hint ? html`<span class="small" id="${id}-hint">${hint}</span>` : nothing}`;
}

export function textField(field: TextField): TemplateResult {
  const { id, type, autocomplete, maxLength, required, value, problem } = field;
  if (type === 'multiline') {
    return labelled(
      field,
      html`<textarea
        id=${id}
        name=${id}
        rows="2"
        maxlength=${ifDefined(maxLength)}
        aria-required=${required ? 'true' : 'false'}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-labelledby=${labelledBy(field)}
        aria-describedby=${ifDefined(problem && `${id}-problem`)}
        .value=${value}
      ></textarea>`,
    );
  }
  return labelled(
    field,
    html`<input
      id=${id}
      name=${id}
      type=${type}
      enterkeyhint="next"
      autocomplete=${ifDefined(autocomplete as 'name' | undefined)}
      maxlength=${ifDefined(maxLength)}
      aria-required=${required ? 'true' : 'false'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-labelledby=${labelledBy(field)}
      aria-describedby=${ifDefined(problem && `${id}-problem`)}
      .value=${value}
    />`,
  );
}

interface SelectField extends Control {
  options: { code: string; name: string }[];
  /** Shown while nothing is chosen. */
  placeholder: string;
  autocomplete?: string | undefined;
}

export function selectField(field: SelectField): TemplateResult {
  const { id, options, placeholder, autocomplete, required, value, problem } = field;
  return labelled(
    field,
    html`<select
      id=${id}
      name=${id}
      autocomplete=${ifDefined(autocomplete as 'country' | undefined)}
      aria-required=${required ? 'true' : 'false'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-labelledby=${labelledBy(field)}
      aria-describedby=${ifDefined(problem && `${id}-problem`)}
    >
      <option value="">${placeholder}</option>
      ${options.map(
        ({ code, name }) =>
          html`<option value=${code} .selected=${code === value}>${name}</option>`,
      )}
    </select>`,
  );
}

/** A control with its label above and its problem below. */
function labelled(field: Control, control: TemplateResult): TemplateResult {
  const { id, problem, action } = field;
  return html`<div class="field">
    <div class="label">
      <label for=${id}>${labelAndHint(field)}</label>
      ${action ?? nothing}
    </div>
    ${control} ${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing}
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
  /* Neighbouring fields have label, control and problem in the same rows. */
  .field {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    align-content: start;
    gap: 4px;
    margin-bottom: 12px;
  }
  .field .label {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    justify-content: space-between;
    gap: 0 12px;
  }
  .field label {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
  .field label .small {
    font-weight: 400;
  }
  .field .quiet {
    min-height: 24px;
    padding: 0;
  }
  .field :is(input, select, textarea) {
    width: 100%;
    min-height: 48px;
    padding: 8px 12px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    ${ground('surface')};
  }
  .field textarea {
    field-sizing: content;
    resize: vertical;
  }
  .field [aria-invalid='true'] {
    border-color: var(--_bad);
    box-shadow: inset 0 0 0 1px var(--_bad);
  }
  .problem {
    color: var(--_bad-text);
    font-size: 0.84em;
    line-height: 1.4;
  }
`;
