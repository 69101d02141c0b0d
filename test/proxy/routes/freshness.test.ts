import test from 'node:test';
import assert from 'node:assert/strict';
import type { ListedEvent } from '../../../src/contract/event.schema.ts';
import type { Fetch } from '../../../proxy/context.ts';
import { createWorld } from '../world.ts';

/** A world whose platform can be switched off. */
function createFragile(
  fails: (request: Request) => Response = () => new Response('', { status: 500 }),
) {
  const platform = { isDown: false };
  const between =
    (up: Fetch): Fetch =>
    async (request) =>
      platform.isDown ? fails(request) : up(request);
  return { ...createWorld({ between }), platform };
}
const december = 'start_date=2026-12-01T00:00:00Z&end_date=2026-12-31T23:59:59Z';

test('while the platform is down the catalogue is answered from before, and says so', async () => {
  const { get, platform, advance } = createFragile();
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
});

test('what is minutes old is answered at once while the platform does not answer at all', async () => {
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

test('dates are never answered from before', async () => {
  const { get, platform, advance } = createFragile();
  const { body: events } = await get<ListedEvent[]>('/v3/events');
  const path = `/v3/events/${events[0]?.id}/dates?${december}`;
  assert.equal((await get(path)).status, 200);

  platform.isDown = true;
  advance(300_000);
  const { status, body } = await get<{ code: string }>(path);

  assert.deepEqual([status, body.code], [503, 'platform-down']);
});

const failures: [what: string, answer: () => Response, code: string][] = [
  ['an error', () => Response.json({ message: 'x', code: '1' }, { status: 500 }), 'platform-down'],
  [
    'a page',
    () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    'platform-down',
  ],
  ['another shape', () => Response.json({ events: [] }), 'platform-down'],
  ['a redirect', () => Response.redirect('https://evil.example/v3/events', 302), 'platform-down'],
  [
    'too many requests',
    () => Response.json({ error_code: 42910 }, { status: 429 }),
    'platform-busy',
  ],
  ['a lack of scope', () => Response.json({ code: '40301' }, { status: 403 }), 'platform-down'],
];
for (const [what, answer, code] of failures) {
  test(`${what} from the platform becomes ${code}, with none of its words`, async () => {
    const { get, platform } = createFragile((request) =>
      new URL(request.url).pathname === '/oauth/token'
        ? Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600 })
        : answer(),
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

test('without first dates there is a list all the same', async () => {
  const { get } = createWorld({
    between: (platform) => async (request) =>
      request.url.includes('available_from')
        ? new Response('', { status: 500 })
        : platform(request),
  });

  const { status, body } = await get<ListedEvent[]>('/v3/events');

  assert.equal(status, 200);
  assert.ok(body.length > 0 && body.every(({ first_date }) => first_date === null));
});

test('one bad event does not empty the list, and is named in the log', async () => {
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

test('an answer that is known is not sent again', async () => {
  const { get, read, advance } = createFragile();
  const { headers } = await get('/v3/products');
  const etag = headers.get('ETag');
  assert.ok(etag);

  const again = await read(
    new Request('https://book.example/v3/products', {
      headers: { 'If-None-Match': `"x", ${etag}` },
    }),
  );
  assert.deepEqual([again.status, again.text, again.headers.get('ETag')], [304, '', etag]);
  const other = await get('/v3/products', { 'If-None-Match': '"x"' });
  assert.equal(other.status, 200);

  advance(300_000);
  assert.equal((await get('/v3/products')).headers.get('ETag'), etag);
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
  test(`${path} may be kept: ${cacheControl}`, async () => {
    const { headers } = await createWorld().read(new Request(`https://book.example${path}`));
    assert.equal(headers.get('Cache-Control'), cacheControl);
  });
}

test('every answer has the proxy’s time and says that it is what it says', async () => {
  const { get, advance } = createFragile();
  advance(1_500);
  for (const path of ['/v3/events', '/none', '/site?x=1']) {
    const { headers } = await get(path);
    assert.equal(headers.get('Date'), 'Sat, 21 Nov 2026 09:00:01 GMT');
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
  }
});

test('the proxy lives and is ready while the platform is down', async () => {
  const { read, platform } = createFragile();
  platform.isDown = true;

  for (const path of ['/livez', '/readyz']) {
    const { status, text } = await read(new Request(`https://book.example${path}`));
    assert.deepEqual([status, text], [200, 'ok']);
  }
});

test('the proxy lives but is not ready while its store is gone', async () => {
  const gone = async () => {
    throw new Error('disk full');
  };
  const { read } = createWorld({
    store: { get: gone, put: gone, delete: gone, list: gone, close: gone },
  });
  const status = async (path: string) =>
    (await read(new Request(`https://book.example${path}`))).status;

  assert.deepEqual([await status('/livez'), await status('/readyz')], [200, 503]);
});
