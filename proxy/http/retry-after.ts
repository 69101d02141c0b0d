import { parseRetryAfter } from '#contract/retry-after';

/**
 * How long a refused client should wait, in milliseconds; 0 without a readable `Retry-After`. A
 * date is measured by the server's own clock if the response has a `Date`.
 */
export function retryAfterOf({ headers }: Response, now: number): number {
  const date = Date.parse(headers.get('Date') ?? '');
  return parseRetryAfter(headers.get('Retry-After'), Number.isNaN(date) ? now : date) ?? 0;
}
