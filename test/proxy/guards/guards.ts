import { type ChangedLine, loadChanged } from '../changed-copy.ts';
import type { AttackReport, runAttack as attackAsItIs } from './attack.ts';

/** A guard, and what it protects. */
export interface Guard {
  readonly figure: (report: AttackReport) => number;
  /** `parts` is 1 for an address and 4 for a /48, which many customers share. */
  readonly most: (parts: 1 | 4, env: Env) => number;
  readonly takenOut: TakenOut;
}

type Env = Readonly<Record<string, string>>;

/** By configuration, or by a changed line of the source. */
type TakenOut = { readonly env: Env } | ChangedLine;

const UNLIMITED = '999999999';

/** Each guard, and how to remove it. Without it, its figure has to exceed the limit. */
export const guards = {
  'platform calls': {
    figure: ({ calls }) => calls,
    // Five percent of a day's budget.
    most: (_, { PLATFORM_BUDGET = '500000' }) => Math.floor((Number(PLATFORM_BUDGET) / 30) * 0.05),
    takenOut: { env: { CALLS_PER_CLIENT: UNLIMITED, PLATFORM_BUDGET: '900000000' } },
  },
  'places ordered': {
    figure: ({ placesTaken }) => placesTaken,
    most: (parts, { PLACES_PER_CLIENT = '500' }) => parts * Number(PLACES_PER_CLIENT),
    takenOut: { env: { PLACES_PER_CLIENT: UNLIMITED } },
  },
  'reads in a minute': {
    figure: ({ reads }) => reads,
    most: (parts, { READS_PER_MINUTE = '1200' }) => parts * Number(READS_PER_MINUTE),
    takenOut: {
      file: 'proxy/guards/rate-limit.ts',
      line: 'const PART_OF_48 = 4;',
      instead: 'const PART_OF_48 = 1_000;',
    },
  },
  'distinct reads in a minute': {
    figure: ({ distinctReads }) => distinctReads,
    // Each costs a millisecond or more.
    most: (parts, { RENDER_MS_PER_MINUTE = '6000' }) => parts * Number(RENDER_MS_PER_MINUTE),
    takenOut: { env: { RENDER_MS_PER_MINUTE: UNLIMITED } },
  },
  'bytes of a body': {
    figure: ({ bodyBytes }) => bodyBytes,
    // 64 KB and two chunks that are in flight.
    most: () => 65_536 + 2 * 16_384,
    takenOut: {
      file: 'proxy/http/read-text.ts',
      line: 'if (bytes > maxBytes) return undefined;',
      instead: '',
    },
  },
  'words of a search': {
    figure: ({ words }) => words,
    most: () => 8,
    takenOut: {
      file: 'proxy/catalog/search.ts',
      line: 'const MAX_WORDS = 8;',
      instead: 'const MAX_WORDS = 1_000;',
    },
  },
  'megabytes of memory': {
    figure: ({ measured: [before, after] }) => after - before,
    most: () => 50,
    takenOut: {
      file: 'proxy/bounded-map.ts',
      line: 'maxSize: maxBytes,',
      instead: 'maxSize: Number.MAX_SAFE_INTEGER,',
    },
  },
} as const satisfies Record<string, Guard>;

export type GuardName = keyof typeof guards;

/** Loads the attack on a copy of the proxy with a changed line. */
export const loadAttackWithout = (change: ChangedLine) =>
  loadChanged<{ readonly runAttack: typeof attackAsItIs }>(change, ['test/proxy/guards/attack.ts']);
