import assert from 'node:assert/strict';
import test from 'node:test';
import { openSandbox } from './support.ts';
import type { WireEvent, WireProblem } from './wire.ts';

const bad: [path: string, name: string, value: string][] = [
  ['/v3/events', 'limit', 'ten'],
  ['/v3/events', 'limit', '-1'],
  ['/v3/events', 'limit', '1.5'],
  ['/v3/events', 'offset', ''],
  ['/v3/events', 'delta_since', '2026-11-21'],
  ['/v3/events', 'delta_since', '2026-02-30T00:00:00Z'],
  ['/v3/events', 'available_from', '2026-11-21T09:00:00+01:00'],
  ['/v3/events', 'order', 'colour'],
  ['/v3/events', 'order', 'title,colour'],
  ['/v3/events', 'category', 'water'],
  ['/v3/events', 'categories', '1,,2'],
  ['/v3/events', 'type', 'booking'],
  ['/v3/events', 'only_root_events', 'yes'],
  ['/v3/events', 'accept', ''],
  ['/v3/dates', 'order', 'title'],
  ['/v3/dates', 'available', 'maybe'],
  ['/v3/dates', 'start_date', 'today'],
  ['/v3/products', 'order', 'title'],
  ['/v3/products', 'available', 'true'],
  ['/v3/vendors', 'order', 'id'],
  ['/v3/orders', 'order', 'code'],
  ['/v3/orders', 'status', 'RESERVED'],
];

for (const [path, name, value] of bad) {
  test(`Errors: refuses ${name}=${value} of ${path}, and names it`, async () => {
    const { get } = await openSandbox();

    const { status, body } = await get<WireProblem>(path, { [name]: value });

    assert.equal(status, 400);
    assert.equal(body.code, '40004');
    assert.ok(body.message.startsWith(`${name}: `), body.message);
  });
}

test('Common list parameters: refuses a parameter that is given twice', async () => {
  const { fetch, token } = await openSandbox();

  const response = await fetch(
    new Request(`http://sandbox/v3/events?limit=1&limit=2&access_token=${token}`),
  );

  assert.equal(response.status, 400);
});

test('Common list parameters: ignores what it does not know', async () => {
  const { events } = await openSandbox();

  assert.deepEqual(await events({ colour: 'blue' }), await events());
});

test('Common list parameters: limit and offset cut pages that make up the whole list', async () => {
  const { events } = await openSandbox();
  const all = await events();

  const pages = await Promise.all(['0', '7', '14'].map((offset) => events({ limit: '7', offset })));

  assert.deepEqual(pages.flat(), all);
  assert.deepEqual(await events({ offset: '1000' }), []);
  assert.deepEqual(await events({ limit: '0' }), []);
});

test('Common list parameters: accept and exclude choose by id', async () => {
  const { events } = await openSandbox();
  const all = await events();
  const chosen = all.slice(2, 4).map(({ id }) => id);

  const accepted = await events({ accept: [...chosen, 'unknown'].join() });
  const rest = await events({ exclude: chosen.join() });

  assert.deepEqual(
    accepted.map(({ id }) => id),
    chosen,
  );
  assert.equal(rest.length, all.length - 2);
  assert.ok(rest.every(({ id }) => !chosen.includes(id)));
});

test('Common list parameters: fields leaves only what it names', async () => {
  const { events } = await openSandbox();

  for (const event of await events({ fields: 'id,title' })) {
    assert.deepEqual(Object.keys(event).sort(), ['id', 'title']);
  }
});

test('Common list parameters: order ascends, and descends with a minus', async () => {
  const { events } = await openSandbox();
  const durations = async (order: string) =>
    (await events({ order })).map(({ duration }) => duration);

  const ascending = (await events()).map(({ duration }) => duration).sort((a, b) => a - b);

  assert.deepEqual(await durations('duration'), ascending);
  assert.deepEqual(await durations('+duration'), ascending);
  assert.deepEqual(await durations('-duration'), ascending.toReversed());
});

test('Common list parameters: a plus that nobody has escaped still ascends', async () => {
  const { fetch, token, events } = await openSandbox();

  const response = await fetch(
    new Request(`http://sandbox/v3/events?order=+duration&access_token=${token}`),
  );

  assert.deepEqual(await response.json(), await events({ order: 'duration' }));
});

test('Common list parameters: a second order attribute decides among equals', async () => {
  const { events } = await openSandbox();

  const sorted = await events({ order: 'vendor_name,-title' });

  for (const [index, event] of sorted.entries()) {
    const before: WireEvent = sorted[index - 1] ?? event;
    if (before.vendor_name === event.vendor_name) {
      assert.ok(before.title.localeCompare(event.title, 'en') >= 0);
    } else {
      assert.ok(before.vendor_name < event.vendor_name);
    }
  }
});

test('Common list parameters: match finds all words, in capitals or not', async () => {
  const { events } = await openSandbox();

  const found = await events({ match: 'LANTERN walk' });

  assert.deepEqual(
    found.map(({ title }) => title),
    ['Lantern night walk'],
  );
  assert.deepEqual(await events({ match: 'lantern kangaroo' }), []);
});
