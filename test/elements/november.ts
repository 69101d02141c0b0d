import type { DayAvailability } from '../../src/domain/availability.ts';

/** By default with free places. */
export const aDay = (day: string, change: Partial<DayAvailability> = {}): DayAvailability => ({
  day,
  starts: [],
  state: 'free',
  left: 12,
  scarce: false,
  fromValue: 3900,
  ...change,
});

export const byDay = (...days: DayAvailability[]) => new Map(days.map((day) => [day.day, day]));

/** The weeks from 16 November to 20 December 2026, with a day of every kind. */
export const november = {
  first: '2026-11-16',
  label: '21 Nov to 20 Dec',
  today: '2026-11-21',
  days: byDay(
    aDay('2026-11-24'),
    aDay('2026-11-25', { left: 2, scarce: true }),
    aDay('2026-11-26', { state: 'full', left: 0 }),
    aDay('2026-11-27', { state: 'closed', left: 0 }),
    aDay('2026-11-28', { fromValue: 2450 }),
  ),
};

/** The name of a day. */
export const on = (day: number, month = 'November') => new RegExp(`^\\w+,? ${day} ${month}`);

export const dayOf = (element: HTMLElement | null) => element?.dataset['day'];
