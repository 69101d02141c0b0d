import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent } from '#contract/event.schema';
import { HOUR, MINUTE } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import type { Problem } from '#contract/problem.schema';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  newKey,
  requestFor,
  type World,
  type WorldOptions,
} from '../../support/world.ts';
import { passSeconds } from '../seconds.ts';

// Tests catalog/client-dates.ts, which synchronises dates with the platform, through the whole
// proxy.

/** A world that records the platform calls about dates, such as `GET /v3/dates delta_since`. */
function createDatesWorld(options: WorldOptions = {}) {
  const datesCalls: string[] = [];
  const between =
    (platform: Fetch): Fetch =>
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/dates')) {
        const kinds = ['accept', 'delta_since', 'start_date'];
        const kind = kinds.find((name) => searchParams.has(name)) ?? '';
        datesCalls.push(`${pathname} ${kind}`);
      }
      return (options.between?.(platform) ?? platform)(request);
    };
  return { ...createWorld({ ...options, between }), datesCalls };
}

async function events(world: World): Promise<ListedEvent[]> {
  return (await world.get<ListedEvent[]>('/v3/events')).body;
}

function monthPath(eventId: string, month: string): string {
  const [start_date, end_date] = monthRange(month);
  const range = new URLSearchParams({ start_date, end_date });
  return `/v3/events/${eventId}/dates?${range.toString()}`;
}

async function placesOf(world: World, { event, date }: Choice): Promise<number | undefined> {
  const { body } = await world.get<EventDate[]>(monthPath(event.id, date.date.slice(0, 7)));
  return body.find(({ id }) => id === date.id)?.available_slots;
}

/** A platform with its own response for these paths. */
function answering(
  isMeant: (url: URL) => boolean,
  respond: (request: Request, platform: Fetch) => Promise<Response>,
): NonNullable<WorldOptions['between']> {
  return (platform) => async (request) =>
    isMeant(new URL(request.url)) ? respond(request, platform) : platform(request);
}
const withoutList = answering(
  ({ pathname }) => pathname === '/v3/dates',
  async () => Response.json({ message: 'There is no such path' }, { status: 404 }),
);
/** `GET /v3/dates` is answered like this, and the dates of an event as ever. */
const refusingList = (respond: () => Response) =>
  answering(
    ({ pathname }) => pathname === '/v3/dates',
    async () => respond(),
  );
const noScope = () =>
  Response.json({ message: 'scope', code: '40301', user_message: '' }, { status: 403 });
const noPath = () =>
  new Response('<pre>Cannot GET /v3/dates</pre>', {
    status: 404,
    headers: { 'Content-Type': 'text/html' },
  });
const isDelta = ({ pathname, searchParams }: URL) =>
  pathname === '/v3/dates' && searchParams.has('delta_since');
const withoutPlacesInDeltas = answering(isDelta, async () => Response.json([]));

test('a month of all events is listed once, and all its months cost one delta a minute', async () => {
  const world = createDatesWorld();
  const listed = await events(world);
  const look = async () => {
    world.datesCalls.splice(0);
    for (const { id } of listed) {
      for (const month of ['2026-11', '2026-12']) await world.get(monthPath(id, month));
    }
    return world.datesCalls;
  };

  assert.deepEqual(await look(), ['/v3/dates start_date', '/v3/dates start_date']);
  world.advance(MINUTE - 1);
  assert.deepEqual(await look(), []);
  world.advance(1);
  assert.deepEqual(await look(), ['/v3/dates delta_since']);
});

test('a place that is taken elsewhere is seen within 70 seconds', async () => {
  const world = createDatesWorld();
  const choice = await world.choose();
  await world.take(choice.date.id, 1);

  world.advance(70_000);

  assert.equal(await placesOf(world, choice), choice.date.available_slots - 1);
});

test('browsers cache responses with places for 20 seconds', async () => {
  const world = createDatesWorld();
  const [event] = await events(world);
  const { headers } = await world.get(monthPath(event?.id ?? '', '2026-12'));
  assert.equal(headers.get('Cache-Control'), 'public, max-age=20');
});

