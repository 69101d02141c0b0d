import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { createPlatform, type Platform } from '../../../proxy/platform/platform.ts';
import { createWorld } from '../../support/world.ts';
import { countTurns } from '../turns.ts';
import { wireDate, wireEvent, wireProduct } from './wire-items.ts';

// Long or malformed lists are read in slices, so that they do not block other requests.

const json = { 'Content-Type': 'application/json' };
const DAY = '2026-12-01T00:00:00Z';

/** A platform whose first list is this body, with this clock. */
function platformWith(body: string, monotonic: () => number): Platform {
  const world = createWorld();
  let isFirst = true;
  const fetch = async (request: Request) => {
    if (!new URL(request.url).pathname.startsWith('/v3')) return world.sandbox(request);
    const list = isFirst ? body : '[]';
    isFirst = false;
    return new Response(list, { headers: json });
  };
  return createPlatform({ ...world.context(fetch), monotonic });
}

const lists: [name: string, item: object, load: (platform: Platform) => Promise<unknown>][] = [
  ['events', wireEvent, (platform) => platform.events()],
  ['changed events', wireEvent, (platform) => platform.changedEvents(DAY)],
  ['products', wireProduct, (platform) => platform.products()],
  ['dates', wireDate, (platform) => platform.datesBetween(DAY, DAY, 300_000)],
  ['orders', { id: 'a' }, (platform) => platform.changedOrders(DAY)],
];
for (const [name, item, load] of lists) {
  for (const [what, change] of [
    ['right', {}],
    ['senseless', { id: { x: 1 }, title: {}, date: [] }],
  ] as const) {
    test(`other work runs while a thousand ${what} ${name} are read`, async () => {
      const items = Array.from({ length: 1_000 }, (_, id) => ({ ...item, id: `${id}`, ...change }));
      let now = 0;
      const body = JSON.stringify(items);
      // A slice is five milliseconds, and each item takes three.
      const turns = await countTurns(() => load(platformWith(body, () => (now += 1))));
      assert.ok(turns >= 120, `${turns}`);
    });
  }
}

test('a short list waits for no turn, however long its response took to arrive', async () => {
  let now = 0;
  const world = createWorld();
  const events = ['1', '2'].map((id) => ({ ...wireEvent, id }));
  const fetch = async (request: Request) => {
    if (!new URL(request.url).pathname.startsWith('/v3')) return world.sandbox(request);
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        now += 1_000;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(events)));
        controller.close();
      },
    });
    return new Response(body, { headers: json });
  };
  const platform = createPlatform({ ...world.context(fetch), monotonic: () => now });

  assert.equal(await countTurns(() => platform.eventsById(['1', '2'])), 0);
});

test('control: slices depend on time, so no other work runs while time stands still', async () => {
  const body = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ ...wireDate, id })));
  const platform = platformWith(body, () => 0);
  assert.equal(await countTurns(() => platform.datesBetween(DAY, DAY, 300_000)), 0);
});

const refused: [what: string, body: string][] = [
  ['a hundred thousand and one items', `[${'{},'.repeat(100_000)}{}]`],
  ['one value of two million others', `{"a":[${'1,'.repeat(2_000_000)}1]}`],
];
for (const [what, body] of refused) {
  test(`${what} are refused before they are parsed`, async () => {
    const parse = mock.method(JSON, 'parse');
    await assert.rejects(platformWith(body, () => 0).events(), { message: /too large/ });
    const longest = Math.max(...parse.mock.calls.map(({ arguments: [text] }) => text.length));
    parse.mock.restore();
    assert.ok(longest < 10_000, `${longest}`);
  });
}

const senseless: [what: string, change: object][] = [
  ['a million prices', { prices: Array.from({ length: 1_000_000 }, () => 1) }],
  ['a text of two million characters', { title: 'x'.repeat(2_000_000) }],
];
for (const [what, change] of senseless) {
  test(`an event with ${what} is left out, and never parsed; the others are listed`, async () => {
    const body = JSON.stringify([
      { ...wireEvent, ...change },
      { ...wireEvent, id: 'other' },
    ]);
    const parse = mock.method(JSON, 'parse');
    const events = await platformWith(body, () => 0).events();
    const longest = Math.max(...parse.mock.calls.map(({ arguments: [text] }) => text.length));
    parse.mock.restore();

    assert.deepEqual(
      events.map(({ id }) => id),
      ['other'],
    );
    assert.ok(longest < 100_000, `${longest}`);
  });
}
