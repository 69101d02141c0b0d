import { createRandom } from '../random.ts';
import type { Fault, FaultKind, Faults } from './fault.ts';
import type { Operation } from './operations.ts';

type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

export interface Dial {
  set(faults: Faults): void;
  /** The faults as they were set, and how often each one has struck. */
  read(): { seed: string; faults: readonly (Fault & { struck: number })[] };
  /**
   * The first fault of this kind that strikes now, if one does. Without an operation, that of a
   * notification.
   */
  strike<Kind extends FaultKind>(kind: Kind, operation?: Operation): FaultOf<Kind> | undefined;
  /** A whole number up to this one, from the dial's own stream. */
  draw(most: number): number;
}

export function createDial(): Dial {
  let { seed, faults }: Faults = { seed: '', faults: [] };
  let struck = new Map<Fault, number>();
  let random = createRandom(seed);

  function strikes(fault: Fault): boolean {
    const times = struck.get(fault) ?? 0;
    if (times >= (fault.count ?? Infinity)) return false;
    if (fault.probability < 1 && random() >= fault.probability) return false;
    struck.set(fault, times + 1);
    return true;
  }

  return {
    set(next) {
      ({ seed, faults } = next);
      struck = new Map();
      random = createRandom(`faults/${seed}`);
    },
    read: () => ({
      seed,
      faults: faults.map((fault) => ({ ...fault, struck: struck.get(fault) ?? 0 })),
    }),
    strike<Kind extends FaultKind>(kind: Kind, operation?: Operation) {
      return faults.find(
        (fault): fault is FaultOf<Kind> =>
          fault.kind === kind &&
          (!operation || (fault.operations?.includes(operation) ?? true)) &&
          strikes(fault),
      );
    },
    draw: (most) => Math.floor(random() * (most + 1)),
  };
}
