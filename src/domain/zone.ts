import { MINUTE } from '#contract/milliseconds';
import type { Day } from './days.ts';

/** Cached, because creating a format takes a millisecond, and a month of dates needs hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(timezone: string, instant: number): Record<string, string> {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timezone, format);
  }
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
  return parts;
}

/** Whether this browser knows a time zone, which may be newer than the browser. */
export function isKnownZone(timezone: string): boolean {
  try {
    return Boolean(partsIn(timezone, 0));
  } catch (error) {
    // Any other error is not about this zone.
    return !(error instanceof RangeError);
  }
}

/** The day that an instant falls on in a time zone. */
export function dayIn(timezone: string, instant: string | number): Day {
  const { year, month, day } = partsIn(timezone, toMillis(instant));
  return `${year}-${month}-${day}`;
}

/** Minutes by which a time zone's clocks are ahead of UTC at an instant. */
export function offsetOf(timezone: string, instant: string | number): number {
  const millis = Math.floor(toMillis(instant) / MINUTE) * MINUTE;
  const { year, month, day, hour, minute } = partsIn(timezone, millis);
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
  );
  return (shown - millis) / MINUTE;
}

/**
 * Milliseconds since the epoch; NaN if it is not a time. Not `Date.parse`, which some libraries
 * replace.
 */
export function toMillis(instant: string | number): number {
  return new Date(instant).getTime();
}

let ownZone: string | undefined;

/** The time zone that this browser runs in. */
export function customerZone(): string {
  ownZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}
