import { type ClientNetwork, networksOf } from './client.ts';

/**
 * Counts one more for a client until the returned function is called. Undefined if too many are
 * going on already.
 */
export type Concurrency = (client: string | undefined) => (() => void) | undefined;

/** The most at once, in all and per network. */
export type Most = Readonly<Record<ClientNetwork['kind'] | 'all', number>>;

/**
 * Limits what goes on at once, in the process and per network. A caller in the same process belongs
 * to no network.
 */
export function createConcurrency(most: Most): Concurrency {
  const counts = new Map<string, number>();
  let inAll = 0;

  const countOf = (key: string) => counts.get(key) ?? 0;

  function add(networks: readonly ClientNetwork[], amount: 1 | -1): void {
    inAll += amount;
    for (const { key } of networks) {
      const count = countOf(key) + amount;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  }

  return (client) => {
    const networks = client === undefined ? [] : networksOf(client);
    const isFull = networks.some(({ key, kind }) => countOf(key) >= most[kind]);
    if (isFull || inAll >= most.all) return undefined;
    add(networks, 1);
    return () => add(networks, -1);
  };
}
