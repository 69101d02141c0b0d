import { html, type TemplateResult } from 'lit';
import type { ProblemCode, ProblemDetail } from '../../contract/problem.schema.ts';
import type { Words } from '../../messages/words.ts';

/**
 * Anything that went wrong, as the elements get it: our errors by name, so that nothing above has
 * to be imported.
 */
export type Failure = Error & {
  problem?: { code: ProblemCode; errors?: ProblemDetail[] };
  /** Of an answer that is not the proxy's own. */
  status?: number;
  /** Milliseconds. */
  retryAfter?: number;
};

/** What happened, in the person's words. */
export function failureText(failure: unknown, words: Words): string {
  const { name, problem, status = 0, retryAfter } = failure as Failure;
  // Something in between may answer in the proxy's place.
  const between = status === 429 ? 'too-many-requests' : status > 501 ? 'platform-down' : undefined;
  const code = problem?.code ?? between;
  if (code === 'too-many-requests' && retryAfter) {
    return words.say('tooManyUntil', { when: words.inTime(retryAfter) });
  }
  if (code) return words.problem(code);
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
