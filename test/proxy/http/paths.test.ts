import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Fetch } from '../../../proxy/context.ts';
import type { ListedEvent } from '../../../src/contract/event.schema.ts';
import { createWorld, instant, PROXY, START } from '../world.ts';
import {
  assertExpected,
  createSpy,
  isExpected,
  listenWorld,
  statusesOf,
} from '../guards/support.ts';

const range = `start_date=${instant(START)}&end_date=${instant(START + 86_400_000)}`;
const long = 'a'.repeat(6_000);

/** After the slash. None of them is a path of the proxy, though some look like one to somebody. */
const climbing = [
  ...['v3/../site', 'v3/events/../../site', './site', 'v3/./events', 'site/.', 'site/..', '..'],
  ...['v3/%2e%2e/site', 'v3/%2E%2E/site', '%2e/site', 'v3/.%2e/site', 'v3/events/%2e%2e/orders'],
  ...['..%2fsite', '..%2f..%2fv3%2forders', 'v3%2fevents', 'v3/events%2f..%2forders'],
  ...['%252e%252e/site', 'v3/%252e%252e/orders', 'v3/events%252f..', 'v3/merged_events/%252e%252e'],
  ...['v3/events;x=1', 'site;', 'v3;/events', 'v3/events/;/dates', 'v3/orders;/events'],
  ...['v3%5cevents', '..%5csite', 'v3/events/..%5c..%5corders'],
  ...['/site', '//site', '/evil.example/v3/events', 'v3//events', 'v3/events/', 'site/'],
  ...['site%00', 'v3/events%00.json', '%00', 'v3/merged_events/a%00', 'site%0d%0aX: y'],
  ...['v3/%c0%ae%c0%ae/site', 'v3%c0%afevents', 'v3/merged_events/%c0%af', '%e0%80%afsite', '%ff'],
  ...['v3/%65vents', '%73ite', 'v3/merged_event%73/a', 'v3/events%20', 'site%23', 'site%3fx=1'],
  ...['@evil.example/v3/events', 'v3/events@evil.example', 'https://evil.example/v3/events'],
  ...['V3/events', 'SITE', 'v3/Events', 'v3/orders', 'v3/dates', 'v3/merged_events', 'oauth/token'],
  ...['v4/events', 'v3', 'v3/events/a/dates/b', 'sandbox/orders', 'metrics', 'details', '*'],
  ...['constructor', '__proto__', 'v3/__proto__', 'toString', long, `v3/${'../'.repeat(900)}site`],
];

/** Not ids: outside of the grammar, though a decoder on the way may make one of them. */
const noIds = [
  ...['..', '.', '%2e%2e', '%252e', 'a%2fb', 'a%5cb', 'a,b', 'a;b', 'a.b', 'a b', 'a%20b', 'a+b'],
  ...['a%00', '%c0%af', '%61', 'a%2525', 'ä', '%c3%a4', 'a@b', 'a:b', "a'b", 'a*', '$a', '{a}'],
  ...['a'.repeat(65), long],
];
const idRoutes = [
  (id: string) => `/v3/merged_events/${id}`,
  (id: string) => `/v3/events/${id}/dates?${range}`,
  (id: string) => `/v3/vendors/${id}`,
];
/** Grammatical, and of nothing that is on sale. */
const strangers = ['__proto__', 'constructor', 'toString', 'a'.repeat(64), '-', '_', '0'];

/** What a page gets from a proxy that passes paths on: the table has to see it. */
const naive =
  (platform: Fetch): Fetch =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = decodeURIComponent(decodeURIComponent(pathname));
    return platform(new Request(`https://platform.example${path}${search}`));
  };

test('the spy knows what is expected, and sees what a proxy that passes paths on would do', async () => {
  const { seen, between } = createSpy();
  const proxy = naive(between(async () => new Response('{}')));
  for (const path of [
    '/v3/orders;/events',
    '/v3/events/%252e%252e/secrets',
    '/v3/merged_events/a,b',
  ])
    await proxy(new Request(PROXY + path));
  assert.deepEqual(seen.map(isExpected), [false, false, false]);

  const url = (path: string) => new URL(`https://platform.example${path}`);
  assert.ok(isExpected({ method: 'GET', url: url('/v3/events?type=ALL&limit=1') }));
  assert.ok(!isExpected({ method: 'GET', url: url('/v3/events?type=ALL&limit=1&limit=2') }));
  assert.ok(!isExpected({ method: 'GET', url: url('/v3/events?with_private_prices=true') }));
  assert.ok(!isExpected({ method: 'GET', url: new URL('https://evil.example/v3/events') }));
});

