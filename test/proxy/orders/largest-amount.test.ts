import assert from 'node:assert/strict';
import { test } from 'vitest';
import { quoteResponse } from '#contract/quote.schema';
import { cartOf, createWorld, type ProblemResponse } from '../../support/world.ts';

const json = { 'Content-Type': 'application/json' };
/** The contract's largest amount, in euros. */
const LARGEST = 1e10;

/** A world in which every price has this value. */
function createDearWorld(value: number) {
  return createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!/^\/v3\/(events|products)$/.test(new URL(request.url).pathname)) return response;
      const items = (await response.json()) as { prices?: object[] }[];
      const dear = items.map((item) => ({
        ...item,
        price: value,
        ...(item.prices && { prices: item.prices.map((price) => ({ ...price, value })) }),
      }));
      return new Response(JSON.stringify(dear), { headers: json });
    },
  });
}

test('the largest amount can be quoted; a larger one is a problem that names the line', async () => {
  const world = createDearWorld(LARGEST / 2);
  const choice = await world.choose(undefined, 3);
  const { status, body } = await world.quote(cartOf(choice, [2]));
  assert.equal(status, 200);
  assert.equal(quoteResponse.parse(body).orders[0]?.total, 1e12);

  const refused = (await world.quote(cartOf(choice, [3]))) as unknown as ProblemResponse;

  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-request']);
  assert.deepEqual(
    refused.body.errors.map(({ field, date_id }) => [field, date_id]),
    [['lines[0]', choice.date.id]],
  );
});

test('several lines that exceed it together are a problem too', async () => {
  const world = createDearWorld(LARGEST);
  const choice = await world.choose(undefined, 1);
  const other = (await world.datesOf(choice.event.id)).findLast(
    (date) => date.available_slots > 0 && date.event_id === choice.date.event_id,
  );
  assert.ok(other && other.id !== choice.date.id);
  const { lines } = cartOf(choice, [1]);
  const cart = {
    lines: [...lines, ...cartOf({ ...choice, date: other }, [1]).lines],
    products: [],
  };

  const refused = (await world.quote(cart)) as unknown as ProblemResponse;

  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-request']);
  assert.deepEqual(
    refused.body.errors.map(({ field, date_id }) => [field, date_id]),
    [['lines[1]', other.id]],
  );
});

test('a price above the largest amount is left out', async () => {
  const world = createDearWorld(2e12);
  await assert.rejects(world.choose(), /no such date/);
});
