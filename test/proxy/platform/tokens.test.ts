import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { TokenUnavailable } from '../../../proxy/platform/errors.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { useVirtualTime } from '../../support/virtual-time.ts';
import { createWorld } from '../../support/world.ts';

/** From now on each token request gets a new token. */
const replaceTokens = async ({ sandbox }: ReturnType<typeof createWorld>) => {
  await sandbox(
    new Request('https://platform.example/sandbox/tokens', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"rule":"replace"}',
    }),
  );
};
const tokenRequests = ({ calls }: { calls: string[] }) =>
  calls.filter((call) => call === 'POST /oauth/token').length;

/** A platform that rejects some or all tokens before it does anything else. */
function rejecting(rejects: (token: string) => boolean) {
  return (platform: Fetch): Fetch =>
    async (request) => {
      const token = request.headers.get('Authorization')?.replace('Bearer ', '');
      const isRejected = token !== undefined && rejects(token);
      return isRejected ? Response.json({ code: '40101' }, { status: 401 }) : platform(request);
    };
}

test('fifty simultaneous callers cause one token request', async () => {
  const world = createWorld();
  const { put } = world.store;
  let writes = 0;
  world.store.put = (key, ...entry) => {
    writes += key.startsWith('token/') ? 1 : 0;
    return put(key, ...entry);
  };

  const responses = await Promise.all(Array.from({ length: 50 }, () => world.get('/v3/events')));

  assert.ok(responses.every(({ status }) => status === 200));
  assert.equal(tokenRequests(world), 1);
  assert.equal(writes, 2, 'one for the lease, one for the token');
});

test('two instances that share a store cause one token request', async () => {
  const { context, sandbox } = createWorld();
  let requests = 0;
  const fetch: Fetch = (request) => {
    requests += 1;
    return sandbox(request);
  };
  const instances = [1, 2, 3].map(() => createTokens(context(fetch)));

  const tokens = await Promise.all(instances.map((instance) => instance.current()));

  assert.equal(new Set(tokens).size, 1);
  assert.equal(requests, 1);
});

test('a restart keeps the token', async () => {
  const world = createWorld();
  await world.get('/v3/events');

  world.restart();
  const { status } = await world.get('/v3/events');

  assert.equal(status, 200);
  assert.equal(tokenRequests(world), 1);
});

test('a token is used until it expires, and then replaced once', async () => {
  const world = createWorld();
  await world.get('/v3/products');
  world.advance(HOUR - 1);
  await world.get('/v3/products');
  assert.equal(tokenRequests(world), 1);

  world.advance(300_001);
  world.restart();
  const { status } = await world.get('/v3/products');

  assert.equal(status, 200);
  assert.equal(tokenRequests(world), 2);
});

test('a 401 is retried once with the token in the store, without a token request', async () => {
  let rejections = 0;
  const world = createWorld({ between: rejecting(() => (rejections += 1) === 1) });

  const { status } = await world.get('/v3/products');

  assert.equal(status, 200);
  assert.equal(tokenRequests(world), 1);
});

test('a third 401 in a row gives the token up, and the same request gets another one', async () => {
  const dead = new Set<string>();
  let last = '';
  const world = createWorld({
    between: rejecting((token) => {
      last = token;
      return dead.has(token);
    }),
  });
  await world.get('/v3/products');
  world.advance(HOUR / 2);
  await replaceTokens(world);
  world.restart();
  dead.add(last);
  const before = world.calls.length;

  const { status, headers } = await world.get('/v3/products');

  assert.deepEqual([status, headers.has('Booking-Stale')], [200, false]);
  assert.equal(tokenRequests(world), 2);
  assert.deepEqual(world.calls.slice(before), ['POST /oauth/token', 'GET /v3/products']);
});

test('two 401 in a row are not enough to give the token up', async () => {
  let rejections = 0;
  const world = createWorld({ between: rejecting(() => (rejections += 1) <= 2) });

  assert.equal((await world.get('/v3/products')).status, 200);
  assert.equal(tokenRequests(world), 1);
});

test('a platform that rejects every token is asked for one early token in ten minutes', async () => {
  const world = createWorld({ between: rejecting(() => true) });

  for (let second = 0; second < 540; second += 10) {
    assert.equal((await world.get('/v3/products')).status, 503);
    world.advance(10_000);
  }
  assert.equal(tokenRequests(world), 2);

  world.advance(120_000);
  await world.get('/v3/products');
  await world.get('/v3/events');
  assert.equal(tokenRequests(world), 3);
});

test('a token is not given up for a 401 that an older token got', async () => {
  const { context, store, sandbox } = createWorld();
  const tokens = createTokens(context(sandbox));
  await tokens.current();
  const rows = await store.list('token/');

  assert.equal(await tokens.invalidate('an older one'), true);

  assert.equal(rows.length, 1);
  assert.deepEqual(await store.list('token/'), rows);
});

