import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { createKeptScripts } from '../../../proxy/routes/kept-scripts.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { type Store, StoreUnavailable } from '../../../proxy/store/store.ts';
import { createWorld, PROXY } from '../../support/world.ts';

const NOW = Date.parse('2026-11-21T07:00:00Z');

const secondOf = (release: string) => `booking-widget-second-${release.padEnd(16, '0')}.js`;

/** An instance of a release, in which the first script names its second. */
function instanceOf(release: string, store: Store, now = NOW) {
  const second = secondOf(release);
  const { read } = createWorld({
    store,
    now,
    assets: { 'booking-widget.js': `import("${second}")`, [second]: `/* ${release} */` },
  });
  return { get: (name: string) => read(new Request(`${PROXY}/${name}`)) };
}

test('a page of an earlier release gets its own second script from an instance of the next', async () => {
  const store = createMemoryStore();
  await instanceOf('1', store).get('booking-widget.js');

  const { status, text, headers } = await instanceOf('2', store).get(secondOf('1'));

  assert.deepEqual([status, text], [200, '/* 1 */']);
  assert.equal(headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
  assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
});

test('during an update an instance of the last release has the second script of the next', async () => {
  const store = createMemoryStore();
  const last = instanceOf('1', store);
  await last.get('booking-widget.js');
  await instanceOf('2', store).get('booking-widget.js');

  assert.equal((await last.get(secondOf('2'))).text, '/* 2 */');
});

test('a script is kept for 30 days after the last release that had it', async () => {
  const store = createMemoryStore();
  const has = async (release: string, now: number) =>
    (await instanceOf('3', store, now).get(secondOf(release))).status === 200;
  const scripts = (release: string, now: number) =>
    createKeptScripts(new Map([[secondOf(release), release]]), store, () => now);

  await scripts('1', NOW).keep();
  await scripts('2', NOW).keep();
  await scripts('2', NOW + DAY).keep();
  await scripts('3', NOW + 30 * DAY - 1).keep();
  assert.equal(await has('1', NOW + 30 * DAY - 1), true);

  await scripts('3', NOW + 30 * DAY).keep();
  assert.deepEqual([await has('1', NOW + 30 * DAY), await has('2', NOW + 30 * DAY)], [false, true]);
  assert.deepEqual(
    (await store.list('script/')).map(({ key }) => key),
    [`script/${secondOf('2')}`, `script/${secondOf('3')}`],
  );
});

test('names that somebody makes up do not ask the store each time', async () => {
  const store = createMemoryStore();
  let asked = 0;
  const counting: Store = {
    ...store,
    get: (key) => {
      asked += 1;
      return store.get(key);
    },
    list: (...given) => {
      asked += 1;
      return store.list(...given);
    },
  };
  const kept = createKeptScripts(new Map(), counting, () => NOW);
  for (let name = 0; name < 100; name += 1) {
    assert.equal(await kept.find(secondOf(String(name))), undefined);
  }
  assert.equal(asked, 1);
});

test('a script is served though the store is unavailable', async () => {
  const store: Store = {
    ...createMemoryStore(),
    put: () => Promise.reject(new StoreUnavailable('locked')),
  };
  const { status } = await instanceOf('1', store).get('booking-widget.js');
  assert.equal(status, 200);
});
