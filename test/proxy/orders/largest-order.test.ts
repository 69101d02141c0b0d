import assert from 'node:assert/strict';
import test from 'node:test';
import { lengths, MAX_AMOUNT, MAX_PARTICIPANTS } from '../../../src/contract/limits.ts';
import type { QuoteRequest } from '../../../src/contract/quote.schema.ts';
import {
  cartOf,
  createWorld,
  fieldsOf,
  newKey,
  type ProblemResponse,
  requestFor,
} from '../../support/world.ts';

const json = { 'Content-Type': 'application/json' };

/** A world with room for everybody, whose platform takes every order. */
function createRoomyWorld() {
  return createWorld({
    env: { PLACES_PER_CLIENT: '1000' },
    between: (platform) => async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/v3/orders')) {
        const order = (await request.json()) as object;
        return Response.json({ ...order, id: 'o1', code: 'C1' }, { status: 201 });
      }
      const response = await platform(request);
      if (!/\/dates$/.test(new URL(request.url).pathname)) return response;
      const dates = (await response.json()) as object[];
      const roomy = dates.map((date) => ({ ...date, available_slots: 600, total_slots: 600 }));
      return new Response(JSON.stringify(roomy), { headers: json });
    },
  });
}

/** So many participants on as many dates of one event as they need. */
async function chooseFor(world: ReturnType<typeof createRoomyWorld>, participants: number) {
  const choice = await world.choose();
  const dates = (await world.datesOf(choice.event.id)).filter(
    ({ event_id }) => event_id === choice.date.event_id,
  );
  const lines: QuoteRequest['lines'] = [];
  for (let left = participants; left > 0; left -= MAX_AMOUNT) {
    const date = dates.pop();
    assert.ok(date);
    lines.push(...cartOf({ ...choice, date }, [Math.min(left, MAX_AMOUNT)]).lines);
  }
  return { lines, products: [] };
}

test('the largest cart that is quoted can be ordered, whatever its participants write', async () => {
  const world = createRoomyWorld();
  const quoted = await world.quoteOne(await chooseFor(world, MAX_PARTICIPANTS));
  const request = requestFor(quoted);
  const lines = request.lines.map((line) => ({
    ...line,
    participants: line.participants.map((participant) => ({
      ...participant,
      name: '票'.repeat(lengths.name),
      email: `${'a'.repeat(64)}@example.com`,
      phone: '1'.repeat(lengths.phone),
      comment: '票'.repeat(lengths.participant_comment),
    })),
  }));

  const { status } = await world.place({ ...request, lines }, newKey());

  assert.equal(status, 201);
});

test('a cart of more participants is not quoted', async () => {
  const world = createRoomyWorld();
  const cart = await chooseFor(world, MAX_PARTICIPANTS + 1);

  const refused = (await world.quote(cart)) as unknown as ProblemResponse;

  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-request']);
  assert.deepEqual(fieldsOf(refused), ['lines']);
});
