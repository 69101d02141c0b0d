import { toInstant } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { SiteContext } from '../context.ts';
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

/**
 * Shares of the budget. From the first on no background work is done, then no lists are read, then
 * no dates.
 */
const shares = [0.98, 0.9, 0.8];
const refusedFrom: Usage = { events: 0.9, products: 0.9, vendors: 0.9, dates: 0.98 };

/**
 * Counts calls by class and UTC month, together with the other processes on the store, and keeps
 * them in the budget.
 */
export function createQuota({ config, site, store, clock, log }: SiteContext) {
  /** With what is known of all processes' calls, and those of this one that are not written. */
  const newMonth = () => ({
    key: keyOf(site.client.id, clock()),
    known: {} as Usage,
    unwritten: [] as CallClass[],
  });
  let month = newMonth();
  let writing = Promise.resolve();
  let band = 0;

  function thisMonth() {
    if (month.key === keyOf(site.client.id, clock())) return month;
    void save(month);
    return (month = newMonth());
  }

  /**
   * What cannot be written, or loses a race, stays for the next call; no call fails because of it.
   */
  function save(saved: typeof month): Promise<void> {
    return (writing = writing.then(() => write(saved)).catch(() => {}));
  }

  async function write(saved: typeof month): Promise<void> {
    const entry = await store.get(saved.key);
    const { length } = saved.unwritten;
    const total = tally(JSON.parse(entry?.value ?? '{}') as Usage, saved.unwritten);
    if (length > 0 && !(await store.put(saved.key, JSON.stringify(total), entry?.version ?? 0)))
      return;
    saved.known = total;
    saved.unwritten.splice(0, length);
  }

  return {
    /** @throws {BudgetSpent} when too little is left for this kind of call */
    async admit(call: { readonly class: CallClass } & Read): Promise<void> {
      const month = thisMonth();
      await save(month);
      const { token: _, ...usage } = tally(month.known, month.unwritten);
      const used = Object.values(usage).reduce((sum, calls) => sum + calls, 0);
      const now = shares.find((share) => used >= share * config.PLATFORM_BUDGET) ?? 0;
      if (now !== band) log({ event: 'budget', band: now });
      band = now;
      const limit = call.background ? 0.8 : (refusedFrom[call.class] ?? 1);
      if (band >= limit && !call.needed) throw new BudgetSpent('the budget of the month is spent');
    },

    count(kind: CallClass): void {
      thisMonth().unwritten.push(kind);
    },
  };
}
export type Quota = ReturnType<typeof createQuota>;

/** Calls of a client's month as far as they are written, by all processes on the store. */
export async function monthlyUsage(store: Store, client: string, now: number): Promise<Usage> {
  const entry = await store.get(keyOf(client, now));
  return JSON.parse(entry?.value ?? '{}') as Usage;
}

function keyOf(client: string, now: number): string {
  return `quota/${client}/${toInstant(now).slice(0, 7)}`;
}

function tally(usage: Usage, calls: readonly CallClass[]): Usage {
  const total: Partial<Record<CallClass, number>> = { ...usage };
  for (const kind of calls) total[kind] = (total[kind] ?? 0) + 1;
  return total;
}
