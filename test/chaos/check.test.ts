import test from 'node:test';
import assert from 'node:assert/strict';
import {
  type Alarm,
  type BookedOrder,
  check,
  type CustomerFacts,
  type Evidence,
  type Heard,
  type Kind,
  type Now,
  type Report,
  type Unpreventable,
  type Word,
} from './check.ts';

const EMAIL = 'ida@example.com';

/** What a customer heard in this order; `placed` has the order's code. */
function words(...said: (Word | `placed ${string}`)[]): Heard[] {
  return said.map((entry, index) => {
    const [word = '', code] = entry.split(' ');
    return { word: word as Word, code, at: index * 1_000 };
  });
}

/** What each proxy responds in the end. */
function states(...said: (Now['state'] | `placed ${string}`)[]): Now[] {
  return said.map((entry, index) => {
    const [state = '', code] = entry.split(' ');
    return { proxy: `proxy ${index + 1}`, state: state as Now['state'], code };
  });
}

const customer: CustomerFacts = {
  email: EMAIL,
  date_id: 'd',
  places: 2,
  from: 10_000,
  until: 20_000,
  heard: words('placed A'),
  now: states('placed A', 'placed A'),
};
const order: BookedOrder = {
  id: 'a',
  code: 'A',
  status: 'ACCEPTED',
  external_reference: 'REFERENCE',
  email: EMAIL,
  products: [],
  tickets: [{ date_id: 'd', participants: [{}, {}] }],
};
const otherOrder = { ...order, id: 'b', code: 'B' };
const refusedCustomer = {
  ...customer,
  heard: words('refused'),
  now: states('refused', 'refused'),
};
const date = { id: 'd', total: 10, soldBefore: 3, free: 5 };

const nothing: Unpreventable = {
  repeated: new Map(),
  denied: new Map(),
  lied: [],
  rewinds: [],
};
const once = new Map([[order.external_reference, 1]]);
const alarm = (reason: string, ...order_ids: string[]) => ({ reason, order_ids });

interface Row {
  readonly title: string;
  readonly customer?: Partial<CustomerFacts>;
  readonly orders?: readonly BookedOrder[];
  readonly alarms?: readonly Alarm[];
  readonly unpreventable?: Partial<Unpreventable>;
  readonly kind: Kind | 'right';
}

