import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { type ApiError, isApiError, outcomeOfWrite } from '../../../proxy/platform/index.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createApiWorld, NOW } from './api-world.ts';

afterEach(() => mock.timers.reset());

const { reseller } = sandboxClients;
const anOrder = {
  date: new Date(NOW),
  status: 'ACCEPTED',
  lang: 'de',
  currency: 'EUR',
  email: 'ida@example.com',
  name: 'Ida Meyer',
} as const;
const isToken = (call: string) => call.startsWith('POST /oauth/token');

/** The error of a call, after all its waits. */
async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const error = promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  void error.then(() => (isOver = true));
  while (!isOver) {
    await new Promise((done) => setImmediate(done));
    mock.timers.tick(100);
  }
  mock.timers.reset();
  const thrown = await error;
  assert.ok(isApiError(thrown), String(thrown));
  return thrown;
}

test('a list has all items of all pages, with Link and without', async () => {
  const { apiOf, reseller: withLinks } = createApiWorld();
  const withoutLinks = apiOf(reseller, (platform) => async (request) => {
    const response = await platform(request);
    response.headers.delete('Link');
    return response;
  });

  const dates = await withLinks.listDates({ available: false });

  assert.ok(dates.length > 5_000, String(dates.length));
  assert.equal(new Set(dates.map(({ id }) => id)).size, dates.length);
  assert.deepEqual(await withoutLinks.listDates({ available: false }), dates);
});

test('a list is read page by page for whoever cannot hold it', async () => {
  const { reseller } = createApiWorld();
  const lengths: number[] = [];

  for await (const page of reseller.pages.listDates({ available: false }))
    lengths.push(page.length);

  assert.deepEqual([lengths.length, lengths[0]], [2, 5_000]);
});

test('limit or offset asks for one page', async () => {
  const { reseller, calls } = createApiWorld();

  const page = await reseller.listEvents({ limit: 3, offset: 2, order: ['-title'] });

  assert.equal(page.length, 3);
  assert.deepEqual(calls.slice(1), ['GET /v3/events?order=-title&limit=3&offset=2']);
});

test('parameters become the texts of the spec, and times may be a Date', async () => {
  const { reseller, calls } = createApiWorld();

  await reseller.listEvents({
    limit: 1,
    accept: ['a', 'b'],
    categories: [1, 2],
    geolocation: [52, 13, 53, 14],
    only_root_events: true,
    delta_since: new Date(NOW),
    available_from: '2026-11-21T09:00:00Z',
  });

  assert.equal(
    calls.at(-1),
    'GET /v3/events?limit=1&accept=a,b&delta_since=2026-11-21T09:00:00Z&categories=1,2' +
      '&available_from=2026-11-21T09:00:00Z&geolocation=52,13,53,14&only_root_events=true',
  );
});

test('with fields, items have these alone, and the id that pages are told apart by', async () => {
  const { reseller } = createApiWorld();

  const events = await reseller.listEvents({ fields: ['title', 'duration'] });

  assert.deepEqual(Object.keys(events[0] ?? {}).toSorted(), ['duration', 'id', 'title']);
});

test('values have the types of the spec, whatever the platform writes them as', async () => {
  const { reseller } = createApiWorld();

  const [event] = await reseller.listEvents({ limit: 1 });
  const [vendor] = await reseller.listVendors();

  // Sent as "1" and as an empty string.
  assert.equal(event?.active, 1);
  assert.equal(event.root_event_id, undefined);
  assert.deepEqual(await reseller.retrieveVendor({ id: vendor?.id ?? '' }), vendor);
});

test('an id above 2^53 that is sent as a number keeps its digits', async () => {
  const { apiOf } = createApiWorld();
  const between = (platform: Fetch) => async (request: Request) => {
    const response = await platform(request);
    if (!request.url.includes('/v3/dates')) return response;
    const text = (await response.text()).replace(/"id":"[^"]+"/, '"id":9007199254740993');
    return new Response(text, { headers: { 'Content-Type': 'application/json' } });
  };

  const [first] = await apiOf(reseller, between).listDates({ limit: 1 });

  assert.equal(first?.id, '9007199254740993');
});

for (const [what, change, issue] of [
  ['an id that is none', { id: 1.5 }, /^id: /],
  ['a date that is none', { date: 'tomorrow' }, /^date: /],
] as const) {
  test(`${what} fails the list, or is left out by whoever asks for that`, async () => {
    const { apiOf } = createApiWorld();
    const between = (platform: Fetch) => async (request: Request) => {
      const response = await platform(request);
      if (!request.url.includes('/v3/dates')) return response;
      const [first, ...others] = (await response.json()) as object[];
      return Response.json([{ ...first, ...change }, ...others]);
    };
    const api = apiOf(reseller, between);

    const error = await errorOf(api.listDates({ limit: 3 }));
    const skipped: string[] = [];
    const onSkipped = ({ issues }: { issues: readonly string[] }) => skipped.push(...issues);
    const others = await api.listDates({ limit: 3 }, { onSkipped });

    assert.equal(error.name, 'UnexpectedShape');
    assert.equal(others.length, 2);
    assert.match(skipped.join(), issue);
  });
}

