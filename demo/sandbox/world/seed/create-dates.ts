import { TZDate, tzOffset } from '@date-fns/tz';
import type { EventDate } from '../../dates/date.ts';
import type { Event } from '../../events/event.ts';
import { idOf } from '../ids.ts';
import { numberFrom } from '../random.ts';
import type { Demand, EventData, Schedule } from './types.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** One date in six has fewer places than its event, as dates may (spec, Event: max_participants). */
const PART_OF_SMALLER_DATES = 1 / 6;

/** The part of a date that follows from the seed, the day and the event's data. */
interface DrawnDate {
  readonly id: string;
  readonly start: number;
  readonly total_slots: number;
  readonly taken: number;
}

/**
 * The dates last drawn for an event. Drawing thousands of dates is the slowest part of creating a
 * world, and tests create the same world many times.
 */
const lastDrawn = new WeakMap<EventData, { world: string; dates: readonly DrawnDate[] }>();

/** The dates of one event for the next `days` days. */
export function createDates(
  seed: string,
  now: number,
  days: number,
  wallClock: WallClock,
  event: Event,
  data: EventData,
): EventDate[] {
  const today = dayNumber(now);
  const world = `${seed}/${today}/${days}`;
  const last = lastDrawn.get(data);
  const dates = last?.world === world ? last.dates : drawDates(seed, today, days, wallClock, data);
  lastDrawn.set(data, { world, dates });
  return dates.map(({ id, start, total_slots, taken }) => ({
    id,
    event,
    active: 1,
    start,
    total_slots,
    taken,
    changed_at: event.changed_at,
  }));
}

function drawDates(
  seed: string,
  today: DayNumber,
  days: number,
  wallClock: WallClock,
  { key, schedule, demand, max_participants }: EventData,
): DrawnDate[] {
  // Keyed by start, because when the clocks skip an hour two local times are the same instant: one
  // date.
  const dates = new Map<number, DrawnDate>();
  for (let ahead = demand.firstDay ?? 0; ahead < days; ahead += 1) {
    const times = timesOn(today + ahead, schedule);
    for (const time of times) {
      const start = wallClock(today + ahead, time);
      const name = `${seed}/date/${key}/${start}`;
      const total_slots = totalSlots(name, max_participants);
      const isLastOfDay = time === times.at(-1);
      const taken = takenSlots(name, total_slots, ahead, isLastOfDay, demand);
      dates.set(start, { id: idOf(name), start, total_slots, taken });
    }
  }
  return [...dates.values()];
}

function totalSlots(name: string, maxParticipants: number): number {
  const isSmaller = numberFrom(`${name}/total`) < PART_OF_SMALLER_DATES;
  return isSmaller ? Math.ceil(maxParticipants * 0.75) : maxParticipants;
}

function takenSlots(
  name: string,
  total: number,
  ahead: number,
  isLastOfDay: boolean,
  demand: Demand,
): number {
  const left = demand.placesLeft?.[ahead];
  if (left !== undefined) return isLastOfDay ? total - left : total;
  if (demand.usual === 1) return total;
  const nearness = ahead < 14 ? 1 : ahead < 60 ? 0.6 : 0.2;
  const takenPart = demand.usual * nearness * (0.4 + 1.2 * numberFrom(`${name}/taken`));
  return Math.min(total, Math.floor(total * takenPart));
}

/** A calendar day without a time zone, as the number of days since 1970-01-01. */
export type DayNumber = number;

export function dayNumber(milliseconds: number): DayNumber {
  return Math.floor(milliseconds / DAY);
}

/** The moment of a local `time`, such as `09:30`, on that day. */
export type WallClock = (day: DayNumber, time: string) => number;

/**
 * Looking up a time zone's offset is slow and a world has thousands of dates, so the offset of a day
 * is cached, and TZDate is used only around the days on which the clocks are changed.
 */
export function createWallClock(timezone: string): WallClock {
  const offsets = new Map<DayNumber, number>();
  const offsetAtNoon = (day: DayNumber): number => {
    const cached = offsets.get(day);
    if (cached !== undefined) return cached;
    const offset = tzOffset(timezone, new Date(day * DAY + DAY / 2));
    offsets.set(day, offset);
    return offset;
  };
  return (day, time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const offset = offsetAtNoon(day - 1);
    if (offset === offsetAtNoon(day + 1)) return day * DAY + (hour * 60 + minute - offset) * MINUTE;
    const date = new Date(day * DAY);
    const year = date.getUTCFullYear();
    const month = date.getUTCMonth();
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
