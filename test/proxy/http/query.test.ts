import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { Problem } from '#contract/problem.schema';
import { toInstant } from '../../../proxy/clock.ts';
import { createWorld, fieldsOf, newKey, START } from '../../support/world.ts';
import { assertAllowedCalls, createCallRecorder, isAllowedCall } from '../guards/platform-calls.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { statusesOf } from './raw-http.ts';

// Query parameters that are unknown, repeated or malformed. Guards parseQuery of http/parse.ts and
// the parameters in catalog/list-events.ts.

const { calls, between } = createCallRecorder();
const world = createWorld({ between });
const [first] = (await world.get<ListedEvent[]>('/v3/events')).body;
assert.ok(first);

const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 86_400_000)}`;
const reads = [
  ['/site', ''],
  ['/nearest', ''],
  ['/v3/events', ''],
  [`/v3/merged_events/${first.id}`, ''],
  [`/v3/events/${first.id}/dates`, range],
  ['/v3/products', ''],
  [`/v3/vendors/${first.vendor_id}`, ''],
  ['/checkout/intent', ''],
] as const;
const writes = ['/checkout/quotes', '/checkout/orders'];

/** Parameters of the platform, of frameworks, and names that a parser could misread. */
const unknown: [query: string, name: string][] = [
  ['with_private_prices=true', 'with_private_prices'],
  ['with_private_products=true', 'with_private_products'],
  ['access_token=abc', 'access_token'],
  ['fields=id,commission', 'fields'],
  ['type=ALL', 'type'],
  ['delta_since=2020-01-01T00:00:00Z', 'delta_since'],
  ['exclude=a', 'exclude'],
  ['with_count=true', 'with_count'],
  ['status=ALL', 'status'],
  ['accept_external_reference=a', 'accept_external_reference'],
  ['method=PATCH', 'method'],
  ['_method=DELETE', '_method'],
  ['callback=alert', 'callback'],
  ['__proto__=1', '__proto__'],
  ['__proto__[limit]=1', '__proto__[limit]'],
  ['__proto__.limit=1', '__proto__.limit'],
  ['constructor=1', 'constructor'],
  ['constructor[prototype][x]=1', 'constructor[prototype][x]'],
  ['prototype=1', 'prototype'],
  ['toString=1', 'toString'],
  ['hasOwnProperty=1', 'hasOwnProperty'],
  ['limit[]=1', 'limit[]'],
  ['limit[0]=1', 'limit[0]'],
  ['limit%00=1', 'limit\0'],
  ['Limit=1', 'Limit'],
  [' limit=1', ' limit'],
  ['=1', ''],
  ['site=default&site=default', 'site'],
  ['%73ite=default&site=default', 'site'],
];
for (const [query, name] of unknown) {
  test(`?${query} is refused and named on every route`, async () => {
    const key = { 'Idempotency-Key': newKey() };
    for (const [path, required] of reads) {
      const response = await world.get<Problem>(
        `${path}?${required ? `${required}&` : ''}${query}`,
        key,
      );
      assert.deepEqual([response.status, response.body.code], [400, 'invalid-request'], path);
      assert.ok(fieldsOf(response).includes(name), `${path}: ${JSON.stringify(response.body)}`);
    }
    for (const path of writes) {
      const response = await world.post<Problem>(`${path}?${query}`, {}, key);
      assert.deepEqual([response.status, fieldsOf(response)], [400, [name]], path);
    }
    assertAllowedCalls(calls);
  });
}

const malformed: [query: string, name: string][] = [
  ...[
    '-1',
    '1e3',
    '1.5',
    '0x10',
    '١',
    '1,2',
    '',
    '+1',
    ' 1',
    '1000000',
    '9'.repeat(400),
    'NaN',
  ].flatMap((number): [string, string][] => [
    [`limit=${encodeURIComponent(number)}`, 'limit'],
    [`offset=${encodeURIComponent(number)}`, 'offset'],
  ]),
  ['limit=1&limit=1', 'limit'],
  ['limit=1&%6cimit=1', 'limit'],
  ['accept=a&accept=b', 'accept'],
  ['accept=', 'accept[0]'],
  ['accept=a,', 'accept[1]'],
  ['accept=a%00b', 'accept[0]'],
  [`accept=${'x'.repeat(256)}`, 'accept[0]'],
  [`accept=${'a,'.repeat(201)}a`, 'accept'],
  ['accept_vendors=%00', 'accept_vendors[0]'],
  ['categories=a', 'categories[0]'],
  ['categories=-1', 'categories[0]'],
  [`match=${'x'.repeat(201)}`, 'match'],
  ['order=commission', 'order[0]'],
  ['order=__proto__', 'order[0]'],
  ['order=constructor', 'order[0]'],
  ['order=title,title,title,title,title', 'order'],
  ['order=--title', 'order[0]'],
  ['available_from=now', 'available_from'],
  ['available_from=2026-11-21', 'available_from'],
  ['available_from=2026-11-21T09:00:00Z%0a', 'available_from'],
];
for (const [query, name] of malformed) {
  test(`the event list refuses ?${query.slice(0, 60)} and names ${name}`, async () => {
    const response = await world.get<Problem>(`/v3/events?${query}`);
    assert.deepEqual([response.status, response.body.code], [400, 'invalid-request']);
    const topLevel = (field = '') => field.replace(/\[.*/, '');
    assert.ok(
      fieldsOf(response).map(topLevel).includes(topLevel(name)),
      JSON.stringify(response.body),
    );
    assertAllowedCalls(calls);
  });
}

for (const id of ['a&type=ALL', '../orders', '%2e%2e']) {
  test(`the id ${id} is compared, and never reaches the platform`, async () => {
    const query = new URLSearchParams({ accept: id });
    const { status, body } = await world.get<unknown[]>(`/v3/events?${query}`);
    assert.deepEqual([status, body], [200, []]);
    assertAllowedCalls(calls);
  });
}

test('the parameters of the contract are accepted', async () => {
  const query = `limit=3&offset=1&order=-price&match=tour&accept_vendors=${first.vendor_id}`;
  assert.equal((await world.get(`/v3/events?${query}&site=default`)).status, 200);
});

for (const key of [
  '',
  'none',
  '__proto__',
  'constructor',
  'toString',
  'default%00',
  'DEFAULT',
  'default%20',
]) {
  test(`?site=${key} is refused on every route`, async () => {
    for (const [path] of reads) {
      const response = await world.get<Problem>(`${path}?site=${key}`);
      assert.deepEqual([response.status, fieldsOf(response)], [400, ['site']], path);
    }
    assert.equal((await world.post(`/checkout/orders?site=${key}`, {})).status, 400);
  });
}

test('of ten thousand unknown parameters only the first is named', async () => {
  const many = (name: (index: number) => string) =>
    Array.from({ length: 10_000 }, (_, index) => `${name(index)}=1`).join('&');
  for (const query of [many((index) => `p${index}`), many(() => 'limit')]) {
    const { status, body } = await world.get<Problem>(`/v3/events?${query}`);
    assert.deepEqual([status, body.errors.length], [400, 1]);
  }
});

test('of a query, the platform is sent nothing but months and ids of events on sale', async () => {
  const recorder = createCallRecorder();
  const fresh = createWorld({ between: recorder.between });
  const id = first.id;
  await fresh.get('/site');
  for (const path of [
    '/v3/events?match=canary&limit=777&offset=778&order=-title&accept=canary&categories=779',
    '/v3/products?accept_vendors=canary',
    `/v3/events/${id}/dates?start_date=2026-12-07T11:22:33Z&end_date=2026-12-08T11:22:34Z`,
    `/v3/vendors/${first.vendor_id}`,
  ])
    assert.equal((await fresh.get(path)).status, 200, path);

  assertAllowedCalls(recorder.calls);
  for (const { url } of recorder.calls)
    assert.doesNotMatch(url.href, /canary|77[789]|11%3A22|11:22|match|order=|categories/);
  const dates = recorder.calls.filter(({ url }) => url.pathname === '/v3/dates');
  assert.equal(dates[0]?.url.searchParams.get('start_date'), '2026-11-30T00:00:00Z');
});

test('the allow-list of calls would detect a forwarded query', () => {
  for (const query of ['with_private_products=true', 'limit[]=1', '__proto__=1', 'limit=-1']) {
    const url = new URL(`https://platform.example/v3/products?${query}`);
    assert.ok(!isAllowedCall({ method: 'GET', url }), query);
  }
});

test('over a port, nothing behind a # or a second ? is taken for a parameter', async () => {
  const { sendTarget, calls } = await openListeningProxy();
  for (const [target, status] of [
    ['/v3/events?limit=1', 200],
    ['/v3/events?limit=1#&limit=2&with_private_prices=1', 200],
    ['/v3/events?limit=1?with_private_prices=1', 400],
    ['/v3/events?limit=1;offset=2', 400],
    ['/v3/events?limit=1%26with_private_prices=1', 400],
    ['/v3/events#?limit=1', 404],
  ] as const)
    assert.deepEqual(statusesOf(await sendTarget(target)), [status], target);
  assertAllowedCalls(calls);
});
