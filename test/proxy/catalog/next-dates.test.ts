import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { MINUTE } from '#contract/milliseconds';
import { paths, pathTo } from '#contract/paths';
import { createDateIndex } from '../../../proxy/catalog/date-index.ts';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { nextDatesOn } from '../../../proxy/catalog/next-dates.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import type { PlatformDate } from '../../../proxy/platform/translate.ts';
import { createWorld, type World } from '../../support/world.ts';
import { anEvent } from '../builders.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const UNTIL = '2026-12-01T00:00:00Z';

const aDate = (day: number, available_slots: number, event_id = 'root'): PlatformDate => ({
  id: `${event_id} ${day}`,
  event_id,
  date: `2026-${day > 30 ? '12' : '11'}-${String(day > 30 ? day - 30 : day).padStart(2, '0')}T10:00:00Z`,
  available_slots,
  total_slots: 8,
});

function nextOf(...dates: PlatformDate[]) {
  const index = createDateIndex();
  index.put(dates);
  const events = [
    anEvent('root', {}),
    anEvent('weekend', { root_event_id: 'root' }),
    anEvent('unpriced', { root_event_id: 'root', prices: [] }),
  ];
  const merged = runAtOnce(mergeEvents(events, undefined));
  const known = { dates: index.snapshot, until: Date.parse(UNTIL), asOf: NOW };
  const next = nextDatesOn(known, merged, NOW)('root');
  return next && (next.date ?? `sold out until ${next.known_until}`);
}

const cases: [what: string, next: string | undefined, expected: string | undefined][] = [
  [
    'the first date with places',
    nextOf(aDate(23, 0), aDate(24, 1), aDate(25, 5)),
    '2026-11-24T10:00:00Z',
  ],
  [
    'that of a child, where it comes first',
    nextOf(aDate(25, 5), aDate(24, 2, 'weekend')),
    '2026-11-24T10:00:00Z',
  ],
  [
    'never one without a price',
    nextOf(aDate(23, 5, 'unpriced'), aDate(24, 5)),
    '2026-11-24T10:00:00Z',
  ],
  [
    'none while all known dates are full',
    nextOf(aDate(23, 0), aDate(24, 0, 'weekend')),
    `sold out until ${UNTIL}`,
  ],
  [
    'one on the evening of the last day, where that is the next day in UTC',
    nextOf(aDate(24, 0), aDate(31, 5)),
    '2026-12-01T10:00:00Z',
  ],
  ['unknown, where the first date comes later', nextOf(aDate(35, 5)), undefined],
  ['unknown, where the booking time of the only date is over', nextOf(aDate(20, 5)), undefined],
];
for (const [what, next, expected] of cases) {
  test(`the next date is ${what}`, () => {
    assert.equal(next, expected);
  });
}

const RANGE = 'start_date=2026-10-31T00:00:00Z&end_date=2026-12-02T00:00:00Z';

async function kayakOf(world: World): Promise<ListedEvent> {
  const { body } = await world.get<ListedEvent[]>(paths.events);
  const kayak = body.find(({ title }) => title === 'Kayak on the Spree');
  assert.ok(kayak);
  return kayak;
}

test('the list claims no next date before places are known, and one that has places then', async () => {
  const world = createWorld();
  const before = await kayakOf(world);
  assert.equal(before.next, undefined);

  const dates = `${pathTo(paths.eventDates, before.id)}?${RANGE}`;
  const { body } = await world.get<{ id: string; date: string; available_slots: number }[]>(dates);
  const free = body.filter(({ available_slots }) => available_slots > 0);
  const { next } = await kayakOf(world);
  assert.equal(next?.date, free[0]?.date);

  for (const { id, available_slots } of free) await world.take(id, available_slots);
  world.advance(6 * MINUTE);
  await world.get(dates);
  const soldOut = (await kayakOf(world)).next;
  assert.deepEqual([soldOut?.date, soldOut?.known_until], [null, '2026-12-01T00:00:00Z']);

  world.advance(16 * MINUTE);
  assert.equal((await kayakOf(world)).next, undefined, 'nobody has asked for places since');
});
