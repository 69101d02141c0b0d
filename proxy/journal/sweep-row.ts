import { z } from 'zod';
import { DAY } from '#contract/milliseconds';
import { isAhead } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { createCodec } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import { SWEEP_EVERY, SWEEP_LEASE, WATCH_TIME } from '../time-limits.ts';

/** The state of a client's sweeps, which all processes on a store share. */
interface Sweeps {
  /** By the wall clock: no sweeps after it, until another order is placed. */
  readonly watched_until: number;
  /** When the last sweep ended or failed, by the wall clock; 0 before the first. */
  readonly tried_at: number;
  /** The end of the lease under which one process may sweep. */
  readonly lease_until: number;
  /**
   * When the last two successful sweeps began, by the platform's clock; 0 for none. The next sweep
   * begins at the earlier of them, so that nothing is missed when a process ends between listing
   * the orders and reading them.
   */
  readonly last_began_at: number;
  readonly before_last_began_at: number;
  /** When the same two sweeps were claimed, by the wall clock. */
  readonly last_claimed_at: number;
  readonly before_last_claimed_at: number;
}

/** A sweep that one process may make. */
export interface Claim {
  /** By the wall clock. */
  readonly claimed_at: number;
  /** The time from which changes are listed, by the platform's clock. */
  readonly since: number;
}

export interface SweepRow {
  /** Has orders swept for a while, because one was placed at this time. */
  watch(placed_at: number): Promise<void>;
  /** Takes the lease if a sweep is due. */
  claim(): Promise<Claim | undefined>;
  /** The claimed sweep has succeeded; it began at this time of the platform's clock. */
  finish(claim: Claim, began_at: number): Promise<void>;
  /** The claimed sweep has failed, so the next one lists the same changes. */
  fail(): Promise<void>;
  /**
   * Up to when, by the wall clock, two sweeps have listed all changes; 0 before the second one. The
   * orders that the first of them has found are read by then.
   */
  sweptTwiceUntil(): Promise<number>;
}

/** How far back the first sweep goes. */
const FIRST_SWEEP = DAY;

const time = z.number();
const codec = createCodec<Sweeps>(
  z.object({
    watched_until: time,
    tried_at: time,
    lease_until: time,
    last_began_at: time,
    before_last_began_at: time,
    last_claimed_at: time,
    before_last_claimed_at: time,
  }),
);
const none: Sweeps = {
  watched_until: 0,
  tried_at: 0,
  lease_until: 0,
  last_began_at: 0,
  before_last_began_at: 0,
  last_claimed_at: 0,
  before_last_claimed_at: 0,
};

export function createSweepRow({
  store,
  site,
  clock,
}: Pick<SiteContext, 'store' | 'site' | 'clock'>): SweepRow {
  const key = `sweep/${site.client.id}`;
  let lastWatchedUntil = 0;

  const rows = createRows(store, codec);

  function update(change: (sweeps: Sweeps) => Sweeps): Promise<void> {
    return rows.update(key, (sweeps = none) => change(sweeps));
  }

  return {
    async watch(placed_at) {
      const watched_until = placed_at + WATCH_TIME;
      // One write a day is enough, however many orders are placed.
      if (watched_until - lastWatchedUntil < DAY) return;
      await update((sweeps) => {
        lastWatchedUntil = Math.max(watched_until, sweeps.watched_until);
        return { ...sweeps, watched_until: lastWatchedUntil };
      });
    },

    async claim() {
      const { value: sweeps = none, version } = await rows.load(key);
      const now = clock();
      const isWatched = now < sweeps.watched_until;
      const hasJustEnded = isAhead(sweeps.tried_at + SWEEP_EVERY, now, SWEEP_EVERY);
      const isLeased = isAhead(sweeps.lease_until, now, SWEEP_LEASE);
      if (!isWatched || hasJustEnded || isLeased) return undefined;
      const leased = { ...sweeps, lease_until: now + SWEEP_LEASE };
      if (!(await rows.save(key, leased, version))) return undefined;
      const since = sweeps.before_last_began_at || now - FIRST_SWEEP;
      // One wrong `Date` of the platform must not make a sweep begin in the future.
      const latest = now - 2 * SWEEP_EVERY;
      return { claimed_at: now, since: Math.min(latest, Math.max(since, now - WATCH_TIME)) };
    },

    finish({ claimed_at }, began_at) {
      return update((sweeps) => ({
        ...sweeps,
        tried_at: clock(),
        lease_until: 0,
        last_began_at: began_at,
        before_last_began_at: sweeps.last_began_at,
        last_claimed_at: claimed_at,
        before_last_claimed_at: sweeps.last_claimed_at,
      }));
    },

    fail() {
      return update((sweeps) => ({ ...sweeps, tried_at: clock(), lease_until: 0 }));
    },

    async sweptTwiceUntil() {
      const { value: sweeps = none } = await rows.load(key);
      return sweeps.before_last_claimed_at;
    },
  };
}
