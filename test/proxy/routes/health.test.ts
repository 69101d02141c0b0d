import test from 'node:test';
import assert from 'node:assert/strict';
import { healthRoutes } from '../../../proxy/routes/health.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createWorld, PROXY, START } from '../world.ts';

const isDown = async () => {
  throw new Error('disk full');
};
const brokenStore: Store = {
  ...{ get: isDown, put: isDown, delete: isDown, list: isDown, close: isDown },
};

test('the proxy is alive and ready while the platform is down', async () => {
  const { read } = createWorld({ between: () => async () => new Response('', { status: 500 }) });

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
  const routes = healthRoutes({ store: counting, clock: () => time.now }, () => true);
  const ready = routes.find(({ path }) => path === '/readyz');
  assert.ok(ready);
  const request = { key: '/readyz', ifNoneMatch: undefined, acceptEncoding: undefined };

  await Promise.all(Array.from({ length: 100 }, () => ready.handle(request)));
  time.now += 999;
  await ready.handle(request);
  assert.equal(writes, 1);
  time.now += 1;
  assert.equal((await ready.handle(request)).status, 200);
  assert.equal(writes, 2);
});
