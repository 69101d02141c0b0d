import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { createClient } from '../../../proxy/platform/client.ts';
import {
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
} from '../../../proxy/platform/errors.ts';
import { createResilience } from '../../../proxy/platform/resilience.ts';
import type { Tokens } from '../../../proxy/platform/tokens.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createWorld } from '../../support/world.ts';

const tokens: Tokens = {
  current: async () => 'the-token',
  forCreate: async () => 'the-token',
  invalidate: async () => false,
};
const budget = { admit: async () => {}, count: () => {} };
const call = { operation: 'x', class: 'events', path: '/x' } as const;

function clientOver(fetch: Fetch) {
  const { context, clock } = createWorld();
  const parts = { tokens, budget, resilience: createResilience({ monotonic: clock }) };
  return createClient(parts, context(fetch));
}

test('a call is built from its values: method, path, query, body and the token in the header', async () => {
  let seen: Request | undefined;
  const client = clientOver(async (request) => {
    seen = request.clone();
    return Response.json({});
  });
  await client.send(call);

  await client.send({
    ...call,
    path: '/v3/x',
    query: { accept: 'a,b&c=d' },
    body: { a: 1, b: undefined },
  });

  assert.equal(seen?.url, 'https://platform.example/v3/x?accept=a%2Cb%26c%3Dd');
  assert.equal(seen.method, 'POST');
  assert.equal(seen.redirect, 'manual');
  assert.equal(await seen.text(), '{"a":1}');
  assert.deepEqual(Object.fromEntries(seen.headers), {
    accept: 'application/json',
    authorization: 'Bearer the-token',
    'content-type': 'application/json',
  });
});

const responses: [what: string, respond: () => Response, error: unknown][] = [
  ['a redirect', () => Response.redirect('https://evil.example', 302), PlatformMalformed],
  [
    'a page',
    () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    PlatformMalformed,
  ],
  ['no type', () => new Response(new TextEncoder().encode('{}')), PlatformMalformed],
  [
    'half a JSON',
    () => new Response('{"a":', { headers: { 'Content-Type': 'application/json' } }),
    PlatformMalformed,
  ],
  ['an empty body', () => new Response(null, { status: 204 }), PlatformMalformed],
  ['a no', () => Response.json({ message: 'no', code: '40028' }, { status: 400 }), PlatformRefused],
  ['a no that is a page', () => new Response('<html>', { status: 502 }), PlatformRefused],
];
for (const [what, respond, error] of responses) {
  test(`${what} is a ${(error as { name: string }).name}`, async () => {
    const client = clientOver(async () => respond());

    await assert.rejects(client.send(call), error as typeof Error);
  });
}

test('a call whose deadline has passed while waiting for a token is not sent', async () => {
  const { config, site, store, clock, monotonic } = createWorld();
  let left = 5_000;
  const late = {
    ...tokens,
    async forCreate() {
      left = 0;
      return 'the-token';
    },
  };
  const parts = { tokens: late, budget, resilience: createResilience({ monotonic: clock }) };
  const fetch: Fetch = async ({ method }) =>
    method === 'GET' ? Response.json({}) : assert.fail('it was sent');
  const context = { config, site, fetch, store, clock, monotonic, log: () => {} };
  const client = createClient(parts, context);
  await client.send(call);

  await assert.rejects(client.send({ ...call, body: {}, timeLeft: () => left }), SendTooLate);
});

test('a call’s timeout is the time that is left until its deadline', async (t) => {
  // The timer of an AbortSignal does not keep Node alive.
  const keepAlive = setInterval(() => {}, 60_000);
  t.onTestFinished(() => clearInterval(keepAlive));
  // Node aborts a request's signal only for as long as the request itself is reachable.
  const requests: Request[] = [];
  const client = clientOver((request) => {
    if (request.method === 'GET') return Promise.resolve(Response.json({}));
    requests.push(request);
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
  });

  await client.send(call);

  const sent = client.send({ ...call, body: {}, timeLeft: () => 20 });

  await assert.rejects(sent, { name: 'PlatformUnreachable', sent: true });
  assert.equal(requests.length, 1);
});

test('the platform’s time is bounded by the times of request and response', async () => {
  const world = createWorld();
  const { config, site, store, clock, monotonic } = world;
  const fetch: Fetch = async () => {
    world.advance(3_000);
    return Response.json({}, { headers: { Date: 'Sat, 21 Nov 2026 10:00:00 GMT' } });
  };
  const parts = { tokens, budget, resilience: createResilience({ monotonic: clock }) };
  const context = { config, site, fetch, store, clock, monotonic, log: () => {} };
  const client = createClient(parts, context);
  const date = Date.parse('2026-11-21T10:00:00Z');
  assert.equal(client.latestTime(), undefined);

  const { askedAt } = await client.send(call);
  world.jump('wall', 500);

  assert.equal(askedAt, date - 3_000);
  assert.equal(client.latestTime(), date + 1_000 + 3_000 + 500);
});

