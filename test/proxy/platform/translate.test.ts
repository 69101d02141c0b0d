import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { product } from '#contract/product.schema';
import { vendor } from '#contract/vendor.schema';
import {
  toDates,
  toFirstDates,
  toPlacedOrder,
  toProducts,
  toVendor,
} from '../../../proxy/platform/translate.ts';
import { wireOrder, wireVendor } from '../../../proxy/platform/wire.ts';
import { wireError } from '../../../proxy/platform/wire-error.ts';
import { wireProduct } from './wire-items.ts';

const skipped: string[] = [];
const note = (kind: string, field: string) => skipped.push(`${kind}.${field}`);
beforeEach(() => skipped.splice(0));

test('reads dates, without inactive ones, overbooked ones as full, and none with more places than it has', () => {
  const date = {
    id: 1,
    event_id: 'e1',
    date: '2026-12-01T10:00:00Z',
    available_slots: 3,
    total_slots: '12',
  };
  const dates = toDates(
    [
      date,
      { ...date, id: 2, active: 0 },
      { ...date, id: 3, available_slots: -2 },
      { ...date, id: 4, date: '' },
      { ...date, id: 5, date: '2026-12-01T11:00:00+01:00' },
      { ...date, id: 6, total_slots: 2 },
    ],
    note,
  );

  assert.deepEqual(
    dates.map(({ id, available_slots }) => [id, available_slots]),
    [
      ['1', 3],
      ['3', 0],
      ['5', 3],
      ['6', 2],
    ],
  );
  assert.equal(dates[2]?.date, '2026-12-01T10:00:00Z');
  assert.deepEqual(skipped, ['date.date']);
});

test('reads first dates by event', () => {
  const dates = toFirstDates(
    [{ id: 'e1', first_date: '2026-12-01T10:00:00Z' }, { id: 'e2' }],
    note,
  );

  assert.deepEqual([...dates], [['e1', '2026-12-01T10:00:00Z']]);
});

const products: [what: string, change: object, expected: object | undefined][] = [
  ['with stock', {}, { available: 4, price: 450, shipping_address: true, dependencies: [] }],
  ['without limit', { total: '', available: 9999 }, { available: null }],
  ['not sent by post', { shipping_address: '0' }, { shipping_address: false }],
  [
    'of an event, or of two prices of another',
    {
      dependencies: [
        { events: [{ id: 'e1' }, { id: 2, prices: [{ id: 3 }, { id: '4' }] }], vouchers: [] },
      ],
    },
    {
      dependencies: [
        { event_id: 'e1', price_ids: null },
        { event_id: '2', price_ids: [3, 4] },
      ],
    },
  ],
  [
    'sold with vouchers alone',
    { dependencies: [{ events: [], vouchers: [{ events: [] }] }] },
    undefined,
  ],
  [
    'whose only dependency names nothing',
    { dependencies: [{ events: [], vouchers: [] }] },
    { dependencies: [] },
  ],
  ['with a negative price', { price: -1 }, undefined],
];
for (const [what, change, expected] of products) {
  test(`reads a product ${what}`, () => {
    const [read] = toProducts([{ ...wireProduct, ...change }], note);

    assert.equal(read === undefined, expected === undefined);
    if (read) assert.deepEqual({ ...product.parse(read), ...expected }, read);
  });
}

test('reads a vendor as customers may know it', () => {
  const read = toVendor(
    wireVendor.parse({
      id: 'v1',
      name: 'Canoes',
      legal_representative_first_name: 'Ada',
      legal_representative_last_name: 'Berg',
      bill_country: 'DE',
      terms: '<p>Terms</p>',
      activation_date: '2020-01-01T00:00:00Z',
    }),
  );

  assert.deepEqual(vendor.parse(read), read);
  assert.equal(read.legal_representative, 'Ada Berg');
  assert.deepEqual(read.terms, [{ tag: 'p', children: ['Terms'] }]);
});

test('reads an order without what people typed', () => {
  const wire = {
    id: 9,
    code: 'ABC',
    external_reference: 'R',
    status: 'CANCELLED',
    total_invoice: '63.00',
    currency: 'EUR',
  };

  assert.deepEqual(
    toPlacedOrder(wireOrder.parse({ ...wire, name: 'Ida', email: 'ida@example.com' })),
    {
      id: '9',
      code: 'ABC',
      external_reference: 'R',
      status: 'CANCELED',
      total: 6300,
      currency: 'EUR',
    },
  );
});

test('an order stays readable when its status, total or currency is not', () => {
  const order = toPlacedOrder(
    wireOrder.parse({ id: '9', code: 'ABC', status: 'NEW', total_invoice: {}, currency: '' }),
  );

  assert.deepEqual([order.status, order.total, order.currency], [undefined, undefined, undefined]);
});

test('takes the digits of an error from each of its shapes, and nothing else', () => {
  const codeOf = (body: object) => wireError.parse(body).code;
  assert.equal(codeOf({ message: 'm', code: '40028', user_message: 'u' }), '40028');
  assert.equal(codeOf({ code: 40028 }), '40028');
  assert.equal(codeOf({ error_code: 42901, error: 'e' }), '42901');
  assert.equal(codeOf({ code: 'Ida Meyer' }), '');
  assert.equal(wireError.safeParse('text').data, undefined);
});
