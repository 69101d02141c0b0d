import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { BankedPayment, Create } from '../judge/evidence.ts';
import {
  type BookedOrder,
  check,
  type CustomerFacts,
  type Report,
  type RunFacts,
  type Unpreventable,
} from './check.ts';

const EMAIL = 'ida@example.com';
const REFERENCE = 'REFERENCE';

const customer: CustomerFacts = {
  email: EMAIL,
  date_id: 'd',
  places: 2,
  from: 10_000,
  until: 20_000,
  heard: [{ word: 'placed', code: 'A', at: 0 }],
  now: [{ proxy: 'proxy 1', state: 'placed', code: 'A' }],
};
const order: BookedOrder = {
  id: 'a',
  code: 'A',
  status: 'ACCEPTED',
  // As the platform has it, which is not what the proxies were necessarily shown.
  total: 1,
  currency: 'EUR',
  external_reference: REFERENCE,
  email: EMAIL,
  products: [],
  tickets: [{ date_id: 'd', participants: [{}, {}] }],
};
const otherOrder = { ...order, id: 'b', code: 'B' };
const refusedCustomer: CustomerFacts = {
  ...customer,
  heard: [{ word: 'refused', at: 0 }],
  now: [{ proxy: 'proxy 1', state: 'refused' }],
};
const date = { id: 'd', total: 10, soldBefore: 3, free: 5 };
const repeated: Create = { sentAt: 0, placed: 2, isDenied: false };
const several = [{ reason: 'several-orders', order_ids: ['a', 'b'] }];

const nothing: Unpreventable = { creates: new Map(), lied: [], rewinds: [] };

function checkAll(run: Partial<RunFacts>): Report {
  const none = { stocks: [], payments: [], alarms: [], unpreventable: nothing };
  return check({ ...none, customers: [customer], orders: [order], ...run });
}

function kindsOf(run: Partial<RunFacts>): string[] {
  return checkAll(run).findings.map(({ kind }) => kind);
}

test('the checker reports an order without a customer as mis-told', () => {
  const orders = [{ ...order, email: 'nobody@example.com' }];
  assert.deepEqual(kindsOf({ customers: [], orders }), ['mis-told']);
});

test('the checker identifies customers by their e-mail addresses, and refuses duplicates', () => {
  const other = { ...refusedCustomer, email: 'ben@example.com' };
  const { counts } = checkAll({ customers: [customer, other] });
  assert.ok(Object.values(counts).every((count) => count === 0));
  assert.throws(() => checkAll({ customers: [customer, customer] }), RangeError);
});

test('the checker counts what it finds, by kind', () => {
  const { counts } = checkAll({ orders: [order, otherOrder], stocks: [{ ...date, free: 9 }] });
  assert.deepEqual([counts.doubled, counts.stock, counts.lost], [1, 1, 0]);
});

for (const [title, stock, isRight] of [
  ['free, sold before and sold now are all there are', date, true],
  ['a place has gone that nobody bought', { ...date, free: 4 }, false],
  ['a place was sold that is still free', { ...date, free: 6 }, false],
  ['more were sold than there are', { ...date, total: 4, free: -1 }, false],
] as const) {
  test(`the checker adds up places: ${title}`, () => {
    assert.deepEqual(kindsOf({ stocks: [stock] }), isRight ? [] : ['stock']);
  });
}

test('the checker adds up pieces of a product', () => {
  const orders = [{ ...order, products: [{ product_id: 'p', amount: 1 }] }];
  const customers = [{ ...customer, product_id: 'p' }];
  const stock = { id: 'p', total: 3, soldBefore: 1, free: 1 };
  assert.deepEqual(kindsOf({ customers, orders, stocks: [stock] }), []);
  assert.deepEqual(kindsOf({ customers, orders, stocks: [{ ...stock, free: 2 }] }), ['stock']);
});

test('a gateway excuses a second order only under the reference that it has repeated', () => {
  const run = { orders: [order, otherOrder], alarms: several };
  const excused = (reference: string) =>
    kindsOf({ ...run, unpreventable: { ...nothing, creates: new Map([[reference, [repeated]]]) } });
  assert.deepEqual([excused(REFERENCE), excused('OTHER')], [[], ['doubled']]);
});

test('a store that went back excuses only orders that were placed in what it has lost', () => {
  const customers = [{ ...customer, now: [{ proxy: 'proxy 1', state: 'unknown' as const }] }];
  const excused = (to: number, at: number) =>
    kindsOf({ customers, unpreventable: { ...nothing, rewinds: [{ to, at }] } });
  assert.deepEqual(excused(15_000, 18_000), []);
  assert.deepEqual(excused(5_000, 8_000), ['lost']);
  assert.deepEqual(excused(31_000, 40_000), ['lost']);
});

test('an order of which a proxy was shown another content needs an alarm of its own', () => {
  const unpreventable = { ...nothing, lied: ['a'] };
  const alarms = (id: string) => [{ reason: 'order-differs', order_ids: [id] }];
  assert.deepEqual(kindsOf({ unpreventable, alarms: alarms('a') }), []);
  assert.deepEqual(kindsOf({ unpreventable, alarms: alarms('b') }), ['unalarmed']);
});

const paid: CustomerFacts = { ...customer, price: { reference: REFERENCE, total: 7_800 } };
const payment: BankedPayment = {
  id: 'payment-1',
  reference: REFERENCE,
  state: 'taken',
  captures: [7_800],
  refunds: [],
};

for (const [title, run, kinds] of [
  ['the agreed price under its own reference', { payments: [payment] }, []],
  ['a payment of somebody else', { payments: [{ ...payment, reference: 'OTHER' }] }, ['unpaid']],
  [
    'an order of which another total may have been shown',
    { alarms: [{ reason: 'order-differs', order_ids: ['a'] }] },
    [],
  ],
] as const) {
  test(`the checker has money judged by ${title}`, () => {
    assert.deepEqual(kindsOf({ customers: [paid], ...run }), kinds);
  });
}
