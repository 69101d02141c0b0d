import type { Problem } from '../contract/problem.schema.ts';

/** Why something that the widget asked for did not happen, in milliseconds where it says when. */
export type Failure =
  /** The proxy refused, and says why. */
  | { kind: 'problem'; problem: Problem; retryAfter?: number | undefined }
  /** No response came. */
  | { kind: 'connection' }
  /** A response came that is not the proxy's own: something in between sent it. */
  | { kind: 'unreadable'; status: number; retryAfter?: number | undefined }
  /** An exception of our own, such as an address that is none. */
  | { kind: 'unexpected'; name: string };

/** Whether asking again may help: everything but a refusal that is about what was asked. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind !== 'problem') return true;
  const { status } = failure.problem;
  return status === 429 || status >= 500;
}

/** Milliseconds after which asking again may help, where the response said so (`Retry-After`). */
export function retryAfterOf(failure: Failure): number | undefined {
  return 'retryAfter' in failure ? failure.retryAfter : undefined;
}
