import { html, nothing, type TemplateResult } from 'lit';
import type { Details } from '../../domain/details.ts';
import type { Words } from '../../messages/words.ts';
import type { Field, FieldGroup } from '../form/checkout-form.ts';
import type { FormProblems } from '../form/field-problems.ts';
import type { DetailTyped } from '../form/field-values.ts';
import { labelAndHint, labelledBy } from './field.ts';
import { formField, labelText } from './form-field.ts';

interface DetailsForm {
  fields: Field[];
  values: Details;
  problems: FormProblems;
  /** Whether the fields for company and billing address are shown. */
  hasInvoice: boolean;
  /** Shows them, and focuses the first. */
  addInvoice: (first: Field) => void;
  /** Types for the customer what was typed into other fields, and focuses the first. */
  copy: (details: DetailTyped[], first: Field) => void;
  words: Words;
}

/**
 * The fields for the customer's details, in groups: contact, invoice, shipping, questions,
 * participants and the rest. The form around them listens to their events.
 */
export function detailsForm(form: DetailsForm): TemplateResult {
  const { words } = form;
  return html`<h2 class="title" tabindex="-1" id="title">${words.say('yourDetails')}</h2>
    <div class="fields">${renderGroup('contact', form)}</div>
    ${renderInvoice(form)} ${renderShipping(form)} ${renderQuestions(form)}
    ${renderParticipants(form)}
    <div class="fields whole">${renderGroup('rest', form)}</div>`;
}

function renderGroup(group: FieldGroup, form: DetailsForm) {
  return fieldsOf(group, form).map((field) => renderField(field, form));
}

function fieldsOf(group: FieldGroup, { fields }: DetailsForm): Field[] {
  return fields.filter((field) => field.group === group);
}

function renderField(field: Field, form: DetailsForm, action?: TemplateResult) {
  const { values, problems, words } = form;
  return formField(field, values.get(field.key) ?? '', problems.get(field.id), words, action);
}

/** Company and billing address are shown on demand, unless the site requires them. */
function renderInvoice(form: DetailsForm) {
  const { words, hasInvoice, addInvoice } = form;
  const fields = fieldsOf('invoice', form);
  const [first] = fields;
  if (!first) return nothing;
  if (hasInvoice) {
    return html`${renderHeading('invoice', fields, words)}
    ${renderAddress('invoice', words.say('invoice'), form)}`;
  }
  return html`<button type="button" class="quiet" @click=${() => addInvoice(first)}>
    ${words.say('addInvoice')}
  </button>`;
}

function renderShipping(form: DetailsForm) {
  if (fieldsOf('shipping', form).length === 0) return nothing;
  const title = form.words.say('shippingAddress');
  return html`<h3 class="heading">${title}</h3>
    ${renderAddress('shipping', title, form)}`;
}

/** The group has a name, because both addresses have fields with the same labels. */
function renderAddress(group: FieldGroup, title: string, form: DetailsForm) {
  return html`<div class="fields" role="group" aria-label=${title}>
    ${renderGroup(group, form)}
  </div>`;
}

function renderQuestions(form: DetailsForm) {
  const fields = renderGroup('questions', form);
  if (fields.length === 0) return nothing;
  return html`<h3 class="heading">${form.words.say('questions', { count: fields.length })}</h3>
    <div class="fields questions">${fields}</div>`;
}

function renderParticipants(form: DetailsForm) {
  const fields = fieldsOf('participants', form);
  if (fields.length === 0) return nothing;
  return html`${renderHeading('whoIsComing', fields, form.words)}
    <div class="fields">${personsOf(fields).map((person) => renderPerson(person, form))}</div>`;
}

/** A heading, which says if all of its fields are optional. */
function renderHeading(message: 'invoice' | 'whoIsComing', fields: Field[], words: Words) {
  const isOptional = !fields.some(({ missing }) => missing);
  return html`<div class="group-title">
    <h3 class="heading">${words.say(message)}</h3>
    ${isOptional ? html`<span class="small">${words.say('optional')}</span>` : nothing}
  </div>`;
}

/** The fields grouped by participant. */
function personsOf(fields: Field[]): Field[][] {
  const persons = new Map<string, Field[]>();
  for (const field of fields) {
    const person = field.block?.id ?? field.id;
    persons.set(person, [...(persons.get(person) ?? []), field]);
  }
  return [...persons.values()];
}

function renderPerson(fields: Field[], form: DetailsForm) {
  const { words } = form;
  const [first] = fields;
  const controls = fields.map((field) =>
    renderField(field, form, field === first ? renderSameAs(fields, form) : undefined),
  );
  const block = first?.block;
  if (!block) return controls;
  const { id, hint } = block;
  const labelled = {
    id,
    label: labelText(block.label, words),
    hint: hint && labelText(hint, words),
  };
  return html`<div class="block" role="group" aria-labelledby=${labelledBy(labelled)}>
    <p>${labelAndHint(labelled)}</p>
    <div class="fields">${controls}</div>
  </div>`;
}

/**
 * A button that copies a person's name and contact data, which were typed before, to a participant.
 * It names the person, because "as above" means nothing to somebody who listens.
 */
function renderSameAs(fields: Field[], { values, copy, words }: DetailsForm) {
  const [first] = fields;
  const copies = fields.flatMap(({ key, sameAs }): DetailTyped[] => {
    const value = (sameAs && values.get(sameAs)) || '';
    return value && value !== values.get(key) ? [{ key, value }] : [];
  });
  if (!first || copies.length === 0) return undefined;
  const text = words.say('sameAs', { name: copies[0]?.value ?? '' });
  const name = `${text}: ${labelText((first.block ?? first).label, words)}`;
  return html`<button
    type="button"
    class="quiet small"
    aria-label=${name}
    @click=${() => copy(copies, first)}
  >
    ${text}
  </button>`;
}
