import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  daysOf,
  nearestFree,
  type Start,
  startsFor,
  startsOf,
} from '../../src/domain/availability.ts';
import { dayIn } from '../../src/domain/zone.ts';
import {
  aDate,
  aGroup,
  anEvent,
  aPrice,
  aStart,
  aWeekendGroup,
  aWeekendStart,
  NOW,
} from '../support/builders.ts';

const event = anEvent({ price_groups: [aGroup(), aWeekendGroup()] });
const CLOSING = Date.parse('2026-11-24T08:00:00Z');
const tuesday = aDate({ bookable_until: '2026-11-24T08:00:00Z' });

const stateAt = (now: number, date = tuesday) => startsOf(event, [date], now)[0]?.state;
const november = (...dates: ReturnType<typeof aDate>[]) => daysOf(startsOf(event, dates, NOW));

test('can be booked until the very second it closes, and not after', () => {
  assert.equal(stateAt(CLOSING - 1), 'free');
  assert.equal(stateAt(CLOSING), 'free');
  assert.equal(stateAt(CLOSING + 1), 'closed');
});

test('a date without places is full, and after its booking time it is closed', () => {
  const full = aDate({ available_slots: 0 });

  assert.equal(stateAt(CLOSING, full), 'full');
  assert.equal(stateAt(CLOSING + 1, full), 'closed');
});

test('a date with fewer places than its price group’s smallest party is full', () => {
  const pairs = anEvent({ price_groups: [aGroup({ min_participants: 2 }), aWeekendGroup()] });
  const statesOf = (...dates: ReturnType<typeof aDate>[]) =>
    startsOf(pairs, dates, NOW).map(({ state }) => state);

  assert.deepEqual(statesOf(aDate({ available_slots: 1 })), ['full']);
  assert.deepEqual(statesOf(aDate({ available_slots: 2 })), ['free']);
  assert.deepEqual(statesOf(aDate({ event_id: 'kayak-weekend', available_slots: 1 })), ['free']);
});

test('opening hours can be entered after they have begun', () => {
  const open = aDate({ date: '2026-11-24T09:00:00Z', bookable_until: '2026-11-24T16:00:00Z' });

  assert.equal(stateAt(Date.parse('2026-11-24T12:00:00Z'), open), 'free');
  assert.equal(stateAt(Date.parse('2026-11-24T16:00:01Z'), open), 'closed');
});

for (const [available_slots, scarce] of [
  [0, false],
  [1, true],
  [4, true],
  [5, false],
] as const) {
  test(`${available_slots} places are ${scarce ? '' : 'not '}worth a warning`, () => {
    const [start] = startsOf(event, [aDate({ available_slots })], NOW);

    assert.equal(start?.scarce, scarce);
  });
}

test('a closed date is not scarce', () => {
  const [start] = startsOf(event, [aDate({ available_slots: 2 })], CLOSING + 1);

  assert.equal(start?.scarce, false);
});

test('a date takes its prices from its own event, not from the root', () => {
  const starts = startsOf(
    event,
    [aDate({ id: 'a' }), aDate({ id: 'b', event_id: 'kayak-weekend' })],
    NOW,
  );

  assert.deepEqual(
    starts.map(({ date, group }) => [date.id, group.event_id]),
    [
      ['a', 'kayak'],
      ['b', 'kayak-weekend'],
    ],
  );
});

test('leaves out dates of an event that has no price group', () => {
  assert.deepEqual(startsOf(event, [aDate({ event_id: 'somebody-elses' })], NOW), []);
});

test('starts come in the order of their times', () => {
  const at = (date: string) => aDate({ id: date, date });
  const starts = startsOf(
    event,
    [at('2026-11-25T09:00:00Z'), at('2026-11-24T13:00:00Z'), at('2026-11-24T09:00:00Z')],
    NOW,
  );

  assert.deepEqual(
    starts.map(({ date }) => date.id),
    ['2026-11-24T09:00:00Z', '2026-11-24T13:00:00Z', '2026-11-25T09:00:00Z'],
  );
});

