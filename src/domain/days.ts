import { addDays as addDaysTo, addMonths as addMonthsTo } from 'date-fns';

/** A day in an event's time zone: `2026-11-21`. */
export type Day = string;
/** `2026-11`. */
export type Month = string;

/** Noon, because midnight does not exist on every day of every zone. */
function noon(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

const two = (value: number) => String(value).padStart(2, '0');

function dayOf(date: Date): Day {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day in the browser's own time zone. `now` is in milliseconds since the epoch. */
export function localDay(now: number): Day {
  return dayOf(new Date(now));
}

/** Whether a text is a day that exists: 30 February is not. */
export function isDay(text: string): text is Day {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && dayOf(noon(text)) === text;
}

export function addDays(day: Day, amount: number): Day {
  return dayOf(addDaysTo(noon(day), amount));
}

/** The same day of another month, or its last day: 31 January plus one is 28 February. */
export function addMonths(day: Day, amount: number): Day {
  return dayOf(addMonthsTo(noon(day), amount));
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function nextMonth(month: Month, amount = 1): Month {
  return monthOf(addMonths(`${month}-01`, amount));
}

/** Days before a day that still count as near it. */
const NEAR = 14;

/**
 * The months with the days near a day: from two weeks before it to the end of the next month. Days
 * before today are left out, and a day that has passed stands for today.
 */
export function monthsNear(day: Day, today: Day): Month[] {
  const later = (one: Day, other: Day) => (one > other ? one : other);
  const last = later(day, today);
  const first = later(addDays(last, -NEAR), today);
  const month = monthOf(last);
  return [...new Set([monthOf(first), month, nextMonth(month)])];
}

export function daysIn(month: Month): Day[] {
  const last = addDays(`${nextMonth(month)}-01`, -1);
  return counted(Number(last.slice(8)), (index) => `${month}-${two(index + 1)}`);
}

/** 0 is Sunday, as in JavaScript's own Date. */
export function weekdayOf(day: Day): number {
  return noon(day).getDay();
}

/** The rows of a month's grid, a row per week; null where a week reaches into another month. */
export function weeksOf(month: Month, firstWeekday: number): (Day | null)[][] {
  const days: (Day | null)[] = daysIn(month);
  const lead = (weekdayOf(`${month}-01`) - firstWeekday + 7) % 7;
  const cells = [...Array<null>(lead).fill(null), ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return counted(cells.length / 7, (row) => cells.slice(row * 7, row * 7 + 7));
}

/** First and last day of the week that a day lies in. */
export function weekOf(day: Day, firstWeekday: number): [Day, Day] {
  const first = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
  return [first, addDays(first, 6)];
}

/** Not with `Array.from`: old libraries replace it with one that ignores the mapping function. */
function counted<T>(count: number, make: (index: number) => T): T[] {
  return [...Array<undefined>(count)].map((_, index) => make(index));
}
