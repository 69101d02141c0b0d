import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type ListedEvent, type Nearest, nearest } from '#contract/event.schema';
import type { Site } from '#contract/site.schema';
import { createWorld, type World } from '../../support/world.ts';

type Query = Readonly<Record<string, string>>;

const pathOf = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;

async function nearestTo(world: World, query: Query): Promise<Nearest> {
  const { status, body } = await world.get(pathOf('/nearest', query));
  assert.equal(status, 200);
  return nearest.parse(body);
}

/** What a customer is shown: with a day, the events that have places on it. */
async function shown(world: World, query: Query): Promise<ListedEvent[]> {
  const { body } = await world.get<ListedEvent[]>(pathOf('/v3/events', query));
  return body.filter(({ starts }) => starts === undefined || starts.length > 0);
}

const changesOf = ({ days, participants, matches }: Nearest): Query[] => [
  ...days.map((day) => ({ day })),
  ...(participants === null ? [] : [{ participants: String(participants) }]),
  ...matches.map((match) => ({ match })),
];

test('whatever is offered finds something, and nothing is offered beside a list that has something', async () => {
  const world = createWorld({ scenario: 'busy' });
  const { body: site } = await world.get<Site>('/site');
  const someOf = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const anyQuery = fc.record({
    day: someOf('2026-11-20', '2026-11-21', '2026-11-25', '2026-11-29', '2026-12-24', '2031-01-01'),
    participants: fc.constantFrom('1', '3', '9', '15', '40', '99'),
    match: someOf('kayak', 'kajjak', 'moon', 'kayak moon', 'tor', 'teea', 'night kajjak'),
    categories: someOf(...site.categories.map(({ id }) => String(id))),
    accept_vendors: someOf(...site.vendors.map(({ id }) => id)),
  });
  const counts = { empty: 0, days: 0, parties: 0, matches: 0 };

  // A fixed seed, so that the sample certainly has offers of each kind.
  for (const given of fc.sample(anyQuery, { numRuns: 300, seed: 3 })) {
    const query = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const offered = await nearestTo(world, query);
    if ((await shown(world, query)).length > 0) {
      assert.deepEqual(changesOf(offered), [], JSON.stringify(query));
      continue;
    }
    counts.empty += 1;
    counts.days += offered.days.length;
    counts.parties += offered.participants === null ? 0 : 1;
    counts.matches += offered.matches.length;
    for (const change of changesOf(offered)) {
      const found = await shown(world, { ...query, ...change });
      assert.ok(found.length > 0, `${JSON.stringify(query)} with ${JSON.stringify(change)}`);
    }
  }
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 5, `${what}: ${count}`);
});

test('the days are the nearest, and the party is the largest of those that are smaller', async () => {
  const world = createWorld();
  const day = '2026-11-28';
  const larger = { day, participants: '40', match: 'kayak' };
  const { days, participants } = await nearestTo(world, larger);
  const distance = (each: string) => Math.abs(Date.parse(each) - Date.parse(day));

  assert.ok(participants);
  assert.deepEqual(
    days,
    [...days].sort((a, b) => distance(a) - distance(b)),
  );
  assert.equal((await shown(world, { ...larger, participants: `${participants + 1}` })).length, 0);
});

test('a day that no calendar reaches has nothing near it', async () => {
  const world = createWorld();
  for (const day of ['9999-12-31', '0001-01-01']) {
    assert.deepEqual(await nearestTo(world, { day }), {
      days: [],
      participants: null,
      matches: [],
    });
  }
});

test('it costs the listing of the month beside, once for all visitors, and nothing without a day', async () => {
  const world = createWorld();
  await shown(world, { day: '2026-11-28', participants: '99' });
  const calls = () => world.calls.length;
  const before = calls();

  await nearestTo(world, { match: 'kajjak' });
  assert.equal(calls(), before);

  await nearestTo(world, { day: '2026-11-28', participants: '99' });
  const first = calls() - before;
  assert.ok(first <= 1, `${first}`);
  for (let day = 10; day < 30; day += 1) {
    await nearestTo(world, { day: `2026-11-${day}`, participants: '99', match: `${day}` });
  }
  assert.equal(calls() - before, first);
});
