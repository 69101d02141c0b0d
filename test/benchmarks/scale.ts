import { join } from 'node:path';
import { findPostgres, startPostgres } from '../support/postgres.ts';
import { milliseconds, row, whole } from './support/figures.ts';
import { loadBy, measure, type Rate } from './support/load.ts';
import { orderAt, quoteAll, time, type Timed } from './support/order-load.ts';
import { inFolder, withAll } from './support/processes.ts';
import { openPlatform, openProxy, ORIGIN, type Server } from './support/servers.ts';

const COUNTS = [1, 2, 4] as const;
const PATH = '/v3/events?limit=25';
const SECONDS = 3;
const ORDERS = 300;
const CUSTOMERS = 4;

interface Figures {
  readonly perSecond: number;
  readonly microseconds: number;
  readonly orders: Timed;
}

/**
 * Measures cached reads and orders per second, and the CPU time of each, for one, two and four
 * proxies on a shared store (a file, and PostgreSQL). All proxies share one core, so the figures
 * show the overhead of sharing, not the gain.
 */
export async function bench(): Promise<void> {
  const stores = { file: fileStore, ...(findPostgres() && { PostgreSQL: postgresStore }) };
  if (!findPostgres()) console.log('PostgreSQL is left out: apt-get install postgresql-15');
  console.log(
    `Proxies on one core and one store, by ${loadBy}; ${ORDERS} orders each, ${CUSTOMERS} at once`,
  );
  console.log(row('', 'reads/s', 'core/read', 'orders/s', 'p50', 'p99', 'core/order', 'placed'));
  const ofOne: Record<string, Timed> = {};
  for (const count of COUNTS) {
    // Interleaved, because other work on the machine varies.
    for (const [name, openStore] of Object.entries(stores)) {
      const figures = await measureScale(count, openStore);
      console.log(describe(`${count} on ${name}`, figures));
      if (count === 1) ofOne[name] = figures.orders;
    }
  }
  const { file, PostgreSQL: postgres } = ofOne;
  if (!file || !postgres) return;
  const added = (of: (timed: Timed) => number) => milliseconds(of(postgres) - of(file));
  console.log(row('', 'p50', 'p99'));
  console.log(
    row(
      'what PostgreSQL adds to an order',
      added((of) => of.p50),
      added((of) => of.p99),
    ),
  );
}

interface StoreOfAll {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function fileStore(folder: string): Promise<StoreOfAll> {
  return { url: `file:${join(folder, 'shared.db')}`, close: async () => {} };
}

async function postgresStore(): Promise<StoreOfAll> {
  const server = await startPostgres();
  return { url: await server.createDatabase(), close: server.close };
}

function measureScale(
  count: number,
  openStore: (folder: string) => Promise<StoreOfAll>,
): Promise<Figures> {
  return inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, 'calm'));
      const store = keep(await openStore(folder));
      const shared = { STORE_URL: store.url, PROXY_SECRET: crypto.randomUUID() };
      const proxies: Server[] = [];
      for (let index = 0; index < count; index += 1) {
        proxies.push(keep(await openProxy(folder, platform.url, { shared })));
      }
      const [first] = proxies;
      const quoted = await quoteAll(first?.url ?? '', ORDERS + CUSTOMERS);
      const send = orderAt(
        proxies.map(({ url }) => url),
        quoted,
      );
      // A warm-up, because the first requests of a server are slow.
      await time(send, CUSTOMERS, CUSTOMERS);
      await readAll(proxies, 1);
      return {
        ...(await readAll(proxies, SECONDS)),
        orders: await time(send, ORDERS, CUSTOMERS, proxies),
      };
    }),
  );
}

/** Reads from all proxies at once under full load. */
async function readAll(
  proxies: readonly Server[],
  seconds: number,
): Promise<Omit<Figures, 'orders'>> {
  const worked = () => proxies.reduce((sum, proxy) => sum + proxy.worked(), 0);
  const before = worked();
  const headers = { Origin: ORIGIN, 'Accept-Encoding': 'identity' };
  const rates = await Promise.all(proxies.map(({ url }) => measure(url + PATH, headers, seconds)));
  const sumOf = (figure: (rate: Rate) => number) =>
    rates.reduce((sum, rate) => sum + figure(rate), 0);
  if (sumOf(({ failed }) => failed) > 0) throw new Error('some reads failed');
  return {
    perSecond: sumOf(({ perSecond }) => perSecond),
    microseconds: ((worked() - before) * 1e6) / sumOf(({ responses }) => responses),
  };
}

function describe(name: string, { perSecond, microseconds, orders }: Figures): string {
  return row(
    name,
    whole(perSecond),
    `${microseconds.toFixed(1)} µs`,
    whole(orders.perSecond),
    milliseconds(orders.p50),
    milliseconds(orders.p99),
    milliseconds(orders.core),
    whole(orders.placed),
  );
}