test('deltas are requested by the platform’s clock', async () => {
  for (const ahead of [HOUR, -HOUR]) {
    const world = createDatesWorld();
    world.jump('wall', ahead);
    const choice = await world.choose();
    await world.take(choice.date.id, 1);
    world.datesCalls.splice(0);
    world.advance(70_000);

    assert.equal(await placesOf(world, choice), choice.date.available_slots - 1);
    assert.deepEqual(world.datesCalls, ['/v3/dates delta_since']);
  }
});

test('dates that were not synchronised for five minutes are not served, and until then they are marked stale', async () => {
  const platform = { isDown: false };
  const world = createDatesWorld({
    between: (up) => async (request) =>
      platform.isDown ? new Response('', { status: 500 }) : up(request),
  });
  const [event] = await events(world);
  const path = monthPath(event?.id ?? '', '2026-12');
  const before = await world.get(path);
  platform.isDown = true;

  world.advance(4 * MINUTE);
  const late = await world.get(path);
  assert.deepEqual([late.status, late.body], [200, before.body]);
  assert.equal(late.headers.get('Booking-Stale'), 'true');

  world.advance(MINUTE + 1);
  const { status, body } = await world.get<{ code: string }>(path);
  assert.deepEqual([status, body.code], [503, 'platform-down']);
});

test('a month that was not requested for an hour is listed again', async () => {
  for (const [passed, calls] of [
    [HOUR - MINUTE, ['/v3/dates delta_since']],
    [HOUR, ['/v3/dates start_date', '/v3/dates delta_since']],
  ] as const) {
    const world = createDatesWorld();
    const [event] = await events(world);
    const look = (month: string) => world.get(monthPath(event?.id ?? '', month));
    await look('2026-12');
    world.advance(passed / 2);
    await look('2026-11');
    world.datesCalls.splice(0);
    world.advance(passed / 2);
    await look('2026-12');
    assert.deepEqual(world.datesCalls, calls);
  }
});

/** A platform that has moved a date to March in its responses to these requests. */
function movingDate(isMeant: (url: URL) => boolean) {
  const moved = { id: '' };
  const between = answering(isMeant, async (request, platform) => {
    const dates = (await (await platform(request)).json()) as { id: string; date: string }[];
    return Response.json(
      dates.map((date) =>
        date.id === moved.id ? { ...date, date: '2027-03-01T10:00:00Z' } : date,
      ),
    );
  });
  return { moved, between };
}

test('a date that moves to another month is found there, and no longer where it was', async () => {
  const { moved, between } = movingDate(isDelta);
  const world = createDatesWorld({ between });
  const choice = await world.choose();
  moved.id = choice.date.id;
  await world.take(choice.date.id, 1);
  world.advance(70_000);

  assert.equal(await placesOf(world, choice), undefined);
});

test('a date that a live read finds in another month is no longer where it was', async () => {
  const { moved, between } = movingDate(({ searchParams }) => searchParams.has('accept'));
  const world = createDatesWorld({ between });
  const choice = await world.choose();
  const order = await world.quoteOne(cartOf(choice, [2]));
  moved.id = choice.date.id;
  await world.place(requestFor(order), newKey());

  assert.equal(await placesOf(world, choice), undefined);
});

test('months that were listed before the clock was set back are listed again', async () => {
  const world = createDatesWorld();
  const choice = await world.choose();
  world.jump('wall', -6 * HOUR);
  await world.take(choice.date.id, 1);
  world.datesCalls.splice(0);

  assert.equal(await placesOf(world, choice), choice.date.available_slots - 1);
  assert.deepEqual(world.datesCalls, ['/v3/dates start_date']);
});

test('a quote uses no dates from before the clock was set back', async () => {
  const world = createDatesWorld();
  const choice = await world.choose();
  world.jump('wall', -6 * HOUR);
  await world.take(choice.date.id, choice.date.available_slots);

  assert.equal((await world.quote(cartOf(choice, [2]))).status, 409);
});

