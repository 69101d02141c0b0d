import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MAX_AMOUNT, MAX_PARTICIPANTS } from '#contract/limits';
import type { Participant } from '#contract/order.schema';
import type { QuotedOrder, QuoteRequest } from '#contract/quote.schema';
import { checkoutFields } from '#contract/site.schema';
import { findOversize } from '../../../proxy/orders/order-size.ts';
import {
  createWorldOfSite,
  newKey,
  type ProblemResponse,
  requestFor,
  type World,
} from '../../support/world.ts';

/** As many prices as the largest line needs, each for as many participants as a price may have. */
const PRICES = Math.ceil(MAX_PARTICIPANTS / MAX_AMOUNT) + 1;
const json = { 'Content-Type': 'application/json' };

/** A world with room for everybody and many prices, whose platform accepts every order. */
function createRoomyWorld(fields: object = {}): World {
  return createWorldOfSite(
    { fields },
    {
      between: (platform) => async (request) => {
        const { pathname } = new URL(request.url);
        if (request.method === 'POST' && pathname === '/v3/orders') {
          const order = (await request.json()) as object;
          return Response.json({ ...order, id: 'o1', code: 'C1' }, { status: 201 });
        }
        const response = await platform(request);
        if (!/^\/v3\/(events|dates)$/.test(pathname)) return response;
        const items = (await response.json()) as { prices?: object[] }[];
        const roomy = items.map(({ prices, ...item }) => ({
          ...item,
          ...(prices && { prices: manyOf(prices[0]), participant_hint: '' }),
          ...('available_slots' in item && { available_slots: 9_999, total_slots: 9_999 }),
        }));
        return new Response(JSON.stringify(roomy), { headers: json });
      },
    },
  );
}

function manyOf(price: object | undefined): object[] {
  return Array.from({ length: PRICES }, (_, index) => ({ ...price, id: 100 + index }));
}

/** Lines of so many participants each, on dates of one event. */
async function cartFor(world: World, ...counts: number[]): Promise<QuoteRequest> {
  const { event, date } = await world.choose();
  const dates = (await world.datesOf(event.id)).filter(
    ({ event_id }) => event_id === date.event_id,
  );
  const lines = counts.map((count, index) => ({
    event_id: event.id,
    date_id: dates.at(-1 - index)?.id ?? '',
    prices: Array.from({ length: PRICES }, (_, index) => ({
      price_id: 100 + index,
      amount: Math.min(MAX_AMOUNT, count - index * MAX_AMOUNT),
    })).filter(({ amount }) => amount > 0),
  }));
  return { lines, products: [] };
}

/** The order of a quote with these texts for each participant. */
function orderWith(quoted: QuotedOrder, texts: Omit<Participant, 'price_id'>) {
  const request = requestFor(quoted);
  const lines = request.lines.map(({ date_id, participants }) => ({
    date_id,
    participants: participants.map(({ price_id }) => ({ price_id, ...texts })),
  }));
  return { ...request, lines };
}

async function problemsOf(world: World, cart: QuoteRequest) {
  const { status, body } = (await world.quote(cart)) as unknown as ProblemResponse;
  assert.deepEqual([status, body.code], [413, 'body-too-large']);
  return body.errors.map(({ code, field, date_id }) => [code, field, date_id]);
}

const name = 'Maximiliane Mustermann';

test('a date of the most participants can be quoted, and ordered with their names', async () => {
  const world = createRoomyWorld();

  const quoted = await world.quoteOne(await cartFor(world, MAX_PARTICIPANTS));

  assert.equal((await world.place(orderWith(quoted, { name }), newKey())).status, 201);
});

test('one participant more is refused at the quote, which names the line', async () => {
  const world = createRoomyWorld();
  const cart = await cartFor(world, 2, MAX_PARTICIPANTS + 1);

  assert.deepEqual(await problemsOf(world, cart), [
    ['body-too-large', 'lines[1]', cart.lines[1]?.date_id],
  ]);
});

test('dates whose participants do not fit into one order are refused at the quote', async () => {
  const world = createRoomyWorld();
  const cart = await cartFor(world, MAX_PARTICIPANTS, MAX_PARTICIPANTS, 2);

  assert.deepEqual(await problemsOf(world, cart), [
    ['body-too-large', 'lines[1]', cart.lines[1]?.date_id],
  ]);
});

test('a quote that is too long for an order is refused too, at its last line', () => {
  const line = (date_id: string) => ({ date_id, prices: [], participant_hint: '' });
  const order = { quote: 'x'.repeat(16_385), lines: [line('d1'), line('d2')] };

  const problems = findOversize(order, order, checkoutFields.parse({}));

  assert.deepEqual(problems, [{ code: 'body-too-large', field: 'lines[1]', date_id: 'd2' }]);
});

const texts = { name, email: 'm.mustermann@example.com', phone: '+49 30 1234567' };

test('where participants have e-mail and phone, fewer of them fit', async () => {
  const world = createRoomyWorld({ participant_email: 'required', participant_phone: 'optional' });
  const cart = await cartFor(world, MAX_PARTICIPANTS);

  assert.deepEqual(await problemsOf(world, cart), [
    ['body-too-large', 'lines[0]', cart.lines[0]?.date_id],
  ]);
  const quoted = await world.quoteOne(await cartFor(world, 350));
  assert.equal((await world.place(orderWith(quoted, texts), newKey())).status, 201);
});

test('control: an order of as many with all these texts is too large to be placed', async () => {
  const world = createRoomyWorld();
  const quoted = await world.quoteOne(await cartFor(world, MAX_PARTICIPANTS));
  const comment = 'x'.repeat(30);

  const { status } = await world.place(orderWith(quoted, { ...texts, comment }), newKey());

  assert.equal(status, 413);
});