test('clients on one store share one token an hour, and the store does not show it', async () => {
  const { apiOf, reseller: first, time, store, calls } = createApiWorld();

  await first.listVendors();
  await apiOf(reseller).listVendors();
  assert.equal(calls.filter(isToken).length, 1);
  time.now += HOUR + 1;
  await apiOf(reseller).listVendors();

  assert.equal(calls.filter(isToken).length, 2);
  const row = (await store.get(`token/${reseller.id}`))?.value ?? '';
  assert.match(row, /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('credentials that the platform does not take are told as such', async () => {
  const { apiOf } = createApiWorld();

  const error = await errorOf(apiOf({ ...reseller, secret: 'another' }).listVendors());

  assert.equal(error.name, 'TokenUnavailable');
  assert.equal(error.failure?.reason, 'credentials-refused');
});

test('a read is repeated after a failure, a write never is', async () => {
  const { apiOf, calls } = createApiWorld();
  const api = apiOf(reseller, (platform) => async (request) => {
    const response = await platform(request);
    return request.url.includes('/v3/') ? new Response('', { status: 503 }) : response;
  });

  const read = await errorOf(api.listVendors());
  const write = await errorOf(api.createOrder({ body: anOrder }));

  const count = (call: string) => calls.filter((made) => made.startsWith(call)).length;
  assert.deepEqual([count('GET /v3/vendors'), count('POST /v3/orders')], [3, 1]);
  assert.deepEqual([read.name, write.name], ['PlatformRefused', 'PlatformRefused']);
  // A gateway's 503 does not say whether the order was placed.
  assert.equal(outcomeOfWrite(write), 'unclear');
});

test('a refusal has what the platform said, and its log and JSON have not', async () => {
  const { reseller } = createApiWorld();

  const error = await errorOf(reseller.createOrder({ body: anOrder }));

  assert.ok(error.name === 'PlatformRefused');
  assert.deepEqual([error.status, error.code], [400, '40010']);
  assert.match(error.said.message, /^vendor_id/);
  assert.equal(error.said.user_message, 'This vendor is not known.');
  assert.equal(outcomeOfWrite(error), 'refused');
  assert.doesNotMatch(JSON.stringify(error) + String(error), /vendor/);
});

test('what breaks a rule of the spec is not sent, and each issue names its field', async () => {
  const { reseller, calls } = createApiWorld();
  const unknown = { with_private_price: true } as object;

  const errors = await Promise.all(
    [
      reseller.listEvents(unknown),
      reseller.retrieveVendor({ id: '..' }),
      reseller.listDates({ accept_events: ['a,b'] }),
      reseller.createOrder({ body: { ...anOrder, lang: 'deu', name: 'I' } }),
      reseller.updateDate({ id: 'd', body: { available_slots: 3 } as object }),
    ].map((call) => call.catch((error: unknown) => error as ApiError)),
  );

  const names = errors.map((error) => 'name' in error && error.name);
  assert.deepEqual(new Set(names), new Set(['InvalidInput']));
  assert.match(errors.map(String).join('\n'), /with_private_price[^]+id: [^]+accept_events\.0: /);
  assert.match(errors.map(String).join('\n'), /body\.lang: [^]+body\.name: [^]+available_slots/);
  assert.deepEqual(calls, []);
});

test('a low budget refuses lists before it refuses what orders need', async () => {
  const { apiOf } = createApiWorld();
  const api = apiOf(reseller, undefined, { callsPerMonth: 2 });
  await api.listVendors();
  await api.listVendors();

  const error = await errorOf(api.listVendors());

  assert.equal(error.name, 'BudgetSpent');
  assert.equal((await api.listVendors({}, { priority: 'order' })).length, 3);
});

test('without a response it is known whether anything was sent', async () => {
  const { apiOf } = createApiWorld();
  const failing = (code: string) =>
    apiOf(reseller, (platform) => (request) => {
      if (request.url.includes('/oauth/')) return platform(request);
      return Promise.reject(new TypeError('fetch failed', { cause: { code } }));
    });

  const refused = await errorOf(failing('ECONNREFUSED').createOrder({ body: anOrder }));
  const reset = await errorOf(failing('ECONNRESET').createOrder({ body: anOrder }));

  assert.deepEqual([outcomeOfWrite(refused), outcomeOfWrite(reset)], ['unsent', 'unclear']);
});

test('no client is made in a page, where everybody could read its secret', () => {
  const { apiOf } = createApiWorld();
  try {
    Object.assign(globalThis, { document: {} });

    assert.throws(() => apiOf(reseller), /must not be in a page/);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
