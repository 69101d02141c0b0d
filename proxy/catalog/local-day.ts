import { createBoundedMap, textBytes } from '../bounded-map.ts';

/** Formatting costs microseconds, and the dates of a day have few starts in few time zones. */
const days = createBoundedMap<string>({ maxBytes: 2_000_000, bytesOf: textBytes });
/** Of which there are as many as time zones. */
const FORMAT_BYTES = 20_000;
const formats = createBoundedMap({
  maxBytes: 500 * FORMAT_BYTES,
  bytesOf: () => FORMAT_BYTES,
  create: createFormat,
});

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
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}
