import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { HOUR } from '#contract/milliseconds';
import { paths, pathTo } from '#contract/paths';
import type { Problem } from '#contract/problem.schema';
import type { QuoteRequest } from '#contract/quote.schema';
import { createVisitors } from '../../../proxy/guards/visitor.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  newKey,
  requestFor,
  START,
  type World,
} from '../../support/world.ts';
import { createFaulty, type Fault } from '../orders/faulty.ts';
import { type AttackReport, clientAt, inventedCart, runAttack } from './attack.ts';

// Scarce resources have a limit per visitor. Tests guards/visitor.ts through the whole proxy;
// guards.long.test.ts has the controls of the attack.

/** Five percent of a day's part of 500,000 calls a month. */
const ALLOWED = 833;
const PLACES = 500;

/** Half an hour, a few requests of every kind; `bench:attack` takes an hour at full rate. */
const short = { minutes: 30, perMinute: 30 };
const oneAddress = ['203.0.113.9'];
const networksOf48 = Array.from({ length: 8 }, (_, index) => `2001:db8:1:${index}::1`);

/** The calls of honest visitors alone: a delta a minute, the lists, and their orders. */
const calm = once(() => runAttack({ ...short, addresses: [], perMinute: 0 }));

/** Reads of the platform that the attackers caused. */
async function callsOf({ calls }: AttackReport): Promise<number> {
  return calls - (await calm()).calls;
}

test('an address that sends expensive requests causes no more calls than its part of the budget', async () => {
  const report = await runAttack({ ...short, addresses: oneAddress });

  assert.ok((await callsOf(report)) <= ALLOWED, String(report.calls));
  assert.ok(report.codes.has('too-many-calls') && report.codes.has('too-many-places'));
  assert.ok(report.placesTaken > 0 && report.placesTaken <= PLACES);
  // No honest visitor is affected.
  assert.deepEqual([report.honest > 100, report.refused], [true, 0]);
  const lines = report.limitLines;
  assert.ok(lines.length > 0 && lines.length <= 14);
  assert.match(lines[0] ?? '', /"code":"too-many-calls","client":"[\w-]{12}"/);
  assert.doesNotMatch(lines.join('\n'), /203\.0\.113\.9/);
});

test('a client causes a twentieth of a day’s calls at most, however slowly it asks', () => {
  const env = { PLATFORM_BUDGET: '30000', CALLS_PER_CLIENT: '1000' };
  const { config, clock } = createWorld({ env });
  const visitor = createVisitors({ config, clock, log: () => {} })('203.0.113.9', 'shop');

  visitor.charge(49);
  visitor.charge(1);

  assert.throws(() => visitor.charge(1), { code: 'too-many-calls' });
});

test('neither do eight networks of one /48', async () => {
  const report = await runAttack({ ...short, addresses: networksOf48, perMinute: 4 });

  assert.ok((await callsOf(report)) <= ALLOWED, String(report.calls));
  assert.ok(report.placesTaken <= 4 * PLACES);
  assert.equal(report.refused, 0);
});

test('a visitor’s requests cannot evict what the proxy has cached', async () => {
  const world = createWorld();
  const choice = await world.choose();
  const attacker = clientAt(world, '203.0.113.9');
  for (let number = 0; number < 50; number += 1) {
    await attacker.quote(inventedCart(choice, number));
  }
  world.calls.splice(0);

  const { body } = await world.get<ListedEvent[]>('/v3/events?day=2026-12-24');
  await world.datesOf(choice.event.id);

  assert.ok(body.length > 0);
  assert.deepEqual(world.calls, []);
});

test('with the smallest budget, a visitor from an IPv6 network can still book', async () => {
  const world = createWorld({ env: { PLATFORM_BUDGET: '1000', CALLS_PER_CLIENT: '1' } });
  const choice = await world.choose();
  const visitor = clientAt(world, '2001:db8:1:1::1');

  const { status, body } = await visitor.place(
    requestFor(await world.quoteOne(cartOf(choice, [2]))),
    newKey(),
  );

  assert.equal(status, 201, JSON.stringify(body));
});

/** A platform that lists dates only by event, and one customer. */
function createWorldByEvent() {
  const world = createWorld({
    between: (platform) => async (request) =>
      new URL(request.url).pathname === '/v3/dates'
        ? Response.json({ message: 'There is no such path' }, { status: 404 })
        : platform(request),
  });
  return { world, visitor: clientAt(world, '203.0.113.9') };
}

