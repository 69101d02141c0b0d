import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import { ConfigError } from '../../proxy/config-error.ts';
import { openStore } from '../../proxy/store/open.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import { StoreUnavailable } from '../../proxy/store/store.ts';
import {
  STORE_RETRY_PAUSE,
  STORE_RETRY_UNTIL,
  STORE_START_TIMEOUT,
} from '../../proxy/time-limits.ts';
import { testStore } from '../proxy/store/contract.ts';
import { freePorts } from '../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

testStore('the PostgreSQL store', async () => openPostgresStore(await server.createDatabase()));

/** Queries the database without the store. */
async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

test('many instances that open a new database at once make its tables once', async () => {
  const url = await server.createDatabase();

  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(url)));
  const versions = await Promise.all(stores.map((store, n) => store.put('a', `${n}`, 0)));

  assert.equal(versions.filter((version) => version !== undefined).length, 1);
  const entries = await Promise.all(stores.map((store) => store.get('a')));
  assert.equal(new Set(entries.map((entry) => entry?.value)).size, 1);
  await Promise.all(stores.map((store) => store.close()));
});

test('tables of a newer proxy are refused, and left as they are', async () => {
  const url = await server.createDatabase();
  await (await openPostgresStore(url)).close();
  await ask(url, 'UPDATE booking_proxy.schema SET version = 99');

  await assert.rejects(
    openStore(url),
    (error: unknown) =>
      error instanceof ConfigError &&
      /its tables are of version 99, and this proxy knows 1: update the proxy/.test(error.message),
  );
  assert.deepEqual(await ask(url, 'SELECT version FROM booking_proxy.schema'), [{ version: 99 }]);
});

test('a write is on the disk when it has resolved, also if the database’s default is asynchronous', async () => {
  const url = await server.createDatabase();
  await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
  const store = await openPostgresStore(url);
  await store.put('a', 'kept', 0);

  // Without it, what was committed in the last 600 ms would be gone.
  await server.restart();

  assert.equal((await store.get('a'))?.value, 'kept');
  await store.close();
});

test('after connections are cut, or the server was restarted, the store goes on by itself', async () => {
  const store = await openPostgresStore(await server.createDatabase());
  const first = await store.put('a', '1', 0);
  assert.ok(first);

  await server.cutConnections();
  const second = await store.put('a', '2', first);
  assert.ok(second);
  await server.restart();
  assert.ok(await store.put('a', '3', second));

  assert.equal((await store.get('a'))?.value, '3');
  await store.close();
});

test('writes whose connection is cut happen once, and all are reported correctly', async () => {
  const store = await openPostgresStore(await server.createDatabase());
  let isOver = false;
  const cuts = (async () => {
    while (!isOver) await server.cutConnections();
  })();

  // Each writer increments a counter, so a write that succeeded but was reported as lost would
  // count twice.
  const counts = await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      const key = `counter/${writer}`;
      for (let count = 1; count <= 100; count += 1) {
        const entry = await store.get(key);
        assert.equal(Number(entry?.value ?? 0), count - 1);
        assert.ok(await store.put(key, `${count}`, entry?.version ?? 0));
      }
      return Number((await store.get(key))?.value);
    }),
  );
  isOver = true;
  await cuts;

  assert.deepEqual(counts, [100, 100, 100, 100]);
  await store.close();
});

test('while the server is down every operation fails with that error, and works again when it is back', async () => {
  const store = await openPostgresStore(await server.createDatabase());
  const version = await store.put('a', '1', 0);
  assert.ok(version);
  await server.stop();
  try {
    for (const operation of [
      () => store.get('a'),
      () => store.put('a', '2', version),
      () => store.delete('a', version),
      () => store.list(''),
    ]) {
      await assert.rejects(operation(), StoreUnavailable);
    }
  } finally {
    await server.start();
  }

  assert.equal((await store.get('a'))?.value, '1');
  await store.close();
});

test('an error at the start is named, without a password', async () => {
  const url = await server.createDatabase();
  const other = (change: (url: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    return changed.href;
  };
  const [free = 0] = await freePorts(1);

  for (const [wrong, reason] of [
    [other((address) => (address.password = 'not-this-one')), /password authentication failed/],
    [other((address) => (address.pathname = '/none')), /database "none" does not exist/],
    [other((address) => (address.port = String(free))), /ECONNREFUSED/],
    [other((address) => (address.search = '?sslmode=verify-full')), /does not support SSL/],
  ] as const) {
    await assert.rejects(openStore(wrong), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, reason);
      assert.match(error.message, /^STORE_URL names the PostgreSQL database \w+ at 127\.0\.0\.1:/);
      assert.doesNotMatch(error.message, /p@ss|p%40ss|not-this-one/);
      return true;
    });
  }
});

