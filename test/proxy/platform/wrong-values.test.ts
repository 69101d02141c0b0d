import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { eventDate } from '#contract/date.schema';
import { mergedEvent } from '#contract/event.schema';
import { product } from '#contract/product.schema';
import { vendor } from '#contract/vendor.schema';
import type { OnSkipped } from '../../../proxy/platform/translate.ts';
import { toDates, toEventsIn, toProducts, toVendor } from '../../../proxy/platform/translate.ts';
import { wireOrder, wireVendor } from '../../../proxy/platform/wire.ts';
import { wireError } from '../../../proxy/platform/wire-error.ts';
import { wireToken } from '../../../proxy/platform/wire-token.ts';
import { wireDate, wireEvent, wirePrice, wireProduct } from './wire-items.ts';

const toEvents = toEventsIn(undefined);

type Read = (value: unknown, skipped: OnSkipped) => readonly { id: string | number }[];

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values that are wrong for every field. */
const wrong: readonly unknown[] = [
  ...[undefined, null, '', ' ', 0, -0, -1, 1.5, 1e21, -1e308, true, false],
  ...(JSON.parse('[1e999, -1e999, 12345678901234567890, 9007199254740993, 1e-7]') as unknown[]),
  ...['NaN', 'Infinity', '0x10', '1e3', '-', '１２', 'null', '0000-00-00', '0000-00-00 00:00:00'],
  ...['2026-13-01T00:00:00Z', '2026-12-01T10:00:00', '2026-12-01', '9999-12-31T23:59:59-23:59'],
  ...['0000-01-01T00:00:00+01:00', '+010000-01-01T00:00:00Z', '__proto__', 'constructor', '\ud800'],
  ...['../../orders', 'a,b', 'x'.repeat(100_000), '\0', '\u202e', [], [[]], {}, [null], { id: {} }],
  JSON.parse('{"__proto__":{"id":"x"},"constructor":{"prototype":{}}}'),
  JSON.parse('{"toString":1,"valueOf":null,"toJSON":2,"length":-1,"then":{}}'),
  nested(50_000),
];

const merged = mergedEvent
  .partial({ first_date: true, first_date_known: true, price_groups: true })
  .loose();
const lists: [kind: string, item: object, read: Read, contract: z.ZodType][] = [
  ['event', wireEvent, toEvents, z.array(merged)],
  ['date', wireDate, toDates, z.array(eventDate.partial({ bookable_until: true }))],
  ['product', wireProduct, toProducts, z.array(product)],
  [
    'price',
    wirePrice,
    (prices, skipped) => toEvents([{ ...wireEvent, prices }], skipped)[0]?.price_group.prices ?? [],
    mergedEvent.shape.price_groups.element.shape.prices,
  ],
];
for (const [kind, item, read, contract] of lists) {
  for (const field of Object.keys(item)) {
    test(`a ${kind} with a wrong ${field} does not affect other ${kind}s`, () => {
      for (const value of wrong) {
        const items = [{ ...item, [field]: value }, { ...item, id: 99 }, value];
        const found = read(items, () => {});

        assert.ok(found.some(({ id }) => String(id) === '99'));
        contract.parse(found);
      }
    });
  }

  test(`of two ${kind}s with one id the last counts, and the duplicate is logged`, () => {
    const named: string[] = [];
    const found = read([item, { ...item }, { ...item, id: 99 }], (what, field) =>
      named.push(`${what}.${field}`),
    );

    assert.equal(found.length, 2);
    assert.deepEqual(named, [`${kind}.id`]);
  });
}

test('an object in place of a list is refused, not guessed at', () => {
  for (const read of [toEvents, toDates, toProducts] as Read[]) {
    for (const value of [wireEvent, { 0: wireEvent }, { error_code: 42901 }, '', null, 5]) {
      assert.throws(() => read(value, assert.fail), { name: 'PlatformMalformed' });
    }
  }
});

