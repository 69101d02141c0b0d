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

/**
 * For proving an absence, and that a sender's time is over. Within one process the clock that never
 * jumps is right. Between two it is the shorter of what the wall clock and the platform's clock say,
 * but never less than the time for which the asking process has `observed` that it is later: so a
 * wrong clock can delay the outcome by one settle time, and never bring it forward alone.
 */
export function provenElapsed(since: Moment, until: Moment, observed: number): number {
  const monotonic = monotonicElapsed(since, until);
  if (monotonic !== undefined) return monotonic;
  const wall = until.wall - since.wall;
  return Math.max(observed, Math.min(wall, platformElapsed(since, until) ?? wall));
}

function monotonicElapsed(since: Moment, until: Moment): number | undefined {
  return since.process === until.process ? until.monotonic - since.monotonic : undefined;
}

function platformElapsed(since: Moment, until: Moment): number | undefined {
  if (since.platform === undefined || until.platform === undefined) return undefined;
  return until.platform - since.platform;
}
