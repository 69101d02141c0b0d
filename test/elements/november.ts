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

/** November 2026, which begins on a Sunday, with a day of every kind. */
export const november = {
  month: '2026-11',
  label: 'November 2026',
  today: '2026-11-21',
  days: byDay(
    aDay('2026-11-24'),
    aDay('2026-11-25', { left: 2, scarce: true }),
    aDay('2026-11-26', { state: 'full', left: 0 }),
    aDay('2026-11-27', { state: 'closed', left: 0 }),
    aDay('2026-11-28', { fromValue: 2450 }),
  ),
};

/** The name of a day in whatever month is shown. */
export const on = (day: number) => new RegExp(`^\\w+,? ${day} `);

export const dayOf = (element: HTMLElement | null) => element?.dataset['day'];
