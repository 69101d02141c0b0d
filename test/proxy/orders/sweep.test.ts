import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY, MINUTE } from '#contract/milliseconds';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import {
  cartOf,
  createWorld,
  newKey,
  noSingleSite,
  requestFor,
  START,
  type World,
} from '../../support/world.ts';
import { createFaulty, cutBefore, type Fault } from './faulty.ts';

const SITES = JSON.stringify(
  ['north', 'south'].map((key) => ({
    key,
    client_id_from: 'PLATFORM_ID',
    client_secret_from: 'PLATFORM_SECRET',
    origins: ['https://shop.example'],
  })),
);

const through: Fault = (request, platform) => platform(request);
const sweepsOf = ({ lines }: World) =>
  lines.filter((line) => line.includes('"operation":"changed-orders"')).length;

async function placeIn(world: World) {
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  const { body } = await world.place(requestFor(quoted), key);
  return { key, id: body.order?.id ?? '' };
}

/** Places an order, and waits until sweeps no longer list it as new. */
async function placeAndSettle<W extends World>(world: W) {
  const placed = await placeIn(world);
  await run(world, 30);
  world.calls.splice(0);
  world.lines.splice(0);
  return placed;
}

/** Lets minutes pass, and runs every job in each. */
async function run({ advance, runJobs }: World, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    advance(MINUTE);
    await runJobs();
  }
}

/** Reads the stored status, because reading it through the proxy would trigger a re-read. */
async function statusIn({ store }: World): Promise<unknown> {
  const [row] = await store.list('status/');
  return (JSON.parse(row?.value ?? '{}') as { details?: { status?: unknown } }).details?.status;
}

test('a change without a notification is known a few minutes later, without a reader', async () => {
  const world = createWorld();
  const { id } = await placeAndSettle(world);
  await world.change(id, 'cancel');

  // Without a sweep it would stay so.
  await world.runJobs();
  assert.equal(await statusIn(world), 'ACCEPTED');

  await run(world, 6);
  assert.equal(await statusIn(world), 'CANCELED');
});

test('a sweep lists the names of all orders that have changed, of any status, and no more', async () => {
  const queries: string[] = [];
  const world = createFaulty(through);
  await placeAndSettle(world);
  world.faults.find = (request, platform) => {
    queries.push(decodeURIComponent(new URL(request.url).search));
    return platform(request);
  };

  await run(world, 5);

  const [query = '', ...others] = queries;
  assert.equal(others.length, 0);
  const [since] = /(?<=delta_since=)[^&]+/.exec(query) ?? [];
  const rest = query.replace(`delta_since=${since}&`, '');
  assert.equal(rest, '?status=ALL&fields=id,code,external_reference&limit=5000');
  const age = world.clock() - Date.parse(since ?? '');
  assert.ok(age >= 15 * MINUTE && age < 20 * MINUTE, `${age / MINUTE} minutes`);
});

test('three processes on one store sweep once in five minutes', async () => {
  const store = createMemoryStore();
  const first = createWorld({ store });
  const others = [0, 1].map(() => createWorld({ store, between: () => first.sandbox }));
  const worlds = [first, ...others];
  await placeIn(first);

  for (let minute = 0; minute < 60; minute += 1) {
    for (const world of worlds) world.advance(MINUTE);
    await Promise.all(worlds.map((world) => world.runJobs()));
  }

  const sweeps = worlds.map(sweepsOf).reduce((sum, count) => sum + count, 0);
  assert.ok(sweeps >= 11 && sweeps <= 12, `${sweeps} sweeps in an hour`);
});

test('sites of one client are swept at once', async () => {
  const env = {
    ...noSingleSite,
    SITES_FILE: 'sites.json',
    PLATFORM_ID: 'sandbox-reseller',
    PLATFORM_SECRET: 'sandbox-reseller-secret',
  };
  const world = createWorld({ env, readText: () => SITES });
  const { body: listed } = await world.get<{ id: string }[]>('/v3/events?site=south');
  assert.ok(listed.length > 0);
  const row = { v: 1, watched_until: START + DAY, tried_at: 0, lease_until: 0 };
  const began = {
    last_began_at: 0,
    before_last_began_at: 0,
    last_claimed_at: 0,
    before_last_claimed_at: 0,
  };
  await world.store.put('sweep/sandbox-reseller', JSON.stringify({ ...row, ...began }), 0);

  await run(world, 10);

  assert.equal(sweepsOf(world), 2);
});

test('nothing is swept before an order was placed, nor 60 days after the last one', async () => {
  const world = createWorld();
  await run(world, 10);
  assert.equal(sweepsOf(world), 0);

  await placeIn(world);
  world.advance(60 * DAY - 2 * MINUTE);
  await world.runJobs();
  assert.equal(sweepsOf(world), 1);
  world.advance(30 * MINUTE);
  await world.runJobs();
  assert.equal(sweepsOf(world), 1);
});

