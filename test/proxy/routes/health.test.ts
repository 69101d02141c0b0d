import assert from 'node:assert/strict';
import { test } from 'vitest';
import { healthRoutes } from '../../../proxy/routes/health.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createSingleInstance } from '../../../proxy/store/single-instance.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createWorld, PROXY, START, variables } from '../../support/world.ts';

const isDown = async () => {
  throw new Error('disk full');
};
const brokenStore: Store = {
  ...createSingleInstance(),
  get: isDown,
  put: isDown,
  delete: isDown,
  list: isDown,
  close: isDown,
};

test('the proxy is alive and ready while the platform is down', async () => {
  const before = createWorld();
  await before.get('/v3/events');
  const { store, clock } = before;
  const between = () => async () => new Response('', { status: 500 });
  const { read } = createWorld({ store, now: clock() + 7_200_000, between });

  for (const path of ['/livez', '/readyz']) {
    const { status, text } = await read(new Request(PROXY + path));
    assert.deepEqual([status, text], [200, 'ok']);
  }
});

test('the proxy is alive but not ready while its store cannot be written', async () => {
  const { read } = createWorld({ store: brokenStore });
  const statusOf = async (path: string) => (await read(new Request(PROXY + path))).status;

  assert.deepEqual([await statusOf('/livez'), await statusOf('/readyz')], [200, 503]);
});

test('the proxy is not ready, and says why, until the platform has ever given it a token', async () => {
  const secret = { PLATFORM_CLIENT_SECRET: 'wrong' };
  const { store, advance, read } = createWorld({ env: secret });
  const ready = () => read(new Request(`${PROXY}/readyz`));
  for (let minute = 0; minute < 3; minute += 1) {
    const { status, text } = await ready();
    assert.deepEqual(
      [status, text],
      [503, 'not ready: the platform has never given it a token; npm run doctor says why'],
    );
    advance(60_000);
  }

  const mended = createWorld({ store, now: START + 180_000 });
  assert.equal((await mended.read(new Request(`${PROXY}/readyz`))).status, 200);
});

test('the proxy is ready with a token in use that another secret of its client was given', async () => {
  const { store, get } = createWorld();
  await get('/v3/events');
  const env = { PLATFORM_CLIENT_SECRET: 'wrong' };
  const readyAt = async (now: number) =>
    (await createWorld({ store, env, now }).read(new Request(`${PROXY}/readyz`))).status;

  assert.deepEqual([await readyAt(START), await readyAt(START + 3_600_000)], [200, 503]);
});

test('credentials of one site that never worked leave the other sites of a proxy ready', async () => {
  const readyWith = async (...secrets: string[]) => {
    const entries = secrets.map((client_secret_from, index) => ({
      key: `site-${index}`,
      client_id_from: `ID_${index}`,
      client_secret_from,
      origins: ['https://shop.example'],
    }));
    const ids = { ID_0: variables.PLATFORM_CLIENT_ID, ID_1: 'another' };
    const one = { PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '', ALLOWED_ORIGINS: '' };
    const named = { RIGHT: variables.PLATFORM_CLIENT_SECRET, WRONG: 'wrong' };
    const { read } = createWorld({
      env: { ...one, ...ids, ...named, SITES_FILE: 'sites.json' },
      readText: () => JSON.stringify(entries),
    });
    return (await read(new Request(`${PROXY}/readyz`))).status;
  };

  assert.equal(await readyWith('RIGHT', 'WRONG'), 200);
  assert.equal(await readyWith('WRONG', 'WRONG'), 503);
});

test('a hundred requests within a second cause one write to the store', async () => {
  const time = { now: START };
  const store = createMemoryStore();
  let writes = 0;
  const counting: Store = {
    ...store,
    put: (...entry) => {
      writes += 1;
      return store.put(...entry);
    },
  };
  const routes = healthRoutes({
    store: counting,
    clock: () => time.now,
    isClosing: () => false,
    haveCredentialsWorked: async () => true,
  });
  const ready = routes.find(({ path }) => path === '/readyz');
  assert.ok(ready);
  const request = { site: undefined, path: '', ifNoneMatch: undefined, acceptEncoding: undefined };

  await Promise.all(Array.from({ length: 100 }, () => ready.handle(request)));
  time.now += 999;
  await ready.handle(request);
  assert.equal(writes, 1);
  time.now += 1;
  assert.equal((await ready.handle(request)).status, 200);
  assert.equal(writes, 2);
});
