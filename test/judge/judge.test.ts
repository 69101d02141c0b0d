import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import type {
  BankedPayment,
  BookedOrder,
  Create,
  Evidence,
  Heard,
  Now,
  Price,
  ToldOfMoney,
  Word,
} from './evidence.ts';
import { judge } from './judge.ts';
import type { MoneyKind, OrderKind } from './verdict.ts';

/** What a customer heard in this order; `placed` has the order's code. */
function words(...said: (Word | `placed ${string}`)[]): Heard[] {
  return said.map((entry, index) => {
    const [word = '', code] = entry.split(' ');
    return { word: word as Word, code, at: index * 1_000 };
  });
}

/** What each process says in the end. */
function states(...said: (Now['state'] | `placed ${string}`)[]): Now[] {
  return said.map((entry, index) => {
    const [state = '', code] = entry.split(' ');
    return { proxy: `proxy ${index + 1}`, state: state as Now['state'], code };
  });
}

const ordered = { date_id: 'd', places: 2 };
const price: Price = { total: 7_800, currency: 'EUR' };
const order: BookedOrder = {
  ...price,
  id: 'a',
  code: 'A',
  status: 'ACCEPTED',
  products: [],
  tickets: [{ date_id: 'd', participants: [{}, {}] }],
};
const otherOrder = { ...order, id: 'b', code: 'B' };
const create: Create = { sentAt: 0, placed: 1, isDenied: false, listedFrom: 0 };
const repeated = { ...create, placed: 2 };
const denied = { ...create, isDenied: true, listedFrom: MINUTE };
const alarm = (reason: string, ...order_ids: string[]) => ({ reason, order_ids });

/** An order that is right. */
const right: Evidence = {
  heard: words('placed A'),
  now: states('placed A', 'placed A'),
  ordered,
  orders: [order],
  creates: [create],
  shownOtherwise: [],
  alarms: [],
  forgotten: { order: false, payment: false },
  payments: [],
  isHourOver: false,
};
const refused = { heard: words('refused'), now: states('refused', 'refused') };
const forgotten = { order: true, payment: true };

/** For each verdict, evidence that differs from `right` in this, by what it shows. */
type Controls<Kind extends string> = Readonly<
  Record<Kind | 'right', Readonly<Record<string, Partial<Evidence>>>>
>;

