import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { obstacleTo } from '#contract/bookable';
import { withBookableUntil } from '../../proxy/catalog/bookable-until.ts';
import { createDateIndex } from '../../proxy/catalog/date-index.ts';
import { mergeEvents } from '../../proxy/catalog/merge.ts';
import { offersOn } from '../../proxy/catalog/starts.ts';
import { priceLine } from '../../proxy/orders/price-line.ts';
import { runAtOnce } from '../../proxy/platform/slices.ts';
import { startsFor, startsOf } from '../../src/domain/availability.ts';
import { anEvent, aPrice } from '../proxy/builders.ts';

const DAY = '2026-12-24';
const START = Date.parse(`${DAY}T10:00:00Z`);

const open = { available_slots: 5, bookable_until: `${DAY}T10:00:00Z` };
const group = { prices: [aPrice(1, 2400)], min_participants: 0 };
const two = { participants: 2, now: START };

const cases: [what: string, obstacle: ReturnType<typeof obstacleTo>][] = [
  ['nothing', obstacleTo(open, group, two)],
  ['no-prices', obstacleTo(open, { ...group, prices: [] }, two)],
  ['past-cut-off', obstacleTo(open, group, { ...two, now: START + 1 })],
  ['full', obstacleTo({ ...open, available_slots: 0 }, group, two)],
  ['full', obstacleTo({ ...open, available_slots: 2 }, { ...group, min_participants: 3 }, two)],
  ['too-few-places', obstacleTo({ ...open, available_slots: 1 }, group, two)],
  ['below-minimum', obstacleTo(open, { ...group, min_participants: 3 }, two)],
  ['nothing', obstacleTo(open, { ...group, min_participants: 3 }, { ...two, participants: 0 })],
];
for (const [index, [what, obstacle]] of cases.entries()) {
  test(`${what} keeps a party from booking, case ${index + 1}`, () => {
    assert.equal(obstacle ?? 'nothing', what);
  });
}

const worlds = fc.record({
  available_slots: fc.integer({ min: 0, max: 4 }),
  min_participants: fc.integer({ min: 0, max: 4 }),
  participants: fc.integer({ min: 1, max: 4 }),
  hasPrices: fc.boolean(),
  latest_booking_time: fc.constantFrom(-30, 0, 30),
  minutes: fc.constantFrom(-60, -30, 0, 30, 60),
});

test('the list, the calendar and the quote agree on what a party can book', () => {
  fc.assert(
    fc.property(worlds, ({ available_slots, participants, minutes, hasPrices, ...limits }) => {
      const now = START + minutes * 60_000;
      const { price_group, ...root } = anEvent('root', {});
      const prices = hasPrices ? [aPrice(1, 2400)] : [];
      const event = { ...root, price_group: { ...price_group, ...limits, prices } };
      // Its weekend can be bought, so that the event is on sale in any case.
      const events = [event, anEvent('weekend', { root_event_id: 'root' })];
      const date = { id: 'date', event_id: 'root', date: `${DAY}T10:00:00Z`, total_slots: 9 };
      const dates = [{ ...date, available_slots }];
      const dated = dates.map((each) => withBookableUntil(each, event));

      const index = createDateIndex();
      index.put(dates);
      const merged = runAtOnce(mergeEvents(events, undefined));
      const visit = { day: DAY, participants };
      const { starts } = offersOn(visit, merged, { dates: index.snapshot, now })('root');
      const mergedEvent = merged.merged.get('root');
      assert.ok(mergedEvent);
      const [start] = startsFor(startsOf(mergedEvent, dated, now), participants);
      const line = {
        event_id: 'root',
        date_id: 'date',
        prices: [{ price_id: 1, amount: participants }],
        products: [],
      };
      const offer = { events: merged.byId, dates: dated, products: [], now };
      const quoted = priceLine(line, 'lines[0]', offer);

      const isListed = starts.length > 0;
      assert.equal(!Array.isArray(quoted), isListed);
      // The calendar says before the amounts are chosen how many have to come.
      const isEnough = participants >= limits.min_participants;
      assert.equal(start?.state === 'free' && isEnough, isListed);
    }),
  );
});
