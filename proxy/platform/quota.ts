import { toInstant } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { Surroundings } from '../surroundings.ts';
import { BudgetSpent } from './errors.ts';

/** Token requests are counted too, but the platform does not, so they are outside the budget. */
export type CallClass = 'token' | 'events' | 'dates' | 'products' | 'vendors' | 'quotes' | 'orders';
export type Usage = Readonly<Partial<Record<CallClass, number>>>;

/** How much a read matters when the month's budget runs low. */
export interface Read {
  /** What is held still serves: refused first. */
  readonly background?: boolean;
  /** Nothing is held, and without it nobody could order: never refused. */
  readonly needed?: boolean;
}

/** Shares of the budget. From the first on no background work is done, then no lists are read, then no dates. */
const shares = [0.98, 0.9, 0.8];
const refusedFrom: Usage = { events: 0.9, products: 0.9, vendors: 0.9, dates: 0.98 };
/** What a process that dies has not written, at most. */
const BATCH = 20;
const BETWEEN_WRITES = 5_000;

interface Month {
  readonly key: string;
  /** By every process, as far as this one knows. */
  known: Usage;
  unwritten: Usage;
  written_at: number;
  writing: Promise<void>;
}

/** Counts calls by class and UTC month, together with the other processes on the store, and keeps them in the budget. */
export function createQuota({ config, site, store, clock, log }: Surroundings) {
  let month: Month | undefined;
  let band = 0;

  function thisMonth(): Month {
    const key = keyOf(site.client.id, clock());
    if (month?.key === key) return month;
    if (month) void save(month);
    month = { key, known: {}, unwritten: {}, written_at: -Infinity, writing: Promise.resolve() };
    return month;
  }

  function save(month: Month): Promise<void> {
    month.written_at = clock();
    return (month.writing = month.writing.then(() => write(month)));
  }

  /** What cannot be written, or loses a race, stays for the next time; no call fails because of it. */
  async function write(month: Month): Promise<void> {
    const batch = month.unwritten;
    try {
      const entry = await store.get(month.key);
      const total = add(entry ? (JSON.parse(entry.value) as Usage) : {}, batch);
      const isSame = sum(batch) === 0;
      const version = entry?.version ?? 0;
      if (!isSame && !(await store.put(month.key, JSON.stringify(total), version))) return;
      month.known = total;
      month.unwritten = add(month.unwritten, batch, -1);
    } catch {
      // The store fails for now.
    }
  }

  return {
    /** @throws {BudgetSpent} when too little is left for this kind of call */
    async admit(call: { readonly class: CallClass } & Read): Promise<void> {
      const month = thisMonth();
      const isDue = clock() >= month.written_at + BETWEEN_WRITES || sum(month.unwritten) >= BATCH;
      await (isDue ? save(month) : month.writing);
      const used = sum({ ...add(month.known, month.unwritten), token: 0 });
      const now = shares.find((share) => used >= share * config.PLATFORM_BUDGET) ?? 0;
      if (now !== band) log({ event: 'budget', band: now });
      band = now;
      const limit = call.background ? 0.8 : (refusedFrom[call.class] ?? 1);
      if (band >= limit && !call.needed) throw new BudgetSpent('the budget of the month is spent');
    },

    count(kind: CallClass): void {
      const month = thisMonth();
      month.unwritten = add(month.unwritten, { [kind]: 1 });
    },
  };
}
export type Quota = ReturnType<typeof createQuota>;

/** Calls of a client's month as far as they are written, by all processes on the store. */
export async function monthlyUsage(store: Store, client: string, now: number): Promise<Usage> {
  const entry = await store.get(keyOf(client, now));
  return entry ? (JSON.parse(entry.value) as Usage) : {};
}

function keyOf(client: string, now: number): string {
  return `quota/${client}/${toInstant(now).slice(0, 7)}`;
}

function add(a: Usage, b: Usage, sign = 1): Usage {
  const kinds = Object.keys({ ...a, ...b }) as CallClass[];
  return Object.fromEntries(kinds.map((kind) => [kind, (a[kind] ?? 0) + sign * (b[kind] ?? 0)]));
}

function sum(usage: Usage): number {
  return Object.values(usage).reduce((total, count) => total + count, 0);
}