/** A cart with a date of each event, chosen among those with free places, or invented. */
async function cartOfManyEvents(
  world: World,
  dateIdOf: (event: MergedEvent) => Promise<string | undefined>,
): Promise<QuoteRequest> {
  const { body: listed } = await world.get<ListedEvent[]>(paths.events);
  const lines: QuoteRequest['lines'] = [];
  for (const { id } of listed) {
    const { body: event } = await world.get<MergedEvent>(pathTo(paths.mergedEvent, id));
    const date_id = await dateIdOf(event);
    const price_id = event.price_groups[0]?.prices[0]?.id;
    if (date_id === undefined || price_id === undefined || lines.length === 20) continue;
    lines.push({ event_id: id, date_id, prices: [{ price_id, amount: 2 }] });
  }
  return { lines, products: [] };
}

/** The calls that an address may cause in ten minutes, plus those of its last request. */
const MOST_CALLS = 120 + 25;

test('if dates are read by event, a quote counts as the calls that it may cause', async () => {
  const { world, visitor } = createWorldByEvent();
  let number = 0;
  const invent = async () => `invented-${(number += 1)}`;
  const carts = await Promise.all(
    Array.from({ length: 20 }, () => cartOfManyEvents(world, invent)),
  );
  assert.ok((carts[0]?.lines.length ?? 0) >= 15);
  await visitor.quote(carts[0]);
  world.calls.splice(0);

  const codes = new Set<string>();
  for (const cart of carts) codes.add(((await visitor.quote(cart)).body as Problem).code);

  assert.ok(world.calls.length <= MOST_CALLS, String(world.calls.length));
  assert.ok(codes.has('too-many-calls'));
});

test('if dates are read by event, an order counts the same way', async () => {
  const { world, visitor } = createWorldByEvent();
  const dates = new Map<string, EventDate>();
  const cart = await cartOfManyEvents(world, async ({ id, type, price_groups }) => {
    if (type !== 'BOOKING' || price_groups.length > 1) return undefined;
    const free = (await world.datesOf(id)).find(
      ({ available_slots, bookable_until }) =>
        available_slots > 2 && Date.parse(bookable_until) > world.clock() + HOUR,
    );
    if (free) dates.set(free.id, free);
    return free?.id;
  });
  const quoteLargest = async () => {
    const { body } = await world.quote(cart);
    const [order] = body.orders.toSorted((a, b) => b.lines.length - a.lines.length);
    assert.ok(order && order.lines.length >= 3);
    return order;
  };
  const orders = await Promise.all(Array.from({ length: 60 }, quoteLargest));
  const [order] = orders;
  assert.ok(order);
  const full = dates.get(order.lines.at(-1)?.date_id ?? '');
  await world.take(full?.id ?? '', full?.available_slots ?? 0);
  world.calls.splice(0);

  const codes = new Set<string>();
  for (const [index, order] of orders.entries()) {
    if (index % 15 === 0) world.advance(60_000);
    codes.add(((await visitor.place(requestFor(order), newKey())).body as Problem).code);
  }

  const calls = world.calls.filter((call) => call.endsWith('/dates') || call.endsWith('/orders'));
  assert.ok(calls.length <= MOST_CALLS, String(calls.length));
  assert.deepEqual(codes, new Set(['sold-out', 'too-many-calls']));
});

/** Lists of `count` days and parties that were never requested. */
function distinctReads(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const day = `2026-12-${10 + (number % 20)}`;
    return `${paths.events}?day=${day}&participants=${1 + Math.floor(number / 20)}&limit=3`;
  });
}

async function codesOf(world: World, address: string, reads: readonly string[]): Promise<string[]> {
  const visitor = clientAt(world, address);
  const codes: string[] = [];
  for (const path of reads) {
    const { status, body } = await visitor.get(path);
    codes.push(status === 200 ? 'ok' : (body as Problem).code);
  }
  return codes;
}

/** On a clock that stands still, each of `distinctReads` costs one millisecond, for its length. */
const shortRendering = { RENDER_MS_PER_MINUTE: '30' };

test('what is rendered for an address in a minute has a limit, and more is later', async () => {
  const world = createWorld({ env: shortRendering });
  const reads = distinctReads(32);

  const codes = await codesOf(world, '203.0.113.9', reads);
  assert.deepEqual(codes, [
    ...Array.from({ length: 30 }, () => 'ok'),
    ...Array.from({ length: 2 }, () => 'too-many-distinct-reads'),
  ]);
  // A cached list costs nothing, and other addresses have their own limit.
  assert.deepEqual(await codesOf(world, '203.0.113.9', reads.slice(0, 2)), ['ok', 'ok']);
  assert.deepEqual(await codesOf(world, '198.51.100.7', reads.slice(-2)), ['ok', 'ok']);
  const lines = world.lines.filter((line) => line.includes('"visitor-limit"'));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"code":"too-many-distinct-reads","client":"[\w-]{12}"/);
  world.advance(60_000);
  assert.deepEqual(await codesOf(world, '203.0.113.9', reads.slice(-1)), ['ok']);
});

