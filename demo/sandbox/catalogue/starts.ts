import { TZDate, tzOffset } from '@date-fns/tz';
import type { Schedule } from './types.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** A day that belongs to no time zone, as the number of days since 1970-01-01. */
export type DayNumber = number;

export function dayNumber(milliseconds: number): DayNumber {
  return Math.floor(milliseconds / DAY);
}

/** The moment at which a clock on the wall shows `time` on that day. */
export type WallClock = (day: DayNumber, time: string) => number;

/**
 * Thousands of starts are read at once, and asking for the offset is what takes time; so it is
 * asked once a day, and the exact way is only gone around the days on which the clocks are changed.
 */
export function createWallClock(timezone: string): WallClock {
  const offsets = new Map<DayNumber, number>();
  const offsetAtNoon = (day: DayNumber): number => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const offset = tzOffset(timezone, new Date(day * DAY + DAY / 2));
    offsets.set(day, offset);
    return offset;
  };
  return (day, time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const offset = offsetAtNoon(day - 1);
    if (offset === offsetAtNoon(day + 1)) return day * DAY + (hour * 60 + minute - offset) * MINUTE;
    const date = new Date(day * DAY);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return new TZDate(year, month, date.getUTCDate(), hour, minute, timezone).getTime();
  };
}

/** Times of a day, earliest first. */
export function timesOn(day: DayNumber, schedule: readonly Schedule[]): readonly string[] {
  const date = new Date(day * DAY);
  const weekday = date.getUTCDay() || 7;
  const month = date.getUTCMonth() + 1;
  return schedule
    .filter(
      ({ weekdays, months }) => weekdays.includes(weekday) && (months?.includes(month) ?? true),
    )
    .flatMap(({ times }) => times)
    .toSorted();
}
