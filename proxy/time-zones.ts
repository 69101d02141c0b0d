import { createBoundedMap } from './bounded-map.ts';

/** `Intl` takes up to a millisecond for each name, and 10,000 events have few time zones. */
const results = createBoundedMap({ maxBytes: 200_000, bytesOf: () => 4, create: isOfIntl });

/** Offsets such as +01:00 are not names; older browsers reject them. */
const NAME = /^[a-z]/i;

/** Whether `Intl` has a time zone of this name. */
export function isTimeZone(name: string): boolean {
  return NAME.test(name) && results.memo(name);
}

function isOfIntl(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
