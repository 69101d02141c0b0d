import { z } from 'zod';
import { eventDate } from '#contract/date.schema';
import { MINUTE } from '#contract/milliseconds';
import type { Loaded } from '../cache/cache.ts';
import type { Changes } from '../platform/changes.ts';
import type { PlatformDate } from '../platform/translate.ts';

/**
 * A changed date, as the platform had it at `at`; without `date` it is gone. The first change of a
 * list has no id: its `at` says from when on the list is complete.
 */
export interface DateChange {
  readonly at: number;
  readonly id: string;
  readonly date?: PlatformDate | undefined;
}

/**
 * Longer than a month is used before it is listed again, so that the changes reach back to its
 * listing.
 */
const LONGEST = 65 * MINUTE;

export const storedDate: z.ZodType<PlatformDate> = eventDate.omit({ bookable_until: true });
export const dateChange: z.ZodType<DateChange> = z.object({
  at: z.number(),
  id: z.string(),
  date: storedDate.optional(),
});

/** The start of the next delta: where the stored changes end, whichever instance wrote them. */
export function changesSince(
  before: Loaded<readonly DateChange[]> | undefined,
  asOf: number,
): number {
  return Math.max(before?.asOf ?? 0, asOf - LONGEST);
}

/** Appends a delta from `begin` to `asOf`, and drops changes older than `LONGEST`. */
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

/** The last change at `since` or later of each date, by the date's id. */
export function latestChanges(
  list: readonly DateChange[],
  since: number,
): ReadonlyMap<string, DateChange> {
  const changes = list.filter(({ id, at }) => id && at >= since);
  return new Map(changes.map((change) => [change.id, change]));
}
