import { LRUCache } from 'lru-cache';

/** Formatting costs microseconds, and the dates of a day have few starts in few time zones. */
const days = new LRUCache<string, string>({ max: 5_000 });
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500, memoMethod: createFormat });

/** The day on which an instant lies in a time zone, `2026-11-21`. */
export function localDay(instant: string, timezone: string): string {
  const key = `${instant} ${timezone}`;
  const existing = days.get(key);
  if (existing !== undefined) return existing;
  const day = formats.memo(timezone).format(Date.parse(instant));
  days.set(key, day);
  return day;
}

/** Swedish dates are written as ISO 8601 says. */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
}
