import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { cartOf, newKey, requestFor } from '../../support/world.ts';
import type { Fault } from './faulty.ts';
import { createFaulty, placeOne } from './faulty.ts';

const notSent: [what: string, fault: Fault][] = [
  ['responds with 429', async () => Response.json({ error_code: 42910 }, { status: 429 })],
  ['responds with 401', async () => Response.json({ code: '40101' }, { status: 401 })],
  [
    'cannot be reached',
    async () => {
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    },
  ],
];
for (const [what, fault] of notSent) {
  test(`when the platform ${what}, nothing was sent and the same key may try again`, async () => {
    const world = createFaulty(fault);
    const { response, key, request } = await placeOne(world);
    assert.deepEqual(
      [response.status, (response.body as unknown as Problem).code],
      [503, 'platform-busy'],
    );
    assert.equal(response.headers.get('Retry-After'), '5');
    assert.equal((await world.find(key)).body.state, 'open');

    world.faults.create = (call, platform) => platform(call);
    world.advance(5_000);
    const second = await world.place(request, key);

    assert.equal(second.status, 201);
    assert.equal((await world.books()).length, 1);
  });
}

test('a refusal is final, generic if the cause is unknown, and repeated unchanged', async () => {
  const world = createFaulty(async () =>
    Response.json({ message: 'Ida', code: '1' }, { status: 400 }),
  );
  const { response, key, request } = await placeOne(world);
  const body = response.body as unknown as Problem;

  assert.deepEqual([response.status, body.code, body.errors], [409, 'order-refused', []]);
  world.faults.create = () => assert.fail('it must not be sent again');
  assert.deepEqual((await world.place(request, key)).body, body);
  const { body: found } = await world.find(key);
  assert.deepEqual([found.state, found.problem], ['refused', body]);
});

test('a refusal because of places that were just taken names the date', async () => {
  const world = createFaulty(async (request, platform) => {
    const { tickets } = (await request.clone().json()) as { tickets: { date_id: string }[] };
    const [ticket] = tickets;
    assert.ok(ticket);
    const left = (await world.datesOf(choice.event.id)).find(({ id }) => id === ticket.date_id);
    await world.take(ticket.date_id, left?.available_slots ?? 0);
    return platform(request);
  });
  const choice = await world.choose();
  const request = requestFor(await world.quoteOne(cartOf(choice, [2])));

  const { status, body } = await world.place<Problem>(request, newKey());

  assert.deepEqual([status, body.code], [409, 'sold-out']);
  assert.deepEqual(body.errors, [{ code: 'sold-out', date_id: choice.date.id, left: 0 }]);
});
