import type { EventDate } from '#contract/date.schema';
import { type Start, startsFor, startsOf } from '../../src/domain/availability.ts';
import { weeksFrom } from '../../src/domain/days.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { DatePicker, MergedEvent } from '../../src/index.ts';
import { aDate, anEvent, NOW } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { shownDates } from './loadables.ts';
import { type Context, mount } from './mount.ts';

export const at = (date: string, change: Partial<EventDate> = {}) =>
  aDate({ id: date, date, bookable_until: date, ...change });

/** Starts as the widget derives them from an event and its dates. */
export const startsAt = (dates: EventDate[], event: Partial<MergedEvent> = {}, now = NOW) =>
  startsOf(anEvent(event), dates, now);

export const tuesday = startsAt([
  at('2026-11-24T09:00:00Z'),
  at('2026-11-24T13:00:00Z', { available_slots: 2 }),
  at('2026-11-24T15:00:00Z', { available_slots: 0 }),
]);

export interface Picker {
  event?: Partial<MergedEvent>;
  starts?: Start[];
  /** The first of the days that are shown. */
  first?: string;
  isLoading?: boolean;
  failure?: Failure;
  day?: string;
  start?: Start;
  participants?: number;
  skippedSince?: string;
  asList?: boolean;
  narrow?: boolean;
}

/** By default an event with times on Tuesday, 24 November. */
export async function open(
  picker: Picker = {},
  context: Partial<Context> = {},
): Promise<DatePicker> {
  const { event, starts = tuesday, first = '2026-11-16', isLoading = false, failure } = picker;
  const { day = '', start = null, participants = 1, skippedSince = '', narrow = false } = picker;
  const value = isLoading ? undefined : startsFor(starts, participants);
  const dates = shownDates({ value, failure }, weeksFrom(first));
  const properties = {
    event: anEvent(event),
    dates,
    day,
    start,
    participants,
    skippedSince,
    narrow,
  };
  const el = await mount('booking-date-picker', properties, context);
  if (picker.asList) await page(el).click('button', 'Next dates');
  return el;
}

export const times = (el: DatePicker) => page(el).names('radio');
