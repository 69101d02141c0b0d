import type { Random } from '../world/random.ts';
import { createRandom } from '../world/random.ts';
import type { Fault, FaultKind, Faults } from './fault.ts';
import type { Operation } from './operations.ts';

type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

/** Decides when each of the faults that were set strikes. */
export interface FaultInjector {
  set(faults: Faults): void;
  /** The faults as they were set, and how often each one has struck. */
  status(): { seed: string; faults: readonly (Fault & { struck: number })[] };
  /** The first fault of this kind that strikes now, if any. Notifications have no operation. */
  strike<Kind extends FaultKind>(kind: Kind, operation?: Operation): FaultOf<Kind> | undefined;
  /** A random integer from 0 to `max`, inclusive, from the same seed. */
  randomUpTo(max: number): number;
}

export function createFaultInjector(): FaultInjector {
  let current: Faults = { seed: '', faults: [] };
  let strikes = new Map<Fault, number>();
  let random: Random = createRandom(current.seed);

  function strikesNow(fault: Fault): boolean {
    const times = strikes.get(fault) ?? 0;
    if (times >= (fault.count ?? Infinity)) return false;
    if (fault.probability < 1 && random() >= fault.probability) return false;
    strikes.set(fault, times + 1);
    return true;
  }

  return {
    set(faults) {
      current = faults;
      strikes = new Map();
      random = createRandom(`faults/${faults.seed}`);
    },
    status: () => ({
      seed: current.seed,
      faults: current.faults.map((fault) => ({ ...fault, struck: strikes.get(fault) ?? 0 })),
    }),
    strike<Kind extends FaultKind>(kind: Kind, operation?: Operation) {
      return current.faults.find(
        (fault): fault is FaultOf<Kind> =>
          fault.kind === kind &&
          (!operation || (fault.operations?.includes(operation) ?? true)) &&
          strikesNow(fault),
      );
    },
    randomUpTo: (max) => Math.floor(random() * (max + 1)),
  };
}