/** How a server that is being started refuses a connection, and a balancer before it. */
const refusals: readonly [code: string, refuse: (socket: Socket) => void][] = [
  ['57P03', (socket) => socket.once('data', () => socket.end(errorMessage('57P03')))],
  ['ECONNRESET', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['closed', (socket) => socket.end()],
];

function errorMessage(code: string): Buffer {
  const fields = `SFATAL\0C${code}\0Mthe database system is starting up\0\0`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + fields.length);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}

/** A relay to the server that refuses the first connections. */
async function startingServer(
  t: TestContext,
  url: string,
  { refuse, times }: { refuse: (socket: Socket) => void; times: number },
): Promise<string> {
  let left = times;
  const { hostname, port } = new URL(url);
  const way = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (left-- > 0) return refuse(socket);
    const server = connect(Number(port), hostname);
    server.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  t.onTestFinished(() => void way.close());
  const address = new URL(url);
  address.port = String((way.address() as AddressInfo).port);
  return address.href;
}

for (const [code, refuse] of refusals) {
  test(`a proxy that starts waits for a server that is starting too (${code}), longer than for a statement`, async (t) => {
    const url = await server.createDatabase();
    const times = (STORE_RETRY_UNTIL / STORE_RETRY_PAUSE) * 1.3;
    const waits = new Set<string>();

    const store = await openStore(await startingServer(t, url, { refuse, times }), {
      startTimeout: STORE_START_TIMEOUT,
      onWait: (code: string) => waits.add(code),
    });

    assert.ok(await store.put('a', '1', 0));
    assert.deepEqual([...waits], [code]);
    await store.close();
    await assert.rejects(openStore(await startingServer(t, url, { refuse, times })), ConfigError);
  });
}

test('every write has a unique writer id', async () => {
  const url = await server.createDatabase();
  const store = await openPostgresStore(url);
  for (const key of ['a', 'b', 'c']) await store.put(key, 'same', 0);

  const rows = await ask(url, 'SELECT writer FROM booking_proxy.entries');
  assert.equal(new Set(rows.map(({ writer }) => writer)).size, 3);
  await store.close();
});

test('of many instances one has a lease, until it releases it, leaves or lets it expire', async () => {
  const url = await server.createDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(url)));
  const acquire = (milliseconds: number) =>
    Promise.all(stores.map((store) => store.acquire('catalog', milliseconds)));
  const holderOf = (granted: readonly boolean[]) => {
    assert.equal(granted.filter(Boolean).length, 1);
    return stores[granted.indexOf(true)];
  };

  const first = holderOf(await acquire(60_000));
  assert.equal(holderOf(await acquire(60_000)), first);
  for (const store of stores) if (store !== first) await store.release('catalog');
  assert.equal(holderOf(await acquire(60_000)), first);

  await first?.close();
  stores.splice(stores.indexOf(first!), 1);
  const second = holderOf(await acquire(60_000));
  await second?.acquire('catalog', 0);
  // The lease has expired, so the first instance that asks gets it.
  const [other] = stores.filter((store) => store !== second);
  assert.equal(await other?.acquire('catalog', 60_000), true);
  await Promise.all(stores.map((store) => store.close()));
});

test('counts of many instances under the same keys are added up, and restart with the next window', async () => {
  const url = await server.createDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(url)));
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
  const countAll = (length: number) =>
    Promise.all(
      stores.map((store, index) => {
        const ordered = index % 2 === 0 ? keys : [...keys].reverse();
        return store.count(ordered.map((key) => ({ key, amount: 2, length })));
      }),
    );

  for (let round = 0; round < 5; round += 1) await countAll(60_000);
  const [uses] = await countAll(60_000);
  for (const key of keys) {
    const { used, endsIn } = uses?.get(key) ?? { used: 0, endsIn: 0 };
    assert.ok(used > 40 && used <= 48, `${used}`);
    assert.ok(endsIn > 0 && endsIn <= 60_000);
  }
  await stores[0]?.count([{ key: 'short', amount: 5, length: 0 }]);
  const anew = await stores[1]?.count([{ key: 'short', amount: 2, length: 60_000 }]);
  assert.equal(anew?.get('short')?.used, 2);
  await Promise.all(stores.map((store) => store.close()));
});

test('an announcement reaches other instances, also when their connection was cut before', async () => {
  const url = await server.createDatabase();
  const [one, other] = [await openPostgresStore(url), await openPostgresStore(url)];
  let resolveNext: () => void = () => {};
  const next = () => new Promise<void>((resolve) => (resolveNext = resolve));
  // The listener is called once when it starts, and after every reconnection.
  const begins = next();
  other.listen(() => resolveNext());
  await begins;

  const announced = next();
  await one.announce();
  await announced;
  const isBack = next();
  await server.cutConnections();
  await isBack;
  const announcedAgain = next();
  await one.announce();
  await announcedAgain;

  await Promise.all([one.close(), other.close()]);
});
