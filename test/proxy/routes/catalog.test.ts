import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { z } from 'zod';
import type { eventDates } from '#contract/date.schema';
import type { ListedEvent, mergedEvent } from '#contract/event.schema';
import type { site } from '#contract/site.schema';
import { vendor } from '#contract/vendor.schema';
import { toInstant } from '../../../proxy/clock.ts';
import type { JsonResponse } from '../../support/world.ts';
import { createWorld, PROXY, START } from '../../support/world.ts';

const world = createWorld();
const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
const first = listed[0];
assert.ok(first);
const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 40 * 86_400_000)}`;
const reads = [
  ...['/site', '/v3/events', '/v3/products', `/v3/vendors/${first.vendor_id}`],
  ...listed.map(({ id }) => `/v3/merged_events/${id}`),
  ...listed.map(({ id }) => `/v3/events/${id}/dates?${range}`),
];
const december = 'start_date=2026-12-01T00:00:00Z&end_date=2026-12-31T23:59:59Z';

test('private prices and products of the sandbox are in no response', async () => {
  const { id: client_id, secret: client_secret } = world.site.client;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const tokenRequest = new Request(`${world.platformUrl}/oauth/token`, { method: 'POST', body });
  const token = (await (await world.sandbox(tokenRequest)).json()) as { access_token: string };
  const callSandbox = async (path: string) => {
    const headers = { Authorization: `Bearer ${token.access_token}` };
    const response = await world.sandbox(new Request(world.platformUrl + path, { headers }));
    return (await response.json()) as { id: string; prices?: { id: number; public: number }[] }[];
  };
  const privatePrices = (await callSandbox('/v3/events?type=ALL&with_private_prices=true'))
    .flatMap(({ prices = [] }) => prices)
    .filter((price) => price.public === 0)
    .map(({ id }) => String(id));
  const publicProducts = new Set((await callSandbox('/v3/products')).map(({ id }) => id));
  const privateProducts = (await callSandbox('/v3/products?with_private_products=true'))
    .map(({ id }) => id)
    .filter((id) => !publicProducts.has(id));
  assert.ok(privatePrices.length > 0 && privateProducts.length > 0);

  const responses = await Promise.all(reads.map((path) => world.read(new Request(PROXY + path))));

  for (const { text } of responses) {
    for (const id of [...privatePrices, ...privateProducts]) assert.ok(!text.includes(id));
    assert.doesNotMatch(text, /commission|with_private/);
  }
});

test('the site names its vendors and top-level categories', async () => {
  const { body } = await world.get<z.infer<typeof site>>('/site');

  assert.equal(body.locale, 'en');
  assert.deepEqual(
    new Set(body.vendors.map(({ id }) => id)),
    new Set(listed.map((event) => event.vendor_id)),
  );
  const topLevels = new Set(listed.map((event) => event.categories[0]?.id));
  assert.deepEqual(new Set(body.categories.map(({ id }) => id)), topLevels);
  assert.equal(body.categories.length, topLevels.size);
});

test('a vendor’s terms are told to their end, as long as they are and however they are formatted', async () => {
  const clauses = Array.from({ length: 1_500 }, (_, index) => `Clause ${index + 1}`);
  const style = 'margin:0cm 0cm 0.0001pt;line-height:115%;font-family:Calibri,sans-serif';
  const terms = clauses.map((clause) => `<p style="${style}"><span>${clause}</span></p>`).join('');
  const { get } = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!new URL(request.url).pathname.startsWith('/v3/vendors/')) return response;
      return Response.json({ ...((await response.json()) as object), terms });
    },
  });

  const { body } = await get(`/v3/vendors/${first.vendor_id}`);

  assert.deepEqual(
    vendor.parse(body).terms,
    clauses.map((clause) => ({ tag: 'p', children: [clause] })),
  );
});

test('the id of a child gets its merged event and all its dates', async () => {
  const details = await Promise.all(
    listed.map(
      async ({ id }) =>
        (await world.get<z.infer<typeof mergedEvent>>(`/v3/merged_events/${id}`)).body,
    ),
  );
  const family = details.find((event) => event.price_groups.length > 1);
  const child = family?.price_groups[1]?.event_id;
  assert.ok(family && child);

  const { body: merged } = await world.get(`/v3/merged_events/${child}`);
  const { body: byChild } = await world.get<z.infer<typeof eventDates>>(
    `/v3/events/${child}/dates?${range}`,
  );
  const { body: byRoot } = await world.get(`/v3/events/${family.id}/dates?${range}`);

  assert.deepEqual(merged, family);
  assert.deepEqual(byChild, byRoot);
  assert.deepEqual(
    new Set(byChild.map(({ event_id }) => event_id)),
    new Set(family.price_groups.map(({ event_id }) => event_id)),
  );
});

test('dates are within the range, in order, and include those without places', async () => {
  const end = START + 20 * 86_400_000;
  const responses = await Promise.all(
    listed.map(({ id }) =>
      world.get<z.infer<typeof eventDates>>(
        `/v3/events/${id}/dates?start_date=${toInstant(START)}&end_date=${toInstant(end)}`,
      ),
    ),
  );
  const dates = responses.map(({ body }) => body);

  for (const list of dates) {
    assert.deepEqual(
      list.map(({ date }) => date),
      list.map(({ date }) => date).toSorted(),
    );
    for (const { date } of list) assert.ok(date >= toInstant(START) && date <= toInstant(end));
  }
  assert.ok(dates.flat().some(({ available_slots }) => available_slots === 0));
});

test('of a day, events with starts for the party come first, and are kept for 20 seconds', async () => {
  const path = '/v3/events?day=2026-12-24&participants=2';
  const { body, headers } = await world.get<ListedEvent[]>(path);

  const counts = body.map(({ starts = [] }) => starts.length);
  const [found, none] = [counts.filter((count) => count > 0), counts.filter((count) => !count)];
  assert.ok(found.length > 0 && none.length > 0);
  assert.deepEqual(counts, [...found, ...none]);
  assert.equal(headers.get('Cache-Control'), 'public, max-age=20');
  const page = await world.get<ListedEvent[]>(`${path}&limit=1&offset=1`);
  assert.deepEqual(page.body, body.slice(1, 2));
});

test('a list of a day costs no platform call once its month is synchronised', async () => {
  const { get, calls } = createWorld();
  await get('/v3/events?day=2026-12-24');
  calls.splice(0);
  for (const day of ['2026-12-01', '2026-12-31']) await get(`/v3/events?day=${day}`);
  assert.deepEqual(calls, []);
});

test('a start whose booking time has passed is no longer listed', async () => {
  const { get, advance, choose } = createWorld();
  const { event, date } = await choose();
  const day = date.date.slice(0, 10);
  const starts = async () => {
    const { body } = await get<ListedEvent[]>(`/v3/events?day=${day}`);
    const offered = body.find(({ id }) => id === event.id)?.starts ?? [];
    return offered.some(({ id }) => id === date.id);
  };
  advance(Date.parse(date.bookable_until) - START);
  assert.equal(await starts(), true);
  advance(60_001);
  assert.equal(await starts(), false);
});

test('if places are unknown, the list comes without them and says so', async () => {
  const { get } = createWorld({ env: { DATES_PER_MONTH: '1' } });
  const { body } = await get<ListedEvent[]>('/v3/events?day=2026-12-24');
  assert.equal(body.length, listed.length);
  for (const { starts, no_starts } of body)
    assert.deepEqual([starts, no_starts], [[], 'not-known']);
});

test('a date is bookable until its own event’s latest booking time, which may be after the start', async () => {
  const closing = await world.choose(({ group }) => group.latest_booking_time > 0);
  const { bookable_until, date } = closing.date;
  assert.equal(
    Date.parse(date) - Date.parse(bookable_until),
    closing.group.latest_booking_time * 60_000,
  );

  const openAfterStart = await world.choose(({ group }) => group.latest_booking_time < 0);
  assert.ok(openAfterStart.date.bookable_until > openAfterStart.date.date);
});

test('500 simultaneous requests for one month cause one platform call', async () => {
  const { get, calls } = createWorld();
  await get('/site');
  calls.splice(0);

  const path = `/v3/events/${first.id}/dates?${december}`;
  const responses = await Promise.all(Array.from({ length: 500 }, () => get(path)));

  assert.ok(responses.every(({ status }) => status === 200));
  assert.deepEqual(calls, ['GET /v3/dates']);
});

test('events and products are refreshed every five minutes, dates every minute, vendors and the whole every hour', async () => {
  const { get, calls, advance } = createWorld();
  const callsOfVisit = async () => {
    calls.splice(0);
    for (const path of [
      '/v3/events',
      `/v3/events/${first.id}/dates?${december}`,
      '/v3/products',
      `/v3/vendors/${first.vendor_id}`,
    ])
      await get(path);
    // Background refreshes make their calls after the response.
    for (let turns = 0; turns < 20; turns += 1) await new Promise((done) => setImmediate(done));
    return calls.filter((call) => !call.includes('oauth')).toSorted();
  };
  const dates = 'GET /v3/dates';
  const refreshed = ['GET /v3/events', 'GET /v3/events', 'GET /v3/products'];
  const vendor = `GET /v3/vendors/${first.vendor_id}`;

  assert.deepEqual(await callsOfVisit(), [dates, ...refreshed, vendor]);
  advance(59_000);
  assert.deepEqual(await callsOfVisit(), []);
  advance(240_000);
  assert.deepEqual(await callsOfVisit(), [dates]);
  advance(1_000);
  assert.deepEqual(await callsOfVisit(), refreshed);
  advance(3_300_000);
  assert.deepEqual(await callsOfVisit(), [dates, dates, ...refreshed, vendor]);
});

test('months in which nothing is bookable cause no platform call', async () => {
  const { get, calls } = createWorld();
  await get('/site');
  calls.splice(0);

  for (const year of ['2020', '2031', '9999']) {
    const range = `start_date=${year}-01-01T00:00:00Z&end_date=${year}-02-01T00:00:00Z`;
    const response: JsonResponse<unknown> = await get(`/v3/events/${first.id}/dates?${range}`);
    assert.deepEqual([response.status, response.body], [200, []]);
  }
  assert.deepEqual(calls, []);
});