test('every date of a price group is one start, on its day in the time zone of the event', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata');
  const records = fc.array(
    fc.record({
      event_id: fc.constantFrom('kayak', 'kayak-weekend', 'foreign'),
      hour: fc.integer({ min: 0, max: 24 * 365 }),
      available_slots: fc.integer({ min: 0, max: 12 }),
    }),
    { maxLength: 20 },
  );

  fc.assert(
    fc.property(zones, records, (timezone, list) => {
      const dates = list.map(({ hour, ...rest }, index) =>
        aDate({
          ...rest,
          id: `date-${index}`,
          date: new Date(NOW + hour * 3_600_000).toISOString().replace('.000', ''),
        }),
      );
      const starts = startsOf({ ...event, timezone }, dates, NOW);
      const days = [...daysOf(starts).values()];

      assert.equal(starts.length, dates.filter(({ event_id }) => event_id !== 'foreign').length);
      assert.ok(starts.every(({ date, group }) => group.event_id === date.event_id));
      assert.ok(starts.every(({ date, day }) => dayIn(timezone, date.date) === day));
      // No start is lost or doubled.
      assert.deepEqual(new Set(days.flatMap((day) => day.starts)), new Set(starts));
    }),
  );
});

test('a start is on the day that it has where the event is', () => {
  // Half past midnight on 1 December in Berlin.
  const starts = startsOf(event, [aDate({ date: '2026-11-30T23:30:00Z' })], NOW);

  assert.deepEqual([...daysOf(starts).keys()], ['2026-12-01']);
});

const closed = aDate({ id: 'closed', bookable_until: '2026-11-20T08:00:00Z' });
const full = aDate({ id: 'full', available_slots: 0 });
const free = aDate({ id: 'free', available_slots: 3 });

for (const [dates, state, left] of [
  [[closed], 'closed', 0],
  [[closed, full], 'full', 0],
  [[closed, full, free], 'free', 3],
  [[free, { ...free, id: 'more' }], 'free', 6],
] as const) {
  const names = dates.map(({ id }) => id).join(', ');
  test(`a day with ${names} is ${state} and has ${left} places left`, () => {
    const day = november(...dates).get('2026-11-24');

    assert.equal(day?.state, state);
    assert.equal(day.left, left);
    assert.equal(day.starts.length, dates.length);
  });
}

test('a start is free for any number of participants up to its places', () => {
  const slots = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  const parties = fc.integer({ min: 1, max: 10 });

  fc.assert(
    fc.property(slots, parties, (list, party) => {
      const dates = list.map((available_slots, index) =>
        aDate({ id: `date-${index}`, available_slots }),
      );
      const starts = startsOf(event, [closed, ...dates], NOW);

      const forParty = startsFor(starts, party);

      const expected = starts.map(({ state, date }) =>
        state === 'free' && date.available_slots < party ? 'too-few-places' : state,
      );
      assert.deepEqual(
        forParty.map(({ state }) => state),
        expected,
      );
      assert.deepEqual(
        forParty.map(({ date }) => date),
        starts.map(({ date }) => date),
      );
      assert.equal(forParty === starts, !expected.includes('too-few-places'));
    }),
  );
});

test('a day with too few places says how many it has at most', () => {
  const starts = startsOf(
    event,
    [closed, full, free, { ...free, id: 'two', available_slots: 2 }],
    NOW,
  );

  const day = daysOf(startsFor(starts, 4)).get('2026-11-24');

  assert.deepEqual([day?.state, day?.left, day?.scarce], ['too-few-places', 3, false]);
});

test("a day's price is that of the chosen title, or an adult's if no start has that title", () => {
  const prices = [aPrice(), aPrice({ id: 2, title: 'Child', value: 2000 })];
  const starts = startsOf(anEvent({ price_groups: [aGroup({ prices })] }), [aDate()], NOW);
  const priceOf = (title?: string) => daysOf(starts, title).get('2026-11-24')?.fromValue;

  assert.equal(priceOf('Child'), 2000);
  assert.equal(priceOf('Senior'), aPrice().value);
  assert.equal(priceOf(), aPrice().value);
});

test('a day is scarce when all its free starts together have few places', () => {
  const scarce = (...dates: ReturnType<typeof aDate>[]) =>
    november(...dates).get('2026-11-24')?.scarce;

  assert.equal(scarce(free), true);
  assert.equal(scarce(free, { ...free, id: 'more' }), false);
  assert.equal(scarce(full), false);
});

