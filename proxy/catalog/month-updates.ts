import { ageOf } from '#contract/age';
import { SECOND } from '#contract/milliseconds';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import type { Changes } from '../platform/changes.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Priority } from '../ports.ts';
import { appendChanges, changesSince, type DateChange, dateChange } from './date-changes.ts';
import type { DatesSource } from './dates-source.ts';
import type { DeltaWatch } from './delta-watch.ts';
import type { ListRequest } from './list-options.ts';
import { listPriority } from './list-priority.ts';
import type { LoadedMonths } from './loaded-months.ts';
import type { SharedLists } from './shared-lists.ts';
import { OVERLAP } from './snapshot.ts';

/**
 * Keeps the loaded months current: by one delta a minute for all of them or, if deltas do not show
 * changed places, by listing them again.
 */
export interface MonthUpdates {
  /** Updates all months, if the last update is a minute old or dates are doubted. */
  update(requested: readonly string[]): Promise<Pick<Cached<unknown>, 'stale'>>;
  /** Called when the places of this date have probably changed since it was read. */
  doubtDate(id: string): void;
  isDoubted(id: string): boolean;
  /** Compares a live read of these ids with the index, and then puts the dates found into it. */
  applyLive(ids: readonly string[], found: readonly PlatformDate[]): void;
}

interface Parts {
  readonly platform: Pick<Platform, 'changedDates' | 'latestTime'>;
  readonly months: LoadedMonths;
  readonly source: DatesSource;
  readonly watch: DeltaWatch;
}

const DELTA_TTL = cachePolicies.dateChanges.ttl;
/** With the source `listings`: how often a month is listed, if it was requested recently. */
const LISTED_EVERY = 90 * SECOND;

export function createMonthUpdates(
  { platform, months, source, watch }: Parts,
  { clock, store, site }: Pick<SiteContext, 'clock' | 'store' | 'site'>,
  lists: SharedLists,
): MonthUpdates {
  const doubted = new Set<string>();
  const group = `dates/${site.client.id}`;
  const changeList = lists.open<DateChange>({
    group,
    name: 'changes',
    lease: group,
    item: dateChange,
    ask: askForChanges,
    async onNews({ value, asOf }) {
      if (months.isEmpty || source.current() !== 'deltas') return;
      months.applyChanges(value, asOf);
      updates.replace(months.oldestAsOf(), months.oldestAsOf());
    },
  });
  /** The time up to which all changes are applied. */
  const updates = createCache<number>({
    policy: cachePolicies.dateChanges,
    clock,
    async load(_, priority) {
      await updateMonths(listPriority(priority));
      return { value: months.oldestAsOf(), asOf: months.oldestAsOf() };
    },
  });

  async function updateMonths(priority: Priority): Promise<void> {
    const isListing = source.current() === 'listings';
    const ttl = isListing ? LISTED_EVERY : DELTA_TTL;
    const maxAge = doubted.size > 0 ? 0 : ttl;
    if (months.oldestAsOf() > clock() - maxAge) return;
    const doubtedBefore = [...doubted];
    if (isListing) await months.listAgain(clock() - maxAge, priority);
    else await applyDelta(clock() - maxAge, priority);
    for (const id of doubtedBefore) doubted.delete(id);
  }

  async function applyDelta(since: number, priority: Priority): Promise<void> {
    const due = watch.due();
    const { value, asOf } = await source.switchWhereMissing(
      changeList.listSince('changes', since, priority),
    );
    const shown = months.applyChanges(value, asOf);
    if (watch.check(due, shown)) source.switchTo('listings', 'delta-incomplete');
  }

  /**
   * A single instance requests changes since its own listings; other instances may need earlier
   * ones.
   */
  async function askForChanges({ priority, asOf, before }: ListRequest<DateChange>) {
    const begin = store.hasOthers ? changesSince(before, asOf) : months.oldestAsOf();
    const delta = await changedSince(begin, priority);
    return appendChanges(before, begin, delta, asOf);
  }

  /**
   * Changes are dated by the platform's clock, which is known only after its first response. If
   * that shows that the delta began too late, it is requested again.
   */
  async function changedSince(begin: number, priority: Priority): Promise<Changes<PlatformDate>> {
    const ahead = () => (platform.latestTime() ?? clock()) - clock();
    const assumed = ahead();
    const delta = await platform.changedDates(toInstant(begin + assumed - OVERLAP), priority);
    if (ahead() > assumed - OVERLAP / 2) return delta;
    return platform.changedDates(toInstant(begin + ahead() - OVERLAP), priority);
  }

  return {
    async update(requested) {
      const updated = await (doubted.size > 0 ? updates.refresh() : updates.get());
      // Another instance may have listed this month long before the last update of the others.
      const isBehind = requested.some((month) => {
        const age = months.ageOf(month);
        return age >= DELTA_TTL && age > ageOf(updated.value, clock());
      });
      return isBehind ? updates.refresh() : updated;
    },

    doubtDate(id) {
      if (months.index.get(id)) doubted.add(id);
    },

    isDoubted: (id) => doubted.has(id),

    applyLive(ids, found) {
      const foundById = new Map(found.map((date) => [date.id, date]));
      for (const id of ids) {
        const [before, now] = [months.index.get(id), foundById.get(id)];
        doubted.delete(id);
        if (!before || !now || !hasOtherPlaces(before, now)) continue;
        watch.expect(id);
        // Still doubted, so that the next request loads a delta with the changes of other dates too.
        doubted.add(id);
      }
      months.applyLive(ids, found);
    },
  };
}

function hasOtherPlaces(a: PlatformDate, b: PlatformDate): boolean {
  return a.available_slots !== b.available_slots || a.total_slots !== b.total_slots;
}
