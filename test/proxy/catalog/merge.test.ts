import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listedEvent, mergedEvent } from '#contract/event.schema';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import { anEvent, aPrice } from '../builders.ts';

const noFirstDates = new Map<string, string>();
const merge = (...all: Parameters<typeof mergeEvents>) => runAtOnce(mergeEvents(...all));

test('folds children into their root, each with a price group of its own', () => {
  const { merged, listed, rootOf } = merge(
    [anEvent('weekend', { root_event_id: 'root' }), anEvent('root', {}), anEvent('other', {})],
    noFirstDates,
  );

  assert.deepEqual(
    listed.map(({ id }) => id),
    ['root', 'other'],
  );
  assert.deepEqual(
    merged.get('root')?.price_groups.map(({ event_id }) => event_id),
    ['root', 'weekend'],
  );
  assert.deepEqual(
    [...rootOf],
    [
      ['root', 'root'],
      ['weekend', 'root'],
      ['other', 'other'],
    ],
  );
});

test('a child without a time zone has that of its root', () => {
  const { byId } = merge(
    [
      anEvent('root', { timezone: 'Asia/Tokyo' }),
      anEvent('silent', { root_event_id: 'root', timezone: '' }),
      anEvent('elsewhere', { root_event_id: 'root', timezone: 'Asia/Seoul' }),
    ],
    noFirstDates,
  );

  assert.equal(byId.get('silent')?.timezone, 'Asia/Tokyo');
  assert.equal(byId.get('elsewhere')?.timezone, 'Asia/Seoul');
});

test('listed and merged events match the contract, without other fields of the platform', () => {
  const { merged, listed } = merge(
    [anEvent('root', {}), anEvent('child', { root_event_id: 'root' })],
    noFirstDates,
  );

  for (const event of listed) listedEvent.parse(event);
  for (const event of merged.values()) mergedEvent.parse(event);
});

test('lists the lowest price and the earliest date of root and children', () => {
  const { listed } = merge(
    [
      anEvent('root', { prices: [aPrice(1, 3900), aPrice(2, 2400)] }),
      anEvent('child', { root_event_id: 'root', prices: [aPrice(3, 1900)] }),
    ],
    new Map([
      ['root', '2026-12-02T10:00:00Z'],
      ['child', '2026-12-01T10:00:00Z'],
    ]),
  );

  const whose = { title: 'Price 3', adult: false };
  assert.deepEqual(listed[0]?.from_price, { value: 1900, currency: 'EUR', ...whose });
  assert.equal(listed[0]?.first_date, '2026-12-01T10:00:00Z');
});

test('an event without a first date on the platform has none', () => {
  assert.equal(merge([anEvent('root', {})], noFirstDates).listed[0]?.first_date, null);
});

for (const [what, child, first_date, first_date_known] of [
  ['that of a child that has a later one', '2026-12-05T10:00:00Z', '2026-12-05T10:00:00Z', true],
  ['not known if no child has one', undefined, null, false],
  ['not known if it is too late for those of all children', null, null, false],
] as const) {
  test(`the first date of an event whose own can be booked no more is ${what}`, () => {
    const { listed } = merge(
      [anEvent('root', {}), anEvent('child', { root_event_id: 'root' })],
      new Map([['root', null], ...(child === undefined ? [] : [['child', child] as const])]),
    );

    const [event] = listed;
    assert.deepEqual([event?.first_date, event?.first_date_known], [first_date, first_date_known]);
  });
}

test('leaves out a child without its root, and an event without a public price', () => {
  const { byId, listed, merged } = merge(
    [anEvent('orphan', { root_event_id: 'gone' }), anEvent('private', { prices: [] })],
    noFirstDates,
  );

  assert.deepEqual([byId.size, listed.length, merged.size], [0, 0, 0]);
});

test('a root without prices of its own is sold by its children', () => {
  const { listed, merged } = merge(
    [anEvent('root', { prices: [] }), anEvent('child', { root_event_id: 'root' })],
    new Map([
      ['root', '2026-12-01T10:00:00Z'],
      ['child', '2026-12-05T10:00:00Z'],
    ]),
  );

  assert.equal(listed.length, 1);
  assert.equal(listed[0]?.first_date, '2026-12-05T10:00:00Z');
  assert.deepEqual(
    merged.get('root')?.price_groups.map(({ event_id }) => event_id),
    ['child'],
  );
});