test('an order is swept too whose process ended before it had it watched', async () => {
  const world = createWorld();
  const { id } = await placeAndSettle(world);
  const [row] = await world.store.list('sweep/');
  assert.ok(row);
  await world.store.delete(row.key, row.version);
  world.restart();
  await world.change(id, 'cancel');

  await run(world, 3);

  assert.equal(await statusIn(world), 'CANCELED');
});

test('a sweep finds the order of an intent without a clear response', async () => {
  const world = createFaulty(through);
  await placeAndSettle(world);
  world.faults.create = async (request, platform) => {
    await platform(request);
    world.faults.find = cutBefore;
    return cutBefore(request, platform);
  };
  const { key } = await placeIn(world);
  // It was polled in vain so often that it is not due when the sweep runs.
  await run(world, 4);
  const [open] = await world.store.list('open/');
  assert.ok(open);
  const later = { v: 1, looks: 9, next_look_at: world.clock() + 80_000 };
  await world.store.put(open.key, JSON.stringify(later), open.version);
  const [row] = await world.store.list('sweep/');
  assert.ok(row);
  const due = { ...(JSON.parse(row.value) as object), tried_at: 0 };
  await world.store.put(row.key, JSON.stringify(due), row.version);
  world.faults.find = through;

  world.advance(MINUTE);
  await world.runJobs();
  await world.runJobs();

  assert.deepEqual(await world.store.list('open/'), []);
  assert.equal((await world.find(key)).body.state, 'placed');
});

test('orders of other sellers are neither read nor stored', async () => {
  const world = createFaulty(through);
  await placeAndSettle(world);
  const before = await world.store.list('');
  world.faults.find = async () =>
    Response.json([
      { id: 'other', external_reference: 'THEIRS' },
      { id: 'unnamed', external_reference: '' },
      { id: 'nameless' },
      { id: 'torn\n' },
      null,
    ]);

  await run(world, 6);

  const keysOf = (rows: typeof before) => rows.map(({ key }) => key);
  assert.deepEqual(keysOf(await world.store.list('')), keysOf(before));
  assert.ok(sweepsOf(world) > 0);
  assert.ok(!world.lines.some((line) => line.includes('"operation":"order-details"')));
  assert.ok(!JSON.stringify(await world.store.list('')).includes('THEIRS'));
});

test('the next sweep makes up for a failed one, however late it runs', async () => {
  const world = createFaulty(through);
  const { id } = await placeAndSettle(world);
  await world.change(id, 'cancel');
  world.faults.find = cutBefore;
  await run(world, 3 * 60);
  assert.equal(await statusIn(world), 'ACCEPTED');

  world.faults.find = through;
  await run(world, 6);

  assert.equal(await statusIn(world), 'CANCELED');
});

for (const [when, minutes] of [
  ['a moment ago', 0],
  ['long ago, while no proxy ran', 60],
] as const) {
  test(`an order that changed ${when}, and that a process has listed but not read when it ends, is listed again`, async () => {
    const world = createFaulty(through);
    const { id } = await placeAndSettle(world);
    await world.change(id, 'cancel');
    world.advance(minutes * MINUTE);
    const sweeps = sweepsOf(world);
    while (sweepsOf(world) === sweeps) await run(world, 1);
    // It is pending in this process alone.
    assert.equal(await statusIn(world), 'ACCEPTED');
    world.restart();

    await run(world, 6);

    assert.equal(await statusIn(world), 'CANCELED');
  });
}

test('a process that ends while it sweeps delays the others for a minute only', async () => {
  const world = createFaulty(through);
  const { id } = await placeAndSettle(world);
  await world.change(id, 'cancel');
  world.faults.find = () => new Promise(() => {});
  world.advance(5 * MINUTE);
  void world.runJobs();
  while (sweepRowOf(await world.store.list('sweep/')).lease_until === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  world.restart();
  world.faults.find = through;

  await world.runJobs();
  assert.equal(sweepsOf(world), 0);
  await run(world, 2);

  assert.equal(await statusIn(world), 'CANCELED');
});

test('a platform with a wrong Date header is swept like any other', async () => {
  const world = createFaulty(through);
  const { id } = await placeAndSettle(world);
  world.faults.find = async (request, platform) => {
    const response = await platform(request);
    const headers = new Headers(response.headers);
    headers.set('Date', new Date(world.clock() + DAY).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  };
  await run(world, 30);
  await world.change(id, 'cancel');

  await run(world, 7);

  assert.equal(await statusIn(world), 'CANCELED');
});

test('a clock that is set back stops no sweep', async () => {
  const world = createWorld();
  const { id } = await placeAndSettle(world);
  await world.change(id, 'cancel');
  world.jump('wall', -DAY);

  await run(world, 2);

  assert.equal(await statusIn(world), 'CANCELED');
});

function sweepRowOf([row]: readonly { readonly value: string }[]) {
  return JSON.parse(row?.value ?? '{}') as { readonly lease_until: number };
}
