import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, test } from 'vitest';
import type { Call } from '../../../proxy/platform/client.ts';
import { createClient } from '../../../proxy/platform/client.ts';
import { createResilience } from '../../../proxy/platform/resilience.ts';
import { outcomeOfWrite } from '../../../proxy/platform/write-outcome.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createWorld } from '../../support/world.ts';

const read: Call = { operation: 'x', class: 'dates', path: '/v3/dates' };
const create: Call = { operation: 'y', class: 'orders', path: '/v3/orders', body: {} };
const find: Call = { operation: 'z', class: 'orders', path: '/v3/orders' };

const ok = () => Response.json([]);
const no = (status: number, headers: Record<string, string> = {}) => {
  return () => Response.json({ code: `${status}01` }, { status, headers });
};
const page = (): Response => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
const cut = (): Response => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
};

/** A client over a platform that responds as `platform.next` does, in a time that stands still. */
async function createFragile(next: () => Response) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { config, site, store, clock } = createWorld();
  const current = async () => 'token';
  const tokens = { current, forCreate: current, invalidate: async () => false };
  const budget = { admit: async () => {}, count: () => {} };
  const platform = { next, calls: 0 };
  let pending: Promise<Response> | undefined;
  const fetch: Fetch = async () => {
    platform.calls += 1;
    const response = pending;
    pending = undefined;
    return response ?? platform.next();
  };
  /** The next call gets its response when the test says so. */
  function hold(): (response: Response) => void {
    let release = (_: Response): void => {};
    pending = new Promise((resolve) => (release = resolve));
    return release;
  }
  const log = () => {};
  const parts = { tokens, budget, resilience: createResilience({ monotonic: Date.now }) };
  const client = createClient(parts, { config, site, fetch, store, clock, monotonic: clock, log });
  /** Resolves to the name of the call's error, after all its waits. */
  async function end(call: Call): Promise<string> {
    let result: string | undefined;
    void client.send(call).then(
      () => (result = 'ok'),
      (error: Error) => (result = `${error.name} ${outcomeOfWrite(error)}`),
    );
    for (let waited = 0; waited < 40 && result === undefined; waited += 1) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
      if (result === undefined) mock.timers.tick(50);
    }
    return result ?? 'nothing';
  }
  // No order is sent with a token that no read has used.
  platform.next = ok;
  await end(read);
  Object.assign(platform, { next, calls: 0 });
  return { platform, end, hold };
}
afterEach(() => mock.timers.reset());

const passing: [what: string, respond: () => Response, calls: number][] = [
  ['a connection that is cut', cut, 3],
  ['502', no(502), 3],
  ['503', no(503), 3],
  ['504', no(504), 3],
  ['500, which would come again', no(500), 1],
  ['429', no(429), 1],
  ['404', no(404), 1],
  ['a page', () => new Response('<html>'), 1],
];
for (const [what, respond, calls] of passing) {
  test(`after ${what} a read is tried ${calls === 1 ? 'once' : 'twice more'}`, async () => {
    const { platform, end } = await createFragile(respond);

    assert.match(await end(read), /^Platform/);
    assert.equal(platform.calls, calls);
  });

  test(`after ${what} an order is not sent again`, async () => {
    const { platform, end } = await createFragile(respond);

    assert.match(await end(create), /^Platform/);
    assert.equal(platform.calls, 1);
  });
}

test('a read that failed temporarily succeeds when it is retried', async () => {
  const responses = [cut, no(503), ok];
  const { platform, end } = await createFragile(() => (responses.shift() ?? ok)());

  assert.equal(await end(read), 'ok');
  assert.equal(platform.calls, 3);
});