/**
 * Two proxies on one store; the first listed December half an hour ago. Their clocks are `ahead` of
 * the platform's.
 */
async function createWorldsAfterListing(ahead = 0) {
  const store: Store = { ...createMemoryStore(), hasOthers: true };
  const state = { isDown: false, hasDatesOnly: false };
  let platform: Fetch | undefined;
  const between =
    (own: Fetch): Fetch =>
    async (request) => {
      platform ??= own;
      const isOfDates = new URL(request.url).pathname.endsWith('/dates');
      if (state.hasDatesOnly && !isOfDates) throw new TypeError('fetch failed');
      return state.isDown ? new Response('', { status: 500 }) : platform(request);
    };
  const [lister, world] = [
    createDatesWorld({ store, between }),
    createDatesWorld({ store, between }),
  ];
  for (const each of [lister, world]) each.jump('wall', ahead);
  const [event] = await events(lister);
  const path = monthPath(event?.id ?? '', '2026-12');
  const [date] = (await lister.get<EventDate[]>(path)).body.filter(
    ({ available_slots }) => available_slots > 0,
  );
  assert.ok(event && date);
  await lister.take(date.id, 1);
  for (const each of [lister, world]) each.advance(HOUR / 2);
  return { world, state, event, date, path };
}

test('a month that another proxy has listed is updated before it is shown', async () => {
  const { world, event, date, path } = await createWorldsAfterListing();
  await world.get(monthPath(event.id, '2026-11'));

  const { body } = await world.get<EventDate[]>(path);

  assert.equal(body.find(({ id }) => id === date.id)?.available_slots, date.available_slots - 1);
});

test('it is also updated if the platform’s clock is unknown so far', async () => {
  const { world, state, date, path } = await createWorldsAfterListing(3 * HOUR);
  state.hasDatesOnly = true;

  const { body } = await world.get<EventDate[]>(path);

  assert.equal(body.find(({ id }) => id === date.id)?.available_slots, date.available_slots - 1);
});

test('it is not shown while it cannot be updated', async () => {
  const { world, state, event, path } = await createWorldsAfterListing();
  const november = monthPath(event.id, '2026-11');
  await world.get(november);
  state.isDown = true;
  world.advance(2 * MINUTE);

  assert.equal((await world.get(november)).headers.get('Booking-Stale'), 'true');
  assert.equal((await world.get(path)).status, 503);
});

const limited = { DATES_PER_MONTH: '20' };
for (const [what, options, reason] of [
  ['without a list of all dates', { between: withoutList }, 'no-date-list'],
  ['whose list of all dates needs a scope', { between: refusingList(noScope) }, 'no-date-list'],
  ['that has a page for unknown paths', { between: refusingList(noPath) }, 'no-date-list'],
  ['with more dates than are kept', { env: limited }, 'too-many-dates'],
] as const) {
  test(`on a platform ${what} booking works all the same, and the operator is warned once`, async () => {
    const world = createDatesWorld(options);
    const choice = await world.choose();
    const own = (await createWorld().choose()).date;
    assert.deepEqual(choice.date, own);
    await world.take(choice.date.id, 1);
    world.advance(70_000);
    await placesOf(world, choice);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await placesOf(world, choice), own.available_slots - 1);

    const order = await world.quoteOne(cartOf(choice, [2]));
    const { status } = await world.place(requestFor(order), newKey());

    assert.equal(status, 201);
    assert.equal(await placesOf(world, choice), own.available_slots - 3);
    // A restarted proxy does not have to find out again.
    world.restart();
    world.calls.splice(0);
    assert.equal(await placesOf(world, choice), own.available_slots - 3);
    assert.ok(!world.calls.includes('GET /v3/dates'));
    const alarms = world.lines.filter((line) => line.includes('dates-alarm'));
    assert.equal(alarms.length, 1);
    assert.match(alarms[0] ?? '', new RegExp(`"reason":"${reason}"`));
  });
}

