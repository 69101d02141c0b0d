import assert from 'node:assert/strict';
import { test } from 'vitest';
import { RequestError } from '../../src/client/request-error.ts';
import { LoadCache } from '../../src/state/load-cache.ts';
import { aProblem } from '../support/builders.ts';

/** A cache of one key, beside a clock that is moved by hand and requests that are counted. */
function createCache() {
  const time = { now: 1_000_000 };
  const cache = new LoadCache<string>(() => time.now);
  let requests = 0;
  const load = (respond: () => Promise<string> = () => Promise.resolve(`value ${requests}`)) =>
    cache.load('key', () => {
      requests += 1;
      return respond();
    });
  return { cache, load, time, requests: () => requests };
}

const lost = () => Promise.reject(new RequestError({ kind: 'connection' }));
const gone = () =>
  Promise.reject(
    new RequestError({ kind: 'problem', problem: { ...aProblem('not-found'), status: 404 } }),
  );

test('a loaded value is available at once, and not requested again for 20 seconds', async () => {
  const { cache, load, time, requests } = createCache();
  assert.equal(cache.get('key'), undefined);

  await load();
  time.now += 19_999;
  assert.equal(await load(), 'value 1');
  assert.equal(requests(), 1);
  time.now += 1;
  assert.equal(await load(), 'value 2');
  assert.equal(cache.get('key'), 'value 2');
});

test('a clock that is set back does not extend the cache time', async () => {
  const { load, time, requests } = createCache();
  await load();

  time.now -= 3_600_000;
  await load();

  assert.equal(requests(), 2);
});

test('simultaneous loads share one request', async () => {
  const { load, requests } = createCache();

  const values = await Promise.all([load(), load(), load()]);

  assert.deepEqual([new Set(values).size, requests()], [1, 1]);
});

test('a value that cannot be reloaded for now stays, and is requested again', async () => {
  const { cache, load, time, requests } = createCache();
  await load();
  time.now += 20_000;

  await assert.rejects(load(lost));
  assert.equal(cache.get('key'), 'value 1');
  assert.equal(await load(), 'value 3');
  assert.equal(requests(), 3);
});

test('a refused value is dropped', async () => {
  const { cache, load, time } = createCache();
  await load();
  time.now += 20_000;

  await assert.rejects(load(gone));

  assert.equal(cache.get('key'), undefined);
});

test('an expired value is shown until the new one has loaded, and an older response is ignored', async () => {
  const { cache, load } = createCache();
  await load();
  cache.expire();
  let respond: (value: string) => void = () => undefined;
  const older = load(() => new Promise((resolve) => (respond = resolve)));
  cache.expire();

  assert.equal(cache.get('key'), 'value 1');
  assert.equal(await load(), 'value 3');
  respond('value 2');
  await older;

  assert.equal(cache.get('key'), 'value 3');
});
