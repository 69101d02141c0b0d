import type { Event } from '../events/event.ts';
import type { EventDate } from './date.ts';

/** Dates that start between two moments, both included. */
export interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface DateChanges {
  readonly event?: Event | undefined;
  readonly start?: number | undefined;
  readonly total_slots?: number | undefined;
}

/**
 * All dates, indexed by id, by start, and by event and start, so that the list of a month or of an
 * event reads no other dates.
 */
export interface DateStore {
  get(id: string): EventDate | undefined;
  /** Earliest first. */
  all(period?: Period): Iterable<EventDate>;
  /** Earliest first. */
  ofEvent(eventId: string, period?: Period): Iterable<EventDate>;
  add(date: EventDate): void;
  change(date: EventDate, changes: DateChanges, now: number): void;
}

export function createDateStore(dates: readonly EventDate[]): DateStore {
  const byId = new Map<string, EventDate>();
  const byStart: EventDate[] = [];
  const byEvent = new Map<string, EventDate[]>();
  for (const date of dates.toSorted((a, b) => a.start - b.start)) {
    byId.set(date.id, date);
    for (const list of listsOf(date)) list.push(date);
  }

  function listsOf(date: EventDate): EventDate[][] {
    const ofEvent = byEvent.get(date.event.id) ?? [];
    byEvent.set(date.event.id, ofEvent);
    return [byStart, ofEvent];
  }

  function insert(date: EventDate): void {
    for (const list of listsOf(date)) list.splice(indexFrom(list, date.start + 1), 0, date);
  }

  function remove(date: EventDate): void {
    for (const list of listsOf(date)) {
      list.splice(list.indexOf(date, indexFrom(list, date.start)), 1);
    }
  }

  return {
    get: (id) => byId.get(id),
    all: (period) => within(byStart, period),
    ofEvent: (eventId, period) => within(byEvent.get(eventId) ?? [], period),
    add(date) {
      byId.set(date.id, date);
      insert(date);
    },
    change(date, { event = date.event, start = date.start, total_slots = date.total_slots }, now) {
      remove(date);
      const changes: Partial<EventDate> = { event, start, total_slots, changed_at: now };
      Object.assign(date, changes);
      insert(date);
    },
  };
}

/**
 * A generator, because copying the dates for each list would allocate megabytes in a large world.
 */
function* within(
  dates: readonly EventDate[],
  { from = -Infinity, to = Infinity }: Period = {},
): Generator<EventDate> {
  for (let index = indexFrom(dates, from); index < dates.length; index += 1) {
    const date = dates[index];
    if (!date || date.start > to) return;
    yield date;
  }
}

/** The index of the first date that starts at the moment or later, by binary search. */
function indexFrom(dates: readonly EventDate[], moment: number): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle]?.start ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