test('where a client may read no dates at all, the list of all dates is not given up', async () => {
  const state = { mayRead: false };
  const world = createDatesWorld({
    between: answering(
      ({ pathname }) => pathname.endsWith('/dates'),
      async (request, platform) => (state.mayRead ? platform(request) : noScope()),
    ),
  });
  const [event] = await events(world);
  const path = monthPath(event?.id ?? '', '2026-12');
  assert.equal((await world.get(path)).status, 503);

  state.mayRead = true;
  world.advance(3_000);
  world.datesCalls.splice(0);

  assert.equal((await world.get(path)).status, 200);
  assert.deepEqual(world.datesCalls, ['/v3/dates start_date']);
});

test('a month that is too large for the cache is listed once, and the operator is warned', async () => {
  const state = { hasGrown: false };
  const world = createDatesWorld({
    env: { DATES_PER_MONTH: '2000' },
    between: answering(
      ({ pathname, searchParams }) => pathname === '/v3/dates' && searchParams.has('start_date'),
      async (request, platform) => {
        const dates = (await (await platform(request)).json()) as object[];
        const copies = Array.from({ length: 2_001 }, (_, id) => ({
          ...dates[0],
          id: `copy-${id}`,
        }));
        return Response.json(state.hasGrown ? copies : dates);
      },
    ),
  });
  const [event] = await events(world);
  const path = monthPath(event?.id ?? '', '2026-12');
  await world.get(path);
  world.advance(HOUR - MINUTE);
  await world.get(path);
  state.hasGrown = true;
  world.advance(MINUTE);
  world.datesCalls.splice(0);
  for (let looks = 0; looks < 5; looks += 1) {
    assert.equal((await world.get(path)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 20));
    world.advance(5_000);
  }

  const listings = world.datesCalls.filter((call) => call === '/v3/dates start_date');
  assert.equal(listings.length, 1);
  const alarms = world.lines.filter((line) => line.includes('dates-alarm'));
  assert.equal(alarms.length, 1);
  assert.match(alarms[0] ?? '', /"reason":"too-many-dates"/);
});

test('dates are read by event if the platform stops offering deltas of dates', async () => {
  const world = createDatesWorld({
    between: answering(isDelta, async () => Response.json({ message: 'gone' }, { status: 404 })),
  });
  const choice = await world.choose();
  await world.take(choice.date.id, 1);
  world.advance(6 * MINUTE);

  assert.equal(await placesOf(world, choice), choice.date.available_slots - 1);
});

/** Somebody else takes a place of three dates each, and a quote reads them live. */
async function loseThreePlaces(world: World): Promise<Choice> {
  const first = await world.choose();
  const free = (await world.datesOf(first.event.id)).filter(
    ({ available_slots, event_id }) => available_slots > 3 && event_id === first.date.event_id,
  );
  for (const date of free.slice(0, 3)) {
    const order = await world.quoteOne(cartOf({ ...first, date }, [2]));
    await world.take(date.id, date.available_slots - 1);
    assert.equal((await world.place(requestFor(order), newKey())).status, 409);
  }
  return first;
}

test('if dates are read by event, an event that was deleted hides no dates of its merged event', async () => {
  let gone = '';
  const between = answering(
    ({ pathname }) => ['/v3/dates', `/v3/events/${gone}/dates`].includes(pathname),
    async () => Response.json({ message: 'There is nothing here', code: '1' }, { status: 404 }),
  );
  const world = createDatesWorld({ between });
  // A date of a child is chosen, and its root is deleted, whose dates would be read first.
  const choice = await world.choose(({ event, date }) => date.event_id !== event.id);
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  gone = choice.event.id;
  world.advance(2 * MINUTE);

  assert.equal(await placesOf(world, choice), choice.date.available_slots);
  assert.equal((await world.place(requestFor(quoted), newKey())).status, 201);
});

