import type { Platform } from '../platform/platform.ts';
import type { PlatformDate } from '../platform/translate.ts';
import { type DatesSource, isRefused, isWithoutList } from './dates-source.ts';

/** A date of a cart, and the events that it may belong to: a merged event's root and children. */
export interface DateOfEvents {
  readonly id: string;
  readonly eventIds: readonly string[];
}

/** Reads dates of a cart from the platform: in one call, or in one call per event. */
export interface LiveDates {
  /** Resolves to those of these dates that exist. */
  read(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls `read` may take. */
  callsFor(dates: readonly DateOfEvents[]): Promise<number>;
}

export function createLiveDates(
  platform: Pick<Platform, 'datesById' | 'datesOfEventById'>,
  source: DatesSource,
): LiveDates {
  async function readInOneCall(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    await source.restore();
    if (source.current() === 'events') return readByEvent(dates);
    try {
      return await source.switchWhereMissing(platform.datesById(dates.map(({ id }) => id)));
    } catch (error) {
      if (!isWithoutList(error) && !isRefused(error)) throw error;
      const found = await readByEvent(dates);
      if (isRefused(error)) source.switchFromRefused();
      return found;
    }
  }

  /** One call for each event that may have one of the dates not found yet. */
  async function readByEvent(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    const found = new Map<string, PlatformDate>();
    for (const eventId of eventIdsOf(dates)) {
      const requested = dates.filter(
        ({ id, eventIds }) => !found.has(id) && eventIds.includes(eventId),
      );
      if (requested.length === 0) continue;
      const ids = requested.map(({ id }) => id);
      for (const date of await platform.datesOfEventById(eventId, ids)) found.set(date.id, date);
    }
    return [...found.values()];
  }

  return {
    async read(dates) {
      const ids = new Set(dates.map(({ id }) => id));
      return (await readInOneCall(dates)).filter(({ id }) => ids.has(id));
    },

    async callsFor(dates) {
      await source.restore();
      return source.current() === 'events' ? eventIdsOf(dates).size : 1;
    },
  };
}

export function eventIdsOf(dates: readonly DateOfEvents[]): ReadonlySet<string> {
  return new Set(dates.flatMap(({ eventIds }) => eventIds));
}
