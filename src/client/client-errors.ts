import type { Problem } from '../contract/problem.schema.ts';

/** The proxy's answer was no, and says why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError' as const;
  readonly problem: Problem;
  /** Milliseconds after which asking again may help, where the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    super(`${problem.code}: ${problem.title}`);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** There was no answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError' as const;
}

/** There was an answer, and it cannot be read: not the proxy's, but of something in between. */
export class ContractError extends Error {
  override readonly name = 'ContractError' as const;
  readonly status: number;
  /** Milliseconds after which asking again may help, where the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * What may be otherwise a moment later: no answer, one that is not the proxy's, or too much to do.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true;
  const { status } = error.problem;
  return status === 429 || status >= 500;
}

/** How long an answer asks to wait, in milliseconds (RFC 9110, Retry-After: seconds, or a date). */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return wait >= 0 ? wait : undefined;
}
