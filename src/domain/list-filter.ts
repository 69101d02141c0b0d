import type { EventOrder, FurtherDuration, MergedEvent } from '../contract/event.schema.ts';
import type { Day } from './days.ts';
import type { Position } from './distance.ts';

/** What the list is narrowed to, and what it is ordered by. */
export interface ListFilter {
  match: string;
  category: string;
  vendor: string;
  /** The day that places are looked for on, or empty. */
  day: Day | '';
  participants: number;
  /** Empty: as the booking service lists them. */
  order: EventOrder | '';
  /** From where the nearest come first, in place of that order. */
  near: Position | undefined;
}

export const everything: ListFilter = {
  ...{ match: '', category: '', vendor: '', day: '', participants: 1 },
  ...{ order: '', near: undefined },
};

/**
 * An event's further durations, as far as the page lists them: of `events`, ids with commas between, or
 * all where that is empty.
 */
export function listedDurations(event: MergedEvent | undefined, events: string): FurtherDuration[] {
  const listed = events.split(',').map((id) => id.trim());
  const { further_durations: further = [] } = event ?? {};
  return further.filter(({ id }) => !events || listed.includes(id));
}
