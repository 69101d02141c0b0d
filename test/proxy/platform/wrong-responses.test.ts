import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import { eventDates } from '#contract/date.schema';
import type { ListedEvent } from '#contract/event.schema';
import { listedEvents, mergedEvent } from '#contract/event.schema';
import { problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import { products } from '#contract/product.schema';
import { vendor } from '#contract/vendor.schema';
import type { Fetch } from '../../../proxy/ports.ts';
import { cartOf, createWorld } from '../../support/world.ts';
import type { Fault } from '../orders/faulty.ts';
import { createFaulty, placeOne } from '../orders/faulty.ts';
import { attacks } from './attacks.ts';

const json = { 'Content-Type': 'application/json' };
const words = 'Ida Meyer, client_secret';
const text = (body: string, status = 200) => new Response(body, { status, headers: json });
const endless = () =>
  new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
  });
const elsewhere = (status: number) => () =>
  new Response(words, { status, headers: { ...json, Location: 'https://evil.example/v3/events' } });

const responses: [what: string, respond: () => Response][] = [
  [
    'the error of the spec',
    () => text(`{"message":"${words}","code":"1","user_message":"x"}`, 500),
  ],
  ['an error with a number as code', () => text(`{"code":7,"internal_message":"${words}"}`, 400)],
  ['an error of the rate limit’s shape', () => text(`{"error_code":1,"error":"${words}"}`, 403)],
  ['an error whose code is an object', () => text('{"code":{"toString":1,"valueOf":2}}', 500)],
  [
    'an error whose code has no floor',
    () => text(`{"code":${'['.repeat(9e4)}${']'.repeat(9e4)}}`, 500),
  ],
  ['an error in words', () => text(words, 404)],
  ['an error without body', () => new Response(null, { status: 503 })],
  ['an error without end', () => new Response(endless(), { status: 500, headers: json })],
  ...[301, 302, 303, 307, 308].map((status): [string, () => Response] => [
    `a redirect (${status})`,
    elsewhere(status),
  ]),
  ['no content', () => new Response(null, { status: 204 })],
  ['an empty body', () => text('')],
  ['a page', () => new Response(`<html>${words}`, { headers: { 'Content-Type': 'text/html' } })],
  ['a page that says it is JSON', () => text(`<html>${words}`)],
  ['half a list', () => text('[{"id":"1"},{"id')],
  ['a list with NaN', () => text('[{"id":"1","price":NaN}]')],
  ['null', () => text('null')],
  ['a text', () => text(`"${words}"`)],
  ['an object', () => text('{"0":{"id":"1"}}')],
  ['an error that says it is none', () => text(`{"error_code":42901,"error":"${words}"}`)],
  ['spaces without end', () => new Response(endless(), { headers: json })],
  [
    'two gigabytes',
    () => new Response(endless(), { headers: { ...json, 'Content-Length': '2e9' } }),
  ],
  ['levels without floor', () => text('['.repeat(1_100_000))],
];

const healthy = createWorld();
const [first] = (await healthy.get<ListedEvent[]>('/v3/events')).body;
assert.ok(first);
const december = 'start_date=2026-12-01T00:00:00Z&end_date=2026-12-20T00:00:00Z';
const reads: [path: string, from: RegExp][] = [
  ['/v3/events', /^\/v3\/events$/],
  [`/v3/events/${first.id}/dates?${december}`, /dates$/],
  ['/v3/products', /^\/v3\/products$/],
  [`/v3/vendors/${first.vendor_id}`, /^\/v3\/vendors/],
];

/** A world whose platform responds wrongly at some paths, and records who received the token. */
function createWrong(from: RegExp, respond: () => Response) {
  const hosts = new Set<string>();
  const between =
    (platform: Fetch): Fetch =>
    async (request) => {
      const { hostname, pathname } = new URL(request.url);
      hosts.add(hostname);
      assert.equal(request.redirect, 'manual');
      return from.test(pathname) ? respond() : platform(request);
    };
  return { ...createWorld({ between }), hosts };
}

for (const [what, respond] of responses) {
  test(`${what} becomes a named problem without its text`, async () => {
    for (const [path, from] of reads) {
      const { get, hosts, lines } = createWrong(from, respond);
      const { status, body } = await get(path);

      assert.equal(status, 503, path);
      assert.equal(problem.parse(body).code, 'platform-down');
      assert.doesNotMatch(JSON.stringify(body) + lines.join(''), /\bIda\b|client_secret/);
      assert.deepEqual([...hosts], ['platform.example']);
    }
  });
}

