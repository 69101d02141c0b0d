import { html, nothing, type TemplateResult } from 'lit';
import type { FieldProblem } from '../field-problems.ts';
import type { OwnDraft } from './own-draft.ts';
import type { Option } from './segments.ts';

/** The form that controls belong to. */
export interface DraftForm {
  readonly draft: OwnDraft;
  readonly problems: readonly FieldProblem[];
  edit(change: Partial<OwnDraft>): void;
  /** A problem is gone once somebody writes where it stands; the platform judges again. */
  forgive(fields: readonly string[]): void;
  /** Moves the focus into the new row, by the id of a control. */
  addRow(focused: string, add: () => void): void;
  /** Moves the focus to the control with this id. */
  removeRow(remove: () => void, focused: string): void;
}

export interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Paths of what is sent that this control is for. */
  readonly fields: readonly string[];
}

export type InputMode = 'text' | 'numeric' | 'decimal' | 'date' | 'time';

export interface TextInput extends Labelled {
  readonly value: string;
  readonly mode?: InputMode;
  readonly change: (value: string) => void;
}

/** Texts of the draft that are one control each. */
export type TextName = {
  [Name in keyof OwnDraft]: OwnDraft[Name] extends string ? Name : never;
}[keyof OwnDraft];

/** A text of the draft, with its label above and its problem below. */
export function draftText(
  form: DraftForm,
  name: TextName,
  labelled: Omit<Labelled, 'id'>,
  mode: InputMode = 'text',
): TemplateResult {
  const change = (text: string) => form.edit({ [name]: text });
  return textInput(form, { ...labelled, id: name, value: form.draft[name], mode, change });
}

export function draftArea(
  form: DraftForm,
  name: TextName,
  labelled: Omit<Labelled, 'id'>,
): TemplateResult {
  const change = (text: string) => form.edit({ [name]: text });
  return textArea(form, { ...labelled, id: name, value: form.draft[name], change });
}

export function draftSelect(
  form: DraftForm,
  name: TextName,
  labelled: Omit<Labelled, 'id'>,
  options: readonly Option[],
): TemplateResult {
  const { fields } = labelled;
  return field(
    form,
    { ...labelled, id: name },
    html`<select
      id=${name}
      aria-invalid=${isInvalid(form, fields)}
      aria-describedby=${`${name}-problem`}
      @change=${({ target }: Event) => {
        form.forgive(fields);
        form.edit({ [name]: (target as HTMLSelectElement).value });
      }}
    >
      ${options.map(
        ([value, text]) =>
          html`<option value=${value} .selected=${value === form.draft[name]}>${text}</option>`,
      )}
    </select>`,
  );
}

export function textInput(form: DraftForm, input: TextInput): TemplateResult {
  return field(form, input, control(form, input, true));
}

/** Without a label of its own, in a row whose problem stands below all of it. */
export function bareInput(form: DraftForm, input: TextInput): TemplateResult {
  return control(form, input, false);
}

export function textArea(
  form: DraftForm,
  { value, change, ...labelled }: TextInput,
): TemplateResult {
  const { id, fields } = labelled;
  return field(
    form,
    labelled,
    html`<textarea
      id=${id}
      rows="4"
      aria-invalid=${isInvalid(form, fields)}
      aria-describedby=${`${id}-problem`}
      .value=${value}
      @input=${({ target }: Event) => {
        form.forgive(fields);
        change((target as HTMLTextAreaElement).value);
      }}
    ></textarea>`,
  );
}

/** The first of its problems. */
export function problem(form: DraftForm, id: string, fields: readonly string[]): TemplateResult {
  const found = form.problems.find((one) => fields.includes(one.field));
  return html`<p class="problem" id=${`${id}-problem`} ?hidden=${!found}>${found?.text}</p>`;
}

export function isInvalid({ problems }: DraftForm, fields: readonly string[]): boolean {
  return problems.some((one) => fields.includes(one.field));
}

export function removeButton(label: string, remove: () => void): TemplateResult {
  return html`<button class="remove" type="button" aria-label=${label} @click=${remove}>×</button>`;
}

function field(
  form: DraftForm,
  { id, label, hint, fields }: Labelled,
  content: TemplateResult,
): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label} ${hint ? html`<span class="small">${hint}</span>` : nothing}</label>
    ${content} ${problem(form, id, fields)}
  </div>`;
}

function control(
  form: DraftForm,
  { id, label, fields, value, mode = 'text', change }: TextInput,
  hasLabel: boolean,
): TemplateResult {
  const type = mode === 'date' || mode === 'time' ? mode : 'text';
  return html`<input
    id=${id}
    type=${type}
    class=${mode === 'decimal' ? 'money' : ''}
    inputmode=${type === 'text' ? mode : nothing}
    autocomplete="off"
    aria-label=${hasLabel ? nothing : label}
    aria-invalid=${isInvalid(form, fields)}
    aria-describedby=${`${id}-problem`}
    .value=${value}
    @input=${({ target }: Event) => {
      form.forgive(fields);
      change((target as HTMLInputElement).value);
    }}
  />`;
}
