import type { TemplateResult } from 'lit';
import { countriesIn } from '../../domain/countries.ts';
import type { Words } from '../../messages/words.ts';
import type { Field, Label } from '../form/checkout-form.ts';
import type { FieldProblem } from '../form/field-problems.ts';
import { selectField, textField } from './field.ts';
import { radios } from './radios.ts';
import { tick } from './tick.ts';

/** A choice with more options is a select, which is quicker to search than radio buttons. */
const MAX_RADIOS = 4;

/**
 * A field of the checkout, with an optional button beside its label. The form around it listens to
 * its events.
 */
export function formField(
  field: Field,
  value: string,
  problem: FieldProblem | 'refused' | undefined,
  words: Words,
  action?: TemplateResult,
): TemplateResult {
  const { id, type, autocomplete, maxLength, options = [] } = field;
  const label = labelText(field.label, words);
  const hint = field.hint && labelText(field.hint, words);
  const control = {
    id,
    label,
    hint,
    required: field.missing !== undefined,
    value,
    problem: problemText(field, problem, words),
    action,
  };
  const placeholder = words.say('choose');

  switch (type) {
    case 'checkbox':
      return tick(control);
    case 'choice':
      return options.length > MAX_RADIOS
        ? selectField({
            ...control,
            placeholder,
            options: options.map((option) => ({ code: option, name: option })),
          })
        : radios({ ...control, options, noAnswer: words.say('noAnswer') });
    case 'country':
      return selectField({
        ...control,
        placeholder,
        autocomplete,
        options: countriesIn(words.lang),
      });
    default:
      return textField({ ...control, type, autocomplete, maxLength });
  }
}

export function labelText(label: Label, words: Words): string {
  return 'text' in label ? label.text : words.say(label.message, label.values);
}

export function problemText(
  { missing }: Field,
  problem: FieldProblem | 'refused' | undefined,
  words: Words,
): string | undefined {
  if (problem === 'missing') return missing && labelText(missing, words);
  return problem && words.say(problem);
}
