const SECONDS = /^\d{1,9}$/;
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The milliseconds for which a `Retry-After` asks to stay away: it has seconds, or a date in the form
 * that HTTP prescribes (RFC 9110, 5.6.7 and 10.2.3). Undefined where it cannot be read, or is over.
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  const wait = DATE.test(text) ? Date.parse(text) - now : NaN;
  return wait >= 0 ? wait : undefined;
}
