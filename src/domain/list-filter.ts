import type { EventOrder, FurtherDuration, ListedEvent, MergedEvent } from '#contract/event.schema';
import type { Day } from './days.ts';
import type { Position } from './distance.ts';

/** The filters and the order of the list. */
export interface ListFilter {
  match: string;
  category: string;
  vendor: string;
  /** Only events with places on this day; empty for any. */
  day: Day | '';
  participants: number;
  /** Empty for the platform's own order. */
  order: EventOrder | '';
  /** Sorts by the distance from this position, instead of by `order`. */
  near: Position | undefined;
}

export const unfiltered: ListFilter = {
  match: '',
  category: '',
  vendor: '',
  day: '',
  participants: 1,
  order: '',
  near: undefined,
};

/** A change of the filter that finds something, and how it is called. */
export interface ListOffer {
  label: string;
  change: Partial<ListFilter>;
}

/** With a day, the events that have places for the party; all events while no places are known. */
export function eventsWithPlaces(events: ListedEvent[], { day }: ListFilter): ListedEvent[] {
  const isKnown = events.some(
    ({ no_starts }) => no_starts !== undefined && no_starts !== 'not-known',
  );
  if (!day || !isKnown) return events;
  return events.filter(({ starts = [] }) => starts.length > 0);
}

/** An event's further durations that are among `events`: comma-separated ids, or empty for all. */
export function listedDurations(event: MergedEvent | undefined, events: string): FurtherDuration[] {
  const listed = events.split(',').map((id) => id.trim());
  const { further_durations: further = [] } = event ?? {};
  return further.filter(({ id }) => !events || listed.includes(id));
}
