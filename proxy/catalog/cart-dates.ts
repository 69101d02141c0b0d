import type { EventDate } from '#contract/date.schema';
import { jsonBytes } from '../bounded-map.ts';
import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { type Clock, toInstant } from '../clock.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import { allWithBookableUntil } from './bookable-until.ts';
import type { CachedList } from './cached-list.ts';
import type { ClientDates } from './client-dates.ts';
import type { DateOfEvents } from './live-dates.ts';
import type { Events } from './merge.ts';

/** A date of a cart, with the id of its own event or of that event's root. */
export interface LineDate {
  readonly event_id: string;
  readonly date_id: string;
}

/** The dates of a cart. */
export interface CartDates {
  /** For a quote: as they were within the last 90 seconds. */
  quotedDates(lines: readonly LineDate[], visitor: Visitor): Promise<readonly EventDate[]>;
  /** For an order: as they are now. */
  liveDates(lines: readonly LineDate[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls `liveDates` may take. */
  callsOfLiveDates(lines: readonly LineDate[]): Promise<number>;
  /** Called when places of these dates have probably changed: the next request loads them again. */
  doubtDates(lines: readonly LineDate[]): void;
}

/** `invalidateOffers` is called when dates contradict the cached events. */
export function createCartDates(
  events: Pick<CachedList<Events>, 'get'>,
  dates: Pick<ClientDates, 'indexed' | 'recent' | 'readLive' | 'callsOfLive' | 'doubtDates'>,
  clock: Clock,
  invalidateOffers: () => void,
): CartDates {
  /** Cached for a second, so that many quotes of the same dates cause one call. */
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
   * If a date is gone, its event may have been deactivated. No delta reveals that, and the event's
   * other dates would still be offered. A date that has passed may be gone too, which proves
   * nothing.
   */
  async function readQuoted(lines: readonly LineDate[]): Promise<readonly PlatformDate[]> {
    const indexed = lines.flatMap(({ date_id }) => dates.indexed(date_id) ?? []);
    const found = await dates.readLive(await withEvents(lines));
    const ids = new Set(found.map(({ id }) => id));
    const now = toInstant(clock());
    if (indexed.some(({ id, date }) => date > now && !ids.has(id))) invalidateOffers();
    return found;
  }

  /** Adds the ids of all events that each date may belong to. */
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
      // If the events cannot be loaded, no dates are shown anyway, so a failure does no harm.
      withEvents(lines).then(dates.doubtDates, () => {});
    },
  };
}

/** Carts of the same dates share a cache entry. Lines of unknown events are left out. */
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
