import { addDays as addDaysTo, addMonths as addMonthsTo } from 'date-fns';
import { DAY } from '#contract/milliseconds';

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

/** 0 is Sunday, as in JavaScript's own Date. */
export function weekdayOf(day: Day): number {
  return noon(day).getDay();
}

/** First and last day of the week that a day lies in. */
export function weekOf(day: Day, firstWeekday: number): [Day, Day] {
  const first = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
  return [first, addDays(first, 6)];
}

/** The days that a calendar shows at once: whole weeks. */
export interface Weeks {
  first: Day;
  last: Day;
}

const DAYS = 5 * 7;

/**
 * The weeks with a day. The first ones begin with the week of today, so that none is ever shown that
 * has passed; a day that has passed leads to those.
 */
export function weeksWith(day: Day, today: Day, firstWeekday: number): Weeks {
  const [begin] = weekOf(today, firstWeekday);
  const turns = Math.max(0, Math.floor(daysBetween(begin, day) / DAYS));
  return weeksFrom(addDays(begin, turns * DAYS));
}

/** The weeks that begin with a day. */
export function weeksFrom(first: Day): Weeks {
  return { first, last: addDays(first, DAYS - 1) };
}

export function isWithin({ first, last }: Weeks, day: Day): boolean {
  return first <= day && day <= last;
}

/** The first day of the weeks so many turns after those that begin with a day. */
export function turned(first: Day, turns: number): Day {
  return addDays(first, turns * DAYS);
}

/** The days of a calendar by week. */
export function rowsFrom(first: Day): Day[][] {
  return counted(DAYS / 7, (row) => counted(7, (index) => addDays(first, row * 7 + index)));
}

/** The months with the days from one to another. */
export function monthsBetween(first: Day, last: Day): Month[] {
  const months = [monthOf(first)];
  while ((months.at(-1) ?? '') < monthOf(last)) months.push(nextMonth(months.at(-1) ?? ''));
  return months;
}

/** Rounded, because days on which the clocks change are an hour longer or shorter. */
function daysBetween(from: Day, to: Day): number {
  return Math.round((noon(to).getTime() - noon(from).getTime()) / DAY);
}

/** Not with `Array.from`: old libraries replace it with one that ignores the mapping function. */
function counted<T>(count: number, make: (index: number) => T): T[] {
  return [...Array<undefined>(count)].map((_, index) => make(index));
}
