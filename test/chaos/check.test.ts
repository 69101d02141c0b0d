import test from 'node:test';
import assert from 'node:assert/strict';
import {
  type BookedOrder,
  check,
  type CustomerFacts,
  type Evidence,
  type Heard,
  type Kind,
  type Now,
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
  heard: words('placed A'),
  now: states('placed A', 'placed A'),
};
const order: BookedOrder = {
  code: 'A',
  email: EMAIL,
  products: [],
  tickets: [{ date_id: 'd', participants: [{}, {}] }],
};
const otherOrder = { ...order, code: 'B' };
const refusedCustomer = {
  ...customer,
  heard: words('refused'),
  now: states('refused', 'refused'),
};
const date = { id: 'd', total: 10, soldBefore: 3, free: 5 };

interface Row {
  readonly title: string;
  readonly customer?: Partial<CustomerFacts>;
  readonly orders?: readonly BookedOrder[];
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
];

function kindsOf(evidence: Evidence): Kind[] {
  return check(evidence).findings.map(({ kind }) => kind);
}

for (const { title, kind, customer: changed, orders = [order] } of rows) {
  test(`the checker takes for ${kind}: ${title}`, () => {
    const customers = [{ ...customer, ...changed }];
    assert.deepEqual(kindsOf({ customers, orders, stocks: [] }), kind === 'right' ? [] : [kind]);
  });
}

test('the checker reports an order without a customer as mis-told', () => {
  const orders = [{ ...order, email: 'nobody@example.com' }];
  assert.deepEqual(kindsOf({ customers: [], orders, stocks: [] }), ['mis-told']);
});

test('the checker identifies customers by their e-mail addresses, and refuses duplicates', () => {
  const other = { ...refusedCustomer, email: 'ben@example.com' };
  const { counts } = check({ customers: [customer, other], orders: [order], stocks: [] });
  assert.deepEqual(counts, { lost: 0, doubled: 0, 'mis-told': 0, stuck: 0, stock: 0 });
  assert.throws(
    () => check({ customers: [customer, customer], orders: [order], stocks: [] }),
    RangeError,
  );
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

test('the checker adds up pieces of a product', () => {
  const orders = [{ ...order, products: [{ product_id: 'p', amount: 1 }] }];
  const customers = [{ ...customer, product_id: 'p' }];
  const stock = { id: 'p', total: 3, soldBefore: 1, free: 1 };
  assert.deepEqual(kindsOf({ customers, orders, stocks: [stock] }), []);
  assert.deepEqual(kindsOf({ customers, orders, stocks: [{ ...stock, free: 2 }] }), ['stock']);
});
