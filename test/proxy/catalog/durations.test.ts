import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { mergedEvent } from '#contract/event.schema';
import { furtherDurations, splitTitle } from '../../../proxy/catalog/durations.ts';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import { anEvent } from '../builders.ts';

type Timed = ReturnType<typeof anEvent>;
type Named = readonly (readonly string[])[];

const furtherOf = (events: readonly Timed[], named: Named = []) =>
  runAtOnce(furtherDurations(new Map(events.map((event) => [event.id, event])), named));

/** The further durations of each event, by id. */
const idsOf = (events: readonly Timed[], named: Named = []) =>
  Object.fromEntries(
    Array.from(furtherOf(events, named), ([id, others]) => [id, others.map(({ id }) => id)]),
  );

/** By default two events of the same vendor and place. */
const pair = (
  [title, duration]: readonly [string, number],
  [otherTitle, otherDuration]: readonly [string, number],
  change: Partial<Timed> = {},
) => [
  anEvent('a', { title, duration }),
  anEvent('b', { title: otherTitle, duration: otherDuration, ...change }),
];

for (const [title, minutes] of [
  ['Kayak tour 2 h', 120],
  ['Kayak tour, 2h', 120],
  ['KAYAK TOUR 2 Hours', 120],
  ['1-hour kayak tour', 60],
  ['Kajaktour 2 Stunden', 120],
  ['Kajaktour (2 Std.)', 120],
  ['Kayak tour 90 min', 90],
  ['Kajaktour 90 Minuten', 90],
  ['Kajaktour 1,5 h', 90],
  ['Kayak tour 1.5 hours', 90],
  ['Kayak tour 1 h 30 min', 90],
  ['Kayak tour 2\u00a0 h', 120],
  ['Trek, 2 days', 2880],
  ['Wanderung 3 Tage', 4320],
  ['Kayak tour', undefined],
  ['Half-day kayak tour', undefined],
  ['Kayak tour at 10:30 h', undefined],
  ['2 humans in a kayak', undefined],
  ['Bus A2 h', undefined],
  ['2 h', undefined],
] as const) {
  test(`“${title}” names ${minutes ?? 'no'} minutes`, () => {
    assert.equal(splitTitle(title)?.minutes, minutes);
  });
}

for (const [what, events] of [
  ['titles that differ by a duration', pair(['Kayak tour 2 h', 120], ['Kayak tour 4 h', 240])],
  ['case and spacing aside', pair(['Kayak tour 2 h', 120], ['kayak  Tour 90min', 90])],
  ['a duration in two parts', pair(['Tour 1 h 30 min', 90], ['Tour 2 hours', 120])],
  ['a duration in front', pair(['2 h kayak', 120], ['4 h kayak', 240])],
  [
    'one place, written with other spacing',
    pair(['Tour 2 h', 120], ['Tour 4 h', 240], { location: ' here' }),
  ],
] as const) {
  test(`equal events are each other’s further durations: ${what}`, () => {
    assert.deepEqual(idsOf(events), { a: ['b'], b: ['a'] });
  });
}

for (const [what, events] of [
  ['titles of their own', pair(['Kayak tour 2 h', 120], ['Canoe tour 4 h', 240])],
  ['a title that names no duration', pair(['Kayak tour', 120], ['Kayak tour 4 h', 240])],
  ['the same duration', pair(['Kayak tour 2 h', 120], ['Kayak tour 120 min', 120])],
  ['a duration that is not its event’s', pair(['Bus 24 h', 120], ['Bus 48 h', 180])],
  [
    'another vendor',
    pair(['Tour 2 h', 120], ['Tour 4 h', 240], { vendor_id: 'other', vendor_name: 'Vendor' }),
  ],
  ['another place', pair(['Tour 2 h', 120], ['Tour 4 h', 240], { location: 'There' })],
  ['other coordinates', pair(['Tour 2 h', 120], ['Tour 4 h', 240], { location_lat: 1 })],
] as const) {
  test(`offers no further duration: ${what}`, () => {
    assert.deepEqual(idsOf(events), {});
  });
}

