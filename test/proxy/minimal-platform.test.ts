import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { createMinimalPlatform, minimalClient } from '../support/minimal-platform.ts';
import { cartOf, createWorld, newKey, requestFor, START } from '../support/world.ts';

const env = {
  PLATFORM_CLIENT_ID: minimalClient.id,
  PLATFORM_CLIENT_SECRET: minimalClient.secret,
};

/** The proxy on a platform that does otherwise than the sandbox wherever the spec is silent. */
function createMinimalWorld(options: object = {}, more: Record<string, string> = {}) {
  const platform = createMinimalPlatform({ clock: () => START, ...options });
  return createWorld({ env: { ...env, ...more }, between: () => platform });
}

const kinds: [what: string, options: object][] = [
  ['with a list of all dates', { listsAllDates: true }],
  ['with deltas that show places', { listsAllDates: true, deltasShowPlaces: true }],
  ['with dates by event alone', {}],
];
for (const [what, options] of kinds) {
  test(`a customer finds, sees, prices and books on a minimal platform ${what}`, async () => {
    const world = createMinimalWorld(options, { TIME_ZONE: 'Europe/Berlin' });

    const { body: listed } = await world.get<{ id: string }[]>('/v3/events');
    // Ten events in pages of seven, of which one is a child.
    assert.equal(listed.length, 9);
    assert.equal(Math.max(...listed.map(({ id }) => id.length)), 200);
    const choice = await world.choose();
    assert.equal(choice.event.timezone, 'Europe/Berlin');
    assert.match(choice.date.id, /^date:/);
    const quoted = await world.quoteOne(cartOf(choice, [2, 1]));
    const placed = await world.place<IntentResponse>(requestFor(quoted), newKey());

    assert.equal(placed.status, 201, JSON.stringify(placed.body));
    assert.deepEqual([placed.body.order?.code, placed.body.order?.status], ['CODE1', 'ACCEPTED']);
  });
}

test('without TIME_ZONE no event of such a platform is offered', async () => {
  const world = createMinimalWorld();
  assert.deepEqual((await world.get('/v3/events')).body, []);
  assert.ok(world.lines.some((line) => line.includes('"kind":"event","field":"timezone"')));
});