const absentNow = states('absent', 'absent');
const rows: readonly Row[] = [
  { title: 'a customer who was told a code has the order', kind: 'right' },
  {
    title: 'a customer who was refused has no order',
    kind: 'right',
    orders: [],
    customer: { heard: words('refused'), now: states('refused', 'refused') },
  },
  {
    title: 'a customer who left without a response finds the order',
    kind: 'right',
    customer: { heard: words('unclear') },
  },
  {
    title: 'a customer who left while the order was checked finds that there is none',
    kind: 'right',
    orders: [],
    customer: { heard: words('unclear', 'checking'), now: absentNow },
  },
  {
    title: 'a customer whose requests never arrived is unknown',
    kind: 'right',
    orders: [],
    customer: { heard: words('unclear'), now: states('unknown', 'unknown') },
  },
  {
    title: 'a customer who was told to try again, and did, has the order',
    kind: 'right',
    customer: { heard: words('not-sent', 'placed A') },
  },
  { title: 'two orders of one customer', kind: 'doubled', orders: [order, otherOrder] },
  {
    title: 'two orders, one with another code than the customer was told',
    kind: 'doubled',
    orders: [otherOrder, order],
    customer: { now: absentNow },
  },
  {
    title: 'an order of a customer who was refused',
    kind: 'lost',
    customer: { heard: words('unclear', 'refused') },
  },
  {
    title: 'an order of a customer who was told that there is none',
    kind: 'lost',
    customer: { heard: words('absent') },
  },
  {
    title: 'an order of a customer who was told to try again',
    kind: 'lost',
    customer: { heard: words('checking', 'not-sent') },
  },
  {
    title: 'an order of a customer who now sees that there is none',
    kind: 'lost',
    customer: { heard: words('checking'), now: absentNow },
  },
  {
    title: 'an order that one of the proxies does not know',
    kind: 'lost',
    customer: { heard: words('unclear'), now: states('placed A', 'unknown') },
  },
  {
    title: 'an order that the proxies say was never sent',
    kind: 'lost',
    customer: { heard: words('unclear'), now: states('open', 'open') },
  },
  { title: 'a code without an order', kind: 'mis-told', orders: [] },
  {
    title: 'a code that was told once, and no order',
    kind: 'mis-told',
    orders: [],
    customer: { heard: words('placed A', 'absent'), now: absentNow },
  },
  { title: 'the code of another customer', kind: 'mis-told', orders: [otherOrder] },
  {
    title: 'a code that one proxy makes up',
    kind: 'mis-told',
    customer: { now: states('placed A', 'placed B') },
  },
  {
    title: 'another outcome than before',
    kind: 'mis-told',
    customer: { heard: words('absent', 'placed A') },
  },
  {
    title: 'a final refusal that became another outcome',
    kind: 'mis-told',
    orders: [],
    customer: { heard: words('refused'), now: absentNow },
  },
  {
    title: 'a final refusal that may be tried again now',
    kind: 'mis-told',
    orders: [],
    customer: { heard: words('refused'), now: states('open', 'open') },
  },
  {
    title: 'two proxies that do not agree',
    kind: 'mis-told',
    orders: [],
    customer: { heard: words('unclear'), now: states('absent', 'open') },
  },
  { title: 'another date than was ordered', kind: 'mis-told', customer: { date_id: 'e' } },
  { title: 'another number of places', kind: 'mis-told', customer: { places: 1 } },
  { title: 'a product that is missing', kind: 'mis-told', customer: { product_id: 'p' } },
  {
    title: 'an order that one proxy is still checking',
    kind: 'stuck',
    customer: { heard: words('checking'), now: states('placed A', 'checking') },
  },
  {
    title: 'no order, and still being checked',
    kind: 'stuck',
    orders: [],
    customer: { heard: words('unclear'), now: states('checking', 'checking') },
  },
  {
    title: 'a proxy that does not respond',
    kind: 'stuck',
    orders: [],
    customer: { heard: words('unclear'), now: states('no-response', 'absent') },
  },
  { title: 'a customer whom no proxy was asked about', kind: 'stuck', customer: { now: [] } },

  {
    title: 'a repeated create, and an alarm that names both orders',
    kind: 'right',
    orders: [order, otherOrder],
    unpreventable: { repeated: once },
    alarms: [alarm('several-orders', 'a', 'b')],
  },
  {
    title: 'a repeated create, and an alarm that names one order',
    kind: 'unalarmed',
    orders: [order, otherOrder],
    unpreventable: { repeated: once },
    alarms: [alarm('several-orders', 'a')],
  },
  {
    title: 'a repeated create, and a third order',
    kind: 'doubled',
    orders: [order, otherOrder, { ...order, id: 'c' }],
    unpreventable: { repeated: once },
    alarms: [alarm('several-orders', 'a', 'b', 'c')],
  },
  {
    title: 'an order that the platform has denied, and an alarm',
    kind: 'right',
    customer: { heard: words('refused'), now: states('refused', 'refused') },
    unpreventable: { denied: once },
    alarms: [alarm('placed-after-refused', 'a')],
  },
  {
    title: 'an order that the platform has denied, and an alarm about another thing',
    kind: 'unalarmed',
    customer: { heard: words('refused'), now: states('refused', 'refused') },
    unpreventable: { denied: once },
    alarms: [alarm('order-differs', 'a')],
  },
  {
    title: 'an order that the platform has denied, sent again, and an alarm that names both',
    kind: 'right',
    orders: [order, otherOrder],
    unpreventable: { denied: once },
    alarms: [alarm('several-orders', 'a', 'b')],
  },
  {
    title: 'an order that was shown otherwise than it was sent, and an alarm',
    kind: 'right',
    unpreventable: { lied: ['a'] },
    alarms: [alarm('order-differs', 'a')],
  },
  {
    title: 'an order that was shown otherwise than it was sent, and no alarm',
    kind: 'unalarmed',
    unpreventable: { lied: ['a'] },
  },
  {
    title: 'an order that a store which went back has forgotten',
    kind: 'right',
    customer: { now: states('unknown', 'unknown') },
    unpreventable: { rewinds: [{ to: 15_000, at: 18_000 }] },
  },
  {
    title: 'an order that is forgotten, though the store went back before it was sent',
    kind: 'lost',
    customer: { now: states('unknown', 'unknown') },
    unpreventable: { rewinds: [{ to: 5_000, at: 8_000 }] },
  },
  {
    title: 'an order of a customer who was refused after the store had gone back',
    kind: 'lost',
    customer: { heard: words('refused') },
    unpreventable: { rewinds: [{ to: 15_000, at: 18_000 }] },
  },
  {
    title: 'two orders, one sent after the store had gone back',
    kind: 'doubled',
    orders: [order, otherOrder],
    unpreventable: { rewinds: [{ to: 15_000, at: 18_000 }] },
  },
];

