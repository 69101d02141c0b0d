import type { EventDate } from '#contract/date.schema';
import { jsonBytes } from '../bounded-map.ts';
import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { type Clock, toInstant } from '../clock.ts';
import type { Visitor } from '../ports.ts';
import type { PlatformDate } from '../platform/translate.ts';
import { allWithBookableUntil } from './bookable-until.ts';
import type { CachedList } from './cached-list.ts';
import type { ClientDates } from './client-dates.ts';
import type { DateOfEvents } from './live-dates.ts';
import type { Events } from './merge.ts';

/** A date of a cart, with its own event's id or that of the root. */
export interface LineDate {
  readonly event_id: string;
  readonly date_id: string;
}

/** The dates of a cart. */
export interface CartDates {
  /** For a quote: as they were within the last 90 seconds. */
  quotedDates(lines: readonly LineDate[], visitor: Visitor): Promise<readonly EventDate[]>;
  /** As they are now, for an order. */
  liveDates(lines: readonly LineDate[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls reading them may take. */
  callsOfLiveDates(lines: readonly LineDate[]): Promise<number>;
  /** Places of these dates have probably changed, so the next request loads them again. */
  doubtDates(lines: readonly LineDate[]): void;
}

/** `invalidateOffers` is called when dates contradict the cached events. */
export function createCartDates(
  events: Pick<CachedList<Events>, 'get'>,
  dates: Pick<ClientDates, 'indexed' | 'recent' | 'readLive' | 'callsOfLive' | 'doubtDates'>,
  clock: Clock,
  invalidateOffers: () => void,
): CartDates {
  /** For moments, so that many quotes of the same dates cause one call. */
  const live = createCache({
    policy: cachePolicies.liveDates,
    clock,
    load: async (key) => ({
      asOf: clock(),
      value: await readQuoted(JSON.parse(key) as LineDate[]),
    }),
    bytesOf: jsonBytes,
  });

  /**
   * A date that is gone may be that of an event which was deactivated. No delta tells of that, and its
   * other dates would still be offered. A passed date may be gone as well, and shows nothing.
   */
  async function readQuoted(lines: readonly LineDate[]): Promise<readonly PlatformDate[]> {
    const indexed = lines.flatMap(({ date_id }) => dates.indexed(date_id) ?? []);
    const found = await dates.readLive(await withEvents(lines));
    const ids = new Set(found.map(({ id }) => id));
    const now = toInstant(clock());
    if (indexed.some(({ id, date }) => date > now && !ids.has(id))) invalidateOffers();
    return found;
  }

  /** With the ids of all events that each date may belong to. */
  async function withEvents(lines: readonly LineDate[]): Promise<DateOfEvents[]> {
    const { familyOf } = (await events.get()).value;
    return lines.map(({ event_id, date_id }) => ({
      id: date_id,
      eventIds: familyOf(event_id) ?? [event_id],
    }));
  }

  return {
    async quotedDates(lines, visitor) {
      const recent = dates.recent(lines.map(({ date_id }) => date_id));
      const { byId, rootOf } = (await events.get()).value;
      if (recent) return allWithBookableUntil(recent, byId);
      const normal = normaliseLines(lines, rootOf);
      if (normal.length === 0) return [];
      const key = JSON.stringify(normal);
      if (!live.has(key)) visitor.charge(await dates.callsOfLive(await withEvents(normal)));
      return allWithBookableUntil((await live.get(key)).value, byId);
    },

    async liveDates(lines) {
      return dates.readLive(await withEvents(lines));
    },

    async callsOfLiveDates(lines) {
      return dates.callsOfLive(await withEvents(lines));
    },

    doubtDates(lines) {
      // Without events no dates are shown, so a failure has no effect.
      withEvents(lines).then(dates.doubtDates, () => {});
    },
  };
}

/** Normalised, so that carts of the same dates share a cache entry; without unknown events. */
function normaliseLines(
  lines: readonly LineDate[],
  rootOf: ReadonlyMap<string, string>,
): readonly LineDate[] {
  const dates = lines.flatMap(({ event_id, date_id }) => {
    const root = rootOf.get(event_id);
    return root === undefined ? [] : [{ event_id: root, date_id }];
  });
  return dates.sort((a, b) => (a.date_id < b.date_id ? -1 : 1));
}
