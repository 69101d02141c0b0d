import { EMAIL } from '#contract/email';
import type { Details } from '../../domain/details.ts';
import { withAsciiDomain } from '../../domain/email.ts';
import type { Field } from './checkout-form.ts';
import { valueOf } from './field-values.ts';

/** What is wrong with a field. `missing` is shown by the field's own message. */
export type FieldProblem = 'missing' | 'tooShort' | 'emailAt' | 'emailEnding' | 'emailWrong';

/** The problems of a form, by field id. `refused` is what the proxy has not accepted. */
export type FormProblems = Map<string, FieldProblem | 'refused'>;

/** What has to be corrected before the order can be sent, by field id, in form order. */
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
  // Counted in code points, as in the proxy: an emoji is one, though it is two UTF-16 units.
  if ([...value].length < minLength) return 'tooShort';
  return type === 'email' ? emailProblem(value) : undefined;
}

function emailProblem(email: string): FieldProblem | undefined {
  const [local, domain, ...rest] = email.split('@');
  if (domain === undefined) return 'emailAt';
  if (!local || rest.length > 0 || /\s/.test(email)) return 'emailWrong';
  if (!/\.[^.\d]{2,}$/.test(domain)) return 'emailEnding';
  return EMAIL.test(withAsciiDomain(email)) ? undefined : 'emailWrong';
}
