import assert from 'node:assert/strict';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent } from '#contract/event.schema';
import { monthRange } from '#contract/month-range';
import type { Fetch } from '../../proxy/ports.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import type { Store } from '../../proxy/store/store.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor, type World } from '../support/world.ts';

// Several proxies on one database cost the platform what one costs. Guards catalog/shared-lists.ts.

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** A call that keeps the catalog in step, as opposed to one for a quote or an order. */
function isListing(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return request.method === 'GET' && pathname !== '/v3/orders' && !searchParams.has('accept');
}

/** Fails every listing, because another instance should have made it. */
const withoutListings = (platform: Fetch): Fetch => {
  return async (request) => {
    if (isListing(request)) throw new Error(`${request.url} was listed`);
    return platform(request);
  };
};

interface InstancesOptions {
  /** One wrapper of the platform for each instance. */
  readonly between: readonly ((platform: Fetch) => Fetch)[];
  /** As the database's pooler does. */
  readonly dropsAnnouncements?: boolean;
}

const direct = (platform: Fetch): Fetch => platform;

/** Opens instances on one database and one platform, with the same time. */
async function openInstances(t: TestContext, { between, dropsAnnouncements }: InstancesOptions) {
  const url = await server.createDatabase();
  const stores: Store[] = [];
  let platform: Fetch | undefined;

  async function open(own: (platform: Fetch) => Fetch, now?: number): Promise<World> {
    const store = await openPostgresStore(url);
    stores.push(store);
    return createWorld({
      ...(now !== undefined && { now }),
      store: dropsAnnouncements ? { ...store, listen: () => () => {} } : store,
      between: (sandbox) => {
        platform ??= sandbox;
        return own(platform);
      },
    });
  }

  t.onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  const worlds: World[] = [];
  for (const own of between) worlds.push(await open(own));
  return {
    worlds,
    open,
    advance: (milliseconds: number) => worlds.forEach((world) => world.advance(milliseconds)),
  };
}

function monthPath(eventId: string, month = '2026-12'): string {
  const [start_date, end_date] = monthRange(month);
  return `/v3/events/${eventId}/dates?${new URLSearchParams({ start_date, end_date })}`;
}

/** Reads everything that a visitor can see. */
async function lookAround(world: World): Promise<unknown[]> {
  const seen: unknown[] = [];
  const look = async <T>(path: string): Promise<T> => {
    const { status, body } = await world.get<T>(path);
    assert.equal(status, 200, path);
    seen.push(body);
    return body;
  };
  const [first] = await look<ListedEvent[]>('/v3/events');
  assert.ok(first);
  await look('/v3/products');
  await look(`/v3/vendors/${first.vendor_id}`);
  await look(monthPath(first.id));
  await look('/v3/events?day=2026-12-05&participants=2');
  return seen;
}

async function placesOf(world: World, { id, event_id }: EventDate): Promise<number | undefined> {
  const { body } = await world.get<EventDate[]>(monthPath(event_id));
  return body.find((date) => date.id === id)?.available_slots;
}

async function aDate(world: World): Promise<EventDate> {
  const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
  for (const { id } of listed) {
    const { body } = await world.get<EventDate[]>(monthPath(id));
    const free = body.find(
      ({ available_slots, event_id }) => available_slots > 2 && event_id === id,
    );
    if (free) return free;
  }
  throw new Error('there is no such date');
}

