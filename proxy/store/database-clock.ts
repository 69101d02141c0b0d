import type { Clock } from '../clock.ts';
import { CLOCK_JUMP, CLOCK_SAMPLED_EVERY, SLOWEST_CLOCK_SAMPLE } from '../time-limits.ts';

/** The time by the database's clock, which all processes on it share. */
export interface DatabaseClock {
  /**
   * Runs by this machine's monotonic clock since the last sample, so reading it needs no database.
   */
  readonly now: Clock;
  /** Asks the database if that is due. @throws {StoreUnavailable} */
  check(): Promise<void>;
}

/** Samples of one check. The quickest is the most exact. */
const SAMPLES = 3;

interface Sample {
  readonly databaseTime: number;
  /** By the monotonic clock, as is `answeredAt`. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface MachineClocks {
  readonly wall: Clock;
  readonly monotonic: Clock;
}

/** Until the first sample it tells this machine's time. */
export function createDatabaseClock(
  ask: () => Promise<number>,
  { wall, monotonic }: MachineClocks,
): DatabaseClock {
  /** How far the clock is ahead of the monotonic one. */
  let offset = wall() - monotonic();
  let sampledAt: number | undefined;
  /** How far the wall clock was ahead of it at the last sample. */
  let wallOffset = offset;

  /**
   * After an interval, and when the two clocks have moved apart: the monotonic one stands still
   * while the machine sleeps, and an NTP step moves the wall clock.
   */
  function isDue(): boolean {
    if (sampledAt === undefined || monotonic() - sampledAt >= CLOCK_SAMPLED_EVERY) return true;
    return Math.abs(wall() - monotonic() - wallOffset) >= CLOCK_JUMP;
  }

  async function sample(): Promise<Sample> {
    const askedAt = monotonic();
    const databaseTime = await ask();
    return { databaseTime, askedAt, answeredAt: monotonic() };
  }

  return {
    now: () => Math.round(monotonic() + offset),

    async check() {
      if (!isDue()) return;
      let best = await sample();
      for (let count = 1; count < SAMPLES; count += 1) {
        const next = await sample();
        if (tookOf(next) < tookOf(best)) best = next;
      }
      if (tookOf(best) > SLOWEST_CLOCK_SAMPLE) return;
      // The database read its clock about halfway.
      offset = best.databaseTime - (best.askedAt + best.answeredAt) / 2;
      sampledAt = monotonic();
      wallOffset = wall() - sampledAt;
    },
  };
}

function tookOf({ askedAt, answeredAt }: Sample): number {
  return answeredAt - askedAt;
}
