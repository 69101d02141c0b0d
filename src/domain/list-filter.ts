import type { EventOrder, FurtherDuration, MergedEvent } from '#contract/event.schema';
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

/** An event's further durations that are among `events`: comma-separated ids, or empty for all. */
export function listedDurations(event: MergedEvent | undefined, events: string): FurtherDuration[] {
  const listed = events.split(',').map((id) => id.trim());
  const { further_durations: further = [] } = event ?? {};
  return further.filter(({ id }) => !events || listed.includes(id));
}
