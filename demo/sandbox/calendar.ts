import type { EventDate } from './records.ts';

/** Moments between which dates start, both included. */
export interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * All dates in the order of their starts, and those of each event. A list for a month or an event
 * reads only these, not the years of dates that the books may hold.
 */
export interface Calendar {
  /** Earliest first. */
  dates(span?: Span): EventDate[];
  datesOf(eventId: string, span?: Span): EventDate[];
  add(date: EventDate): void;
  /** To be called before event or start of a date are changed; `add` puts it in its new place. */
  remove(date: EventDate): void;
}

export function createCalendar(byStart: readonly EventDate[]): Calendar {
  const all = [...byStart];
  const ofEvents = new Map<string, EventDate[]>();
  const of = (eventId: string): EventDate[] => {
    const known = ofEvents.get(eventId);
    if (known) return known;
    const dates: EventDate[] = [];
    ofEvents.set(eventId, dates);
    return dates;
  };
  for (const date of byStart) of(date.event.id).push(date);

  return {
    dates: (span) => within(all, span),
    datesOf: (eventId, span) => within(ofEvents.get(eventId) ?? [], span),
    add(date) {
      for (const dates of [all, of(date.event.id)]) {
        dates.splice(firstFrom(dates, date.start + 1), 0, date);
      }
    },
    remove(date) {
      for (const dates of [all, of(date.event.id)]) {
        dates.splice(dates.indexOf(date, firstFrom(dates, date.start)), 1);
      }
    },
  };
}

function within(dates: readonly EventDate[], { from = -Infinity, to = Infinity }: Span = {}) {
  return dates.slice(firstFrom(dates, from), firstFrom(dates, to + 1));
}

/** How many of the dates start before the moment, which is where the first of the others is. */
function firstFrom(dates: readonly EventDate[], moment: number): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle]?.start ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
