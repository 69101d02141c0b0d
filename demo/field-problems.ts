import type { z } from 'zod';
import { type ApiError, outcomeOfWrite } from '../proxy/platform/index.ts';

/** What is wrong with a field of the form, in words. */
export interface FieldProblem {
  /** A path in what the form sent, as `groups.0.prices.1.value`; empty if it is no field's. */
  readonly field: string;
  readonly text: string;
}

/** Of a body that the demo's server has parsed. */
export function problemsOfInput({ issues }: z.ZodError): FieldProblem[] {
  return issues.map((issue) => ({ field: issue.path.join('.'), text: wordsOf(issue) }));
}

/** `fieldOf` tells the form's field from the operation's, such as `prices.1.value`. */
export function problemsOfCall(error: ApiError, fieldOf: (name: string) => string): FieldProblem[] {
  if (error.name === 'InvalidInput') {
    return error.issues.map((issue) => {
      const { name, text } = split(issue);
      return { field: fieldOf(name.replace(/^body\.?/, '')), text: sentence(text) };
    });
  }
  if (error.name === 'PlatformRefused' && outcomeOfWrite(error) === 'refused') {
    const { message, user_message } = error.said;
    const { name, text } = split(message);
    const words = [user_message, text].filter(Boolean).map(sentence).join(' ');
    return [{ field: fieldOf(name), text: words || sentence(error.message) }];
  }
  const isSent = outcomeOfWrite(error) === 'unclear';
  const advice = isSent
    ? 'It may have been written all the same: look before you write it again.'
    : 'Nothing of it was written. Try again.';
  return [{ field: '', text: `${sentence(error.message)} ${advice}` }];
}

/** The platform's messages begin with the name of a field; others are about nothing in particular. */
function split(message: string): { name: string; text: string } {
  const [, name = '', text = message] = /^([\w.]+): (.*)$/s.exec(message) ?? [];
  return { name, text };
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ['number', 'int'].includes(issue.expected) ? 'Write a number.' : 'Fill this in.';
    case 'too_small':
      if (issue.origin === 'string') return 'Fill this in.';
      return issue.origin === 'array' ? 'At least one is needed.' : `At least ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `At most ${issue.maximum} characters.`;
      return `At most ${issue.maximum}.`;
    default:
      return sentence(issue.message);
  }
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
