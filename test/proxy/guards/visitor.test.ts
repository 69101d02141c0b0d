import assert from 'node:assert/strict';
import test from 'node:test';
import type { Peer } from '../../../proxy/context.ts';
import { monthRange } from '../../../src/contract/month-range.ts';
import type { ListedEvent } from '../../../src/contract/event.schema.ts';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type World,
} from '../world.ts';

// What is scarce has a limit per visitor. Guards guards/visitor.ts through the whole proxy.

const HOUR = 3_600_000;
/** The day's part of 500,000 calls a month, and five hundredths of it. */
const ALLOWED = 833;

/** A visitor behind an address, as the listener names it; without one, nobody counts anything. */
function from(world: World, address: string | undefined) {
  const peer: Peer | undefined = address === undefined ? undefined : { address };
  const send = async (path: string, init?: RequestInit) => {
    const { status, headers, text } = await world.read(new Request(PROXY + path, init), peer);
    return { status, headers, body: JSON.parse(text) as unknown };
  };
  const post = (path: string, body: unknown, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { Origin: SHOP, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    get: (path: string) => send(path),
    quote: (cart: unknown) => post('/checkout/quotes', cart),
    place: (request: unknown, key: string) =>
      post('/checkout/orders', request, { 'Idempotency-Key': key }),
  };
}

function monthPaths(eventId: string): string[] {
  return Array.from({ length: 26 }, (_, index) => {
    const month = new Date(Date.UTC(2026, 10 + index, 1)).toISOString().slice(0, 7);
    const [start_date, end_date] = monthRange(month);
    return `/v3/events/${eventId}/dates?${new URLSearchParams({ start_date, end_date }).toString()}`;
  });
}

/** Invented date ids, each of which only the platform knows not to be there. */
function inventedCart({ event, group, date }: Choice, number: number) {
  return cartOf({ event, group, date: { ...date, id: `invented-${number}` } }, [2]);
}

/**
 * An hour at full rate from these addresses: 26 months, and carts of invented dates. Resolves to the
 * platform calls, and to what an honest visitor elsewhere was answered meanwhile.
 */
async function attack(addresses: readonly (string | undefined)[]) {
  const world = createWorld();
  const choice = await world.choose();
  const honest = from(world, '198.51.100.7');
  const attackers = addresses.map((address) => from(world, address));
  const answers: number[] = [];
  const codes = new Set<string>();
  const calls = () => world.calls.filter((call) => call.startsWith('GET')).length;
  const before = calls();
  let invented = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    for (const attacker of attackers) {
      for (const path of monthPaths(choice.event.id)) await attacker.get(path);
      for (let number = 0; number < 60; number += 1) {
        const { body } = await attacker.quote(inventedCart(choice, (invented += 1)));
        codes.add((body as Problem).code);
      }
    }
    answers.push((await honest.get(`/v3/events?day=2026-12-24`)).status);
    answers.push((await honest.quote(cartOf(choice, [2]))).status);
    world.advance(60_000);
  }
  return { calls: calls() - before, answers, codes, lines: world.lines };
}

test('an address at full rate for an hour causes no more calls than its part of the budget', async () => {
  const { calls, answers, codes, lines } = await attack(['203.0.113.9']);

  // Besides what keeps the catalogue in step: a delta a minute, and the lists.
  assert.ok(calls <= ALLOWED + 60 + 3 * 12 + 26, String(calls));
  assert.ok(codes.has('too-many-calls'));
  // Nobody else notices.
  assert.deepEqual(new Set(answers), new Set([200]));
  const limits = lines.filter((line) => line.includes('"visitor-limit"'));
  assert.ok(limits.length > 0 && limits.length <= 7);
  assert.match(limits[0] ?? '', /"code":"too-many-calls","client":"[\w-]{12}"/);
  assert.doesNotMatch(lines.join('\n'), /203\.0\.113\.9/);
});

test('neither do eight networks of one /48', async () => {
  const addresses = Array.from({ length: 8 }, (_, index) => `2001:db8:1:${index}::1`);
  const { calls, answers } = await attack(addresses);

  assert.ok(calls <= ALLOWED + 60 + 3 * 12 + 26, String(calls));
  assert.deepEqual(new Set(answers), new Set([200]));
});

test('without limits the same attack would cause thousands of calls', async () => {
  const { calls } = await attack([undefined]);
  assert.ok(calls > 3_600, String(calls));
});

test('what a visitor asks for cannot make the proxy forget what it knows', async () => {
  const world = createWorld();
  const choice = await world.choose();
  const attacker = from(world, '203.0.113.9');
  for (let number = 0; number < 50; number += 1) {
    await attacker.quote(inventedCart(choice, number));
  }
  world.calls.splice(0);

  const { body } = await world.get<ListedEvent[]>('/v3/events?day=2026-12-24');
  await world.datesOf(choice.event.id);

  assert.ok(body.length > 0);
  assert.deepEqual(world.calls, []);
});

test('an address orders as many places a day as it may, and is told what to do for more', async () => {
  const world = createWorld({ env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = from(world, '203.0.113.9');
  const order = async (of = visitor) => {
    const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
    return of.place(request, newKey());
  };

  assert.deepEqual([(await order()).status, (await order()).status], [201, 201]);
  const third = await order();
  assert.deepEqual([third.status, (third.body as Problem).code], [429, 'too-many-places']);
  assert.equal(world.orderCalls(), 2);
  assert.equal((await order(from(world, '198.51.100.7'))).status, 201);
  world.advance(24 * HOUR);
  assert.equal((await order()).status, 201);
});

test('an address orders as many places of one date as it may, and others of other dates', async () => {
  const world = createWorld({ env: { PLACES_PER_DATE: '2' } });
  const choice = await world.choose(undefined, 8);
  const otherChoice = await world.choose(({ date }) => date.id !== choice.date.id, 8);
  const order = async (of: Choice, address: string) => {
    const request = requestFor(await world.quoteOne(cartOf(of, [2])));
    return (await from(world, address).place(request, newKey())).status;
  };

  assert.equal(await order(choice, '203.0.113.9'), 201);
  assert.equal(await order(choice, '203.0.113.9'), 429);
  assert.equal(await order(otherChoice, '203.0.113.9'), 201);
  assert.equal(await order(choice, '198.51.100.7'), 201);
});

test('all visitors of a site order as many places a day as it may sell', async () => {
  const world = createWorld({ env: { PLACES_PER_SITE: '4' } });
  const choice = await world.choose(undefined, 8);
  const order = async (address: string) => {
    const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
    return (await from(world, address).place(request, newKey())).status;
  };

  assert.equal(await order('203.0.113.9'), 201);
  assert.equal(await order('198.51.100.7'), 201);
  assert.equal(await order('192.0.2.1'), 429);
  world.advance(24 * HOUR);
  assert.equal(await order('192.0.2.1'), 201);
});

test('an order that is asked for again takes its places once', async () => {
  const world = createWorld({ env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = from(world, '203.0.113.9');
  const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const key = newKey();

  for (const status of [201, 200, 200]) {
    assert.equal((await visitor.place(request, key)).status, status);
  }
  const next = requestFor(await world.quoteOne(cartOf(choice, [2])));
  assert.equal((await visitor.place(next, newKey())).status, 201);
});
