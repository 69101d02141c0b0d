import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import type { QuotedLine } from '#contract/quote.schema';
import { clashesOf } from '../../src/visit/clashes.ts';
import { aQuotedLine } from '../support/builders.ts';

const MIDNIGHT = Date.parse('2026-11-24T00:00:00Z');
const at = (minutes: number) => new Date(MIDNIGHT + minutes * MINUTE).toISOString();

const berlin = { latitude: 52.52, longitude: 13.405 };
/** 27 km away: a little more than 20 minutes at 80 km/h. */
const potsdam = { latitude: 52.3906, longitude: 13.0645 };
const lisbon = { latitude: 38.7223, longitude: -9.1393 };

type Location = QuotedLine['location'];

/** `a 10:00+120` is a line of that date from ten to twelve. */
function lineOf(text: string, location?: Location): QuotedLine {
  const [date_id = '', time = '', duration] = text.split(/[ +]/);
  const date = `2026-11-24T${time}:00Z`;
  return aQuotedLine({
    date_id,
    date,
    duration: Number(duration),
    ...(location !== undefined && { location }),
  });
}

const namesOf = (lines: QuotedLine[]) =>
  clashesOf(lines).map(({ first, second, kind }) => `${first.date_id} ${second.date_id} ${kind}`);

for (const [title, lines, clashes] of [
  ['a cart without lines has no clash', [], []],
  ['a line alone has no clash', [lineOf('a 10:00+120')], []],
  ['two that follow one another have no clash', [lineOf('a 10:00+120'), lineOf('b 13:00+60')], []],
  [
    'one that begins as the other ends does not overlap it',
    [lineOf('a 10:00+120'), lineOf('b 12:00+60')],
    [],
  ],
  [
    'one that begins a minute before the other ends overlaps it',
    [lineOf('a 10:00+120'), lineOf('b 11:59+60')],
    ['a b overlap'],
  ],
  ['two that start at once overlap', [lineOf('b 10:00+60'), lineOf('a 10:00+60')], ['a b overlap']],
  [
    'of two that start at once the longer is first, also where the other has no duration',
    [lineOf('a 10:00+0'), lineOf('b 10:00+60')],
    ['b a overlap'],
  ],
  [
    'a day that contains another line wholly overlaps it',
    [lineOf('day 09:00+540'), lineOf('a 12:00+60')],
    ['day a overlap'],
  ],
  [
    'each pair that overlaps is a clash, also where another starts in between',
    [lineOf('c 14:00+60'), lineOf('a 10:00+300'), lineOf('b 11:00+60')],
    ['a b overlap', 'a c overlap'],
  ],
  [
    'cities apart are too far within an hour',
    [lineOf('a 10:00+60', berlin), lineOf('b 12:00+60', lisbon)],
    ['a b too-far'],
  ],
  [
    'another country is too far on the same day',
    [lineOf('a 10:00+60', berlin), lineOf('b 22:59+60', lisbon)],
    ['a b too-far'],
  ],
  [
    'another country is no news twelve hours later, because nobody drives there',
    [lineOf('a 10:00+60', berlin), lineOf('b 23:00+60', lisbon)],
    [],
  ],
  [
    'the next town is too far within twenty minutes',
    [lineOf('a 10:00+60', berlin), lineOf('b 11:20+60', potsdam)],
    ['a b too-far'],
  ],
  [
    'the next town is not too far within twenty-one',
    [lineOf('a 10:00+60', berlin), lineOf('b 11:21+60', potsdam)],
    [],
  ],
  [
    'the same place is never too far, also without any time in between',
    [lineOf('a 10:00+60', potsdam), lineOf('b 11:00+60', potsdam)],
    [],
  ],
  [
    'two that overlap are not called too far as well',
    [lineOf('a 10:00+60', berlin), lineOf('b 10:30+60', lisbon)],
    ['a b overlap'],
  ],
  [
    'nothing is too far from a line without coordinates',
    [lineOf('a 10:00+60', berlin), lineOf('b 11:00+60', null)],
    [],
  ],
  [
    'what comes in between is reckoned with, not what comes after it',
    [lineOf('a 10:00+60', berlin), lineOf('b 11:00+60', berlin), lineOf('c 12:00+60', lisbon)],
    ['b c too-far'],
  ],
] as const satisfies readonly (readonly [string, readonly QuotedLine[], readonly string[]])[]) {
  test(title, () => {
    assert.deepEqual(namesOf([...lines]), clashes);
  });
}