test('a refused token request is not repeated at once, and says that the platform is busy', async () => {
  let refuses = true;
  const world = createWorld({
    between: (platform) => async (request) => {
      const isToken = new URL(request.url).pathname === '/oauth/token';
      if (!isToken || !refuses) return platform(request);
      world.calls.push('POST /oauth/token');
      return Response.json({ error_code: 42901 }, { status: 429 });
    },
  });

  for (let tries = 0; tries < 5; tries += 1) {
    const { status, headers } = await world.get('/v3/products');
    assert.deepEqual([status, headers.get('Retry-After')], [503, '5']);
    world.advance(900);
  }
  assert.equal(tokenRequests(world), 1);

  refuses = false;
  world.advance(5_000);
  assert.equal((await world.get('/v3/products')).status, 200);
  assert.equal(tokenRequests(world), 2);
});

test('while no new token is available, the old one is still used', async () => {
  const { context, sandbox, advance } = createWorld();
  let status = 200;
  const fetch: Fetch = async (request) =>
    status === 200 ? sandbox(request) : new Response('no', { status });
  const tokens = createTokens(context(fetch));
  const previous = await tokens.current();

  status = 400;
  advance(HOUR);

  assert.equal(await tokens.current(), previous);
  assert.equal(await tokens.current(), previous);
});

test('a token request that the platform fails to respond to is not followed by a call', async () => {
  const { context, sandbox, advance } = createWorld();
  let isDown = false;
  let requests = 0;
  const fetch: Fetch = async (request) => {
    requests += 1;
    return isDown ? new Response('no', { status: 503 }) : sandbox(request);
  };
  const tokens = createTokens(context(fetch));
  await tokens.current();
  isDown = true;
  advance(HOUR);

  for (let failures = 1; failures <= 8; failures += 1) {
    await assert.rejects(tokens.current(), { name: 'TokenUnavailable' });
    assert.equal(requests, 1 + failures);
    // A request in between changes nothing.
    advance(5_000);
  }
  isDown = false;
  assert.notEqual(await tokens.current(), '');
});

for (const [what, retryAfter, wait] of [
  ['', '90', 90_000],
  [', for ten minutes at most', '3600', 600_000],
] as const) {
  test(`the token endpoint's Retry-After is heeded${what}`, async () => {
    const { context, advance } = createWorld();
    let requests = 0;
    const fetch: Fetch = async () => {
      requests += 1;
      return new Response('no', { status: 429, headers: { 'Retry-After': retryAfter } });
    };
    const tokens = createTokens(context(fetch));
    await assert.rejects(tokens.current());

    advance(wait - 1);
    await assert.rejects(tokens.current());
    assert.equal(requests, 1);
    advance(1);
    await assert.rejects(tokens.current());
    assert.equal(requests, 2);
  });
}

test('a lease whose instance is gone is waited for until it has expired, and taken over', async (t) => {
  const world = createWorld();
  const { config, site, store, clock, sandbox } = world;
  const context = { config, site, store, clock, monotonic: clock, log: () => {} };
  const gone = createTokens({ ...context, fetch: () => new Promise(() => {}) });
  const time = useVirtualTime(world.advance);
  t.onTestFinished(time.end);
  void gone.current().catch(() => {});
  await time.quiesce();

  let token: string | undefined;
  const waiting = createTokens({ ...context, fetch: sandbox });
  void waiting.current().then((current) => (token = current));
  await time.pass(14_000);
  assert.equal(token, undefined);

  while (token === undefined) await time.pass(1_000);
});

test('another instance’s token is waited for, and taken over', async () => {
  const { context, store, sandbox } = createWorld();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow: Fetch = async (request) => {
    await released;
    return sandbox(request);
  };
  let reads = 0;
  const watched: Store = {
    ...store,
    get: (key) => {
      reads += 1;
      return store.get(key);
    },
  };
  let requests = 0;
  const counted: Fetch = (request) => {
    requests += 1;
    return sandbox(request);
  };
  const first = createTokens(context(slow)).current();
  const waiting = { ...context(counted), store: watched };
  const second = createTokens(waiting).current();
  while (reads < 4 && requests === 0) await new Promise((resolve) => setImmediate(resolve));

  release();

  assert.equal(await first, await second);
  assert.equal(requests, 0);
});

const unreadable: [what: string, body: object][] = [
  ['without a token', { token_type: 'Bearer', expires_in: 3600 }],
  [
    'with a line break in the token',
    { access_token: 'a\nb', token_type: 'Bearer', expires_in: 3600 },
  ],
  ['with another type', { access_token: 'a', token_type: 'mac', expires_in: 3600 }],
  ['that lives for no time', { access_token: 'a', token_type: 'Bearer', expires_in: 0 }],
];
for (const [what, body] of unreadable) {
  test(`a token response ${what} is refused`, async () => {
    const { context } = createWorld();
    const fetch: Fetch = async () => Response.json(body);
    const tokens = createTokens(context(fetch));

    await assert.rejects(tokens.current(), TokenUnavailable);
  });
}

test('no token is assumed to live longer than the hour of the spec', async () => {
  const { context, advance } = createWorld();
  let requests = 0;
  const fetch: Fetch = async () => {
    requests += 1;
    return Response.json({ access_token: 'a', token_type: 'bearer', expires_in: '86400' });
  };
  const tokens = createTokens(context(fetch));
  await tokens.current();

  advance(HOUR - 1);
  await tokens.current();
  assert.equal(requests, 1);
  advance(1);
  await tokens.current();
  assert.equal(requests, 2);
});