test('a number that loses digits in JSON is not an id', () => {
  const [big] = JSON.parse('[12345678901234567890]') as number[];
  assert.deepEqual(
    toDates([{ ...wireDate, id: big }], () => {}),
    [],
  );
  assert.deepEqual(
    toDates([{ ...wireDate, id: '12345678901234567890' }], assert.fail).map(({ id }) => id),
    ['12345678901234567890'],
  );
});

const restricted: [what: string, dependencies: unknown, expected: unknown][] = [
  ['no list', '', []],
  ['one event', { events: { id: 'e' } }, [{ event_id: 'e', price_ids: null }]],
  [
    'one price',
    [{ events: [{ id: 'e', prices: { id: 3 } }] }],
    [{ event_id: 'e', price_ids: [3] }],
  ],
  ['no prices', [{ events: [{ id: 'e', prices: [] }] }], [{ event_id: 'e', price_ids: null }]],
  ['a text', 'all', undefined],
  ['an event that cannot be read', [{ events: [{ id: 'a\n' }] }], undefined],
  ['one such event among others', [{ events: [{ id: 'e' }, {}] }], undefined],
  ['a price that cannot be read', [{ events: [{ id: 'e', prices: ['x'] }] }], undefined],
];
for (const [what, dependencies, expected] of restricted) {
  test(`a product is never offered with more pieces than it has: ${what}`, () => {
    const [read] = toProducts([{ ...wireProduct, dependencies }], () => {});
    assert.deepEqual(read?.dependencies, expected);
  });
}

const stocks: [stock: object, available: number | null | undefined][] = [
  [{ total: '', available: 3 }, null],
  [{ total: null, available: 3 }, null],
  [{ total: undefined, available: 3 }, 3],
  [{ total: undefined, available: undefined }, 0],
  [{ total: 5, available: '' }, 0],
  [{ total: 5, available: -2 }, 0],
  [{ total: 5, available: 'many' }, undefined],
];
for (const [stock, available] of stocks) {
  test(`of ${JSON.stringify(stock)} there are ${available}`, () => {
    assert.equal(toProducts([{ ...wireProduct, ...stock }], () => {})[0]?.available, available);
  });
}

test('a vendor is read with any wrong field except its id and name', () => {
  const good = { id: 'v', name: 'Canoes', terms: '', service_email: '', bill_country: '' };
  for (const field of Object.keys(wireVendor.shape)) {
    for (const value of wrong) {
      const { success, data } = wireVendor.safeParse({ ...good, [field]: value });
      if (success) vendor.parse(toVendor(data));
      else assert.match(field, /^(id|name)$/);
    }
  }
});

test('nothing in an order, an error or a token response throws while it is read', () => {
  for (const value of wrong) {
    for (const schema of [wireOrder, wireError, wireToken]) {
      schema.safeParse(value);
      for (const field of ['id', 'code', 'error_code', 'status', 'total_invoice', 'expires_in']) {
        schema.safeParse({ id: 'o', [field]: value });
      }
    }
  }
});

test('a code in digits is the code that a customer is told', () => {
  assert.equal(wireOrder.parse({ id: 1, code: 123456 }).code, '123456');
});

test('an event that names itself as its root is a root', () => {
  const [event] = toEvents([{ ...wireEvent, root_event_id: wireEvent.id }], assert.fail);
  assert.equal(event?.root_event_id, '');
});

test('texts and lists of a vendor are limited', () => {
  const [event] = toEvents([{ ...wireEvent, title: 'x'.repeat(1_000_000) }], assert.fail);
  assert.equal(event?.title.length, 10_000);
});

test('places are those of the later of two dates with one id, if that can be read', () => {
  const slots = (...available: unknown[]) =>
    toDates(
      available.map((available_slots) => ({ ...wireDate, available_slots })),
      () => {},
    ).map(({ available_slots }) => available_slots);

  assert.deepEqual([slots(3, 1), slots(1, 3), slots(3, 'many')], [[1], [3], [3]]);
});
