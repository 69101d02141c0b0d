import { MINUTE } from '#contract/milliseconds';
import { addDays, isDay, weekdayOf } from '../../src/domain/days.ts';
import { offsetOf } from '../../src/domain/zone.ts';
import type { DraftDate, DraftGroup } from './own-draft.ts';

/** A start as the platform takes it. */
export interface Start {
  /** As `2026-12-03T18:00:00Z`. */
  readonly date: string;
  readonly total_slots: number;
}

export interface Starts {
  readonly starts: readonly Start[];
  /** What cannot be read; empty if all can. */
  readonly problem: string;
}

/** The longest that a weekly rule goes on. */
const MOST_DAYS = 3 * 366;
const nothing: Starts = { starts: [], problem: '' };

/** By weekdays (1 is Monday) and times, from one day to another, without what has passed. */
export function weeklyStarts(
  { weekdays, times, from, until }: Pick<DraftGroup, 'weekdays' | 'times' | 'from' | 'until'>,
  places: number,
  timezone: string,
  now: number,
): Starts {
  if (weekdays.length === 0 && !times.trim()) return nothing;
  if (weekdays.length === 0) return fail('Choose the weekdays.');
  const all = timesIn(times);
  if (all === undefined) return fail('Times look like 19:00, 21:30.');
  if (!isDay(from) || !isDay(until)) return fail('Say from which day until which.');
  if (until < from) return fail('The last day comes before the first.');
  const starts: Start[] = [];
  let day = from;
  for (let count = 0; day <= until; count += 1, day = addDays(day, 1)) {
    if (count === MOST_DAYS) return fail('Three years are the most at once.');
    if (!weekdays.includes(weekdayOf(day) || 7)) continue;
    for (const time of all) {
      const date = instantAt(timezone, day, time);
      if (Date.parse(date) > now) starts.push({ date, total_slots: places });
    }
  }
  return starts.length > 0 ? { starts, problem: '' } : fail('None of these days is to come.');
}

export function singleStarts(rows: readonly DraftDate[], timezone: string): Starts {
  const isWhole = rows.every(({ day, time }) => isDay(day) && toTime(time) !== undefined);
  if (!isWhole) return fail('Each of these dates has a day and a time.');
  const starts = rows.map(({ day, time, places }) => ({
    date: instantAt(timezone, day, toTime(time) ?? ''),
    total_slots: places.trim() ? Number(places) : NaN,
  }));
  return { starts, problem: '' };
}

/** One start in each line, as pasted from a spreadsheet: day, time, and places if they are others. */
export function parseListedDates(text: string, places: number, timezone: string): Starts {
  const starts: Start[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [day = '', clock = '', own, ...rest] = line.split(/[\s,;]+/).filter(Boolean);
    if (!day) continue;
    const time = toTime(clock);
    const total_slots = own === undefined ? places : Number(own);
    if (!isDay(day) || time === undefined || rest.length > 0 || Number.isNaN(total_slots)) {
      return fail(`Line ${index + 1} does not look like 2026-12-24 19:00 12.`);
    }
    starts.push({ date: instantAt(timezone, day, time), total_slots });
  }
  return { starts, problem: '' };
}

/**
 * When the clocks of a time zone show this. Where they skip it, an hour later; where they show it
 * twice, the first time.
 */
export function instantAt(timezone: string, day: string, time: string): string {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = shown - offsetOf(timezone, shown - DAY_AROUND) * MINUTE;
  const after = shown - offsetOf(timezone, shown + DAY_AROUND) * MINUTE;
  const isShown = (instant: number) => instant + offsetOf(timezone, instant) * MINUTE === shown;
  const instant = isShown(before) || !isShown(after) ? before : after;
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** More than any zone is away from UTC. */
const DAY_AROUND = 24 * 60 * MINUTE;

/** The times in a text; undefined if something else is in it, or nothing. */
function timesIn(text: string): string[] | undefined {
  const times = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(toTime);
  const isWhole = times.length > 0 && times.every((time) => time !== undefined);
  return isWhole ? [...new Set(times as string[])].sort() : undefined;
}

/** `9:30` as `09:30`; undefined for what is no time of a day. */
function toTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d\d)$/.exec(text) ?? [];
  const isTime = hour !== '' && Number(hour) < 24 && Number(minute) < 60;
  return isTime ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

function fail(problem: string): Starts {
  return { starts: [], problem };
}
