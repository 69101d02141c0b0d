import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Fetch } from '../../proxy/context.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import type { Store } from '../../proxy/store/store.ts';
import { startPostgres, type PostgresServer } from '../support/postgres.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type World,
} from '../proxy/world.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

/** Two proxies on one database and one platform, each with connections of its own. */
async function openTwo(): Promise<{ one: World; other: World; close: () => Promise<void> }> {
  const url = await server.createDatabase();
  const stores: Store[] = [await openPostgresStore(url), await openPostgresStore(url)];
  const [store, second] = stores;
  let platform: Fetch | undefined;
  const one = createWorld({ store: store!, between: (sandbox) => (platform = sandbox) });
  const other = createWorld({ store: second!, between: () => platform! });
  const close = async () => {
    await Promise.all(stores.map((each) => each.close()));
  };
  return { one, other, close };
}

async function statusOf(world: World, path: string): Promise<number> {
  return (await world.read(new Request(PROXY + path))).status;
}

test('an order that one proxy places is the same order at every other, by its key', async () => {
  const { one, other, close } = await openTwo();
  const choice = await one.choose();
  const quoted = await one.quoteOne(cartOf(choice, [2]));
  const key = newKey();

  const placed = await one.place(requestFor(quoted), key);
  const found = await other.find(key);
  // A balancer may send the repetition elsewhere.
  const again = await other.place(requestFor(quoted), key);

  assert.equal(placed.body.state, 'placed');
  assert.equal(found.body.order?.code, placed.body.order?.code);
  assert.equal(again.body.order?.code, placed.body.order?.code);
  assert.equal((await one.books()).length, 1);
  await close();
});

test('one order that is sent to two proxies at once is placed once', async () => {
  const { one, other, close } = await openTwo();
  const choice = await one.choose();
  const quoted = await one.quoteOne(cartOf(choice, [2]));
  const key = newKey();

  await Promise.all([one, other].map((world) => world.place(requestFor(quoted), key)));

  assert.equal((await one.books()).length, 1);
  assert.equal((await other.find(key)).body.state, 'placed');
  await close();
});

test('two proxies need one token', async () => {
  const { one, other, close } = await openTwo();

  await Promise.all([one, other].map((world) => statusOf(world, '/v3/events')));

  const tokens = [...one.calls, ...other.calls].filter((call) => /token/.test(call));
  assert.equal(tokens.length, 1);
  await close();
});

test('while the database is away what is cached is read, and an order is refused before it is sent', async () => {
  const { one, close } = await openTwo();
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
  await close();
});

test('what one proxy learns of an order reaches those who follow it at another within two seconds', async () => {
  const { one, other, close } = await openTwo();
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

  // Whoever looks at it has it read again.
  one.advance(300_000);
  await one.find(key);
  await one.runJobs();
  const learnedAt = performance.now();

  assert.match((await reader.read()).value ?? '', /"status":"CANCELED"/);
  assert.ok(performance.now() - learnedAt < 2_000);
  await reader.cancel();
  await close();
});
