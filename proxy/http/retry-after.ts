import { parseRetryAfter } from '#contract/retry-after';

/**
 * The milliseconds for which a refused client is asked to stay away; 0 without a `Retry-After` that
 * can be read. A date is measured by the server's own clock, where the response has it.
 */
export function retryAfterOf({ headers }: Response, now: number): number {
  const date = Date.parse(headers.get('Date') ?? '');
  return parseRetryAfter(headers.get('Retry-After'), Number.isNaN(date) ? now : date) ?? 0;
}