const absentNow = states('absent', 'absent');
const ofOrders: Controls<OrderKind> = {
  right: {
    'a customer who was told a code has the order': {},
    'a customer who was refused has no order': {
      orders: [],
      heard: words('refused'),
      now: states('refused', 'refused'),
    },
    'a customer who left without a response finds the order': { heard: words('unclear') },
    'a customer who left while the order was checked finds that there is none': {
      orders: [],
      heard: words('unclear', 'checking'),
      now: absentNow,
    },
    'a customer whose requests never arrived is unknown': {
      orders: [],
      heard: words('unclear'),
      now: states('unknown', 'unknown'),
    },
    'a customer who was told to try again, and did, has the order': {
      heard: words('not-sent', 'placed A'),
    },
    'a refusal whose record was removed long after it': {
      heard: words('refused'),
      now: states('removed'),
      orders: [],
    },
    'a repeated create, and an alarm that names both orders': {
      orders: [order, otherOrder],
      creates: [repeated],
      alarms: [alarm('several-orders', 'a', 'b')],
    },
    'an order that the platform has denied, and an alarm': {
      ...refused,
      creates: [denied],
      alarms: [alarm('placed-after-refused', 'a')],
    },
    'an order that the platform has denied, sent again, and an alarm that names both': {
      orders: [order, otherOrder],
      creates: [denied, { ...create, sentAt: MINUTE }],
      alarms: [alarm('several-orders', 'a', 'b')],
    },
    'an order that was shown otherwise than it was sent, and an alarm': {
      shownOtherwise: ['a'],
      alarms: [alarm('order-differs', 'a')],
    },
    'an order that a store which went back has forgotten': {
      now: states('unknown', 'unknown'),
      forgotten,
    },
  },
  lost: {
    'an order of a customer who was refused': { heard: words('unclear', 'refused') },
    'an order of a customer who was told that there is none': { heard: words('absent') },
    'an order of a customer who was told to try again': { heard: words('checking', 'not-sent') },
    'an order of a customer who now sees that there is none': {
      heard: words('checking'),
      now: absentNow,
    },
    'an order that one of the proxies does not know': {
      heard: words('unclear'),
      now: states('placed A', 'unknown'),
    },
    'an order that the proxies say was never sent': {
      heard: words('unclear'),
      now: states('open', 'open'),
    },
    'an order that is forgotten, though the store did not go back': {
      now: states('unknown', 'unknown'),
    },
    'an order that a store which went back says is absent': { now: absentNow, forgotten },
    'an order of a customer who was refused after the store had gone back': {
      heard: words('refused'),
      forgotten,
    },
  },
  doubled: {
    'two orders of one customer': { orders: [order, otherOrder] },
    'two orders, one with another code than the customer was told': {
      orders: [otherOrder, order],
      now: absentNow,
    },
    'a repeated create, and a third order': {
      orders: [order, otherOrder, { ...order, id: 'c' }],
      creates: [repeated],
      alarms: [alarm('several-orders', 'a', 'b', 'c')],
    },
    'an order that was sent again although a look-up could have shown that the no was a lie': {
      orders: [order, otherOrder],
      creates: [denied, { ...create, sentAt: 3 * MINUTE }],
      alarms: [alarm('several-orders', 'a', 'b')],
    },
    'an order that was sent again after an unclear response, and denied then': {
      orders: [order, otherOrder],
      creates: [create, denied],
    },
    'two orders, one sent after the store had gone back': {
      orders: [order, otherOrder],
      forgotten,
    },
  },
  'mis-told': {
    'a code without an order': { orders: [] },
    'a code that was told once, and no order': {
      orders: [],
      heard: words('placed A', 'absent'),
      now: absentNow,
    },
    'the code of another customer': { orders: [otherOrder] },
    'a code that one proxy makes up': { now: states('placed A', 'placed B') },
    'another outcome than before': { heard: words('absent', 'placed A') },
    'a final refusal that became another outcome': {
      orders: [],
      heard: words('refused'),
      now: absentNow,
    },
    'a final refusal that may be tried again now': {
      orders: [],
      heard: words('refused'),
      now: states('open', 'open'),
    },
    'two proxies that do not agree': {
      orders: [],
      heard: words('unclear'),
      now: states('absent', 'open'),
    },
    'another date than was ordered': { ordered: { ...ordered, date_id: 'e' } },
    'another number of places': { ordered: { ...ordered, places: 1 } },
    'a product that is missing': { ordered: { ...ordered, product_id: 'p' } },
    'a code whose record was removed': {
      heard: words('placed A'),
      now: states('removed'),
      orders: [],
    },
  },
  stuck: {
    'an order that one proxy is still checking': {
      heard: words('checking'),
      now: states('placed A', 'checking'),
    },
    'no order, and still being checked': {
      orders: [],
      heard: words('unclear'),
      now: states('checking', 'checking'),
    },
    'a proxy that does not respond': {
      orders: [],
      heard: words('unclear'),
      now: states('no-response', 'absent'),
    },
    'a customer whom no proxy was asked about': { now: [] },
    'an order that the platform has denied, and that is still being checked': {
      heard: words('checking'),
      now: states('checking'),
      creates: [denied],
    },
    'an order that is still being checked after the store has gone back': {
      now: states('checking', 'checking'),
      forgotten,
    },
  },
  unalarmed: {
    'a repeated create, and an alarm that names one order': {
      orders: [order, otherOrder],
      creates: [repeated],
      alarms: [alarm('several-orders', 'a')],
    },
    'an order that the platform has denied, and an alarm about another thing': {
      ...refused,
      creates: [denied],
      alarms: [alarm('order-differs', 'a')],
    },
    'an order that was shown otherwise than it was sent, and no alarm': { shownOtherwise: ['a'] },
  },
};

const payment: BankedPayment = {
  id: 'payment-1',
  reference: 'REFERENCE',
  state: 'taken',
  captures: [7_800],
  refunds: [],
};
const untaken = { ...payment, captures: [] };
const released: BankedPayment = { ...untaken, state: 'released' };
const held: BankedPayment = { ...untaken, state: 'held' };
const refunded: BankedPayment = { ...payment, refunds: [7_800] };
const atOnce: BankedPayment = { ...payment, isAtOnce: true };
const pending = { orders: [{ ...order, status: 'PENDING' }] };
const declined = { orders: [{ ...order, status: 'DECLINED' }] };
const canceled = { orders: [{ ...order, status: 'CANCELED' }] };
const noOrder = { ...refused, orders: [] };
const notSent = { heard: words('not-sent'), now: states('open', 'open'), orders: [] };
const told = (state: string, amount = 7_800): ToldOfMoney => ({ state, amount });