test("a day's price is an adult's, of the event that its dates belong to", () => {
  const days = november(
    aDate(),
    aDate({ id: 'saturday', event_id: 'kayak-weekend', date: '2026-11-28T09:00:00Z' }),
  );

  assert.equal(days.get('2026-11-24')?.fromValue, 3900);
  assert.equal(days.get('2026-11-28')?.fromValue, 4500);
});

test("a day's lowest price is that of its free starts, or of all starts when none is free", () => {
  const weekend = aDate({ id: 'weekend', event_id: 'kayak-weekend' });

  assert.equal(november(weekend, full).get('2026-11-24')?.fromValue, 4500);
  assert.equal(
    november({ ...weekend, available_slots: 0 }, full).get('2026-11-24')?.fromValue,
    3900,
  );
});

test('a price of 0 counts as a price', () => {
  const priced = (...prices: ReturnType<typeof aPrice>[]) =>
    daysOf(startsOf(anEvent({ price_groups: [aGroup({ prices })] }), [aDate()], NOW)).get(
      '2026-11-24',
    )?.fromValue;

  assert.equal(priced(aPrice({ value: 0 }), aPrice()), 0);
  assert.equal(priced(), undefined, 'a date without a price is none');
});

const idsOf = (starts: Start[]) => starts.map(({ date }) => date.id);

test('offers the three free starts nearest in time to a lost one, before and after', () => {
  const lost = aDate({ date: '2026-11-24T12:00:00Z' });
  const at = (id: string, date: string) => aStart({ date: aDate({ id, date }) });
  const starts = [
    at('far before', '2026-11-24T06:00:00Z'),
    at('before', '2026-11-24T10:00:00Z'),
    at('after', '2026-11-24T15:00:00Z'),
    at('next day', '2026-11-25T12:00:00Z'),
    at('day before', '2026-11-23T11:00:00Z'),
  ];

  assert.deepEqual(idsOf(nearestFree(starts, lost, 2)), ['before', 'after', 'far before']);
});

test('offers no start that is lost, full, closed or too small', () => {
  const lost = aDate();
  const other = aDate({ id: 'other', available_slots: 1 });

  assert.deepEqual(nearestFree([], lost, 1), []);
  assert.deepEqual(nearestFree([aStart({ date: lost })], lost, 1), []);
  assert.deepEqual(nearestFree([aStart({ date: other, state: 'full' })], lost, 1), []);
  assert.deepEqual(nearestFree([aStart({ date: other, state: 'closed' })], lost, 1), []);
  assert.deepEqual(nearestFree([aStart({ date: other })], lost, 2), []);
  assert.deepEqual(idsOf(nearestFree([aStart({ date: other })], lost, 1)), ['other']);
});

test('offers a start of the event’s other prices, unless these need more participants', () => {
  const [weekend, group] = [aWeekendStart(), aWeekendGroup({ min_participants: 3 })];

  assert.deepEqual(nearestFree([weekend], aDate(), 1), [weekend]);
  assert.deepEqual(nearestFree([{ ...weekend, group }], aDate(), 2), []);
  assert.deepEqual(idsOf(nearestFree([{ ...weekend, group }], aDate(), 3)), ['saturday']);
});

test('no free start is nearer to the lost one than those that are offered', () => {
  const lost = aDate({ id: 'lost' });
  const distance = ({ date }: Start) => Math.abs(Date.parse(date.date) - Date.parse(lost.date));
  const hours = fc.array(fc.integer({ min: -1000, max: 1000 }));
  fc.assert(
    fc.property(hours, fc.integer({ min: 1, max: 9 }), (offsets, participants) => {
      const starts = offsets.map((offset, index) => {
        const date = new Date(Date.parse(lost.date) + offset * 3_600_000).toISOString();
        return aStart({ date: aDate({ id: `${index}`, date, available_slots: 1 + (index % 9) }) });
      });
      const offered = nearestFree(starts, lost, participants);
      const fits = starts.filter(({ date }) => date.available_slots >= participants);
      assert.deepEqual(
        offered.map(distance),
        fits
          .map(distance)
          .sort((a, b) => a - b)
          .slice(0, 3),
      );
    }),
  );
});
