import { z } from 'zod';
import { toInstant } from '../clock.ts';
import type { Priority } from '../ports.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import type { Store } from '../store/store.ts';
import type { PlatformContext } from './context.ts';
import { BudgetSpent } from './errors.ts';

/** The class that a call is counted in. */
export type CallClass = BudgetedClass | 'token';
/** The platform does not count token requests, so they are counted here, but outside the budget. */
export type BudgetedClass = 'events' | 'dates' | 'products' | 'vendors' | 'quotes' | 'orders';

export interface BudgetedCall {
  readonly class: BudgetedClass;
  readonly priority?: Priority | undefined;
}

export interface Budget {
  /** @throws {BudgetSpent} when too little is left of the month's budget for this call */
  admit(call: BudgetedCall): Promise<void>;
  /** Counts a request that is about to be sent. */
  count(callClass: CallClass): void;
}

/** Calls of a month by class. */
export type Usage = Readonly<Partial<Record<CallClass, number>>>;

/** From this share of the month's budget on, background work stops. */
export const LOW_BUDGET = 0.8;
const NEVER = Infinity;
/**
 * The share of the month's budget from which a call is refused: first all background work, then
 * lists, then dates. A call with priority `order` is never refused.
 */
const refusedFrom: Readonly<Record<BudgetedClass, Readonly<Record<Priority, number>>>> = {
  events: { background: LOW_BUDGET, visitor: 0.9, order: NEVER },
  products: { background: LOW_BUDGET, visitor: 0.9, order: NEVER },
  vendors: { background: LOW_BUDGET, visitor: 0.9, order: NEVER },
  dates: { background: LOW_BUDGET, visitor: 0.98, order: NEVER },
  quotes: { background: LOW_BUDGET, visitor: NEVER, order: NEVER },
  orders: { background: LOW_BUDGET, visitor: NEVER, order: NEVER },
};
/** The shares of the table above, each logged once it is reached. */
const bands = [0.98, 0.9, LOW_BUDGET];

const count = z.int().min(0).exactOptional();
const codec = createCodec<Usage>(
  z.object({
    events: count,
    dates: count,
    products: count,
    vendors: count,
    quotes: count,
    orders: count,
    token: count,
  }),
);

/** A UTC month of one client of the platform. */
interface Month {
  readonly key: string;
  /** Calls of all processes on the store, as last read or written. */
  stored: Usage;
  /** Calls of this process that the store does not have yet. */
  readonly unsaved: CallClass[];
}

/**
 * Counts the platform calls of all processes on the store, by class and month, and refuses those
 * that matter least when the month's budget runs low.
 */
export function createBudget({ config, site, store, clock, log }: PlatformContext): Budget {
  let month = newMonth();
  let saving = Promise.resolve();
  let band = 0;

  function newMonth(): Month {
    return { key: keyOf(site.client.id, clock()), stored: {}, unsaved: [] };
  }

  function currentMonth(): Month {
    if (month.key !== keyOf(site.client.id, clock())) {
      void save(month);
      month = newMonth();
    }
    return month;
  }

  /** One write at a time. No call fails because its count cannot be saved: the next one saves it. */
  function save(month: Month): Promise<void> {
    saving = saving.then(() => trySave(month)).catch(() => {});
    return saving;
  }

  async function trySave(month: Month): Promise<void> {
    const entry = await store.get(month.key);
    const stored = entry ? codec.decode(parseStored(entry.value)) : {};
    if (!stored) log({ event: 'row-unreadable', kind: 'budget' });
    const saved = month.unsaved.length;
    const total = add(stored ?? {}, month.unsaved);
    if (saved > 0) {
      const row = JSON.stringify(codec.encode(total));
      const version = await store.put(month.key, row, entry?.version ?? 0);
      // Another process wrote first.
      if (version === undefined) return;
    }
    month.stored = total;
    month.unsaved.splice(0, saved);
  }

  return {
    async admit({ class: callClass, priority = 'visitor' }) {
      const month = currentMonth();
      await save(month);
      const used = budgetedCalls(add(month.stored, month.unsaved)) / config.PLATFORM_BUDGET;
      const reached = bands.find((fraction) => used >= fraction) ?? 0;
      if (reached !== band) log({ event: 'budget', band: reached });
      band = reached;
      if (used >= refusedFrom[callClass][priority]) {
        throw new BudgetSpent("too little is left of the month's budget");
      }
    },

    count(callClass) {
      currentMonth().unsaved.push(callClass);
    },
  };
}

/** A client's calls of this month, as far as the processes on the store have saved them. */
export async function monthlyUsage(store: Store, client: string, now: number): Promise<Usage> {
  const entry = await store.get(keyOf(client, now));
  return (entry && codec.decode(parseStored(entry.value))) ?? {};
}

/** How many calls of a usage count against the month's budget. */
export function budgetedCalls({ token: _, ...budgeted }: Usage): number {
  return Object.values(budgeted).reduce((sum, calls) => sum + calls, 0);
}

/** The prefix is part of the stored format: with another one the month's count would be lost. */
function keyOf(client: string, now: number): string {
  return `budget/${client}/${toInstant(now).slice(0, 'yyyy-mm'.length)}`;
}

function add(usage: Usage, calls: readonly CallClass[]): Usage {
  const total: Partial<Record<CallClass, number>> = { ...usage };
  for (const callClass of calls) total[callClass] = (total[callClass] ?? 0) + 1;
  return total;
}