test('whole months are listed every 90 seconds if deltas do not show changed places', async () => {
  const world = createDatesWorld({ between: withoutPlacesInDeltas });
  const { event } = await loseThreePlaces(world);
  const other = await world.choose((choice) => choice.event.id !== event.id);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    world.advance(70_000);
    await placesOf(world, other);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(world.lines.some((line) => line.includes('"reason":"delta-incomplete"')));

  const before = (await placesOf(world, other)) ?? 0;
  await world.take(other.date.id, 1);
  world.advance(90_000);
  assert.equal(await placesOf(world, other), before - 1);
});

test('a live read that differs raises no alarm if deltas show changed places', async () => {
  const world = createDatesWorld();
  const choice = await loseThreePlaces(world);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    world.advance(70_000);
    await placesOf(world, choice);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(!world.lines.some((line) => line.includes('dates-alarm')));
});

test('the first request for a month that takes long to list gets its event’s dates', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const world = createDatesWorld({
    between: answering(
      ({ pathname, searchParams }) => pathname === '/v3/dates' && searchParams.has('start_date'),
      () => new Promise<Response>(() => {}),
    ),
  });
  const [event] = await events(world);
  const response = world.get<EventDate[]>(monthPath(event?.id ?? '', '2026-12'));
  while (world.datesCalls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  passSeconds(2);

  assert.ok((await response).body.length > 0);
  assert.ok(world.datesCalls.includes(`/v3/events/${event?.id}/dates start_date`));
});

test('after a live read with other places, the next request sees all dates up to date', async () => {
  const world = createDatesWorld();
  const choice = await world.choose();
  const others = await world.datesOf(choice.event.id);
  const other = others.find(
    ({ id, available_slots }) => id !== choice.date.id && available_slots > 0,
  );
  assert.ok(other);
  const order = await world.quoteOne(cartOf(choice, [2]));
  await world.take(choice.date.id, choice.date.available_slots);
  await world.take(other.id, other.available_slots);

  assert.equal((await world.place(requestFor(order), newKey())).status, 409);

  const now = await world.datesOf(choice.event.id);
  assert.equal(now.find(({ id }) => id === other.id)?.available_slots, 0);
});

/** Deactivates a child, and lets the dates in the index become too old for a quote. */
async function createWithoutChild(options: WorldOptions = {}) {
  const world = createWorld(options);
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const eventId = child.date.event_id;
  const offered = async () =>
    (await world.datesOf(child.event.id)).filter(({ event_id }) => event_id === eventId);
  const [first] = await offered();
  assert.ok(first);
  await world.deactivate(eventId);
  world.advance(2.5 * MINUTE);
  const quote = (date: EventDate) =>
    world.post<Problem>('/checkout/quotes', cartOf({ ...child, date }, [2]));
  return { world, child, first, offered, quote };
}

test('after a quote has shown that a date is gone, dates of a deactivated event are not offered', async () => {
  const { child, offered, quote } = await createWithoutChild();

  const { status, body } = await quote(child.date);

  assert.deepEqual([status, body.code], [409, 'date-gone']);
  assert.deepEqual(await offered(), []);
});

test('a date that is gone has the events listed again only once, however often it is quoted', async () => {
  const { world, child, offered, quote } = await createWithoutChild();
  await quote(child.date);
  await offered();

  world.advance(5_000);
  const before = world.calls.length;
  await quote(child.date);
  await offered();

  assert.deepEqual(world.calls.slice(before), ['GET /v3/dates']);
});

test('a date that has passed and is gone has no events listed again', async () => {
  const now = Date.parse('2026-11-21T09:58:00Z');
  const { world, first, quote } = await createWithoutChild({ now });
  assert.ok(Date.parse(first.date) < world.clock());
  const before = world.calls.length;

  assert.equal((await quote(first)).body.code, 'date-gone');
  await world.get('/v3/events');

  assert.deepEqual(world.calls.slice(before), ['GET /v3/dates']);
});
