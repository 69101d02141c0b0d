import { PlatformRefused, PlatformUnreachable, TokenUnavailable } from '../platform/errors.ts';

/** The answers by which the platform says that it read the order and does not take it. */
const refusals = new Set([400, 403, 404, 409, 422]);
/** The answers by which it says that it did not even look. */
const turnedAway = new Set([401, 429]);

/** What a failed create says about the order. Whatever is not a clear no is no answer at all. */
export function classify(error: unknown): 'refused' | 'unsent' | 'unanswered' {
  if (error instanceof TokenUnavailable) return 'unsent';
  if (error instanceof PlatformUnreachable) return error.sent ? 'unanswered' : 'unsent';
  if (!(error instanceof PlatformRefused)) return 'unanswered';
  if (turnedAway.has(error.status)) return 'unsent';
  return refusals.has(error.status) ? 'refused' : 'unanswered';
}