/** Waits until the instance shows this number of places; announcements take at most two seconds. */
async function untilPlaces(world: World, date: EventDate, places: number): Promise<void> {
  const latest = performance.now() + 2_000;
  while ((await placesOf(world, date)) !== places) {
    assert.ok(performance.now() < latest, 'it is not seen within two seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs the background jobs, as a listening proxy does, until `done` resolves. */
async function runJobsUntil<T>(worlds: readonly World[], done: Promise<T>): Promise<T> {
  let isDone = false;
  const end = () => (isDone = true);
  done.then(end, end);
  while (!isDone) {
    await Promise.all(worlds.map((world) => world.runJobs()));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return done;
}

test('what one proxy has loaded, the others show without a platform call', async (t) => {
  const { worlds } = await openInstances(t, {
    between: [direct, withoutListings, withoutListings],
  });
  const [leader, ...followers] = worlds;

  const seen = await lookAround(leader!);
  for (const follower of followers) assert.deepEqual(await lookAround(follower), seen);
});

test('a proxy without the lease gets what it needs loaded by the one that has it', async (t) => {
  const { worlds } = await openInstances(t, { between: [direct, withoutListings] });
  const [leader, follower] = worlds;
  await aDate(leader!);

  const seen = await lookAround(follower!);

  assert.deepEqual(await lookAround(leader!), seen);
});

test('control: without another proxy that may call the platform, there is nothing to show', async (t) => {
  const { worlds } = await openInstances(t, { between: [withoutListings] });

  assert.ok((await worlds[0]!.get('/v3/events')).status >= 500);
});

test('when announcements get lost, proxies poll the store', async (t) => {
  const { worlds } = await openInstances(t, {
    between: [direct, withoutListings],
    dropsAnnouncements: true,
  });
  const [leader, follower] = worlds;
  await aDate(leader!);

  await runJobsUntil([leader!], lookAround(follower!));
});

test('places that are taken elsewhere are seen at every proxy as soon as one has learned of it', async (t) => {
  const { worlds, advance } = await openInstances(t, { between: [direct, withoutListings] });
  const [leader, follower] = worlds;
  const date = await aDate(leader!);
  assert.equal(await placesOf(follower!, date), date.available_slots);
  await leader!.take(date.id, 2);
  advance(61_000);

  await untilPlaces(leader!, date, date.available_slots - 2);
  await untilPlaces(follower!, date, date.available_slots - 2);
  await leader!.take(date.id, 1);
  advance(61_000);
  // This time the other one is asked first.
  await untilPlaces(follower!, date, date.available_slots - 3);
});

test('a thousand visitors over three proxies cost the platform what they cost one', async (t) => {
  const callsOf = async (worlds: readonly World[]) => {
    for (let visitor = 0; visitor < 1_000; visitor += 1) {
      await lookAround(worlds[visitor % worlds.length]!);
      for (const world of worlds) world.advance(3_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return worlds.flatMap(({ calls }) => calls).length;
  };
  const { worlds } = await openInstances(t, { between: [direct, direct, direct] });

  const [alone, together] = [await callsOf([createWorld()]), await callsOf(worlds)];

  assert.ok(alone > 50, `${alone}`);
  assert.ok(together <= 1.2 * alone, `${together} calls instead of ${alone}`);
});

test('a new proxy is ready within two seconds, without a platform call', async (t) => {
  const { worlds, open } = await openInstances(t, { between: [direct] });
  const seen = await lookAround(worlds[0]!);
  const beganAt = performance.now();

  const added = await open(() => async () => {
    throw new Error('the platform was called');
  });
  const { status } = await added.read(new Request(`${PROXY}/readyz`));
  assert.equal(status, 200);
  assert.deepEqual(await lookAround(added), seen);

  assert.ok(performance.now() - beganAt < 2_000);
});

test('a proxy that ends in the middle of a listing delays the others, who see all or nothing of it', async (t) => {
  let respond: (() => void) | undefined;
  const isAsked = new Promise<void>((resolve) => {
    respond = resolve;
  });
  let goOn: () => void = () => {};
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  const hanging = (platform: Fetch): Fetch => {
    return async (request) => {
      if (isListing(request)) {
        respond?.();
        await paused;
      }
      return platform(request);
    };
  };
  const { worlds } = await openInstances(t, { between: [hanging, direct] });
  const [stalled, other] = worlds;
  const late = stalled!.get<ListedEvent[]>('/v3/events');
  await isAsked;
  const beganAt = performance.now();

  const { status, body } = await other!.get<ListedEvent[]>('/v3/events');

  const waited = performance.now() - beganAt;
  assert.equal(status, 200);
  assert.ok(waited > 5_000, `it had the lease, and was not waited for: ${waited}`);
  assert.ok(waited < 20_000, `${waited}`);
  // The leader was not killed, and now publishes second.
  goOn();
  assert.deepEqual((await late).body, body);
});

test('when a live read at one proxy contradicts the list, the leader lists everything again', async (t) => {
  const { worlds } = await openInstances(t, { between: [direct, withoutListings] });
  const [leader, follower] = worlds;
  const listedAt = async (world: World) =>
    (await world.get<ListedEvent[]>('/v3/events')).body.map(({ id }) => id);
  await lookAround(leader!);
  const choice = await follower!.choose();
  const quoted = await follower!.quoteOne(cartOf(choice, [2]));
  await leader!.deactivate(choice.event.id);
  assert.ok((await listedAt(follower!)).includes(choice.event.id));

  assert.ok((await follower!.place(requestFor(quoted), newKey())).status >= 400);

  for (const world of [follower!, leader!]) {
    assert.ok(!(await listedAt(world)).includes(choice.event.id));
  }
});

test('after the clocks were set back, a list that was contradicted is loaded all the same', async (t) => {
  const { worlds, advance } = await openInstances(t, { between: [direct, withoutListings] });
  const [leader, follower] = worlds as [World, World];
  await lookAround(leader);
  const choice = await follower.choose();
  const quoted = await follower.quoteOne(cartOf(choice, [2]));
  await leader.deactivate(choice.event.id);
  assert.ok((await follower.place(requestFor(quoted), newKey())).status >= 400);
  await follower.get('/v3/events');
  for (const world of worlds) world.jump('wall', -3_600_000);

  advance(6 * 60_000);

  const { headers } = await follower.get<ListedEvent[]>('/v3/events');
  assert.equal(headers.get('Booking-Stale'), null);
});

test('a list that was not read for five weeks is deleted, and loaded again when it is read', async (t) => {
  const { worlds, advance } = await openInstances(t, { between: [direct, direct] });
  const [one, other] = worlds as [World, World];
  // The calls of a month are counted in a row of its own, which is no list.
  const isList = (key: string) => !key.startsWith('budget/');
  const keysOf = async (part: string) =>
    (await one.store.list(''))
      .map(({ key }) => key)
      .filter((key) => isList(key) && key.includes(part));
  await lookAround(one);
  assert.ok((await keysOf('2026-12')).length > 0);
  const [listed] = (await one.get<ListedEvent[]>('/v3/events')).body;

  advance(36 * 86_400_000);
  await other.get('/v3/events');
  for (const world of worlds) await world.runJobs();

  assert.deepEqual(await keysOf('2026-12'), []);
  assert.ok((await keysOf('events')).length > 0);
  assert.equal((await other.get(monthPath(listed!.id, '2027-01'))).status, 200);
  assert.equal((await one.get(monthPath(listed!.id))).status, 200);
});