const unclear: [what: string, respond: () => Response][] = [
  ...responses.filter(([what]) => !/shape|as code|in words/.test(what)),
  ['an order without an id', () => text('{"code":"ABC"}', 201)],
  ['an order whose id is no id', () => text('{"id":"x\\n","code":"ABC"}', 201)],
  ['a list of orders', () => text('[{"id":"1"}]', 201)],
];
for (const [what, respond] of unclear) {
  test(`an order whose response is ${what} is found again, and never sent twice`, async () => {
    const fault: Fault = async (request, platform) => {
      await platform(request);
      return respond();
    };
    const world = createFaulty(fault);
    const placed = await placeOne(world);
    assert.deepEqual([placed.response.status, placed.response.body.state], [202, 'checking']);

    const { body } = await world.find(placed.key);

    const [booked, ...others] = await world.books();
    assert.deepEqual([body.state, body.order?.code, others], ['placed', booked?.code, []]);
  });
}

/** A world that alters every item of the lists at one path. */
function createAltered(path: string, alter: (items: Record<string, unknown>[]) => unknown[]) {
  return createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      const { pathname, search } = new URL(request.url);
      if (pathname !== path || /first_date|offset=/.test(search)) return response;
      return text(JSON.stringify(alter((await response.json()) as Record<string, unknown>[])));
    },
  });
}

const spoiled: unknown[] = [null, 5, 'x', [], {}, { id: 'x' }, [[]]];

test('a wrong item of a list does not affect the others', async () => {
  const spoil = (items: Record<string, unknown>[]) => [
    ...spoiled,
    ...items.map((item, index) => (index === 0 ? { ...item, id: { toString: 1 } } : item)),
    ...items,
  ];
  const events = createAltered('/v3/events', spoil);
  const listed = listedEvents.parse((await events.get<ListedEvent[]>('/v3/events')).body);
  const before = (await healthy.get<ListedEvent[]>('/v3/events')).body;
  assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(before.map(({ id }) => id)));

  const sold = createAltered('/v3/products', spoil);
  const offered = products.parse((await sold.get<Product[]>('/v3/products')).body);
  assert.equal(offered.length, (await healthy.get<Product[]>('/v3/products')).body.length);

  const path = `/v3/events/${first.id}/dates?${december}`;
  const dated = createAltered('/v3/dates', spoil);
  const dates = eventDates.parse((await dated.get<EventDate[]>(path)).body);
  assert.deepEqual(dates, (await healthy.get<EventDate[]>(path)).body);
});

const families: [what: string, root: (id: unknown, index: number) => string][] = [
  ['a root that is not there', () => 'nowhere'],
  ['itself as root', String],
  ['each other as roots', (_, index) => `e${1 - (index % 2)}`],
];
for (const [what, root] of families) {
  test(`events that name ${what} cause no endless loop, and leave the others in the list`, async () => {
    const { get } = createAltered('/v3/events', (items) => [
      ...items,
      ...items.slice(0, 2).map((item, index) => ({
        ...item,
        id: `e${index}`,
        root_event_id: root(`e${index}`, index),
      })),
    ]);
    const { status, body } = await get<ListedEvent[]>('/v3/events');

    assert.equal(status, 200);
    assert.ok(listedEvents.parse(body).some(({ id }) => id === first.id));
  });
}

test('a date with an invalid number of places is left out; it is never guessed', async () => {
  for (const available_slots of ['', null, undefined, 'many', 2.5]) {
    const { get } = createAltered('/v3/dates', (dates) =>
      dates.map((date, index) => (index === 0 ? date : { ...date, available_slots })),
    );
    const { body } = await get<EventDate[]>(`/v3/events/${first.id}/dates?${december}`);
    assert.ok(eventDates.parse(body).length <= 1);
  }
});

test('attacks in every text of every event reach the browser as text and harmless nodes', async () => {
  const names = 'title location vendor_name hint bring advice participant_hint description'.split(
    ' ',
  );
  const { get } = createAltered('/v3/events', (items) =>
    items.map((item, index) => {
      const attack = attacks[index % attacks.length];
      return { ...item, ...Object.fromEntries(names.map((name) => [name, attack])) };
    }),
  );
  const { body } = await get<ListedEvent[]>('/v3/events');
  for (const { id } of listedEvents.parse(body)) {
    mergedEvent.parse((await get(`/v3/merged_events/${id}`)).body);
  }
  vendor.parse((await get(`/v3/vendors/${first.vendor_id}`)).body);
});

test('an invalid price cannot be ordered', async () => {
  const choice = await healthy.choose();
  for (const value of [-1, '', null, 'NaN', 1e21, '39.999']) {
    const { quote } = createAltered('/v3/events', (items) =>
      items.map((item) => ({
        ...item,
        prices: (item['prices'] as object[]).map((price, index) =>
          index === 0 && item['id'] === choice.group.event_id ? { ...price, value } : price,
        ),
      })),
    );
    const { status, body } = await quote(cartOf(choice, [2]));
    assert.equal(status, 409);
    assert.match(problem.parse(body).code, /^(price|event)-gone$/);
  }
});
