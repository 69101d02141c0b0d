import { z } from 'zod';
import { eventDate } from '#contract/date.schema';
import type { Loaded } from '../cache/cache.ts';
import type { Changes } from '../platform/changes.ts';
import type { PlatformDate } from '../platform/translate.ts';

/**
 * A date that has changed, as it was when the platform was asked at `at`; without `date` it is gone.
 * The first of a list has no id: it says since when the list has all changes.
 */
export interface DateChange {
  readonly at: number;
  readonly id: string;
  readonly date?: PlatformDate | undefined;
}

/** Longer than a listed month is used, so that the changes reach back to its listing. */
const LONGEST = 65 * 60_000;

export const storedDate: z.ZodType<PlatformDate> = eventDate.omit({ bookable_until: true });
export const dateChange: z.ZodType<DateChange> = z.object({
  at: z.number(),
  id: z.string(),
  date: storedDate.optional(),
});

/** The start of the next delta: the end of the stored changes, which any instance has written. */
export function changesSince(
  before: Loaded<readonly DateChange[]> | undefined,
  asOf: number,
): number {
  return Math.max(before?.asOf ?? 0, asOf - LONGEST);
}

/** Appends a delta from `begin` to `asOf`, and drops changes that are older than `LONGEST`. */
export function appendChanges(
  before: Loaded<readonly DateChange[]> | undefined,
  begin: number,
  { changed, gone }: Changes<PlatformDate>,
  asOf: number,
): DateChange[] {
  // If the delta begins after the stored changes end, there is a gap, and they are dropped.
  const [first, ...previous] = before && before.asOf >= begin ? before.value : [];
  const firstAt = first ? Math.max(first.at, asOf - LONGEST) : begin;
  return [
    { at: firstAt, id: '' },
    ...previous.filter(({ at }) => at >= firstAt),
    ...gone.map((id) => ({ at: asOf, id })),
    ...changed.map((date) => ({ at: asOf, id: date.id, date })),
  ];
}

/** The last change of each date at `since` or later, by its id. */
export function latestChanges(
  list: readonly DateChange[],
  since: number,
): ReadonlyMap<string, DateChange> {
  const changes = list.filter(({ id, at }) => id && at >= since);
  return new Map(changes.map((change) => [change.id, change]));
}