function checkAll(evidence: Partial<Evidence>): Report {
  const none = {
    customers: [],
    orders: [],
    stocks: [],
    payments: [],
    alarms: [],
    unpreventable: nothing,
  };
  return check({ ...none, ...evidence });
}

function kindsOf(evidence: Partial<Evidence>): Kind[] {
  return checkAll(evidence).findings.map(({ kind }) => kind);
}

for (const row of rows) {
  const { title, kind, customer: changed, orders = [order], alarms = [] } = row;
  test(`the checker takes for ${kind}: ${title}`, () => {
    const customers = [{ ...customer, ...changed }];
    const unpreventable = { ...nothing, ...row.unpreventable };
    const kinds = kindsOf({ customers, orders, alarms, unpreventable });
    assert.deepEqual(kinds, kind === 'right' ? [] : [kind]);
  });
}

test('the checker reports an order without a customer as mis-told', () => {
  const orders = [{ ...order, email: 'nobody@example.com' }];
  assert.deepEqual(kindsOf({ orders }), ['mis-told']);
});

test('the checker identifies customers by their e-mail addresses, and refuses duplicates', () => {
  const other = { ...refusedCustomer, email: 'ben@example.com' };
  const { counts } = checkAll({ customers: [customer, other], orders: [order] });
  assert.ok(Object.values(counts).every((count) => count === 0));
  assert.throws(() => checkAll({ customers: [customer, customer], orders: [order] }), RangeError);
});

for (const [title, stock, isRight] of [
  ['free, sold before and sold now are all there are', date, true],
  ['a place has gone that nobody bought', { ...date, free: 4 }, false],
  ['a place was sold that is still free', { ...date, free: 6 }, false],
  ['more were sold than there are', { ...date, total: 4, free: -1 }, false],
] as const) {
  test(`the checker adds up places: ${title}`, () => {
    const kinds = kindsOf({ customers: [customer], orders: [order], stocks: [stock] });
    assert.deepEqual(kinds, isRight ? [] : ['stock']);
  });
}

const paid = { ...customer, price: { reference: 'REFERENCE', total: 7_800 } };
const refusedPaid = { ...refusedCustomer, price: paid.price };
const payment = { reference: 'REFERENCE', state: 'taken', taken: 7_800 } as const;
const released = { ...payment, state: 'released', taken: 0 } as const;
const held = { ...payment, state: 'held', taken: 0 } as const;

for (const [title, evidence, isRight] of [
  ['an order that was paid once', { payments: [payment] }, true],
  ['one of two cards was charged', { payments: [payment, released] }, true],
  ['an order that nobody has paid', { payments: [] }, false],
  ['an order whose money was never taken', { payments: [held] }, false],
  ['an order that was paid twice', { payments: [payment, payment] }, false],
  ['a part was taken', { payments: [{ ...payment, taken: 3_900 }] }, false],
  ['money is held beside what was taken', { payments: [payment, held] }, false],
  ['a payment of somebody else', { payments: [{ ...payment, reference: 'OTHER' }] }, false],
  ['released', { customers: [refusedPaid], orders: [], payments: [released] }, true],
  ['held for a request', { orders: [{ ...order, status: 'PENDING' }], payments: [held] }, true],
  [
    'taken for a request',
    { orders: [{ ...order, status: 'PENDING' }], payments: [payment] },
    false,
  ],
  ['kept for no order', { customers: [refusedPaid], orders: [], payments: [payment] }, false],
  ['held for no order', { customers: [refusedPaid], orders: [], payments: [held] }, false],
  [
    'held until the customer sends the order',
    {
      customers: [{ ...refusedPaid, heard: words('not-sent'), now: states('open', 'open') }],
      orders: [],
      payments: [held],
    },
    true,
  ],
] as const) {
  test(`the checker adds up money: ${title}`, () => {
    const kinds = kindsOf({ customers: [paid], orders: [order], ...evidence });
    assert.deepEqual(kinds, isRight ? [] : ['money']);
  });
}

test('the checker adds up pieces of a product', () => {
  const orders = [{ ...order, products: [{ product_id: 'p', amount: 1 }] }];
  const customers = [{ ...customer, product_id: 'p' }];
  const stock = { id: 'p', total: 3, soldBefore: 1, free: 1 };
  assert.deepEqual(kindsOf({ customers, orders, stocks: [stock] }), []);
  assert.deepEqual(kindsOf({ customers, orders, stocks: [{ ...stock, free: 2 }] }), ['stock']);
});
