import { HOUR } from '#contract/milliseconds';
import { recordRestored } from '../../proxy/operations/restored.ts';
import { EPOCH } from './date-header.ts';
import type { Dice } from './dice.ts';
import type { Meet, Odds } from './hostilities.ts';
import type { Process } from './process.ts';
import type { RewindableStore } from './rewindable-store.ts';
import type { Timeline } from './timeline.ts';

interface Troubled {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly store: RewindableStore;
  readonly processes: readonly Process[];
  readonly restart: (index: number) => void;
  /** Whether wall clocks are right. */
  readonly areClocksRight: boolean;
  /** A backup is certainly restored, and the operator does not run `npm run restored`. */
  readonly isRestored: 'untold' | undefined;
  readonly odds: Odds;
  readonly meet: Meet;
}

export interface Trouble {
  /** When the last trouble is over. */
  readonly endsAt: number;
  /** When the store goes back; undefined if it never does. */
  readonly rewindsAt: number | undefined;
}

/** Processes crash, stall and get wrong clocks until then. */
export const TROUBLE_ENDS = 25 * 60_000;
const LONGEST_STALL = 20 * 60_000;
const SHORTEST_REWIND = 1_000;
const LONGEST_REWIND = 10 * 60_000;
/** A backup is put back this long after the story began. */
const [FIRST_LATE_REWIND, LAST_LATE_REWIND] = [HOUR, 3 * HOUR];
/** It was taken at some moment until then, mostly before the customer had ordered and paid. */
const LATEST_BACKUP = 10 * 60_000;
/** How often every process proves that the store has not gone back. */
export const TOUCH_EVERY = 2_000;
/** In the rest of a story nobody would notice. */
const TOUCHED_BEFORE = 10_000;
const TOUCHED_AFTER = 60_000;

/** Crashes, stalls, machines that sleep, clocks that jump, and a store that goes back. */
export function makeTrouble(troubled: Troubled): Trouble {
  const { timeline, dice, processes, restart, areClocksRight, meet } = troubled;
  // A machine that sleeps never gets its clock set back, because then none of its clocks would show
  // how much time has passed.
  const machineSleeps = dice.chance(0.3);
  let endsAt = 0;
  for (const index of processes.keys()) {
    for (let trouble = 0; trouble < 3; trouble += 1) {
      if (dice.chance(0.4)) continue;
      // Mostly in the first minute, while the order is sent.
      const time = dice.delay(40_000, TROUBLE_ENDS);
      const stall = dice.delay(30_000, LONGEST_STALL);
      endsAt = Math.max(endsAt, time + stall);
      timeline.at(time, () => {
        const process = processes[index];
        const kind = dice.weighted({ crash: 4, stall: 3, clock: areClocksRight ? 0 : 3 });
        if (kind === 'crash') restart(index);
        if (kind === 'stall') {
          meet('a pause');
          process?.stall(stall, { machineSleeps });
        }
        const jump = dice.delay(60_000, HOUR);
        const isBack = !machineSleeps && dice.chance(0.5);
        if (kind === 'clock') process?.setClock(isBack ? -jump : jump);
      });
    }
  }
  const hasRewind = dice.chance(troubled.odds.rewind) || troubled.isRestored !== undefined;
  const rewindsAt = hasRewind ? rewindOnce(troubled) : undefined;
  return { endsAt: Math.max(endsAt, rewindsAt ?? 0), rewindsAt };
}

/**
 * Under running processes, or with all of them restarted by an operator, who then tells them. Returns
 * when it happens.
 */
function rewindOnce(troubled: Troubled): number {
  const { timeline, dice, store, processes, restart, isRestored, odds, meet } = troubled;
  const isLate = dice.chance(odds.lateRewind);
  const time = isLate
    ? dice.between(FIRST_LATE_REWIND, LAST_LATE_REWIND)
    : dice.delay(40_000, TROUBLE_ENDS);
  const by = isLate
    ? time - dice.between(0, LATEST_BACKUP)
    : SHORTEST_REWIND + dice.delay(30_000, LONGEST_REWIND - SHORTEST_REWIND);
  const isRestarted = dice.chance(0.5) || isRestored !== undefined;
  for (let at = time - TOUCHED_BEFORE; at < time + TOUCHED_AFTER; at += TOUCH_EVERY) {
    for (const index of processes.keys()) {
      timeline.at(at + dice.between(0, TOUCH_EVERY), () => void processes[index]?.touch());
    }
  }
  timeline.at(time, () => {
    meet(isLate ? 'a rewind by hours' : 'a rewind');
    void store.rewind(time - by).then(async () => {
      if (!isRestarted) return;
      if (isRestored !== 'untold') await recordRestored(store, EPOCH + timeline.now());
      for (const index of processes.keys()) restart(index);
    });
  });
  return time;
}