test('an endless response is cut off', async () => {
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
    });
  const client = clientOver(
    async () => new Response(endless(), { headers: { 'Content-Type': 'application/json' } }),
  );

  await assert.rejects(client.send(call), PlatformMalformed);
  assert.ok(pulled < 40);
});

test('keeps the digits of the platform’s code and none of its words', async () => {
  const client = clientOver(async () =>
    Response.json({ message: 'Ida Meyer', code: 40028, user_message: 'Ida' }, { status: 400 }),
  );

  await assert.rejects(client.send(call), (error: unknown) => {
    assert.ok(error instanceof PlatformRefused);
    assert.deepEqual([error.status, error.code], [400, '40028']);
    assert.doesNotMatch(JSON.stringify(error) + error.message, /Ida/);
    return true;
  });
});

test('a refusal keeps its code, however many digits it has', async () => {
  const code = '4000100012';
  const client = clientOver(async () => Response.json({ message: 'no', code }, { status: 400 }));

  await assert.rejects(client.send(call), { name: 'PlatformRefused', code });
});

/** Sent once, so that no test waits for a retry. */
const create = { ...call, body: {} };
const failures: [code: string, sent: boolean][] = [
  ['ECONNREFUSED', false],
  ['ENOTFOUND', false],
  ['UND_ERR_CONNECT_TIMEOUT', false],
  ['EAI_AGAIN', false],
  ['CERT_HAS_EXPIRED', false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false],
  ['SELF_SIGNED_CERT_IN_CHAIN', false],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
  ['ECONNREFUSED_OR_SO', true],
  ['ECONNRESET', true],
  ['UND_ERR_SOCKET', true],
  ['UND_ERR_HEADERS_TIMEOUT', true],
  ['EPIPE', true],
];
for (const [code, sent] of failures) {
  test(`after ${code} the request ${sent ? 'may have' : 'has not'} arrived`, async () => {
    const client = clientOver(async ({ method }) => {
      if (method === 'GET') return Response.json({});
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    });
    await client.send(call);

    await assert.rejects(client.send(create), (error: unknown) => {
      assert.ok(error instanceof PlatformUnreachable);
      assert.equal(error.sent, sent);
      return true;
    });
  });
}

test('a response that is cut in the middle leaves the outcome open', async () => {
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new Error('reset'));
    },
  });
  const client = clientOver(async ({ method }) =>
    method === 'GET'
      ? Response.json({})
      : new Response(cut, { headers: { 'Content-Type': 'application/json' } }),
  );
  await client.send(call);

  await assert.rejects(client.send(create), {
    name: 'PlatformUnreachable',
    sent: true,
  });
});

test('a create is not sent with a token that no read has used, nor with one that was refused since', async () => {
  let token = 'first';
  let status = 200;
  const sent: string[] = [];
  const current = async () => token;
  const parts = {
    tokens: { current, forCreate: current, invalidate: async () => false },
    budget,
    resilience: createResilience({ monotonic: () => 0 }),
  };
  const client = createClient(
    parts,
    createWorld().context(async ({ method, headers }) => {
      if (method === 'POST') sent.push(headers.get('Authorization') ?? '');
      return Response.json({}, { status });
    }),
  );

  await assert.rejects(client.send(create), { name: 'TokenUnproven' });
  await client.send(call);
  await client.send(create);
  token = 'second';
  await assert.rejects(client.send(create), { name: 'TokenUnproven' });
  await client.send(call);
  status = 401;
  await assert.rejects(client.send(call), { name: 'PlatformRefused' });
  status = 200;
  await assert.rejects(client.send(create), { name: 'TokenUnproven' });

  assert.deepEqual(sent, ['Bearer first']);
});

test('a create is sent once, whatever the platform responds', async () => {
  for (const status of [401, 429, 500, 503]) {
    let creates = 0;
    const client = clientOver(async ({ method }) => {
      if (method === 'GET') return Response.json({});
      creates += 1;
      return Response.json({ code: '40101', user_message: 'no' }, { status });
    });
    await client.send(call);

    await assert.rejects(client.send(create), { name: 'PlatformRefused' });
    assert.equal(creates, 1, String(status));
  }
});

/** A response that arrives while the event loop is stalled for half a minute. */
function stalled(): Fetch {
  mock.timers.enable({ apis: ['setTimeout'] });
  return (request) =>
    new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      mock.timers.tick(30_000);
      resolve(Response.json({}));
    });
}

test('a response that came while the proxy itself was stalled is read', async () => {
  assert.deepEqual((await clientOver(stalled()).send(call)).value, {});
});

test('a create is given up in time whatever has stalled, as its deadline is a promise', async () => {
  const client = clientOver(stalled());
  await client.send(call);

  await assert.rejects(client.send(create), PlatformUnreachable);
});
