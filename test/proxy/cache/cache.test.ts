import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { createCache } from '../../../proxy/cache/cache.ts';
import { passSeconds } from '../seconds.ts';

/** Lets background refreshes finish. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const policies = {
  serve: { ttl: 60_000, background: HOUR, stale: Infinity, maxBytes: 1_000_000 },
  never: { ttl: 60_000, background: 0, stale: 0, maxBytes: 1_000_000 },
};

function setUp({ stale }: { stale: keyof typeof policies }) {
  const time = { now: 1_000_000 };
  const loads: string[] = [];
  let isFailing = false;
  const cache = createCache({
    clock: () => time.now,
    policy: policies[stale],
    load: async (key) => {
      const asOf = time.now;
      const count = loads.push(key);
      await Promise.resolve();
      if (isFailing) throw new Error('down');
      return { value: `${key} ${count}`, asOf };
    },
  });
  return { ...cache, loads, time, setFailing: (on: boolean) => (isFailing = on) };
}

test('loads once for 500 simultaneous callers', async () => {
  const { get, loads } = setUp({ stale: 'never' });

  const values = await Promise.all(Array.from({ length: 500 }, () => get('a')));

  assert.deepEqual(new Set(values.map(({ value }) => value)), new Set(['a 1']));
  assert.equal(loads.length, 1);
});

test('loads each key separately', async () => {
  const { get, loads } = setUp({ stale: 'never' });

  await Promise.all([get('a'), get('b')]);

  assert.deepEqual(loads, ['a', 'b']);
});

test('loads again once the TTL has passed, and not before', async () => {
  const { get, time } = setUp({ stale: 'never' });
  await get('a');

  time.now += 59_999;
  assert.equal((await get('a')).value, 'a 1');
  time.now += 1;
  assert.equal((await get('a')).value, 'a 2');
});

test('loads again what was loaded before the clock was set back', async () => {
  const { get, has, loads, replace, time } = setUp({ stale: 'serve' });
  await get('a');
  time.now -= 60_000;
  assert.deepEqual([await get('a'), loads.length], [{ value: 'a 1', stale: false }, 1]);
  time.now -= 1;
  assert.equal(has('a'), false);
  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });

  time.now -= HOUR;
  replace('newer', time.now, 'a');
  assert.deepEqual(await get('a'), { value: 'newer', stale: false });
});

test('marks what was loaded before the clock was set back, while loading fails', async () => {
  const { get, setFailing, time } = setUp({ stale: 'serve' });
  await get('a');
  setFailing(true);
  time.now -= HOUR;

  assert.deepEqual(await get('a'), { value: 'a 1', stale: true });
  // The pause after a failure is not longer for it either.
  time.now -= HOUR;
  setFailing(false);
  assert.deepEqual(await get('a'), { value: 'a 3', stale: false });
});

test('serves a stale value at once, and refreshes it in the background', async () => {
  const { get, loads, time } = setUp({ stale: 'serve' });
  await get('a');
  time.now += 60_000;

  assert.deepEqual(await get('a'), { value: 'a 1', stale: false });
  assert.equal(loads.length, 2);
  await nextTurn();
  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('tells the loader whether callers wait for it, and whether there is a value to fall back on', async () => {
  const priorities: string[] = [];
  const time = { now: 0 };
  const { get } = createCache({
    clock: () => time.now,
    policy: policies.serve,
    load: async (_, priority) => ({ value: priorities.push(priority), asOf: time.now }),
  });

  for (const elapsed of [0, 60_000, HOUR]) {
    time.now += elapsed;
    await get('a');
    await nextTurn();
  }
  assert.deepEqual(priorities, ['order', 'background', 'visitor']);
});

test('waits for the refresh of a value that is an hour old', async () => {
  const { get, time } = setUp({ stale: 'serve' });
  await get('a');
  time.now += HOUR;

  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('waits two seconds for a slow refresh, then serves the stale value and says so', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const time = { now: 0 };
  let loads = 0;
  const { get } = createCache({
    clock: () => time.now,
    policy: policies.serve,
    load: () => {
      loads += 1;
      const first = { value: 'old', asOf: time.now };
      return loads === 1 ? Promise.resolve(first) : new Promise<typeof first>(() => {});
    },
  });
  await get('a');
  time.now += HOUR;

  const values = Promise.all([get('a'), get('a')]);
  passSeconds(2);

  assert.deepEqual(await values, Array(2).fill({ value: 'old', stale: true }));
  assert.equal(loads, 2);
});

test('serves the stale value while loading fails, and says so', async () => {
  const { get, time, setFailing } = setUp({ stale: 'serve' });
  await get('a');
  time.now += HOUR;

  setFailing(true);
  assert.deepEqual(await get('a'), { value: 'a 1', stale: true });
  setFailing(false);
  time.now += 2_000;
  assert.deepEqual(await get('a'), { value: 'a 3', stale: false });
});

test('waits for the refresh of a value that was marked stale', async () => {
  const { get, markStale } = setUp({ stale: 'serve' });
  await get('a');
  markStale();

  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('a load that began before its value was marked stale does not count as fresh', async () => {
  const { get, markStale, loads } = setUp({ stale: 'serve' });
  const overtaken = get('a');
  markStale();

  assert.equal((await get('a')).value, 'a 2');
  assert.equal((await overtaken).value, 'a 1');
  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
  assert.equal(loads.length, 2);
});

test('a load that is overtaken by a newer one does not replace its value', async () => {
  const releases: (() => void)[] = [];
  const cache = createCache({
    clock: () => 0,
    policy: policies.serve,
    load: async () => {
      const count = releases.length + 1;
      await new Promise<void>((release) => releases.push(release));
      return { value: count, asOf: 0 };
    },
  });
  const [overtaken] = [cache.get(), cache.markStale()];
  const late = cache.get();
  releases[1]?.();
  await late;
  releases[0]?.();
  await overtaken;

  assert.deepEqual(await cache.get(), { value: 2, stale: false });
});

test('never serves a stale value if the policy forbids it', async () => {
  const { get, time, setFailing } = setUp({ stale: 'never' });
  await get('a');
  time.now += 60_000;
  setFailing(true);

  await assert.rejects(get('a'), /down/);
});

test('after a failure the loader is not called again for two seconds', async () => {
  const { get, loads, time, setFailing } = setUp({ stale: 'never' });
  setFailing(true);

  await assert.rejects(get('a'), /down/);
  await assert.rejects(get('a'), /down/);
  assert.equal(loads.length, 1);

  time.now += 2_000;
  await assert.rejects(get('a'), /down/);
  assert.equal(loads.length, 2);
});

test('evicts the least recently used keys when all together are too large, however few they are', async () => {
  const { get, loads, has } = setUp({ stale: 'never' });
  const keys = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(10_000, 'x'));
  for (const key of keys) await get(key);

  const cached = keys.filter(has);
  assert.deepEqual(cached, keys.slice(-cached.length));
  assert.ok(cached.length >= 40 && 2 * cached.join('').length <= 1_000_000, `${cached.length}`);
  await get(keys.at(-1));
  await get(keys[0]);
  assert.equal(loads.length, 101);
});

test('a value counts as soon as it has loaded', async () => {
  const { get, has } = createCache({
    clock: () => 0,
    policy: policies.serve,
    load: async (key) => ({ value: key.padEnd(10_000, 'x'), asOf: 0 }),
    bytesOf: (value) => 2 * value.length,
  });
  const keys = Array.from({ length: 100 }, (_, index) => `${index}`);
  await Promise.all(keys.map((key) => get(key)));

  const cached = keys.filter(has);
  assert.ok(cached.length >= 40 && cached.length < 50, `${cached.length}`);
});

test('a load that began before its key was invalidated is not shared with later callers', async () => {
  const { get, invalidate, loads } = setUp({ stale: 'never' });

  const first = get('root/2026-11');
  invalidate('root/');

  assert.equal((await get('root/2026-11')).value, 'root/2026-11 2');
  assert.equal((await first).value, 'root/2026-11 1');
  assert.equal(loads.length, 2);
});

test('invalidates the keys with the prefix, and no others', async () => {
  const { get, invalidate, loads } = setUp({ stale: 'serve' });
  for (const key of ['a/1', 'a/2', 'b/1']) await get(key);

  invalidate('a/');
  for (const key of ['a/1', 'a/2', 'b/1']) await get(key);

  assert.deepEqual(loads, ['a/1', 'a/2', 'b/1', 'a/1', 'a/2']);
});

test('a refresh reloads a fresh value, once for all callers, and not right after a failure', async () => {
  const { get, refresh, loads, setFailing } = setUp({ stale: 'serve' });
  await get('a');

  const refreshed = await Promise.all([refresh('a'), refresh('a')]);
  assert.deepEqual(new Set(refreshed.map(({ value }) => value)), new Set(['a 2']));

  setFailing(true);
  await refresh('a');
  assert.deepEqual(await refresh('a'), { value: 'a 2', stale: false });
  assert.equal(loads.length, 3);
});

test('whether a value is cached and fresh can be read without loading it', async () => {
  const { get, has, loads, time } = setUp({ stale: 'serve' });
  assert.equal(has('a'), false);
  await get('a');
  assert.equal(has('a'), true);
  time.now += 60_000;
  assert.equal(has('a'), false);
  assert.equal(loads.length, 1);
});

test('a value from elsewhere replaces an older one, with its own age', async () => {
  const { get, replace, loads, time } = setUp({ stale: 'never' });
  await get('a');
  time.now += 30_000;
  replace('from elsewhere', time.now - 10_000, 'a');

  time.now += 49_999;
  assert.deepEqual(await get('a'), { value: 'from elsewhere', stale: false });
  time.now += 1;
  assert.equal((await get('a')).value, 'a 2');
  assert.equal(loads.length, 2);
});

test('a value from elsewhere that is older than the cached one is dropped', async () => {
  const { get, replace, time } = setUp({ stale: 'never' });
  await get('a');

  replace('from elsewhere', time.now - 1, 'a');

  assert.equal((await get('a')).value, 'a 1');
});
