import { createBoundedMap, textBytes } from '../bounded-map.ts';

/** Formatting costs microseconds, and a day's dates share few starts and few time zones. */
const days = createBoundedMap<string>({ maxBytes: 2_000_000, bytesOf: textBytes });
/** A formatter for each time zone takes this many bytes. */
const FORMAT_BYTES = 20_000;
const formats = createBoundedMap({
  maxBytes: 500 * FORMAT_BYTES,
  bytesOf: () => FORMAT_BYTES,
  create: createFormat,
});

/** The day of an instant in a time zone, such as `2026-11-21`. */
export function localDay(instant: string, timezone: string): string {
  const key = `${instant} ${timezone}`;
  const existing = days.get(key);
  if (existing !== undefined) return existing;
  const day = formats.memo(timezone).format(Date.parse(instant));
  days.set(key, day);
  return day;
}

/** The Swedish locale writes dates in the form of ISO 8601. */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}