test('control: without that limit it may send more', async () => {
  const world = createWorld({ env: { RENDER_MS_PER_MINUTE: '999999999' } });
  assert.deepEqual(
    new Set(await codesOf(world, '203.0.113.9', distinctReads(32))),
    new Set(['ok']),
  );
});

test('a /48 may have four times as much rendered as an address, and each /64 as much', async () => {
  const world = createWorld({ env: shortRendering });
  const reads = distinctReads(151);
  const rendered: number[] = [];
  for (let network = 0; network < 5; network += 1) {
    const own = reads.slice(30 * network, 30 * network + 31);
    const codes = await codesOf(world, `2001:db8:1:${network}::1`, own);
    rendered.push(codes.filter((code) => code === 'ok').length);
  }

  assert.deepEqual(rendered, [30, 30, 30, 30, 0]);
});

test('an office of fifty that looks at ten things a minute each is far from the limit', async () => {
  const world = createWorld({ scenario: 'medium' });
  const paths = Array.from({ length: 500 }, (_, number) => {
    const day = new Date(START + (number % 60) * 24 * HOUR).toISOString().slice(0, 10);
    return `/v3/events?limit=25&day=${day}&participants=${1 + Math.floor(number / 60)}`;
  });

  assert.deepEqual(new Set(await codesOf(world, '203.0.113.9', paths)), new Set(['ok']));
});

test('unknown ids cost neither distinct reads nor calls', async () => {
  const world = createWorld();
  await world.get(paths.events);
  world.calls.splice(0);
  const reads = Array.from({ length: 1_000 }, (_, number) => {
    const path = number % 2 ? paths.mergedEvent : paths.vendor;
    return pathTo(path, `invented-${number}`);
  });

  assert.deepEqual(new Set(await codesOf(world, '203.0.113.9', reads)), new Set(['not-found']));
  assert.deepEqual(world.calls, []);
  assert.deepEqual(await codesOf(world, '203.0.113.9', distinctReads(1)), ['ok']);
});

