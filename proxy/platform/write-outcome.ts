import {
  BudgetSpent,
  InvalidInput,
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
  TokenUnavailable,
} from './errors.ts';

/** What became of a write that failed. Only an unclear one may have been done. */
export type WriteOutcome = 'refused' | 'unsent' | 'unclear';

/** The platform has read the body, and refuses it. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);
/** The platform has not read the body. */
const unsentStatuses: ReadonlySet<number> = new Set([401, 429]);

/** Whether a failed write has been done. Anything but a clear refusal is unclear. */
export function outcomeOfWrite(error: unknown): WriteOutcome {
  if (error instanceof TokenUnavailable || error instanceof SendTooLate) return 'unsent';
  if (error instanceof BudgetSpent || error instanceof InvalidInput) return 'unsent';
  if (error instanceof PlatformUnreachable) return error.sent ? 'unclear' : 'unsent';
  // Without the platform's own error body, the response may come from an intermediary, whatever its
  // status, and the write may have been done all the same.
  if (!(error instanceof PlatformRefused) || error.code === undefined) return 'unclear';
  if (unsentStatuses.has(error.status)) return 'unsent';
  return refusedStatuses.has(error.status) ? 'refused' : 'unclear';
}