test('times are compared as instants, however they are written', () => {
  const tokyo = aQuotedLine({ date_id: 'tokyo', date: '2026-11-24T10:00:00+09:00', duration: 60 });
  const london = aQuotedLine({ date_id: 'london', date: '2026-11-24T02:00:00Z', duration: 60 });

  assert.deepEqual(namesOf([london, tokyo]), []);
  assert.deepEqual(namesOf([london, { ...tokyo, duration: 61 }]), ['tokyo london overlap']);
});

// Few minutes and places, so that lines often meet.
const arbitraryLines = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters * 15),
      duration: fc.constantFrom(0, 15, 60, 120, 480),
      location: fc.constantFrom<Location>(berlin, potsdam, lisbon, null),
    }),
    { maxLength: 7 },
  )
  .map((list) =>
    list.map(({ start, duration, location }, index) =>
      aQuotedLine({ date_id: `date-${index}`, date: at(start), duration, location }),
    ),
  );

const later = (line: QuotedLine, minutes: number): QuotedLine => ({
  ...line,
  date: new Date(Date.parse(line.date) + minutes * MINUTE).toISOString(),
});

test('the order of the lines in the cart does not matter', () => {
  const shuffled = arbitraryLines.chain((lines) =>
    fc.tuple(
      fc.constant(lines),
      fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([lines, others]) => {
      assert.deepEqual(clashesOf(others), clashesOf(lines));
    }),
  );
});

test('no line clashes with itself, no pair twice, and the earlier one is first', () => {
  fc.assert(
    fc.property(arbitraryLines, (lines) => {
      const clashes = clashesOf(lines);
      const pairs = clashes.map(({ first, second }) => [first.date_id, second.date_id]);
      assert.equal(new Set(pairs.map((pair) => pair.sort().join())).size, pairs.length);
      for (const { first, second } of clashes) {
        assert.notEqual(first.date_id, second.date_id);
        assert.ok(Date.parse(first.date) <= Date.parse(second.date));
      }
      const starts = clashes.map(({ first }) => Date.parse(first.date));
      assert.deepEqual(
        starts,
        starts.toSorted((a, b) => a - b),
      );
    }),
  );
});

test('moving everything by the same time changes nothing', () => {
  fc.assert(
    fc.property(arbitraryLines, fc.integer({ min: -1e6, max: 1e6 }), (lines, minutes) => {
      assert.deepEqual(namesOf(lines.map((line) => later(line, minutes))), namesOf(lines));
    }),
  );
});

test('more time before a line and all that come after it never adds a clash', () => {
  const pairsOf = (lines: QuotedLine[]) =>
    clashesOf(lines).map(({ first, second }) => `${first.date_id} ${second.date_id}`);
  const from = fc.integer({ min: 0, max: 600 });
  fc.assert(
    fc.property(arbitraryLines, from, fc.nat(600), (lines, minute, more) => {
      const moved = lines.map((line) =>
        Date.parse(line.date) >= MIDNIGHT + minute * MINUTE ? later(line, more) : line,
      );
      const before = new Set(pairsOf(lines));
      for (const pair of pairsOf(moved)) assert.ok(before.has(pair), pair);
    }),
  );
});

test('lines apart by days have no clash, wherever they are', () => {
  fc.assert(
    fc.property(arbitraryLines, (lines) => {
      const apart = lines.map((line, index) => later(line, index * 3 * 24 * 60));
      assert.deepEqual(clashesOf(apart), []);
    }),
  );
});
