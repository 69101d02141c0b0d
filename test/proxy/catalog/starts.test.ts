import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createDateIndex } from '../../../proxy/catalog/date-index.ts';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { offersOn } from '../../../proxy/catalog/starts.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import type { PlatformDate, PlatformEvent } from '../../../proxy/platform/translate.ts';
import { anEvent, aPrice } from '../builders.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const DAY = '2026-12-24';

function aDate(id: string, change: Partial<PlatformDate> = {}): PlatformDate {
  const date = `${DAY}T10:00:00Z`;
  return { id, event_id: 'root', date, available_slots: 5, total_slots: 8, ...change };
}

/** What the event `root` offers on the day to a party of this size. */
function offer(
  dates: PlatformDate[],
  participants = 2,
  { events = [anEvent('root', {})], now = NOW }: { events?: PlatformEvent[]; now?: number } = {},
) {
  const index = createDateIndex();
  index.put(dates);
  const merged = runAtOnce(mergeEvents(events, undefined));
  const view = { dates: index.snapshot, now };
  return offersOn({ day: DAY, participants }, merged, view)('root');
}

const cutOff = Date.parse(`${DAY}T10:00:01Z`);
const full = aDate('full', { available_slots: 0 });
const single = aDate('single', { available_slots: 1 });
const reasons: [what: string, dates: PlatformDate[], reason: string | null, now?: number][] = [
  ['there is no date', [], 'no-dates'],
  ['dates are on other days', [aDate('a', { date: '2026-12-23T22:59:59Z' })], 'no-dates'],
  ['the date is full', [full], 'full'],
  ['there are too few places', [single, full], 'too-few-places'],
  ['it is too late to book', [aDate('a')], 'past-cut-off', cutOff],
  [
    'one is too late and one is full',
    [aDate('a', { date: '2026-12-24T09:00:00Z' }), full],
    'full',
    Date.parse('2026-12-24T09:30:00Z'),
  ],
  ['there are as many places as wanted', [aDate('a', { available_slots: 2 }), full], null],
];
for (const [what, dates, reason, now] of reasons) {
  test(`a day says ${reason ?? 'no reason'} if ${what}`, () => {
    const { starts, no_starts } = offer(dates, 2, now === undefined ? {} : { now });
    assert.equal(no_starts, reason);
    assert.equal(starts.length > 0, reason === null);
  });
}

test('a party that is too small for the event gets that as the reason', () => {
  const events = [anEvent('root', { min_participants: 4 })];
  assert.equal(offer([aDate('a')], 3, { events }).no_starts, 'below-minimum');
  assert.equal(offer([aDate('a')], 4, { events }).no_starts, null);
});

test('unknown dates are not reported as no dates', () => {
  const merged = runAtOnce(mergeEvents([anEvent('root', {})], undefined));
  const view = { dates: undefined, now: NOW };
  assert.deepEqual(offersOn({ day: DAY, participants: 1 }, merged, view)('root'), {
    starts: [],
    no_starts: 'not-known',
  });
});

test('each start has the price and the minimum of its own price group', () => {
  const child = { root_event_id: 'root', prices: [aPrice(2, 3900)], min_participants: 3 };
  const events = [anEvent('root', { prices: [aPrice(1, 2400)] }), anEvent('child', child)];
  const dates = [
    aDate('late', { event_id: 'child', date: `${DAY}T18:00:00Z` }),
    aDate('early', { date: `${DAY}T08:00:00Z` }),
  ];
  const told = (participants: number) =>
    offer(dates, participants, { events }).starts.map(({ id, price }) => `${id} ${price.value}`);

  assert.deepEqual(told(3), ['early 2400', 'late 3900']);
  assert.deepEqual(told(2), ['early 2400']);
});
