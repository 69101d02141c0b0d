import test, { mock } from 'node:test';
import assert from 'node:assert/strict';
import { classify } from '../../../proxy/orders/intent.ts';
import type { Call } from '../../../proxy/platform/client.ts';
import { createClient } from '../../../proxy/platform/client.ts';
import { createResilience } from '../../../proxy/platform/resilience.ts';
import type { Fetch } from '../../../proxy/context.ts';
import { createWorld } from '../world.ts';

const read: Call = { operation: 'x', class: 'dates', path: '/v3/dates' };
const create: Call = { operation: 'y', class: 'orders', path: '/v3/orders', body: {} };
const find: Call = { operation: 'z', class: 'orders', path: '/v3/orders' };

const ok = () => Response.json([]);
const no = (status: number) => () => new Response('no', { status });
const cut = (): Response => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
};

/** A client over a platform that responds as `platform.next` does, in a time that stands still. */
function createFragile(next: () => Response) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { config, site, store, clock } = createWorld();
  const tokens = { current: async () => 'token', invalidate: async () => false };
  const budget = { admit: async () => {}, count: () => {} };
  const platform = { next, calls: 0 };
  const fetch: Fetch = async () => {
    platform.calls += 1;
    return platform.next();
  };
  const log = () => {};
  const parts = { tokens, budget, resilience: createResilience() };
  const client = createClient(parts, { config, site, fetch, store, clock, monotonic: clock, log });
  /** The name of its error, once every wait that the call needs is over. */
  async function end(call: Call): Promise<string> {
    let result: string | undefined;
    void client.send(call).then(
      () => (result = 'ok'),
      (error: Error) => (result = `${error.name} ${classify(error)}`),
    );
    for (let waited = 0; waited < 40 && result === undefined; waited += 1) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
      if (result === undefined) mock.timers.tick(50);
    }
    return result ?? 'nothing';
  }
  return { platform, end };
}
test.afterEach(() => mock.timers.reset());

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
    const { platform, end } = createFragile(respond);

    assert.match(await end(read), /^Platform/);
    assert.equal(platform.calls, calls);
  });

  test(`after ${what} an order is not sent again`, async () => {
    const { platform, end } = createFragile(respond);

    assert.match(await end(create), /^Platform/);
    assert.equal(platform.calls, 1);
  });
}

test('a read that failed in passing succeeds when it is retried', async () => {
  const responses = [cut, no(503), ok];
  const { platform, end } = createFragile(() => (responses.shift() ?? ok)());

  assert.equal(await end(read), 'ok');
  assert.equal(platform.calls, 3);
});

test('retries come to a tenth of the reads, whatever their class', async () => {
  // Every second call fails, so that there are never failures in a row.
  let calls = 0;
  const { platform, end } = createFragile(() => ((calls += 1) % 2 === 1 ? cut() : ok()));
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
  const { platform, end } = createFragile(no(500));
  for (let reads = 0; reads < 5; reads += 1) await end(read);
  assert.equal(platform.calls, 5);

  assert.equal(await end(read), 'PlatformPaused unsent');
  assert.equal(platform.calls, 5);

  platform.next = ok;
  for (const other of ['events', 'quotes', 'orders'] as const)
    assert.equal(await end({ ...read, class: other }), 'ok');
  assert.equal(await end(create), 'ok');
});

test('five seconds later one call tries, and decides for all', async () => {
  const { platform, end } = createFragile(no(500));
  for (let reads = 0; reads < 5; reads += 1) await end(read);

  mock.timers.tick(4_999);
  assert.equal(await end(read), 'PlatformPaused unsent');
  mock.timers.tick(1);
  assert.match(await end(read), /^PlatformRefused/);
  assert.equal(await end(read), 'PlatformPaused unsent');
  assert.equal(platform.calls, 6);

  platform.next = ok;
  mock.timers.tick(5_000);
  assert.deepEqual([await end(read), await end(read)], ['ok', 'ok']);
});

test('an error response that is no failure ends a row of failures', async () => {
  const { platform, end } = createFragile(no(500));
  for (let round = 0; round < 3; round += 1) {
    platform.next = no(500);
    for (let reads = 0; reads < 4; reads += 1) await end(read);
    platform.next = no(404);
    await end(read);
  }

  assert.equal(platform.calls, 15);
});

test('a failing look-up of orders does not keep orders from being sent', async () => {
  const { platform, end } = createFragile(no(500));
  for (let reads = 0; reads < 6; reads += 1) await end(find);
  assert.equal(await end(find), 'PlatformPaused unsent');

  platform.next = ok;
  assert.equal(await end(create), 'ok');
});

test('while five orders in a row stay unclear no sixth is left unknown', async () => {
  const { platform, end } = createFragile(no(500));
  for (let creates = 0; creates < 5; creates += 1)
    assert.equal(await end(create), 'PlatformRefused unclear');

  assert.equal(await end(create), 'PlatformPaused unsent');
  assert.equal(platform.calls, 5);
  platform.next = ok;
  assert.equal(await end(find), 'ok');
  mock.timers.tick(5_000);
  assert.equal(await end(create), 'ok');
});