test('an address may order a limited number of places a day, and is told what to do for more', async () => {
  const world = createWorld({ env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = clientAt(world, '203.0.113.9');
  const order = async (of = visitor) => {
    const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
    return of.place(request, newKey());
  };

  assert.deepEqual([(await order()).status, (await order()).status], [201, 201]);
  const third = await order();
  assert.deepEqual([third.status, (third.body as Problem).code], [429, 'too-many-places']);
  assert.equal(world.orderCalls(), 2);
  assert.equal((await order(clientAt(world, '198.51.100.7'))).status, 201);
  world.advance(24 * HOUR);
  assert.equal((await order()).status, 201);
});

test('an address may order a limited number of places of one date, and more of other dates', async () => {
  const world = createWorld({ env: { PLACES_PER_DATE: '2' } });
  const choice = await world.choose(undefined, 8);
  const otherChoice = await world.choose(({ date }) => date.id !== choice.date.id, 8);
  const order = async (of: Choice, address: string) => {
    const request = requestFor(await world.quoteOne(cartOf(of, [2])));
    return (await clientAt(world, address).place(request, newKey())).status;
  };

  assert.equal(await order(choice, '203.0.113.9'), 201);
  assert.equal(await order(choice, '203.0.113.9'), 429);
  assert.equal(await order(otherChoice, '203.0.113.9'), 201);
  assert.equal(await order(choice, '198.51.100.7'), 201);
});

test('all visitors of a site together may order a limited number of places a day', async () => {
  const world = createWorld({ env: { PLACES_PER_SITE: '4' } });
  const choice = await world.choose(undefined, 8);
  const order = async (address: string) => {
    const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
    return (await clientAt(world, address).place(request, newKey())).status;
  };

  assert.equal(await order('203.0.113.9'), 201);
  assert.equal(await order('198.51.100.7'), 201);
  assert.equal(await order('192.0.2.1'), 429);
  world.advance(24 * HOUR);
  assert.equal(await order('192.0.2.1'), 201);
});

for (const name of ['PLACES_PER_CLIENT', 'PLACES_PER_DATE', 'PLACES_PER_SITE']) {
  test(`a cart that ${name} never allows to be ordered is refused with its quote`, async () => {
    const world = createWorld({ env: { [name]: '4' } });
    const choice = await world.choose(undefined, 8);
    const visitor = clientAt(world, '203.0.113.9');

    const { status, headers, body } = await visitor.quote(cartOf(choice, [5]));

    assert.deepEqual([status, (body as Problem).code], [429, 'too-many-places']);
    // It would be refused again however long the customer waits.
    assert.equal(headers.get('Retry-After'), null);
    assert.equal((await visitor.quote(cartOf(choice, [4]))).status, 200);
  });
}

test('quotes take no places', async () => {
  const world = createWorld({ env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = clientAt(world, '203.0.113.9');
  const cart = cartOf(choice, [4]);

  for (let quotes = 0; quotes < 3; quotes += 1) {
    assert.equal((await visitor.quote(cart)).status, 200);
  }
  const request = requestFor(await world.quoteOne(cart));
  assert.equal((await visitor.place(request, newKey())).status, 201);
});

test('an order that is sent again counts its places once', async () => {
  const world = createWorld({ env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = clientAt(world, '203.0.113.9');
  const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const key = newKey();

  for (const status of [201, 200, 200]) {
    assert.equal((await visitor.place(request, key)).status, status);
  }
  const next = requestFor(await world.quoteOne(cartOf(choice, [2])));
  assert.equal((await visitor.place(next, newKey())).status, 201);
});

/** A visitor who may order four places a day, of a platform whose creation of orders can fail. */
async function createVisitorOfFour(fault: Fault) {
  const world = createFaulty(fault, { env: { PLACES_PER_CLIENT: '4' } });
  const choice = await world.choose(undefined, 8);
  const visitor = clientAt(world, '203.0.113.9');
  const newOrder = async () => requestFor(await world.quoteOne(cartOf(choice, [4])));
  const mend = () => {
    world.faults.create = (request, platform) => platform(request);
    world.advance(5_000);
  };
  return { world, visitor, newOrder, mend };
}

test('places of an order that the platform refuses are free again', async () => {
  const refuse: Fault = async () => Response.json({ code: '1' }, { status: 400 });
  const { visitor, newOrder, mend } = await createVisitorOfFour(refuse);

  assert.equal((await visitor.place(await newOrder(), newKey())).status, 409);
  mend();

  assert.equal((await visitor.place(await newOrder(), newKey())).status, 201);
  assert.equal((await visitor.place(await newOrder(), newKey())).status, 429);
});

test('places of an order that the platform is too busy for are free again', async () => {
  const busy: Fault = async () => Response.json({ code: '42910' }, { status: 429 });
  const { visitor, newOrder, mend } = await createVisitorOfFour(busy);
  const request = await newOrder();
  const key = newKey();

  assert.equal((await visitor.place(request, key)).status, 503);
  mend();

  assert.equal((await visitor.place(request, key)).status, 201);
  assert.equal((await visitor.place(await newOrder(), newKey())).status, 429);
});

test('places of an order are not free while nobody knows whether it is placed', async () => {
  const { visitor, newOrder, mend } = await createVisitorOfFour(
    async () => new Response('', { status: 502 }),
  );

  assert.equal((await visitor.place(await newOrder(), newKey())).status, 202);
  mend();

  const { status, body } = await visitor.place(await newOrder(), newKey());
  assert.deepEqual([status, (body as Problem).code], [429, 'too-many-places']);
});

test('places of an order are free once it is known that it was not placed', async () => {
  const { world, visitor, newOrder, mend } = await createVisitorOfFour(
    async () => new Response('', { status: 502 }),
  );
  const key = newKey();
  assert.equal((await visitor.place(await newOrder(), key)).status, 202);
  mend();

  world.advance(3_600_000);
  await world.runJobs();

  assert.equal((await world.find(key)).body.state, 'absent');
  assert.equal((await visitor.place(await newOrder(), newKey())).status, 201);
  assert.equal((await visitor.place(await newOrder(), newKey())).status, 429);
});

test('places of an order that another process finds not to be placed are free', async () => {
  const { world, visitor, newOrder, mend } = await createVisitorOfFour(
    async () => new Response('', { status: 502 }),
  );
  const key = newKey();
  assert.equal((await visitor.place(await newOrder(), key)).status, 202);
  mend();
  const other = createWorld({ store: world.store });
  for (const { advance } of [world, other]) advance(3_600_000);
  assert.equal((await other.find(key)).body.state, 'absent');

  await world.runJobs();

  assert.equal((await visitor.place(await newOrder(), newKey())).status, 201);
});

test('an order that a copy of it overtakes counts its places once', async () => {
  const world = createFaulty((request, platform) => platform(request), {
    env: { PLACES_PER_CLIENT: '4' },
  });
  const choice = await world.choose(undefined, 8);
  const visitor = clientAt(world, '203.0.113.9');
  const newOrder = async () => requestFor(await world.quoteOne(cartOf(choice, [2])));
  const request = await newOrder();
  const key = newKey();
  // While it is checked, a copy of it is placed.
  world.faults.find = async (list, platform) => {
    world.faults.find = (list, platform) => platform(list);
    const response = await platform(list);
    assert.equal((await visitor.place(request, key)).status, 201);
    return response;
  };

  assert.equal((await visitor.place(request, key)).status, 200);
  assert.equal(world.orderCalls(), 1);
  assert.equal((await visitor.place(await newOrder(), newKey())).status, 201);
});

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => (created ??= create());
}
