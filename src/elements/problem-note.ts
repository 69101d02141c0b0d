import { html, type TemplateResult } from 'lit';
import type { ProblemCode } from '../contract/problem.schema.ts';
import type { Words } from '../messages/words.ts';

/** Anything that went wrong, as the elements get it: our errors by name, so that nothing above has to be imported. */
export type Failure = Error & { problem?: { code: ProblemCode } };

/** What happened, in the person's words. */
export function failureText(failure: unknown, words: Words): string {
  const { name, problem } = failure as Failure;
  if (problem) return words.problem(problem.code);
  if (name === 'ConnectionError') return words.say('offline');
  if (name === 'ContractError') return words.say('unreadable');
  return words.problem('internal-error');
}

/** A reason and the way on, in the place where it belongs. */
export function problemNote(text: string, ...ways: (TemplateResult | undefined)[]): TemplateResult {
  return html`<div class="note" role="alert">${text} ${ways}</div>`;
}

export function wayOn(label: string, take: () => void): TemplateResult {
  return html`<button type="button" class="quiet" @click=${take}>${label}</button>`;
}
