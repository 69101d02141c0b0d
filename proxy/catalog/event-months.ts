import { monthRange } from '#contract/month-range';
import { jsonBytes } from '../bounded-map.ts';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { Clock } from '../clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import { listPriority } from './list-priority.ts';

/**
 * The dates of an event in a month, each loaded by a call of its own, for when the platform has no
 * list of all dates or its first listing takes long.
 */
export interface EventMonths {
  /** A list for each event and month. The visitor is charged for those that are not cached. */
  get(
    eventIds: readonly string[],
    months: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<readonly PlatformDate[]>[]>;
  /** The next request loads this event's months again. */
  invalidate(eventId: string): void;
}

export function createEventMonths(
  platform: Pick<Platform, 'datesOfEvent'>,
  { clock }: { readonly clock: Clock },
): EventMonths {
  const lists = createCache({
    policy: cachePolicies.eventMonths,
    clock,
    bytesOf: jsonBytes,
    async load(key, priority) {
      const asOf = clock();
      // An id may contain a slash, but a month does not.
      const end = key.lastIndexOf('/');
      const [eventId, month] = [key.slice(0, end), key.slice(end + 1)];
      const range = monthRange(month);
      return {
        asOf,
        value: await platform.datesOfEvent(eventId, ...range, listPriority(priority)),
      };
    },
  });

  return {
    async get(eventIds, months, visitor) {
      const keys = eventIds.flatMap((id) => months.map((month) => `${id}/${month}`));
      const missing = keys.filter((key) => !lists.has(key));
      if (missing.length > 0) visitor.charge(missing.length);
      return Promise.all(keys.map((key) => lists.get(key)));
    },

    invalidate: (eventId) => lists.invalidate(`${eventId}/`),
  };
}
