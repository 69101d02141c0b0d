import { join } from 'node:path';
import { recordRestored } from '../../proxy/operations/restored.ts';
import { openStore } from '../../proxy/store/open.ts';
import { startPostgres } from '../support/postgres.ts';
import { calm, type Nemesis, startCutter } from './nemesis.ts';
import { listenPostgresRelay } from './postgres-relay.ts';
import { fileSnapshots, postgresSnapshots, type TakeSnapshot } from './snapshots.ts';

/** The store of all proxies, and what can happen to it. */
export interface SharedStore {
  readonly url: string;
  readonly takeSnapshot: TakeSnapshot;
  /** Tells the proxies of a restore, as the operator does. */
  tellRestored(): Promise<void>;
  /** Restarts and cuts off a database until it is stopped. A file has nothing of the kind. */
  disturb(): Nemesis<unknown>;
  /** How many single connections were cut. */
  lostConnections(): number;
  close(): Promise<void>;
}

async function tellRestored(url: string): Promise<void> {
  const store = await openStore(url, { startTimeout: START_TIMEOUT });
  await recordRestored(store, Date.now());
  await store.close();
}

/** A database may be restarted meanwhile. In milliseconds. */
const START_TIMEOUT = 30_000;
/** Of the relay's cuts: an order takes 31 statements, and has to come through at times. */
const RARITY = 12;

export function openSharedFile(folder: string): SharedStore {
  const file = join(folder, 'proxy.db');
  return {
    url: `file:${file}`,
    takeSnapshot: fileSnapshots(file, folder),
    tellRestored: () => tellRestored(`file:${file}`),
    disturb: () => calm,
    lostConnections: () => 0,
    close: async () => {},
  };
}

/** Behind a relay that cuts single connections at every stage of the protocol. */
export async function openSharedDatabase(): Promise<SharedStore> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const relay = await listenPostgresRelay(url, { rarity: RARITY });

  return {
    url: relay.url,
    takeSnapshot: postgresSnapshots(url),
    tellRestored: () => tellRestored(url),

    disturb() {
      relay.start();
      const cutter = startCutter(server);
      return {
        ended: cutter.ended,
        stop() {
          relay.stop();
          cutter.stop();
        },
      };
    },

    lostConnections: () => Object.values(relay.cuts).reduce((sum, count) => sum + count, 0),

    async close() {
      await relay.close();
      await server.close();
    },
  };
}
