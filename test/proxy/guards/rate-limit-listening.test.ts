import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { problem } from '#contract/problem.schema';
import { newKey, SHOP } from '../../support/world.ts';
import { openListeningProxy } from '../http/listening-proxy.ts';

// Rate limits as a client on the network meets them. Guards guards/rate-limit.ts and app.ts.

const limits = { READS_PER_MINUTE: '3', QUOTES_PER_MINUTE: '2', ORDERS_PER_MINUTE: '1' };

async function open({ onTestFinished }: TestContext, env: Record<string, string> = {}) {
  const options = { env: { ...limits, ...env } };
  const { url, advance } = await openListeningProxy(options, onTestFinished);
  const send = (method: 'GET' | 'POST' | 'OPTIONS' | 'HEAD', path: string, forwardedFor?: string) =>
    fetch(url + path, {
      method,
      headers: {
        Origin: SHOP,
        'Content-Type': 'application/json',
        'Idempotency-Key': newKey(),
        ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
      },
      ...(method === 'POST' && { body: '{}' }),
    });
  /** Sends `count` requests, and resolves to whether each was let through. */
  const passes = async (count: number, ...request: Parameters<typeof send>) => {
    const passed: boolean[] = [];
    for (let sent = 0; sent < count; sent += 1)
      passed.push((await send(...request)).status !== 429);
    return passed;
  };
  return { send, passes, advance };
}

test('reads, quotes and orders each have a limit', async (context) => {
  const { passes } = await open(context);
  assert.deepEqual(await passes(4, 'GET', '/site'), [true, true, true, false]);
  assert.deepEqual(await passes(3, 'POST', '/checkout/quotes'), [true, true, false]);
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders'), [true, false]);
});

test('a client over its limit of orders still reads and gets quotes', async (context) => {
  const { passes } = await open(context);
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders'), [true, false]);
  assert.deepEqual(await passes(1, 'POST', '/checkout/quotes'), [true]);
  assert.deepEqual(await passes(1, 'GET', '/checkout/intent'), [true]);
});

test('a 429 has a Retry-After that the page can read', async (context) => {
  const { send, passes, advance } = await open(context);
  await passes(3, 'GET', '/v3/events');
  const refused = await send('GET', '/v3/events');

  assert.equal(refused.status, 429);
  assert.equal(problem.parse(await refused.json()).code, 'too-many-requests');
  assert.equal(refused.headers.get('Access-Control-Allow-Origin'), SHOP);
  assert.match(refused.headers.get('Access-Control-Expose-Headers') ?? '', /Retry-After/);
  const wait = Number(refused.headers.get('Retry-After'));
  assert.ok(wait > 0 && wait <= 20);
  advance(wait * 1000);
  assert.equal((await send('GET', '/v3/events')).status, 200);
});

test('unknown paths and other methods count as well', async (context) => {
  const { passes } = await open(context);
  assert.deepEqual(await passes(1, 'GET', '/none'), [true]);
  assert.deepEqual(await passes(1, 'HEAD', '/site'), [true]);
  assert.deepEqual(await passes(1, 'OPTIONS', '/checkout/orders'), [true]);
  for (const path of ['/none', '/site', '/v3/events?x=1', '/checkout/intent', '/checkout/%6frders'])
    assert.deepEqual(await passes(1, 'GET', path), [false], path);
  assert.deepEqual(await passes(2, 'POST', '/checkout/orders?x=1'), [true, false]);
});

test('script, messages and health have no limit', async (context) => {
  const { passes } = await open(context);
  await passes(4, 'GET', '/site');
  for (const path of ['/booking-widget.js', '/messages/de.json', '/livez', '/readyz'])
    assert.ok((await passes(5, 'GET', path)).every(Boolean), path);
});

/** `X-Forwarded-For` of two orders under a limit of one: whether they count as one client's. */
const clients: [hops: string, first: string, second: string, isSame: boolean, why: string][] = [
  ['0', '1.1.1.1', '2.2.2.2', true, 'no hop is trusted, so the header is ignored'],
  ['0', '1.1.1.1, 2.2.2.2', '3.3.3.3, 4.4.4.4', true, 'a longer header is ignored too'],
  ['1', '1.1.1.1', '2.2.2.2', false, 'the trusted hop names two clients'],
  ['1', '1.1.1.1', '1.1.1.1', true, 'the trusted hop names one client'],
  ['1', '6.6.6.6, 1.1.1.1', '7.7.7.7, 1.1.1.1', true, 'what a client forges stands further left'],
  ['1', '2001:db8::1', '2001:db8::ffff', true, 'a client has a whole /64 network'],
  ['1', '2001:db8::1', '2001:db8:0:1::1', false, 'two networks'],
  ['1', 'unknown', 'hidden', true, 'what is no address counts as the peer'],
  ['1', '1.1.1.1:1111', '1.1.1.1:2222', true, 'an address with a port counts as the peer'],
  ['2', '1.1.1.1, 9.9.9.9', '2.2.2.2, 9.9.9.9', false, 'the first of two hops names the client'],
  ['2', '6.6.6.6, 1.1.1.1, 9.9.9.9', '7.7.7.7, 1.1.1.1, 9.9.9.9', true, 'forged before two hops'],
  ['2', '1.1.1.1', '2.2.2.2', true, 'a request that bypassed a hop counts as its peer'],
];
for (const [hops, first, second, isSame, why] of clients) {
  test(`with ${hops} trusted hops, “${first}” and “${second}” are ${isSame ? 'one client' : 'two clients'}: ${why}`, async (context) => {
    const { send } = await open(context, { TRUSTED_HOPS: hops });
    const statuses = [
      (await send('POST', '/checkout/orders', first)).status,
      (await send('POST', '/checkout/orders', second)).status,
    ];
    assert.deepEqual(statuses, [400, isSame ? 429 : 400]);
  });
}
