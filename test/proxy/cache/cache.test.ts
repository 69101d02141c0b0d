import test from 'node:test';
import assert from 'node:assert/strict';
import { createCache } from '../../../proxy/cache/cache.ts';

const HOUR = 3_600_000;
const turn = () => new Promise<void>((done) => setImmediate(done));

function setUp({ keepsStale }: { keepsStale: boolean }) {
  const time = { now: 1_000_000 };
  const loads: string[] = [];
  let fails = false;
  const get = createCache({
    clock: () => time.now,
    freshFor: 60_000,
    keepsStale,
    load: async (key) => {
      loads.push(key);
      await Promise.resolve();
      if (fails) throw new Error('down');
      return `${key} ${loads.length}`;
    },
  });
  return { get, loads, time, fail: (on: boolean) => (fails = on) };
}

test('loads once for 500 who ask at the same time', async () => {
  const { get, loads } = setUp({ keepsStale: false });

  const answers = await Promise.all(Array.from({ length: 500 }, () => get('a')));

  assert.deepEqual(new Set(answers.map(({ value }) => value)), new Set(['a 1']));
  assert.equal(loads.length, 1);
});

test('keeps keys apart', async () => {
  const { get, loads } = setUp({ keepsStale: false });

  await Promise.all([get('a'), get('b')]);

  assert.deepEqual(loads, ['a', 'b']);
});

test('loads again when its time is over, and not before', async () => {
  const { get, time } = setUp({ keepsStale: false });
  await get('a');

  time.now += 59_999;
  assert.equal((await get('a')).value, 'a 1');
  time.now += 1;
  assert.equal((await get('a')).value, 'a 2');
});

test('answers what is a little old at once, and renews it behind', async () => {
  const { get, loads, time } = setUp({ keepsStale: true });
  await get('a');
  time.now += 60_000;

  assert.deepEqual(await get('a'), { value: 'a 1', stale: false });
  assert.equal(loads.length, 2);
  await turn();
  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('says whether what is held still serves, or nothing is held', async () => {
  const priorities: string[] = [];
  const time = { now: 0 };
  const get = createCache({
    ...{ clock: () => time.now, freshFor: 60_000, keepsStale: true },
    load: async (_, priority) => priorities.push(priority),
  });

  for (const later of [0, 60_000, HOUR]) {
    time.now += later;
    await get('a');
    await turn();
  }
  assert.deepEqual(priorities, ['order', 'background', 'visitor']);
});

test('waits for what is newer than an hour ago', async () => {
  const { get, time } = setUp({ keepsStale: true });
  await get('a');
  time.now += HOUR;

  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('waits two seconds for a slow platform, then answers what is old and says so', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const time = { now: 0 };
  let loads = 0;
  const get = createCache({
    ...{ clock: () => time.now, freshFor: 60_000, keepsStale: true },
    load: () => ((loads += 1) === 1 ? Promise.resolve('old') : new Promise<string>(() => {})),
  });
  await get('a');
  time.now += HOUR;

  const answers = Promise.all([get('a'), get('a')]);
  t.mock.timers.tick(2_000);

  assert.deepEqual(await answers, Array(2).fill({ value: 'old', stale: true }));
  assert.equal(loads, 2);
});

test('answers what is old while loading fails, and says so', async () => {
  const { get, time, fail } = setUp({ keepsStale: true });
  await get('a');
  time.now += HOUR;

  fail(true);
  assert.deepEqual(await get('a'), { value: 'a 1', stale: true });
  fail(false);
  time.now += 2_000;
  assert.deepEqual(await get('a'), { value: 'a 3', stale: false });
});

test('what was expired is waited for', async () => {
  const { get } = setUp({ keepsStale: true });
  await get('a');
  get.expire();

  assert.deepEqual(await get('a'), { value: 'a 2', stale: false });
});

test('never answers what is old where that is not wanted', async () => {
  const { get, time, fail } = setUp({ keepsStale: false });
  await get('a');
  time.now += 60_000;
  fail(true);

  await assert.rejects(get('a'), /down/);
});

test('leaves a failing platform alone for two seconds', async () => {
  const { get, loads, time, fail } = setUp({ keepsStale: false });
  fail(true);

  await assert.rejects(get('a'), /down/);
  await assert.rejects(get('a'), /down/);
  assert.equal(loads.length, 1);

  time.now += 2_000;
  await assert.rejects(get('a'), /down/);
  assert.equal(loads.length, 2);
});

test('forgets the keys that were not asked for longest', async () => {
  const { get, loads } = setUp({ keepsStale: false });
  await get('first');
  for (let key = 0; key < 2_000; key += 1) await get(`${key}`);

  await get('1999');
  await get('first');

  assert.equal(loads.filter((key) => key === '1999').length, 1);
  assert.equal(loads.filter((key) => key === 'first').length, 2);
});
