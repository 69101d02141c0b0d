import assert from 'node:assert/strict';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import type { Fetch } from '../../proxy/ports.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import type { Store } from '../../proxy/store/store.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type World,
} from '../support/world.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** Opens two proxies on one database and one platform, each with its own connections. */
async function openTwo(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<{ one: World; other: World }> {
  const url = await server.createDatabase();
  const stores: Store[] = [await openPostgresStore(url), await openPostgresStore(url)];
  const [store, second] = stores;
  let platform: Fetch | undefined;
  const one = createWorld({ env, store: store!, between: (sandbox) => (platform = sandbox) });
  const other = createWorld({ env, store: second!, between: () => platform! });
  t.onTestFinished(async () => void (await Promise.all(stores.map((each) => each.close()))));
  return { one, other };
}

async function statusOf(world: World, path: string): Promise<number> {
  return (await world.read(new Request(PROXY + path))).status;
}

test('an order that one proxy places is the same order at every other, by its key', async (t) => {
  const { one, other } = await openTwo(t);
  const choice = await one.choose();
  const quoted = await one.quoteOne(cartOf(choice, [2]));
  const key = newKey();

  const placed = await one.place(requestFor(quoted), key);
  const found = await other.find(key);
  // A balancer may send the repeated request to the other proxy.
  const again = await other.place(requestFor(quoted), key);

  assert.equal(placed.body.state, 'placed');
  assert.equal(found.body.order?.code, placed.body.order?.code);
  assert.equal(again.body.order?.code, placed.body.order?.code);
  assert.equal((await one.books()).length, 1);
});

test('one order that is sent to two proxies at once is placed once', async (t) => {
  const { one, other } = await openTwo(t);
  const choice = await one.choose();
  const quoted = await one.quoteOne(cartOf(choice, [2]));
  const key = newKey();

  await Promise.all([one, other].map((world) => world.place(requestFor(quoted), key)));

  assert.equal((await one.books()).length, 1);
  assert.equal((await other.find(key)).body.state, 'placed');
});

test('two proxies need one token', async (t) => {
  const { one, other } = await openTwo(t);

  await Promise.all([one, other].map((world) => statusOf(world, '/v3/events')));

  const tokens = [...one.calls, ...other.calls].filter((call) => /token/.test(call));
  assert.equal(tokens.length, 1);
});

/** Sends `count` requests to the proxies in turn, and resolves to the number of admitted ones. */
async function admitted(
  worlds: readonly World[],
  send: (world: World, count: number) => Promise<{ status: number }>,
  requests: number,
): Promise<number> {
  let count = 0;
  for (let request = 0; request < requests; request += 1) {
    const world = worlds[request % worlds.length]!;
    if ((await send(world, request)).status !== 429) count += 1;
    // The jobs that each proxy runs every second.
    for (const each of worlds) await each.runJobs();
  }
  return count;
}

const visitor = { address: '203.0.113.9' };
const readEvents = (world: World) => world.read(new Request(`${PROXY}/v3/events`), visitor);

test('a visitor has one limit of requests, however many proxies the balancer sends him to', async (t) => {
  const { one, other } = await openTwo(t, { READS_PER_MINUTE: '20' });

  const first = await admitted([one, other], readEvents, 30);
  for (const world of [one, other]) world.advance(30_000);
  const second = await admitted([one, other], readEvents, 30);

  // Proxies synchronise whenever one has used a tenth of the limit.
  assert.ok(first >= 20 && first <= 22, `${first}`);
  // The tokens of half a minute for one bucket, not for two.
  assert.ok(second >= 9 && second <= 12, `${second}`);
  const others = await one.read(new Request(`${PROXY}/v3/events`), { address: '198.51.100.7' });
  assert.equal(others.status, 200);
});

test('CONTROL: proxies that have no store in common have a limit each', async () => {
  const env = { READS_PER_MINUTE: '20' };
  const worlds = [createWorld({ env }), createWorld({ env })];

  assert.equal(await admitted(worlds, readEvents, 50), 40);
});

test('places ordered at one proxy count at every other', async (t) => {
  const { one, other } = await openTwo(t, { PLACES_PER_CLIENT: '8' });
  const choice = await one.choose(undefined, 12);
  const order = async (world: World) => {
    const quoted = await world.quoteOne(cartOf(choice, [2]));
    const { status, text } = await world.read(
      new Request(`${PROXY}/checkout/orders`, {
        method: 'POST',
        headers: {
          Origin: SHOP,
          'Content-Type': 'application/json',
          'Idempotency-Key': newKey(),
        },
        body: JSON.stringify(requestFor(quoted)),
      }),
      visitor,
    );
    if (status >= 400) assert.match(text, /too-many-places/);
    return { status };
  };

  const places = 2 * (await admitted([one, one, one, other], order, 8));
  assert.ok(places >= 8 && places <= 10, `${places}`);
  assert.equal((await one.books()).length, places / 2);
});

test('without the database each proxy counts by itself, and the counts are added up later', async (t) => {
  const { one, other } = await openTwo(t, { READS_PER_MINUTE: '20' });
  await one.read(new Request(`${PROXY}/v3/events`));
  await other.read(new Request(`${PROXY}/v3/events`));
  await server.stop();
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await readEvents(one)).status);
    assert.ok(statuses.every((status) => status === 200));
    await one.runJobs().catch(() => undefined);
  } finally {
    await server.start();
  }

  const rest = await admitted([one, other], readEvents, 30);
  assert.ok(rest >= 8 && rest <= 10, `${rest}`);
});

test('while the database is down, cached data is served, and an order is refused before it is sent', async (t) => {
  const { one } = await openTwo(t);
  const choice = await one.choose();
  const quoted = await one.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  assert.equal(await statusOf(one, '/readyz'), 200);
  await server.stop();
  try {
    one.advance(2_000);
    assert.equal(await statusOf(one, '/v3/events'), 200);
    assert.equal(await statusOf(one, '/readyz'), 503);
    const refused = await one.place<{ code: string }>(requestFor(quoted), key);
    assert.ok(refused.status >= 500, `${refused.status}`);
    assert.equal(one.orderCalls(), 0);
  } finally {
    await server.start();
  }

  const placed = await one.place(requestFor(quoted), key);
  assert.equal(placed.body.state, 'placed');
  assert.equal((await one.books()).length, 1);
});

test('what one proxy learns of an order reaches its followers at another proxy within two seconds', async (t) => {
  const { one, other } = await openTwo(t);
  const quoted = await one.quoteOne(cartOf(await one.choose(), [2]));
  const key = newKey();
  await one.place(requestFor(quoted), key);
  const response = await other.respond(
    new Request(`${PROXY}/checkout/intent`, {
      headers: { Accept: 'text/event-stream', Origin: SHOP, 'Idempotency-Key': key },
    }),
  );
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await reader.read()).value ?? '', /"state":"placed"/);
  const [order] = await one.books();
  await one.change(order!.id, 'cancel');

  // Reading the status triggers another read of the platform.
  one.advance(300_000);
  await one.find(key);
  await one.runJobs();
  const learnedAt = performance.now();

  assert.match((await reader.read()).value ?? '', /"status":"CANCELED"/);
  assert.ok(performance.now() - learnedAt < 2_000);
  await reader.cancel();
});
