import { EMAIL } from '../contract/email.ts';
import type { Field } from './checkout-form.ts';
import { valueOf, type Details } from './field-values.ts';

/** What is wrong with a field, in a word that the messages know. */
export type FieldProblem =
  'required' | 'unticked' | 'too-short' | 'email-at' | 'email-ending' | 'email';

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
  const { type, required, minLength = 0 } = field;
  if (!value) {
    if (!required) return undefined;
    return type === 'checkbox' ? 'unticked' : 'required';
  }
  if (value.length < minLength) return 'too-short';
  return type === 'email' ? emailProblem(value) : undefined;
}

function emailProblem(email: string): FieldProblem | undefined {
  const [local, domain, ...rest] = email.split('@');
  if (domain === undefined) return 'email-at';
  if (!local || rest.length > 0 || /\s/.test(email)) return 'email';
  if (!/\.[^.\d]{2,}$/.test(domain)) return 'email-ending';
  return EMAIL.test(email) ? undefined : 'email';
}
