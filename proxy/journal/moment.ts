import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';

/** A moment by several clocks, in milliseconds, because each of them may be wrong or jump. */
export interface Moment {
  /** By the clock that all processes on one store share. */
  readonly wall: number;
  /**
   * By this machine's own clock, which keeps running while it sleeps; left out where `wall` is that
   * clock.
   */
  readonly machine?: number;
  /** The process of `monotonic`, which cannot be compared between processes. */
  readonly process: string;
  readonly monotonic: number;
  /** By the platform's clock; missing where a response had no `Date`. */
  readonly platform?: number | undefined;
}

/**
 * The current moment of a process. `platform` is the latest time that the platform's clock can
 * show.
 */
export function createMomentClock(
  platform: Pick<Platform, 'latestTime'>,
  { clock, machineClock, monotonic }: Pick<SiteContext, 'clock' | 'machineClock' | 'monotonic'>,
  process: string,
): () => Moment {
  return () => ({
    wall: clock(),
    ...(machineClock && { machine: machineClock() }),
    process,
    monotonic: monotonic(),
    platform: platform.latestTime(),
  });
}

/**
 * For a sender's deadline, so the longest that any clock says: the machine's clock keeps running
 * while the machine sleeps, and `monotonic` never jumps.
 */
export function longestElapsed(since: Moment, until: Moment): number {
  const elapsed = until.wall - since.wall;
  if (since.process !== until.process) return elapsed;
  const ofMachine = (until.machine ?? until.wall) - (since.machine ?? since.wall);
  return Math.max(elapsed, ofMachine, until.monotonic - since.monotonic);
}

/**
 * For proving that an order is absent, or that a sender's time is over. Within one process, the
 * monotonic clock decides, because it never jumps. Between two processes, it is the shorter of what
 * the wall clock and the platform's clock say, but never less than the time for which the asking
 * process has `observed` the attempt. So a wrong clock can delay the outcome by one settle time,
 * and can never bring it forward on its own.
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
