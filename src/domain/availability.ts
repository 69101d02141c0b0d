import type { EventDate } from '../contract/date.schema.ts';
import { firstPriceOf } from '../contract/entry-price.ts';
import type { ListedEvent, MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { Day, Month } from './days.ts';
import type { Loadable } from './loadable.ts';
import { dayIn, toMillis } from './zone.ts';

/** What a customer can do with a date, and why not. */
export type DateState = 'free' | 'full' | 'closed';

const FEW = 5;

/** Whether so few places, or pieces of a product, are left that it is worth a warning. */
export function areFew(left: number): boolean {
  return left < FEW;
}

/** A date with the price group that it takes its prices, duration and limits from. */
export interface Start {
  date: EventDate;
  day: Day;
  group: PriceGroup;
  state: DateState;
  /** Few enough places left to say so with emphasis. */
  scarce: boolean;
}

/** The starts of one month, a day of its neighbours included. */
export interface MonthDates extends Loadable<Start[]> {
  month: Month;
}

export interface DayAvailability {
  day: Day;
  starts: Start[];
  state: DateState;
  /** Places of all its free starts together. */
  left: number;
  scarce: boolean;
  /** What an adult pays at least at its free starts, or at all when none is free; null without prices. */
  fromValue: number | null;
}

/**
 * Whether nothing of an event can be booked. While the proxy does not know its first date, something
 * may be.
 */
export function hasNoDates(
  event: Pick<ListedEvent, 'first_date'> & Partial<Pick<ListedEvent, 'first_date_known'>>,
): boolean {
  return event.first_date === null && event.first_date_known !== false;
}

function stateOf(date: EventDate, now: number): DateState {
  if (toMillis(date.bookable_until) < now) return 'closed';
  return date.available_slots > 0 ? 'free' : 'full';
}

/**
 * A date's own event decides its prices: `group.event_id` is `date.event_id`, never the root's by
 * default.
 */
export function startsOf(event: MergedEvent, dates: EventDate[], now: number): Start[] {
  const groups = new Map(event.price_groups.map((group) => [group.event_id, group]));
  return dates
    .flatMap((date) => {
      const group = groups.get(date.event_id);
      if (!group) return [];
      const state = stateOf(date, now);
      const scarce = state === 'free' && areFew(date.available_slots);
      return [{ date, day: dayIn(event.timezone, date.date), group, state, scarce }];
    })
    .sort((a, b) => toMillis(a.date.date) - toMillis(b.date.date));
}

/** The starts of a month by their day in the event's time zone. */
export function daysOf(starts: Start[], month: Month): Map<Day, DayAvailability> {
  const days = new Map<Day, Start[]>();
  for (const start of starts) {
    if (!start.day.startsWith(month)) continue;
    days.set(start.day, [...(days.get(start.day) ?? []), start]);
  }
  return new Map([...days].map(([day, list]) => [day, summarise(day, list)]));
}

function summarise(day: Day, starts: Start[]): DayAvailability {
  const free = starts.filter((start) => start.state === 'free');
  const left = free.reduce((sum, start) => sum + start.date.available_slots, 0);
  const values = (free.length > 0 ? free : starts).flatMap(
    ({ group }) => firstPriceOf(group.prices)?.value ?? [],
  );
  return {
    day,
    starts,
    state: free.length > 0 ? 'free' : starts.some(isFull) ? 'full' : 'closed',
    left,
    scarce: free.length > 0 && areFew(left),
    fromValue: values.length > 0 ? Math.min(...values) : null,
  };
}

function isFull(start: Start): boolean {
  return start.state === 'full';
}

/**
 * The free start nearest in time to a lost one, with room for that many: what to offer instead. Of
 * the same event, so that prices, duration and limits stay what was chosen.
 */
export function nearestFree(starts: Start[], lost: EventDate, places: number): Start | undefined {
  const distance = (start: Start) => Math.abs(toMillis(start.date.date) - toMillis(lost.date));
  return starts
    .filter(
      ({ date, state }) =>
        state === 'free' &&
        date.event_id === lost.event_id &&
        date.id !== lost.id &&
        date.available_slots >= places,
    )
    .sort((a, b) => distance(a) - distance(b))[0];
}
