import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { toInstant } from '../../../proxy/clock.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createWorld, PROXY, START } from '../../support/world.ts';
import { assertAllowedCalls, createCallRecorder, isAllowedCall } from '../guards/platform-calls.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { statusesOf } from './raw-http.ts';

// Paths that climb, hide or are encoded. Guards http/listener.ts, the raw path of app.ts, and the ids
// of routes/route.ts.

const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 86_400_000)}`;
const long = 'a'.repeat(6_000);

/** Paths without their first slash. None is a route, though decoding could turn it into one. */
const foreignPaths = [
  ...[
    'v3/../v3/orders',
    'v3/events/../orders',
    'v3/../site',
    'v3/events/../../site',
    './site',
    'v3/./events',
    'site/.',
    'site/..',
    '..',
  ],
  ...['v3/%2e%2e/site', 'v3/%2E%2E/site', '%2e/site', 'v3/.%2e/site', 'v3/events/%2e%2e/orders'],
  ...['..%2fsite', '..%2f..%2fv3%2forders', 'v3%2fevents', 'v3/events%2f..%2forders'],
  ...['%252e%252e/site', 'v3/%252e%252e/orders', 'v3/events%252f..', 'v3/merged_events/%252e%252e'],
  ...['v3/events;x=1', 'site;', 'v3;/events', 'v3/events/;/dates', 'v3/orders;/events'],
  ...['v3%5cevents', '..%5csite', 'v3/events/..%5c..%5corders'],
  ...[
    '/site',
    '//site',
    '/evil.example/v3/events',
    '/evil.example/v3/orders',
    'v3//events',
    'v3/events/',
    'site/',
  ],
  ...['site%00', 'v3/events%00.json', '%00', 'v3/merged_events/a%00', 'site%0d%0aX: y'],
  ...['v3/%c0%ae%c0%ae/site', 'v3%c0%afevents', 'v3/merged_events/%c0%af', '%e0%80%afsite', '%ff'],
  ...['v3/%65vents', '%73ite', 'v3/merged_event%73/a', 'v3/events%20', 'site%23', 'site%3fx=1'],
  ...['@evil.example/v3/events', 'v3/events@evil.example', 'https://evil.example/v3/events'],
  ...['V3/events', 'SITE', 'v3/Events', 'v3/orders', 'v3/dates', 'v3/merged_events', 'oauth/token'],
  ...['v4/events', 'v3', 'v3/events/a/dates/b', 'sandbox/orders', 'metrics', 'details', '*'],
  ...['constructor', '__proto__', 'v3/__proto__', 'toString', long, `v3/${'../'.repeat(900)}site`],
];

/** Malformed or unknown ids, some of which decoding could turn into valid ones. */
const malformedIds = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%252e',
    '%252e%252e',
    '..%2f..%2forders',
    'a%00b',
    'a%2fb',
    'a%5cb',
    'a,b',
    'a;b',
    'a.b',
    'a b',
    'a%20b',
    'a+b',
  ],
  ...['a%00', '%c0%af', '%61', 'a%2525', 'ä', '%c3%a4', 'a@b', 'a:b', "a'b", 'a*', '$a', '{a}'],
  ...['a'.repeat(65), long],
];
const idRoutes = [
  (id: string) => `/v3/merged_events/${id}`,
  (id: string) => `/v3/events/${id}/dates?${range}`,
  (id: string) => `/v3/vendors/${id}`,
];
/** Well-formed ids of events that are not on sale. */
const unknownIds = ['__proto__', 'constructor', 'toString', 'a'.repeat(64), '-', '_', '0'];

/** A proxy that wrongly forwards paths, which the checks have to detect. */
const forwardingProxy =
  (platform: Fetch): Fetch =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = decodeURIComponent(decodeURIComponent(pathname));
    return platform(new Request(`https://platform.example${path}${search}`));
  };

test('the allow-list of calls would detect forwarded paths', async () => {
  const { calls, between } = createCallRecorder();
  const proxy = forwardingProxy(between(async () => new Response('{}')));
  for (const path of [
    '/v3/orders;/events',
    '/v3/events/%252e%252e/secrets',
    '/v3/merged_events/a,b',
  ])
    await proxy(new Request(PROXY + path));
  assert.deepEqual(calls.map(isAllowedCall), [false, false, false]);

  const url = (path: string) => new URL(`https://platform.example${path}`);
  assert.ok(isAllowedCall({ method: 'GET', url: url('/v3/events?type=ALL&limit=1') }));
  assert.ok(!isAllowedCall({ method: 'GET', url: url('/v3/events?type=ALL&limit=1&limit=2') }));
  assert.ok(!isAllowedCall({ method: 'GET', url: url('/v3/events?with_private_prices=true') }));
  assert.ok(!isAllowedCall({ method: 'GET', url: new URL('https://evil.example/v3/events') }));
});

const recorder = createCallRecorder();
const world = createWorld({ between: recorder.between });
const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
const [first] = listed;
assert.ok(first);
const listening = await openListeningProxy();

test('in the same process, no foreign path is routed or forwarded', async () => {
  for (const path of foreignPaths) {
    const { pathname } = new URL(`${PROXY}/${path}`);
    // `Request` has normalised it to a path of the proxy before the proxy sees it.
    if (/^\/(site|v3\/events)?$/.test(pathname)) continue;
    const { status } = await world.read(new Request(`${PROXY}/${path}`));
    assert.ok([400, 404].includes(status), `/${path.slice(0, 80)}: ${status}`);
  }
  assertAllowedCalls(recorder.calls);
});

