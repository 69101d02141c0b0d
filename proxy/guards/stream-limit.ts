import type { CountStream } from '../http/event-stream.ts';
import { type ClientNetwork, networksOf } from './client.ts';

/** Each holds a socket and reads the store. */
const MAX_STREAMS = 2_000;
/** As many as a family or an office has at once; the others ask again and again. */
const maxStreamsOf: Readonly<Record<ClientNetwork['kind'], number>> = {
  address: 20,
  '/64': 20,
  '/48': 80,
};

/** Counts the open streams of the process and of each network; in memory, as a socket is here. */
export function createStreamLimit(): CountStream {
  const openStreams = new Map<string, number>();
  let openInAll = 0;

  const openIn = (key: string) => openStreams.get(key) ?? 0;

  function add(networks: readonly ClientNetwork[], amount: 1 | -1): void {
    openInAll += amount;
    for (const { key } of networks) {
      const open = openIn(key) + amount;
      if (open > 0) openStreams.set(key, open);
      else openStreams.delete(key);
    }
  }

  return (client) => {
    const networks = client === undefined ? [] : networksOf(client);
    const isFull = networks.some(({ key, kind }) => openIn(key) >= maxStreamsOf[kind]);
    if (isFull || openInAll >= MAX_STREAMS) return undefined;
    add(networks, 1);
    return () => add(networks, -1);
  };
}
