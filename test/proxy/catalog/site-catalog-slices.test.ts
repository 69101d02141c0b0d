import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { createDateIndex } from '../../../proxy/catalog/date-index.ts';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { createSearchIndexes, indexEvents } from '../../../proxy/catalog/search.ts';
import { createStoredList } from '../../../proxy/catalog/stored-list.ts';
import type { Clock } from '../../../proxy/clock.ts';
import { createSlices, runAtOnce, runInSlices } from '../../../proxy/platform/slices.ts';
import { createWorld } from '../../support/world.ts';
import { aListedEvent, anEvent } from '../builders.ts';
import { countTurns } from '../turns.ts';

// Work on thousands of events is done in slices, so that it does not block other requests.

const ids = Array.from({ length: 1_000 }, (_, index) => `event-${index}`);
const events = ids.map((id) => anEvent(id, {}));
const december = { start: '2026-12-01T00:00:00Z', end: '2026-12-31T23:59:59Z' };
const dates = ids.map((id) => ({
  id,
  event_id: id,
  date: '2026-12-24T10:00:00Z',
  available_slots: 5,
  total_slots: 8,
}));
const listed = ids.map((id) => aListedEvent(id, { title: `Walk ${id}` }));

function openStore() {
  const { store, context, sandbox } = createWorld();
  const item = z.object({ id: z.string() });
  return {
    open: (monotonic: Clock) =>
      createStoredList('catalog/events', item, { ...context(sandbox), monotonic }),
    /** Compression runs in other threads. */
    async untilStored() {
      while ((await store.list('catalog/')).length === 0)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const works: [what: string, work: (monotonic: Clock) => Promise<() => Promise<unknown>>][] = [
  [
    'merged',
    async (monotonic) => () => runInSlices(mergeEvents(events, undefined), createSlices(monotonic)),
  ],
  ['indexed for searches', async (monotonic) => () => createSearchIndexes(monotonic)(listed)],
  [
    'given the dates of a month',
    async (monotonic) => () =>
      runInSlices(createDateIndex().replace(december, dates), createSlices(monotonic)),
  ],
  [
    'stored',
    async (monotonic) => {
      const { open, untilStored } = openStore();
      const list = open(monotonic);
      return () => {
        list.save(listed);
        return untilStored();
      };
    },
  ],
  [
    'read from the store',
    async (monotonic) => {
      const { open, untilStored } = openStore();
      open(() => 0).save(listed);
      await untilStored();
      const list = open(monotonic);
      return () => list.restore();
    },
  ],
];
for (const [what, prepare] of works) {
  test(`other work runs while a thousand events are ${what}`, async () => {
    let now = 0;
    // A slice is five milliseconds, and each event takes one here.
    const turns = await countTurns(await prepare(() => (now += 1)));
    assert.ok(turns >= 45, `${turns}`);
  });

  test(`control: no other work runs while they are ${what} and time stands still`, async () => {
    assert.equal(await countTurns(await prepare(() => 0)), 0);
  });
}

test('an index is built once for all searches of the same list', async () => {
  const indexOf = createSearchIndexes(() => 0);
  assert.equal(await indexOf(listed), await indexOf(listed));
  assert.notEqual(await indexOf([...listed]), await indexOf(listed));
});

test('an index that is built in slices gives the same results as one that is built at once', async () => {
  let now = 0;
  const index = await createSearchIndexes(() => (now += 1))(listed);
  assert.deepEqual(index.find(['event', '7']), runAtOnce(indexEvents(listed)).find(['event', '7']));
});