for (const route of idRoutes) {
  test(`${route(':id')} takes well-formed ids only, and calls the platform for none that is not on sale`, async () => {
    await world.get('/site');
    for (const id of malformedIds) {
      const { status } = await world.read(new Request(PROXY + route(id)));
      assert.ok([400, 404].includes(status), `${route(id).slice(0, 80)}: ${status}`);
    }
    for (const id of unknownIds) {
      const callsBefore = recorder.calls.length;
      const { status } = await world.read(new Request(PROXY + route(id)));
      assert.deepEqual([status, recorder.calls.length], [404, callsBefore], id);
    }
    assertAllowedCalls(recorder.calls);
  });
}

test('as raw bytes, no foreign path or malformed id is routed or forwarded', async () => {
  for (const path of foreignPaths) {
    const [status] = statusesOf(await listening.sendTarget(`/${path}`));
    assert.ok([400, 404].includes(status ?? 0), `/${path.slice(0, 80)}: ${status}`);
  }
  for (const route of idRoutes) {
    for (const id of malformedIds) {
      const [status] = statusesOf(await listening.sendTarget(route(id)));
      assert.ok([400, 404].includes(status ?? 0), `${route(id).slice(0, 80)}: ${status}`);
    }
  }
  assertAllowedCalls(listening.calls);
});

/** Request targets and methods that no browser sends. */
const foreignTargets: [target: string, method: string][] = [
  ['http://evil.example/v3/events', 'GET'],
  ['http://platform.example/v3/events', 'GET'],
  ['https://platform.example/v3/orders', 'GET'],
  ['http://book.example/v3/events', 'GET'],
  ['http://user:word@book.example/site', 'GET'],
  ['http://book.example@platform.example/v3/events', 'GET'],
  ['ftp://evil.example/site', 'GET'],
  ['//platform.example/v3/events', 'GET'],
  ['@platform.example/v3/events', 'GET'],
  [':80/site', 'GET'],
  ['site', 'GET'],
  ['?site=default', 'GET'],
  ['#/site', 'GET'],
  ['/site#x', 'GET'],
  ['*', 'GET'],
  ['*', 'OPTIONS'],
  ['/v3\\events', 'GET'],
  ['/v3/..\\site', 'GET'],
  ['\\site', 'GET'],
  ['/si\tte', 'GET'],
  ['/si\0te', 'GET'],
  ['/v3/events HTTP/1.1\nX: y', 'GET'],
  ['platform.example:443', 'CONNECT'],
  ['/site', 'CONNECT'],
  ['/site', 'TRACE'],
  ['/v3/events', 'TRACE'],
  ['/site', 'TRACK'],
  ['/site', 'get'],
  ['/site', 'PURGE'],
  ['/site', 'PROPFIND'],
  [`/${'a'.repeat(20_000)}`, 'GET'],
  [`/site?x=${'a'.repeat(20_000)}`, 'GET'],
];
test('no target or method that browsers do not send is routed', async () => {
  for (const [target, method] of foreignTargets) {
    const [status] = statusesOf(await listening.sendTarget(target, method));
    assert.ok(
      status === undefined || [400, 404, 405, 431].includes(status),
      `${method} ${target.slice(0, 80)}: ${status}`,
    );
  }
  assertAllowedCalls(listening.calls);
});

test('an id is decoded once: encoded it is the same id, and encoded twice it is another', async () => {
  const encoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const encodedTwice = (id: string) => encoded(id).replace('%', '%25');
  for (const [path, id] of [
    ['/v3/merged_events/', first.id],
    ['/v3/vendors/', first.vendor_id],
  ] as const) {
    assert.equal((await world.get(path + encoded(id))).status, 200);
    assert.equal((await world.get(path + encodedTwice(id))).status, 404);
    assert.deepEqual(statusesOf(await listening.sendTarget(path + encodedTwice(id))), [404]);
  }
});

test('plain paths are routed', async () => {
  for (const path of ['/site', '/v3/events', `/v3/merged_events/${first.id}`]) {
    assert.equal((await world.get(path)).status, 200);
    assert.deepEqual(statusesOf(await listening.sendTarget(path)), [200]);
  }
});

const pathPiece = fc.constantFrom(
  ...['v3', 'events', 'merged_events', 'dates', 'vendors', 'products', 'orders', 'site', 'oauth'],
  ...['..', '.', '/', '//', '%2e', '%2f', '%5c', '%00', '%25', ';', '?', '&', '=', '#', '@', ':'],
  ...[first.id, first.vendor_id, range, 'site=', 'limit=1', 'accept=', '%c0%af', '*', ','],
);
const anyPath = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: pathPiece }, fc.string({ unit: 'binary', maxLength: 4 })),
    {
      maxLength: 9,
    },
  )
  .map((pieces) => `/${pieces.join('')}`)
  .filter((path) => URL.canParse(PROXY + path));

test('whatever the path, the proxy makes allowed calls only', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPath,
      fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
      async (path, method) => {
        const { status } = await world.read(new Request(PROXY + path, { method }));
        assert.notEqual(status, 500);
        assertAllowedCalls(recorder.calls.splice(0));
      },
    ),
    { numRuns: 400 },
  );
});
