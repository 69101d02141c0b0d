import { obstacleTo } from '#contract/bookable';
import type { EventDate } from '#contract/date.schema';
import { firstPriceOf } from '#contract/entry-price';
import type { ListedEvent, MergedEvent, PriceGroup } from '#contract/event.schema';
import type { Day, Weeks } from './days.ts';
import type { Loadable } from './loadable.ts';
import { dayIn, toMillis } from './zone.ts';

/** Whether a party can book a date, or why it cannot. */
export type DateState = 'free' | 'too-few-places' | 'full' | 'closed';

const FEW = 5;

/** Whether so few places, or pieces of a product, are left that a warning is shown. */
export function areFew(left: number): boolean {
  return left < FEW;
}

/** A date with the price group that it takes its prices, duration and limits from. */
export interface Start {
  date: EventDate;
  day: Day;
  group: PriceGroup;
  state: DateState;
  /** Whether so few places are left that a warning is shown. */
  scarce: boolean;
}

/** The starts of the days that are shown at once, and of the other days of their months. */
export interface ShownDates extends Loadable<Start[]>, Weeks {
  /** Whether all of their months are loaded, so that a day without starts has no dates. */
  isWhole: boolean;
}

export interface DayAvailability {
  day: Day;
  starts: Start[];
  state: DateState;
  /** Places of all free starts together; without a free start, the most places of any start. */
  left: number;
  scarce: boolean;
  /** The lowest price of its free starts, or of all starts when none is free; null without one. */
  fromValue: number | null;
}

/** Whether an event has no date that can be booked; false while the proxy does not know. */
export function hasNoDates({
  first_date,
  first_date_known,
}: Pick<ListedEvent, 'first_date' | 'first_date_known'>): boolean {
  return first_date === null && first_date_known;
}

/** Undefined if nobody can ever book it. */
function stateOf(date: EventDate, group: PriceGroup, now: number): DateState | undefined {
  switch (obstacleTo(date, group, { participants: 0, now })) {
    case undefined:
      return 'free';
    case 'past-cut-off':
      return 'closed';
    case 'no-prices':
      return undefined;
    default:
      return 'full';
  }
}

/**
 * The starts of a merged event. The prices are those of the date's own event, which may be a
 * pricelist of the root.
 */
export function startsOf(event: MergedEvent, dates: EventDate[], now: number): Start[] {
  const groups = new Map(event.price_groups.map((group) => [group.event_id, group]));
  return dates
    .flatMap((date) => {
      const group = groups.get(date.event_id);
      const state = group && stateOf(date, group, now);
      if (!state) return [];
      const scarce = state === 'free' && areFew(date.available_slots);
      return [{ date, day: dayIn(event.timezone, date.date), group, state, scarce }];
    })
    .sort((a, b) => toMillis(a.date.date) - toMillis(b.date.date));
}

/**
 * The starts, with the state `too-few-places` if fewer places are left than participants. Returns
 * the same array if nothing changes, so that nothing is rendered again.
 */
export function startsFor(starts: Start[], participants: number): Start[] {
  const isTooSmall = ({ state, date }: Start) =>
    state === 'free' && date.available_slots < participants;
  if (!starts.some(isTooSmall)) return starts;
  return starts.map((start) =>
    isTooSmall(start) ? { ...start, state: 'too-few-places', scarce: false } : start,
  );
}

/**
 * Starts by their day in the event's time zone.
 * @param title the title of the price to show; a group without it shows its entry price
 */
export function daysOf(starts: Start[], title = ''): Map<Day, DayAvailability> {
  const days = new Map<Day, Start[]>();
  for (const start of starts) {
    days.set(start.day, [...(days.get(start.day) ?? []), start]);
  }
  return new Map([...days].map(([day, list]) => [day, summarise(day, list, title)]));
}

/** A day has the state of its best start. */
const BEST_FIRST: DateState[] = ['free', 'too-few-places', 'full', 'closed'];

function summarise(day: Day, starts: Start[], title: string): DayAvailability {
  const isAny = (state: DateState) => starts.some((start) => start.state === state);
  const state = BEST_FIRST.find(isAny) ?? 'closed';
  const best = starts.filter((start) => start.state === state);
  const places = best.map(({ date }) => date.available_slots);
  const isFree = state === 'free';
  const values = (isFree ? best : starts).flatMap(({ group: { prices } }) => {
    const price = prices.find((other) => other.title === title) ?? firstPriceOf(prices);
    return price?.value ?? [];
  });
  const sum = places.reduce((total, count) => total + count, 0);
  const most = state === 'closed' ? 0 : Math.max(...places);
  const left = isFree ? sum : most;
  return {
    day,
    starts,
    state,
    left,
    scarce: isFree && areFew(left),
    fromValue: values.length > 0 ? Math.min(...values) : null,
  };
}

/**
 * Starts that can replace a lost date, nearest first, by the lost date's id. It has no entry for a
 * date whose other starts are not known.
 */
export type OtherStarts = ReadonlyMap<string, Start[]>;

/** A start that replaces a lost date. */
export interface Exchange {
  /** The lost date's id. */
  lost: string;
  start: Start;
}

/** As many as fit beside the message about the lost date. */
const MOST_OFFERED = 3;

/**
 * The free starts nearest in time to a lost one, with room for so many participants, which are as
 * many as they need.
 */
export function nearestFree(
  starts: Start[],
  lost: Pick<EventDate, 'id' | 'date'>,
  participants: number,
): Start[] {
  const distance = (start: Start) => Math.abs(toMillis(start.date.date) - toMillis(lost.date));
  return starts
    .filter(
      ({ date, group, state }) =>
        state === 'free' &&
        date.id !== lost.id &&
        date.available_slots >= participants &&
        group.min_participants <= participants,
    )
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MOST_OFFERED);
}
