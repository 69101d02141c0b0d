import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { MINUTE } from '#contract/milliseconds';
import type { Fetch } from '../../../proxy/ports.ts';
import { createWorld, PROXY } from '../../support/world.ts';

// What is served while the platform fails, and how long responses may be cached. Guards
// cache/policies.ts as app.ts applies it.

/** A world whose platform can be taken down. */
function createFragileWorld(
  respondWhenDown: (request: Request) => Response = () => new Response('', { status: 500 }),
) {
  const platform = { isDown: false };
  const between =
    (up: Fetch): Fetch =>
    async (request) =>
      platform.isDown ? respondWhenDown(request) : up(request);
  return { ...createWorld({ between }), platform };
}
const december = 'start_date=2026-12-01T00:00:00Z&end_date=2026-12-31T23:59:59Z';

test('while the platform is down the catalog is served stale, and says so', async () => {
  const { get, platform, advance } = createFragileWorld();
  const { body: events } = await get<ListedEvent[]>('/v3/events');
  const [event] = events;
  assert.ok(event);
  const paths = [
    '/site',
    '/v3/events',
    `/v3/merged_events/${event.id}`,
    '/v3/products',
    `/v3/vendors/${event.vendor_id}`,
  ];
  const before = await Promise.all(paths.map((path) => get(path)));
  assert.ok(before.every(({ headers }) => !headers.has('Booking-Stale')));

  platform.isDown = true;
  advance(3_600_000);
  const during = await Promise.all(paths.map((path) => get(path)));

  assert.deepEqual(
    during.map(({ body }) => body),
    before.map(({ body }) => body),
  );
  assert.ok(during.every(({ headers }) => headers.get('Booking-Stale') === 'true'));
  // Otherwise browsers and CDNs would go on with it long after the platform is back.
  for (const { headers } of during) assert.equal(headers.get('Cache-Control'), 'public, max-age=5');
});

test('while the platform hangs, a catalog that is minutes old is served at once', async () => {
  const never = () => new Promise<Response>(() => {});
  const platform = { hangs: false };
  const { get, advance } = createWorld({
    between: (up) => (request) => (platform.hangs ? never() : up(request)),
  });
  const before = await get<ListedEvent[]>('/v3/events');

  platform.hangs = true;
  advance(300_000);
  for (const path of ['/v3/events', '/site']) assert.equal((await get(path)).status, 200);
  assert.deepEqual((await get('/v3/events')).body, before.body);
});

test('dates are not served for longer than five minutes', async () => {
  const { get, platform, advance } = createFragileWorld();
  const { body: events } = await get<ListedEvent[]>('/v3/events');
  const path = `/v3/events/${events[0]?.id}/dates?${december}`;
  assert.equal((await get(path)).status, 200);

  platform.isDown = true;
  advance(300_001);
  const { status, body } = await get<{ code: string }>(path);

  assert.deepEqual([status, body.code], [503, 'platform-down']);
});

const failures: [what: string, respond: () => Response, code: string][] = [
  ['a 500', () => Response.json({ message: 'x', code: '1' }, { status: 500 }), 'platform-down'],
  [
    'an HTML page',
    () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    'platform-down',
  ],
  ['JSON of another shape', () => Response.json({ events: [] }), 'platform-down'],
  ['a redirect', () => Response.redirect('https://evil.example/v3/events', 302), 'platform-down'],
  ['a 429', () => Response.json({ error_code: 42910 }, { status: 429 }), 'platform-busy'],
  ['a 403', () => Response.json({ code: '40301' }, { status: 403 }), 'platform-down'],
];
for (const [what, respond, code] of failures) {
  test(`${what} from the platform becomes ${code}, without its details`, async () => {
    const { get, platform } = createFragileWorld((request) =>
      new URL(request.url).pathname === '/oauth/token'
        ? Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600 })
        : respond(),
    );
    platform.isDown = true;

    const { status, body, headers } = await get<{ code: string; errors: unknown[] }>(
      '/v3/products',
    );

    assert.deepEqual([status, body.code, body.errors], [503, code, []]);
    assert.equal(headers.get('Retry-After'), '5');
    assert.equal(headers.get('Cache-Control'), 'no-store');
  });
}

