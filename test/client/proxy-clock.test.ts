import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createBookingClient } from '../../src/client/booking-client.ts';
import { createWorld } from '../support/world.ts';
import { createProxiedClient } from './proxied-client.ts';

/** A client whose every response has these headers. */
function clientWith(headers: Record<string, string>, clock: () => number) {
  const fetch = async () => new Response('[]', { headers });
  return createBookingClient({ proxy: 'https://book.example', fetch, clock });
}
const seconds = fc.integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 });

test("before the first response, the customer's clock is used", () => {
  assert.equal(clientWith({}, () => 1234).now(), 1234);
});

test("continues from the proxy's clock, however wrong the customer's is", async () => {
  for (const wrong of [-365, -1, 0, 1, 3650]) {
    const world = createWorld();
    const { client } = createProxiedClient({
      world,
      clock: () => world.clock() + wrong * 86_400_000,
    });
    await client.site();

    assert.equal(client.now(), world.clock());
    world.advance(90_000);
    assert.equal(client.now(), world.clock());
  }
});

test('a refusal sets the clock as well', async () => {
  const { client, world } = createProxiedClient();
  await client.mergedEvent('nothing').catch(() => undefined);

  assert.equal(client.now(), world.clock());
});

test('a cached response sets the clock by its Date and its Age', async () => {
  await fc.assert(
    fc.asyncProperty(
      seconds,
      fc.nat(86_400),
      fc.integer(),
      fc.nat(600_000),
      async (at, age, local, later) => {
        let clock = local;
        const Date = new globalThis.Date(at * 1000).toUTCString();
        const client = clientWith({ Date, Age: String(age) }, () => clock);
        await client.events({ limit: 2 });

        assert.equal(client.now(), (at + age) * 1000);
        clock += later;
        assert.equal(client.now(), (at + age) * 1000 + later);
      },
    ),
  );
});

for (const [title, headers] of [
  ['that another origin may not read', {}],
  ['that is no time', { Date: 'soon' }],
] as const) {
  test(`a Date header ${title} changes nothing`, async () => {
    const client = clientWith(headers, () => 1234);
    await client.events({ limit: 2 });

    assert.equal(client.now(), 1234);
  });
}

test('a cached response without an Age does not turn the clock back', async () => {
  const dates = ['Sat, 21 Nov 2026 09:10:00 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT'];
  const fetch = async () => new Response('[]', { headers: { Date: dates.shift() ?? '' } });
  const client = createBookingClient({ proxy: 'https://book.example', fetch, clock: () => 0 });
  await client.site();
  await client.events({ limit: 2 });

  assert.equal(client.now(), Date.parse('2026-11-21T09:10:00Z'));
});

test('an Age that is not a number is ignored', async () => {
  const headers = { Date: 'Sat, 21 Nov 2026 09:00:00 GMT', Age: '5, 5' };
  const client = clientWith(headers, () => 0);
  await client.site();

  assert.equal(client.now(), Date.parse('2026-11-21T09:00:00Z'));
});
