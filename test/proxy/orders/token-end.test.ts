import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { tokenRules } from '../../../demo/sandbox/api/issued-tokens.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';

/** A gateway takes no expired token, and says so without the platform's own error body. */
const behindGateway =
  (platform: Fetch): Fetch =>
  async (request) => {
    const response = await platform(request);
    return response.status === 401 ? new Response('', { status: 401 }) : response;
  };

/** An order is about to be placed, and the token has so many milliseconds to live. */
async function shortlyBeforeTheEnd(rule: (typeof tokenRules)[number], left: number) {
  const world = createWorld({ between: behindGateway });
  await world.sandbox(
    new Request(`${world.platformUrl}/sandbox/tokens`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ rule }),
    }),
  );
  const choice = await world.choose();
  world.advance(HOUR - left);
  const quoteRequest = async () => requestFor(await world.quoteOne(cartOf(choice, [1])));
  return { world, quoteRequest, request: await quoteRequest(), key: newKey() };
}

for (const rule of tokenRules) {
  test(`an order in the last minute of a token is placed where a token request gets ${rule}`, async () => {
    const { world, request, key } = await shortlyBeforeTheEnd(rule, 30_000);

    assert.equal((await world.place(request, key)).status, 201);
    assert.equal(world.orderCalls(), 1);
  });

  test(`an order in the last seconds of a token never waits for a token that has ended, where a token request gets ${rule}`, async () => {
    const { world, request, key } = await shortlyBeforeTheEnd(rule, 3_000);

    const { status } = await world.place({ ...request, submission: 1 }, key);

    assert.equal(status, rule === 'replace' ? 201 : 503);
    assert.equal(world.orderCalls(), rule === 'replace' ? 1 : 0);
    world.advance(3_000);
    const again = await world.place({ ...request, submission: 2 }, key);
    assert.ok(again.status === 201 || again.status === 200, String(again.status));
    assert.equal((await world.books()).length, 1);
  });

  test(`in the last minute of a token another one is requested once at most, where a token request gets ${rule}`, async () => {
    const { world, quoteRequest } = await shortlyBeforeTheEnd(rule, 40_000);
    const requestsBefore = world.calls.filter((call) => call === 'POST /oauth/token').length;

    for (let orders = 0; orders < 3; orders += 1) {
      const { status } = await world.place(await quoteRequest(), newKey());
      assert.equal(status, 201);
    }

    const requests = world.calls.filter((call) => call === 'POST /oauth/token').length;
    assert.equal(requests - requestsBefore, 1);
  });
}
