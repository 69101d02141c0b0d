import assert from 'node:assert/strict';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import type { Fetch } from '../../proxy/ports.ts';
import { watchHistory } from '../../proxy/store/history.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { cartOf, createWorld, newKey, requestFor } from '../support/world.ts';
import { dump } from './dump.ts';

// A database that goes back to an earlier state under proxies that run.

const SETTLED = 932_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

async function openStore(t: TestContext, url: string) {
  const store = await openPostgresStore(url);
  t.onTestFinished(() => store.close());
  return store;
}

test('a crash that loses a few writes shows, although the sequence of versions goes on behind them', async (t) => {
  const raw = await openStore(t, await server.createDatabase());
  const { store, history } = watchHistory(raw, {
    clock: () => 0,
    monotonic: () => 0,
    log: () => {},
  });
  const mark = await history.mark();
  const goBack = await server.snapshot();
  const lost = await store.put('lost', '', 0);
  assert.equal((await history.since(mark)).hasGap(), false);

  await goBack();
  const version = await store.put('other', '', 0);

  // The control: versions alone say that nothing was lost.
  assert.ok(lost && version && version > lost);
  assert.equal((await history.since(mark)).hasGap(), true);
  // It is one gap, and not one with each write.
  const now = await history.mark();
  await Promise.all(['a', 'b', 'c'].map((key) => store.put(key, '', 0)));
  assert.equal((await history.since(now)).hasGap(), false);
});

test('a restart that loses nothing, and connections that are cut, are no gap', async (t) => {
  const raw = await openStore(t, await server.createDatabase());
  const alarms: unknown[] = [];
  const { store, history } = watchHistory(raw, {
    clock: () => 0,
    monotonic: () => 0,
    log: ({ reason }) => alarms.push(reason),
  });
  const mark = await history.mark();
  for (let round = 0; round < 3; round += 1) {
    await (round === 1 ? server.cutConnections() : server.restart());
    await Promise.all(['a', 'b', 'c'].map((key) => store.put(`${key}/${round}`, '', 0)));
    await history.touch();
  }

  assert.equal(await (await history.since(mark)).isUnbroken(), true);
  assert.deepEqual(alarms, ['store-new']);
});

const ways: [way: string, prepare: (url: string) => Promise<() => Promise<void>>][] = [
  ['a snapshot of its volume', () => server.snapshot()],
  ['a dump that is restored under them', async (url) => dump(url)],
];

for (const [way, prepare] of ways) {
  test(`two proxies whose database goes back by ${way} double no order that is in flight`, async (t) => {
    const url = await server.createDatabase();
    const stores = [await openStore(t, url), await openStore(t, url)] as const;
    let land = () => {};
    const landing = new Promise<void>((resolve) => (land = resolve));
    let isSent = () => {};
    const sent = new Promise<void>((resolve) => (isSent = resolve));
    let creates = 0;
    let platform: Fetch | undefined;
    const between = (sandbox: Fetch): Fetch =>
      (platform ??= async (request) => {
        if (request.method === 'POST' && request.url.endsWith('/orders')) {
          creates += 1;
          isSent();
          await landing;
        }
        return sandbox(request);
      });
    const one = createWorld({ store: stores[0], between });
    const other = createWorld({ store: stores[1], between });
    await one.runJobs();
    const request = requestFor(await one.quoteOne(cartOf(await one.choose(), [2])));
    const goBack = await prepare(url);
    for (const world of [one, other]) await world.runJobs();
    const key = newKey();
    const first = one.place(request, key);
    await sent;

    await goBack();
    const again = await other.place(request, key);

    assert.deepEqual([again.status, again.body.state], [202, 'checking']);
    land();
    assert.equal((await first).body.state, 'placed');
    for (const world of [one, other]) world.advance(SETTLED);
    assert.equal((await other.place(request, key)).body.state, 'placed');
    assert.equal(creates, 1);
    assert.equal((await one.books()).length, 1);
  });
}