const withoutFirstDates = {
  between: (platform: Fetch) => async (request: Request) =>
    request.url.includes('available_from') ? new Response('', { status: 500 }) : platform(request),
};

test('while first dates fail, no event is left out for having none, and the response says so', async () => {
  const { get } = createWorld(withoutFirstDates);
  const { body: all } = await get<ListedEvent[]>('/v3/events');

  const { body, headers } = await get('/v3/events?available_from=2026-12-01T00:00:00Z');

  assert.deepEqual(body, all);
  assert.equal(headers.get('Booking-Stale'), 'true');
});

test('while first dates fail, the list is served without them', async () => {
  const { get } = createWorld(withoutFirstDates);

  const { status, body } = await get<ListedEvent[]>('/v3/events');

  assert.equal(status, 200);
  assert.ok(body.length > 0 && body.every(({ first_date }) => first_date === null));
});

test('where the platform leaves out all first dates, no event is said to have none', async () => {
  const { get } = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!request.url.includes('available_from')) return response;
      const events = (await response.json()) as { readonly id: string }[];
      return Response.json(events.map(({ id }) => ({ id })));
    },
  });

  const { body } = await get<ListedEvent[]>('/v3/events');

  assert.ok(body.length > 0);
  assert.ok(body.every((event) => event.first_date === null && !event.first_date_known));
});

test('a first date that can be booked no more is not told, and the list is not stale for it', async () => {
  const { get, clock } = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!request.url.includes('available_from')) return response;
      const events = (await response.json()) as { readonly id: string }[];
      const first_date = new Date(clock() + MINUTE).toISOString();
      return Response.json(events.map(({ id }) => ({ id, first_date })));
    },
  });

  const { body, headers } = await get<ListedEvent[]>(
    '/v3/events?available_from=2026-11-21T00:00:00Z',
  );

  const dates = body.map(({ first_date, first_date_known }) => [first_date, first_date_known]);
  assert.ok(dates.some(([date, isKnown]) => date === null && !isKnown));
  assert.ok(dates.some(([date, isKnown]) => date !== null && isKnown));
  assert.equal(headers.get('Booking-Stale'), null);
});

test('a malformed event is left out of the list, and logged', async () => {
  const { get, lines } = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (new URL(request.url).pathname !== '/v3/events') return response;
      const events = (await response.json()) as object[];
      return Response.json([{ ...events[0], duration: 'long' }, ...events.slice(1)]);
    },
  });

  const { body } = await get<ListedEvent[]>('/v3/events');

  assert.ok(body.length > 5);
  assert.ok(lines.some((line) => line.includes('"kind":"event","field":"duration"')));
});

test('a response that is no longer stale is sent again, because a 304 cannot remove a header', async () => {
  const { get, platform, advance } = createFragileWorld();
  const ask = async (etag = '') => {
    const { status, headers } = await get('/v3/products', { 'If-None-Match': etag });
    return { status, etag: headers.get('ETag') ?? '', isStale: headers.has('Booking-Stale') };
  };
  const fresh = await ask();
  platform.isDown = true;
  advance(3_600_000);

  const stale = await ask(fresh.etag);
  assert.deepEqual([stale.status, stale.isStale], [200, true]);
  assert.deepEqual(await ask(stale.etag), { ...stale, status: 304 });
  platform.isDown = false;
  advance(60_000);
  assert.deepEqual(await ask(stale.etag), fresh);
});

const lifetimes: [path: string, cacheControl: string][] = [
  ['/site', 'public, max-age=60, stale-while-revalidate=600'],
  ['/v3/events', 'public, max-age=60, stale-while-revalidate=600'],
  ['/v3/products', 'public, max-age=60, stale-while-revalidate=600'],
  ['/checkout/intent', 'no-store'],
  ['/livez', 'no-store'],
  ['/none', 'no-store'],
];
for (const [path, cacheControl] of lifetimes) {
  test(`the Cache-Control of ${path} is ${cacheControl}`, async () => {
    const { headers } = await createWorld().read(new Request(PROXY + path));
    assert.equal(headers.get('Cache-Control'), cacheControl);
  });
}
