import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';

/** A moment by several clocks, in milliseconds, because each of them may be wrong or jump. */
export interface Moment {
  readonly wall: number;
  /** The process of `monotonic`, which cannot be compared between processes. */
  readonly process: string;
  readonly monotonic: number;
  /** By the platform's clock; missing where a response had no `Date`. */
  readonly platform?: number | undefined;
}

/** The current moment of a process. `platform` is the latest possible time there. */
export function createMomentClock(
  platform: Pick<Platform, 'latestTime'>,
  { clock, monotonic }: Pick<SiteContext, 'clock' | 'monotonic'>,
  process: string,
): () => Moment {
  return () => ({
    wall: clock(),
    process,
    monotonic: monotonic(),
    platform: platform.latestTime(),
  });
}

/**
 * For a sender's deadline: the wall clock runs while the machine sleeps, `monotonic` never jumps.
 */
export function longestElapsed(since: Moment, until: Moment): number {
  const elapsed = until.wall - since.wall;
  return Math.max(elapsed, monotonicElapsed(since, until) ?? elapsed);
}

/** For proving an absence: the wall clock counts only where no other one can be compared. */
export function shortestElapsed(since: Moment, until: Moment): number {
  const elapsed = [monotonicElapsed(since, until), platformElapsed(since, until)];
  const counted = elapsed.filter((milliseconds) => milliseconds !== undefined);
  return counted.length > 0 ? Math.min(...counted) : until.wall - since.wall;
}

function monotonicElapsed(since: Moment, until: Moment): number | undefined {
  return since.process === until.process ? until.monotonic - since.monotonic : undefined;
}

function platformElapsed(since: Moment, until: Moment): number | undefined {
  if (since.platform === undefined || until.platform === undefined) return undefined;
  return until.platform - since.platform;
}