test('retries come to a tenth of the reads, whatever their class', async () => {
  // Every second call fails, so that there are never failures in a row.
  let calls = 0;
  const { platform, end } = await createFragile(() => ((calls += 1) % 2 === 1 ? cut() : ok()));
  const classes = ['dates', 'events', 'products'] as const;
  let failed = 0;

  for (let reads = 0; reads < 400; reads += 1) {
    const outcome = await end({ ...read, class: classes[reads % 3] ?? 'dates' });
    failed += outcome === 'ok' ? 0 : 1;
  }

  assert.ok(failed > 100);
  assert.ok(platform.calls - 400 <= 50 && platform.calls - 400 >= 40, `${platform.calls} calls`);
});

test('after five failures in a row calls of the class fail at once, and nothing is sent', async () => {
  const { platform, end } = await createFragile(no(500));
  for (let reads = 0; reads < 5; reads += 1) await end(read);
  assert.equal(platform.calls, 5);

  assert.equal(await end(read), 'PlatformPaused unsent');
  assert.equal(platform.calls, 5);

  platform.next = ok;
  for (const other of ['events', 'quotes', 'orders'] as const)
    assert.equal(await end({ ...read, class: other }), 'ok');
  assert.equal(await end(create), 'ok');
});

test('ten seconds later one probe decides for all calls', async () => {
  const { platform, end } = await createFragile(no(500));
  for (let reads = 0; reads < 5; reads += 1) await end(read);

  mock.timers.tick(9_999);
  assert.equal(await end(read), 'PlatformPaused unsent');
  mock.timers.tick(1);
  assert.match(await end(read), /^PlatformRefused/);
  assert.equal(await end(read), 'PlatformPaused unsent');
  assert.equal(platform.calls, 6);

  platform.next = ok;
  mock.timers.tick(10_000);
  assert.deepEqual([await end(read), await end(read)], ['ok', 'ok']);
});

test('an error response that is not a failure ends a series of failures', async () => {
  const { platform, end } = await createFragile(no(500));
  for (let round = 0; round < 3; round += 1) {
    platform.next = no(500);
    for (let reads = 0; reads < 4; reads += 1) await end(read);
    platform.next = no(404);
    await end(read);
  }

  assert.equal(platform.calls, 15);
});

test('a failing look-up of orders does not keep orders from being sent', async () => {
  const { platform, end } = await createFragile(no(500));
  for (let reads = 0; reads < 6; reads += 1) await end(find);
  assert.equal(await end(find), 'PlatformPaused unsent');

  platform.next = ok;
  assert.equal(await end(create), 'ok');
});

test('while five orders in a row stay unclear no sixth is left unknown', async () => {
  const { platform, end } = await createFragile(no(500));
  for (let creates = 0; creates < 5; creates += 1)
    assert.equal(await end(create), 'PlatformRefused unclear');

  assert.equal(await end(create), 'PlatformPaused unsent');
  assert.equal(platform.calls, 5);
  platform.next = ok;
  assert.equal(await end(find), 'ok');
  mock.timers.tick(10_000);
  assert.equal(await end(create), 'ok');
});

const events: Call = { ...read, class: 'events' };
const products: Call = { ...read, class: 'products' };
const live: Call = { ...read, class: 'quotes' };

/** Five failures in a row, of two classes. */
async function failWidely(end: (call: Call) => Promise<string>): Promise<void> {
  for (const call of [read, events, read, events, read]) await end(call);
}

const wide: [what: string, respond: () => Response][] = [
  ['401', no(401)],
  ['429', no(429)],
  ['503', no(503)],
  ['connections that are cut', cut],
  ['pages', page],
  ['a 403 that is a page', () => new Response('<html>', { status: 403 })],
];
for (const [what, respond] of wide) {
  test(`after five ${what} in two classes one probe at a time is made for all of them`, async () => {
    const { platform, end } = await createFragile(respond);
    await failWidely(end);
    const { calls } = platform;

    assert.equal(await end(products), 'PlatformPaused unsent');
    assert.equal(await end(create), 'PlatformPaused unsent');
    mock.timers.tick(10_000);
    for (const call of [products, read, events, live, find]) assert.notEqual(await end(call), 'ok');
    assert.equal(platform.calls, calls + 1);

    platform.next = ok;
    mock.timers.tick(10_000);
    assert.deepEqual([await end(live), await end(create), await end(read)], ['ok', 'ok', 'ok']);
  });
}