const spy = createSpy();
const world = createWorld({ between: spy.between });
const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
const [first] = listed;
assert.ok(first);
const listening = await listenWorld();

test('in the same process, no path that climbs, hides or doubles is answered or asked for', async () => {
  for (const path of climbing) {
    const { pathname } = new URL(`${PROXY}/${path}`);
    // The URL's own grammar has made it a path of the proxy: what arrives is that path, and nothing
    // else was meant.
    if (/^\/(site|v3\/events)$/.test(pathname)) continue;
    const { status } = await world.read(new Request(`${PROXY}/${path}`));
    assert.ok([400, 404].includes(status), `/${path.slice(0, 80)}: ${status}`);
  }
  assertExpected(spy.seen);
});

for (const route of idRoutes) {
  test(`${route(':id')} takes ids of the grammar only, and asks the platform for none that is not on sale`, async () => {
    await world.get('/site');
    for (const id of noIds) {
      const { status } = await world.read(new Request(PROXY + route(id)));
      assert.ok([400, 404].includes(status), `${route(id).slice(0, 80)}: ${status}`);
    }
    for (const id of strangers) {
      const before = spy.seen.length;
      const { status } = await world.read(new Request(PROXY + route(id)));
      assert.deepEqual([status, spy.seen.length], [404, before], id);
    }
    assertExpected(spy.seen);
  });
}

test('as raw bytes, no path that climbs, hides or doubles is answered or asked for', async () => {
  for (const path of climbing) {
    const [status] = statusesOf(await listening.ask(`/${path}`));
    assert.ok([400, 404].includes(status ?? 0), `/${path.slice(0, 80)}: ${status}`);
  }
  for (const route of idRoutes) {
    for (const id of noIds) {
      const [status] = statusesOf(await listening.ask(route(id)));
      assert.ok([400, 404].includes(status ?? 0), `${route(id).slice(0, 80)}: ${status}`);
    }
  }
  assertExpected(listening.seen);
});

/** As no browser writes it, though a line of text can. */
const targets: [target: string, method: string][] = [
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
test('no target or method that is no path of a browser is answered', async () => {
  for (const [target, method] of targets) {
    const [status] = statusesOf(await listening.ask(target, method));
    assert.ok(
      status === undefined || [400, 404, 405, 431].includes(status),
      `${method} ${target.slice(0, 80)}: ${status}`,
    );
  }
  assertExpected(listening.seen);
});

test('an id is decoded once: escaped it is the same id, and escaped twice it is none', async () => {
  const escaped = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const escapedTwice = (id: string) => escaped(id).replace('%', '%25');
  for (const [path, id] of [
    ['/v3/merged_events/', first.id],
    ['/v3/vendors/', first.vendor_id],
  ] as const) {
    assert.equal((await world.get(path + escaped(id))).status, 200);
    assert.equal((await world.get(path + escapedTwice(id))).status, 400);
    assert.deepEqual(statusesOf(await listening.ask(path + escapedTwice(id))), [400]);
  }
});

test('what the tables are refused for is their paths: the plain ones are answered', async () => {
  for (const path of ['/site', '/v3/events', `/v3/merged_events/${first.id}`]) {
    assert.equal((await world.get(path)).status, 200);
    assert.deepEqual(statusesOf(await listening.ask(path)), [200]);
  }
});

const piece = fc.constantFrom(
  ...['v3', 'events', 'merged_events', 'dates', 'vendors', 'products', 'orders', 'site', 'oauth'],
  ...['..', '.', '/', '//', '%2e', '%2f', '%5c', '%00', '%25', ';', '?', '&', '=', '#', '@', ':'],
  ...[first.id, first.vendor_id, range, 'site=', 'limit=1', 'accept=', '%c0%af', '*', ','],
);
const anyPath = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 9,
  })
  .map((pieces) => `/${pieces.join('')}`)
  .filter((path) => URL.canParse(PROXY + path));

test('whatever path is asked for, the platform is asked for nothing but what the proxy knows', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPath,
      fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
      async (path, method) => {
        const { status } = await world.read(new Request(PROXY + path, { method }));
        assert.notEqual(status, 500);
        assertExpected(spy.seen.splice(0));
      },
    ),
    { numRuns: 400 },
  );
});
