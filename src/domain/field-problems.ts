import { EMAIL } from '../contract/email.ts';
import type { Field } from './checkout-form.ts';
import { valueOf, type Details } from './field-values.ts';

/** What is wrong with a field: it has words of its own for being missing, the others are messages. */
export type FieldProblem = 'missing' | 'tooShort' | 'emailAt' | 'emailEnding' | 'emailWrong';

/** What keeps the order from being sent, by the id of its field and in the order of the form. */
export function checkFields(fields: Field[], details: Details): Map<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  for (const field of fields) {
    const problem = problemOf(field, valueOf(field, details));
    if (problem) problems.set(field.id, problem);
  }
  return problems;
}

function problemOf(field: Field, value: string): FieldProblem | undefined {
  const { type, missing, minLength = 0 } = field;
  if (!value) return missing && 'missing';
  // By characters, as the proxy counts them: an emoji is one, of two UTF-16 units.
  if ([...value].length < minLength) return 'tooShort';
  return type === 'email' ? emailProblem(value) : undefined;
}

function emailProblem(email: string): FieldProblem | undefined {
  const [local, domain, ...rest] = email.split('@');
  if (domain === undefined) return 'emailAt';
  if (!local || rest.length > 0 || /\s/.test(email)) return 'emailWrong';
  if (!/\.[^.\d]{2,}$/.test(domain)) return 'emailEnding';
  return EMAIL.test(email) ? undefined : 'emailWrong';
}
