import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { createWorld, createWorldOfSite, type World } from '../../support/world.ts';

async function listOf(world: World): Promise<ListedEvent[]> {
  return (await world.get<ListedEvent[]>('/v3/events')).body;
}

/** The further durations of an event. */
async function furtherOf(world: World, { id }: ListedEvent) {
  return (await world.get<MergedEvent>(`/v3/merged_events/${id}`)).body.further_durations;
}

function titled(listed: readonly ListedEvent[], title: string): ListedEvent {
  const event = listed.find((each) => each.title === title);
  assert.ok(event, title);
  return event;
}

test('an event is offered as a further duration of an equal one, without another platform call', async () => {
  const world = createWorld({ scenario: 'unusual' });
  const listed = await listOf(world);
  const short = titled(listed, 'Rowing boat, 1 h');
  const long = titled(listed, 'Rowing boat, 2.5 h');
  const calls = world.calls.length;

  assert.deepEqual(await furtherOf(world, short), [
    { id: long.id, title: 'Rowing boat, 2.5 h', duration: 150 },
  ]);
  assert.deepEqual(await furtherOf(world, long), [
    { id: short.id, title: 'Rowing boat, 1 h', duration: 60 },
  ]);
  assert.equal(await furtherOf(world, titled(listed, 'The climbing garden')), undefined);
  assert.equal(world.calls.length, calls);
});

test('events that the site names are offered beside each other', async () => {
  const listed = await listOf(createWorld());
  const kayak = titled(listed, 'Kayak on the Spree');
  const walk = titled(listed, 'Lantern night walk');
  const world = createWorldOfSite({ durations: [[kayak.id, walk.id, 'gone']] });

  const { id, title, duration } = walk;
  assert.deepEqual(await furtherOf(world, kayak), [{ id, title, duration }]);
});
