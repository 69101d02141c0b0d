import type { Dice } from './dice.ts';
import type { Meet } from './hostilities.ts';
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
  readonly meet: Meet;
}

export interface Trouble {
  /** When the last trouble is over. */
  readonly endsAt: number;
  /** Whether the store goes back. */
  readonly hasRewind: boolean;
}

/** Processes crash, stall and get wrong clocks until then. */
export const TROUBLE_ENDS = 25 * 60_000;
const HOUR = 3_600_000;
const LONGEST_STALL = 20 * 60_000;
const SHORTEST_REWIND = 1_000;
const LONGEST_REWIND = 10 * 60_000;
const REWOUND = 0.1;

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
  const hasRewind = dice.chance(REWOUND);
  if (hasRewind) endsAt = Math.max(endsAt, rewindOnce(troubled));
  return { endsAt, hasRewind };
}

/** Resolves to when it happens. */
function rewindOnce({ timeline, dice, store, processes, restart, meet }: Troubled): number {
  const time = dice.delay(60_000, TROUBLE_ENDS);
  const by = SHORTEST_REWIND + dice.delay(60_000, LONGEST_REWIND - SHORTEST_REWIND);
  const isRestarted = dice.chance(0.5);
  timeline.at(time, () => {
    meet('a rewind');
    void store.rewind(time - by);
    if (isRestarted) for (const index of processes.keys()) restart(index);
  });
  return time;
}
