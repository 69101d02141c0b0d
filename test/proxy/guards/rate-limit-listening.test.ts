import assert from 'node:assert/strict';
import test from 'node:test';
import { problem } from '../../../src/contract/problem.schema.ts';
import { newKey, SHOP } from '../world.ts';
import { listenWorld } from './support.ts';

const shares = { READS_PER_MINUTE: '3', QUOTES_PER_MINUTE: '2', ORDERS_PER_MINUTE: '1' };

async function open(env: Record<string, string> = {}) {
  const { url, advance } = await listenWorld({ ...shares, ...env });
  const ask = async (
    method: 'GET' | 'POST' | 'OPTIONS' | 'HEAD',
    path: string,
    forwarded?: string,
  ) =>
    fetch(url + path, {
      method,
      headers: {
        ...{ Origin: SHOP, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() },
        ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }),
      },
      ...(method === 'POST' && { body: '{}' }),
    });
  /** Whether the limit let each of them through. */
  const passes = async (count: number, ...asked: Parameters<typeof ask>) => {
    const passed: boolean[] = [];
    for (let at = 0; at < count; at += 1) passed.push((await ask(...asked)).status !== 429);
    return passed;
  };
  return { ask, passes, advance };
}

test('reads, quotes and orders have shares of their own, each of which runs out', async () => {
  const { passes } = await open();
  assert.deepEqual(await passes(4, 'GET', '/site'), [true, true, true, false]);
  assert.deepEqual(await passes(3, 'POST', '/checkout/quotes'), [true, true, false]);
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders'), [true, false]);
});

test('whoever has used up the orders still reads and gets quotes', async () => {
  const { passes } = await open();
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders'), [true, false]);
  assert.deepEqual(await passes(1, 'POST', '/checkout/quotes'), [true]);
  assert.deepEqual(await passes(1, 'GET', '/checkout/intent'), [true]);
});

test('a refusal says when to come back, and the page can read it', async () => {
  const { ask, passes, advance } = await open();
  await passes(3, 'GET', '/v3/events');
  const refused = await ask('GET', '/v3/events');

  assert.equal(refused.status, 429);
  assert.equal(problem.parse(await refused.json()).code, 'too-many-requests');
  assert.equal(refused.headers.get('Access-Control-Allow-Origin'), SHOP);
  assert.match(refused.headers.get('Access-Control-Expose-Headers') ?? '', /Retry-After/);
  const wait = Number(refused.headers.get('Retry-After'));
  assert.ok(wait > 0 && wait <= 20);
  advance(wait * 1000);
  assert.equal((await ask('GET', '/v3/events')).status, 200);
});

test('paths and methods that are none count as well: there is no way around', async () => {
  const { passes } = await open();
  assert.deepEqual(await passes(1, 'GET', '/none'), [true]);
  assert.deepEqual(await passes(1, 'HEAD', '/site'), [true]);
  assert.deepEqual(await passes(1, 'OPTIONS', '/checkout/orders'), [true]);
  for (const path of ['/none', '/site', '/v3/events?x=1', '/checkout/intent', '/checkout/%6frders'])
    assert.deepEqual(await passes(1, 'GET', path), [false], path);
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders?x=1'), [true, false]);
});

test('the widget, its words and the health of the proxy are never refused', async () => {
  const { passes } = await open();
  await passes(4, 'GET', '/site');
  for (const path of ['/booking-widget.js', '/messages/de.json', '/livez', '/readyz'])
    assert.ok((await passes(5, 'GET', path)).every(Boolean), path);
});

/** Two requests of a share of one: whether they were taken for the same visitor's. */
const visitors: [hops: string, first: string, second: string, isSame: boolean, why: string][] = [
  ['0', '1.1.1.1', '2.2.2.2', true, 'nobody is trusted, so the header says nothing'],
  ['0', '1.1.1.1, 2.2.2.2', '3.3.3.3, 4.4.4.4', true, 'a longer one neither'],
  ['1', '1.1.1.1', '2.2.2.2', false, 'the trusted hop names two visitors'],
  ['1', '1.1.1.1', '1.1.1.1', true, 'the trusted hop names one'],
  ['1', '6.6.6.6, 1.1.1.1', '7.7.7.7, 1.1.1.1', true, 'what a visitor forges stands further left'],
  ['1', '2001:db8::1', '2001:db8::ffff', true, 'one visitor with a whole network'],
  ['1', '2001:db8::1', '2001:db8:0:1::1', false, 'two networks'],
  ['1', 'unknown', 'hidden', true, 'what is no address is none of many'],
  ['1', '1.1.1.1:1111', '1.1.1.1:2222', true, 'a port makes no other visitor'],
  [
    '2',
    '1.1.1.1, 9.9.9.9',
    '2.2.2.2, 9.9.9.9',
    false,
    'two hops, the first of which names the visitor',
  ],
  ['2', '6.6.6.6, 1.1.1.1, 9.9.9.9', '7.7.7.7, 1.1.1.1, 9.9.9.9', true, 'forged, two hops'],
  ['2', '1.1.1.1', '2.2.2.2', true, 'a request that came past a hop is counted as its peer'],
];
for (const [hops, first, second, isSame, why] of visitors) {
  test(`with ${hops} trusted hops, “${first}” and “${second}” are ${isSame ? 'one' : 'two'}: ${why}`, async () => {
    const { ask } = await open({ TRUSTED_HOPS: hops });
    const statuses = [
      (await ask('POST', '/checkout/orders', first)).status,
      (await ask('POST', '/checkout/orders', second)).status,
    ];
    assert.deepEqual(statuses, [400, isSame ? 429 : 400]);
  });
}
