/** Seconds, or a date in the form that HTTP prescribes (RFC 9110, 5.6.7 and 10.2.3). */
const SECONDS = /^\d{1,9}$/;
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The milliseconds for which a refused client is asked to stay away; 0 without a `Retry-After` that
 * can be read. A date is measured by the server's own clock, where the response has it.
 */
export function retryAfterOf({ headers }: Response, now: number): number {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!DATE.test(text)) return 0;
  const date = Date.parse(headers.get('Date') ?? '');
  const milliseconds = Date.parse(text) - (Number.isNaN(date) ? now : date);
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}