const ofMoney: Controls<MoneyKind> = {
  right: {
    'an order that was paid once': { payments: [payment] },
    'an order that was paid by one of two cards': { payments: [payment, released] },
    'an order whose hold has lapsed, and whose customer is asked to pay again': {
      payments: [released],
      toldOfMoney: told('due'),
    },
    'an unpaid order whose payment the store has forgotten': { payments: [], forgotten },
    'money that was released for no order': { ...noOrder, payments: [released] },
    'money that is held until the customer sends the order': { ...notSent, payments: [held] },
    'money that is held for a request': { ...pending, payments: [held] },
    'money that was taken for such a request as the customer confirmed it': {
      ...pending,
      payments: [atOnce],
    },
    'money that was taken as the customer confirmed, and given back after the vendor’s no': {
      ...declined,
      payments: [{ ...atOnce, refunds: [7_800] }],
    },
    'money that was given back after the order was canceled': {
      ...canceled,
      payments: [refunded],
      toldOfMoney: told('refunded'),
    },
    'money that is on its way back, and told so': {
      ...canceled,
      payments: [{ ...refunded, refunding: 7_800 }],
      toldOfMoney: told('refunding'),
    },
    'money that was released, and of which nothing is told': {
      ...noOrder,
      payments: [released],
      toldOfMoney: 'nothing',
    },
    'a capture without an outcome for an hour, of which the operator is about to be told': {
      payments: [payment],
      silence: 69 * MINUTE,
    },
    'a capture without an outcome for hours, of which the operator was told': {
      payments: [payment],
      silence: 100 * MINUTE,
      alarms: [alarm('payment-unclear', 'a')],
    },
    'an order of an unknown total, which is left to the operator': {
      orders: [{ ...order, total: undefined }],
      payments: [],
    },
    'an order in another currency, which is left to the operator': {
      orders: [{ ...order, currency: 'USD' }],
      payments: [],
    },
    'an order that the platform has denied, and whose money was released': {
      creates: [denied],
      alarms: [alarm('placed-after-refused', 'a')],
      payments: [released],
    },
    'the total of the order that the operator keeps of two': {
      orders: [{ ...otherOrder, total: 1 }, order],
      creates: [repeated],
      alarms: [alarm('several-orders', 'a', 'b')],
      payments: [payment],
    },
  },
  unpaid: {
    'an order that nobody has paid': { payments: [] },
    'an order whose money was never taken': { payments: [held] },
    'an order of which a part was taken': { payments: [{ ...payment, captures: [3_900] }] },
    'an order whose hold has lapsed, and whose customer believes that it is paid': {
      payments: [released],
      toldOfMoney: told('paid'),
    },
  },
  'taken-twice': {
    'an order that was paid by two cards': { payments: [payment, payment] },
    'an order that was taken from one card twice': {
      payments: [{ ...payment, captures: [7_800, 7_800] }],
    },
    'an order that was taken twice after the store had gone back': {
      payments: [payment, refunded],
      forgotten,
    },
  },
  'taken-early': {
    'money that was taken for a request that the vendor has not answered': {
      ...pending,
      payments: [payment],
    },
    'money that was taken and given back for a request that the vendor has declined': {
      ...declined,
      payments: [refunded],
    },
  },
  kept: {
    'money that is kept for no order': { ...noOrder, payments: [payment] },
    'money that is kept for an order that was canceled': { ...canceled, payments: [payment] },
  },
  held: {
    'another payment that is held for an order whose hold has lapsed': {
      payments: [released, held],
      toldOfMoney: told('due'),
    },
    'money that is held beside what was taken': { payments: [payment, held] },
    'money that is held for no order': { ...noOrder, payments: [held] },
    'money that is held an hour after that': { ...notSent, payments: [held], isHourOver: true },
    'an order that the platform has denied, and whose money is held': {
      creates: [denied],
      payments: [held],
    },
  },
  'mis-told-money': {
    'money that is on its way back, and told as refunded': {
      ...canceled,
      payments: [{ ...refunded, refunding: 7_800 }],
      toldOfMoney: told('refunded'),
    },
    'an order that was paid, and told as held': { payments: [payment], toldOfMoney: told('held') },
    'an order that was paid, and told as paid in part': {
      payments: [payment],
      toldOfMoney: told('paid', 3_900),
    },
    'money that was released, and told as held': {
      ...noOrder,
      payments: [released],
      toldOfMoney: told('held'),
    },
  },
  unclear: {
    'a capture without an outcome for more than an hour, of which no alarm has told': {
      payments: [payment],
      silence: 70 * MINUTE,
    },
  },
};

for (const [kind, controls] of Object.entries(ofOrders)) {
  for (const [title, evidence] of Object.entries(controls)) {
    test(`the judge takes for ${kind}: ${title}`, () => {
      assert.equal(judge({ ...right, ...evidence }) ?? 'right', kind);
    });
  }
}

for (const [kind, controls] of Object.entries(ofMoney)) {
  for (const [title, evidence] of Object.entries(controls)) {
    test(`the judge of money takes for ${kind}: ${title}`, () => {
      assert.equal(judge({ ...right, price, ...evidence }) ?? 'right', kind);
    });
  }
}
