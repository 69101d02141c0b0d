import { type Clock, toInstant } from '../clock.ts';
import type { Changes } from '../platform/platform.ts';
import type { Priority } from '../platform/budget.ts';

/** What was deactivated or deleted may be in no delta, so everything is read again so often. */
const WHOLE_EVERY = 3_600_000;
/** Asked again, for changes that were still being written when they were asked for. */
const OVERLAP = 60_000;

interface Options<T> {
  readonly whole: (priority: Priority) => Promise<readonly T[]>;
  /** What has changed since an instant (spec, Common list parameters: delta_since). */
  readonly changes: (since: string, priority: Priority) => Promise<Changes<T>>;
  readonly clock: Clock;
}

/** A list of the platform that is kept whole, and brought up to date with what has changed. */
export function createSnapshot<T extends { readonly id: string }>({
  whole,
  changes,
  clock,
}: Options<T>) {
  let items: ReadonlyMap<string, T> = new Map();
  let wholeAt = -Infinity;
  let askedAt = 0;

  return {
    async load(priority: Priority): Promise<readonly T[]> {
      const now = clock();
      if (now >= wholeAt + WHOLE_EVERY) {
        items = new Map((await whole(priority)).map((item) => [item.id, item]));
        wholeAt = now;
      } else {
        const { changed, gone } = await changes(toInstant(askedAt - OVERLAP), priority);
        const next = new Map([...items, ...changed.map((item) => [item.id, item] as const)]);
        for (const id of gone) next.delete(id);
        items = next;
      }
      askedAt = now;
      return [...items.values()];
    },

    /** What is kept contradicts what was seen elsewhere, so it is read whole next time. */
    forget(): void {
      wholeAt = -Infinity;
    },
  };
}
