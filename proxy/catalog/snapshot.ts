import { HOUR, MINUTE } from '#contract/milliseconds';
import { type Clock, isAhead, toInstant } from '../clock.ts';
import type { Changes } from '../platform/changes.ts';
import type { Priority } from '../ports.ts';

/** Deltas may lack deactivated or deleted items, so everything is listed again this often. */
const FULL_LISTING_EVERY = HOUR;
/**
 * Deltas overlap, because a change may not be committed yet when the first of them is requested.
 */
export const OVERLAP = MINUTE;

/** A listing of the platform that is kept up to date by deltas (`delta_since`). */
export interface Snapshot<T> {
  /** Brings the items up to date, and resolves to them. */
  update(priority: Priority): Promise<readonly T[]>;
  /** Called when live data contradicts the snapshot: the next update is a full listing. */
  invalidate(): void;
}

interface SnapshotOptions<T> {
  readonly loadAll: (priority: Priority) => Promise<readonly T[]>;
  /** What has changed since an instant (spec, Common list parameters: delta_since). */
  readonly loadChanges: (since: string, priority: Priority) => Promise<Changes<T>>;
  readonly clock: Clock;
  /** The platform's clock, as far as it is known: changes are dated by it. */
  readonly platformClock: Clock;
}

export function createSnapshot<T extends { readonly id: string }>({
  loadAll,
  loadChanges,
  clock,
  platformClock,
}: SnapshotOptions<T>): Snapshot<T> {
  let items: ReadonlyMap<string, T> = new Map();
  let listedAt = -Infinity;
  let updatedAt = 0;
  /** Incremented by `invalidate`, so that results of earlier requests are dropped. */
  let generation = 0;

  async function loadDelta(priority: Priority): Promise<ReadonlyMap<string, T>> {
    const { changed, gone } = await loadChanges(toInstant(updatedAt - OVERLAP), priority);
    const next = new Map(items);
    for (const item of changed) next.set(item.id, item);
    for (const id of gone) next.delete(id);
    return next;
  }

  return {
    async update(priority) {
      const now = clock();
      const requestedIn = generation;
      const isListing = !isAhead(listedAt + FULL_LISTING_EVERY, now, FULL_LISTING_EVERY);
      const next = isListing ? byId(await loadAll(priority)) : await loadDelta(priority);
      if (requestedIn === generation) {
        items = next;
        // The platform's time of the request; not known before the first response.
        updatedAt = platformClock() - (clock() - now);
        if (isListing) listedAt = now;
      }
      return [...next.values()];
    },

    invalidate() {
      generation += 1;
      listedAt = -Infinity;
    },
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