test('a failure of one class never stops another one', async () => {
  for (const [, respond] of wide) {
    const { platform, end } = await createFragile(respond);
    for (let reads = 0; reads < 20; reads += 1) await end(read);

    platform.next = ok;
    for (const call of [live, create, find]) assert.equal(await end(call), 'ok');
    mock.timers.reset();
  }
});

test('500 for two classes stops no other, and for three it does', async () => {
  const { platform, end } = await createFragile(no(500));
  for (const call of [read, events, read, events, read, events]) await end(call);

  platform.next = ok;
  assert.equal(await end(live), 'ok');

  platform.next = no(500);
  for (const call of [read, events, products, products, products, products]) await end(call);
  platform.next = ok;
  assert.equal(await end(live), 'PlatformPaused unsent');
});

test('an order is no probe: the live read before it is', async () => {
  const { platform, end } = await createFragile(page);
  await failWidely(end);
  const { calls } = platform;
  mock.timers.tick(60_000);

  assert.equal(await end(create), 'PlatformPaused unsent');
  assert.equal(platform.calls, calls);

  platform.next = ok;
  assert.deepEqual([await end(live), await end(create)], ['ok', 'ok']);
});

test('after a failed probe, another class may probe first', async () => {
  const { platform, end } = await createFragile(page);
  await failWidely(end);
  mock.timers.tick(10_000);
  await end(read);

  platform.next = ok;
  mock.timers.tick(10_000);
  assert.equal(await end(read), 'PlatformPaused unsent');
  assert.equal(await end(live), 'ok');
});

test('a probe is neither retried, nor repeated after a 401', async () => {
  for (const respond of [no(503), no(401)]) {
    const { platform, end } = await createFragile(respond);
    await failWidely(end);
    const { calls } = platform;
    mock.timers.tick(10_000);

    await end(products);

    assert.equal(platform.calls, calls + 1);
    mock.timers.reset();
  }
});

for (const [status, headers, pause] of [
  [429, { 'Retry-After': '7' }, 7_000],
  [503, { 'Retry-After': '120' }, 120_000],
  [403, { 'Retry-After': '30' }, 30_000],
  [429, { 'Retry-After': '86400' }, 600_000],
  [
    503,
    {
      Date: 'Sat, 21 Nov 2026 09:00:00 GMT',
      'Retry-After': 'Sat, 21 Nov 2026 09:01:00 GMT',
    },
    60_000,
  ],
] as const) {
  test(`after ${status} with Retry-After: ${headers['Retry-After']} nothing is sent for ${pause} ms`, async () => {
    const { platform, end } = await createFragile(no(status, headers));
    await end(read);
    assert.equal(platform.calls, 1);
    platform.next = ok;

    mock.timers.tick(pause - 1);
    for (const call of [read, events, live, find, create])
      assert.equal(await end(call), 'PlatformPaused unsent');
    assert.equal(platform.calls, 1);

    mock.timers.tick(2_001);
    assert.deepEqual([await end(live), await end(create)], ['ok', 'ok']);
  });
}

test('an invalid Retry-After is ignored', async () => {
  for (const text of ['soon', '-5', '1e9', '0', '2026-11-21', 'Sat, 99 Foo 2026 09:01:00 GMT']) {
    const { platform, end } = await createFragile(no(403, { 'Retry-After': text }));
    await end(read);
    platform.next = ok;
    assert.equal(await end(events), 'ok', text);
    mock.timers.reset();
  }
});

test('a response that was under way does not end the pause that the platform asked for', async () => {
  const { platform, end, hold } = await createFragile(no(429, { 'Retry-After': '60' }));
  const release = hold();
  const underWay = end(events);
  await new Promise((done) => setImmediate(done));
  await end(read);
  release(ok());
  assert.equal(await underWay, 'ok');

  platform.next = ok;
  assert.equal(await end(products), 'PlatformPaused unsent');
});