test('leaves out a duration that two equal events have, because it is ambiguous', () => {
  const events = [60, 120, 240, 240].map((duration, index) =>
    anEvent(`${index}`, { title: `Tour ${duration} min`, duration }),
  );

  assert.deepEqual(idsOf(events), { 0: ['1'], 1: ['0'] });
});

test('offers no list of durations that is too long', () => {
  const tours = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      anEvent(`${index}`, { title: `Tour ${index + 1} h`, duration: 60 * (index + 1) }),
    );

  assert.equal(furtherOf(tours(6)).size, 6);
  assert.equal(furtherOf(tours(7)).size, 0);
});

test('offers the events that the site names, if they are on sale', () => {
  const events = [
    anEvent('a', { title: 'Kayak', duration: 120 }),
    anEvent('b', { title: 'Kayak, the long one', duration: 240 }),
    anEvent('c', { title: 'Canoe', duration: 60, vendor_id: 'other' }),
  ];

  assert.deepEqual(idsOf(events, [['a', 'b', 'gone', 'c', 'c']]), {
    a: ['c', 'b'],
    b: ['c', 'a'],
    c: ['a', 'b'],
  });
  assert.deepEqual(idsOf(events, [['a', 'gone']]), {});
});

test('an event that is both named and equal is offered once', () => {
  const events = pair(['Tour 2 h', 120], ['Tour 4 h', 240]);

  assert.deepEqual(idsOf(events, [['a', 'b']]), { a: ['b'], b: ['a'] });
});

test('a merged event carries its further durations, as the contract has them', () => {
  const events = [...pair(['Tour 2 h', 120], ['Tour 4 h', 240]), anEvent('c', {})];
  const { merged } = runAtOnce(mergeEvents(events, new Map()));

  for (const event of merged.values()) mergedEvent.parse(event);
  assert.deepEqual(merged.get('a')?.further_durations, [
    { id: 'b', title: 'Tour 4 h', duration: 240 },
  ]);
  assert.ok(!('further_durations' in (merged.get('c') ?? {})));
});

test('an event that cannot be booked is not a further duration', () => {
  const events = [
    anEvent('a', { title: 'Tour 2 h', duration: 120 }),
    anEvent('b', { title: 'Tour 4 h', duration: 240, prices: [] }),
  ];
  const { merged } = runAtOnce(mergeEvents(events, new Map()));

  assert.equal(merged.get('a')?.further_durations, undefined);
});

const anyEvents = fc
  .array(
    fc.record({
      what: fc.constantFrom('Tour', 'tour', 'Walk'),
      hours: fc.constantFrom(1, 1.5, 2, 4),
      named: fc.boolean(),
      vendor_id: fc.constantFrom('x', 'y'),
      location: fc.constantFrom('Here', 'There'),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ what, hours, named, ...event }, index) => {
      const title = named ? `${what} ${hours} h` : what;
      return anEvent(`${index}`, { title, duration: hours * 60, ...event });
    }),
  );

test('law: both ways, never itself, another vendor, another place or the same duration', () => {
  let offered = 0;
  fc.assert(
    fc.property(anyEvents, (events) => {
      const further = furtherOf(events);
      for (const [id, others] of further) {
        const event = events[Number(id)];
        const durations = [event?.duration, ...others.map(({ duration }) => duration)];
        assert.equal(new Set(durations).size, durations.length);
        for (const { id: otherId } of others) {
          offered += 1;
          const other = events[Number(otherId)];
          assert.notEqual(otherId, id);
          assert.equal(other?.vendor_id, event?.vendor_id);
          assert.equal(other?.location, event?.location);
          assert.ok(further.get(otherId)?.some((back) => back.id === id));
        }
      }
    }),
  );
  assert.ok(offered > 0);
});

test('law: what the site names is offered both ways, and never beside itself', () => {
  const anyGroups = fc.array(fc.array(fc.nat(12).map(String), { minLength: 2, maxLength: 6 }));
  fc.assert(
    fc.property(anyEvents, anyGroups, (events, named) => {
      const further = furtherOf(events, named);
      for (const [id, others] of further) {
        for (const { id: otherId } of others) {
          assert.notEqual(otherId, id);
          assert.ok(further.get(otherId)?.some((back) => back.id === id));
        }
      }
    }),
  );
});
