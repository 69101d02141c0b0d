import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';

/** A moment by every clock there is, in milliseconds, because any of them may be wrong or jump. */
export interface Moment {
  readonly wall: number;
  /** Whose `monotonic` it is: that of another process says nothing. */
  readonly process: string;
  readonly monotonic: number;
  /** By the platform's clock; missing where it did not say. */
  readonly platform?: number | undefined;
}

/** Tells the moment in a process of this name; by the platform's clock it is not later than that. */
export function createMomentClock(
  platform: Pick<Platform, 'latestTime'>,
  { clock, monotonic }: Pick<SiteContext, 'clock' | 'monotonic'>,
  process: string,
): () => Moment {
  return () => ({
    ...{ wall: clock(), process, monotonic: monotonic() },
    platform: platform.latestTime(),
  });
}

/** What a sender goes by: the wall clock counts while the machine sleeps, the other never jumps. */
export function longestElapsed(since: Moment, until: Moment): number {
  const elapsed = until.wall - since.wall;
  return Math.max(elapsed, monotonicElapsed(since, until) ?? elapsed);
}

/** What an absence goes by: the wall clock counts only where there is no other. */
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
