import { createDice, type Dice } from '../simulation/dice.ts';
import type { Bank } from './bank.ts';
import { createConnection } from './connection.ts';
import { book, type Customer } from './customer.ts';
import { inParallel } from './in-parallel.ts';
import type { Offers } from './offers.ts';
import type { ProxyProcess } from './proxies.ts';

export interface Crowd {
  readonly orders: number;
  readonly seed: string;
  readonly atOnce: number;
  readonly offers: Offers;
  readonly proxies: readonly ProxyProcess[];
  readonly bank: Bank | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since the run began. */
  readonly elapsed: () => number;
}

/** Resolves when all customers have left and none of their requests is pending. */
export async function bookAll(crowd: Crowd) {
  const { orders, seed, atOnce, offers, proxies, bank, signal, elapsed } = crowd;
  const customers: Customer[] = [];
  let doubled = 0;
  await inParallel(atOnce, Array.from({ length: orders }).keys(), async (index) => {
    const dice = createDice(`${seed}/${index}`);
    const balancer = () => anyOf(proxies, dice);
    const connection = createConnection({ dice, balancer, signal });
    const email = `customer-${index}@example.com`;
    customers.push(await book({ dice, email, offers, connection, bank, elapsed }));
    doubled += connection.doubled();
  });
  return { customers, doubled };
}

/** The address of a proxy, of one that is up if there is any. */
export function anyOf(proxies: readonly ProxyProcess[], dice?: Dice): string {
  const up = proxies.filter((proxy) => proxy.isUp());
  const candidates = up.length > 0 ? up : proxies;
  return (dice ? dice.pick(candidates) : candidates[0])?.url ?? '';
}
