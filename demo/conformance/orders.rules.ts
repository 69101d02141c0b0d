import assert from 'node:assert/strict';
import { DAY } from '#contract/milliseconds';
import {
  assertSame,
  idOf,
  instant,
  type Item,
  itemsIn,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';
import * as is from './shape.ts';

const LIST = 'listOrders';
const all = { status: 'ALL' };

const statuses = ['ACCEPTED', 'CANCELED', 'CANCELLED', 'PENDING', 'DECLINED', 'OPEN', 'RESERVED'];
const isStatus = is.isOneOf('', ...statuses);
const orderShape: is.Shape = {
  needed: {
    id: is.isText,
    code: is.isText,
    date: is.isInstant,
    status: is.isOneOf(...statuses),
    lang: (lang) => is.isText(lang) && String(lang).length === 2,
    currency: is.isCurrency,
    email: is.isText,
    name: is.isText,
  },
  optional: {
    vendor_id: is.isText,
    external_reference: is.isText,
    total_invoice: is.isDecimal,
    additional_discount: (value) => value === '' || is.isDecimal(value),
    payment_date: is.isInstantOrEmpty,
    cancellation_date: is.isInstantOrEmpty,
    expire_date: is.isInstantOrEmpty,
    email_newsletter_opt_in: is.isOneOf('1', ''),
    tickets: is.isList,
    additional_information: is.isList,
    booking_channel: is.isList,
  },
};
const ticketShape: is.Shape = {
  needed: { date_id: is.isText, event_id: is.isText },
  optional: {
    id: is.isText,
    code: is.isText,
    status: isStatus,
    cancellation_date: is.isInstantOrEmpty,
    // "a number in the API sample"
    vat: (vat) => vat === '' || is.isDecimal(vat) || is.isNumber(vat),
    participants: is.isList,
  },
};
const participantShape: is.Shape = {
  needed: {},
  optional: {
    id: is.isText,
    status: isStatus,
    name: is.isText,
    price_value: is.isDecimal,
    // "the API sample shows a string"
    price_id: (id) => is.isWhole(Number(id)),
    vat: (vat) => vat === '' || is.isDecimal(vat),
    cancellation_date: is.isInstantOrEmpty,
    checked_in: is.isInstantOrEmpty,
    entry_units: is.isList,
  },
};
const productLineShape: is.Shape = {
  needed: { product_id: is.isText, amount: is.isWhole },
  optional: {
    status: isStatus,
    title: is.isText,
    price: is.isDecimal,
    vat: (vat) => vat === '' || is.isDecimal(vat),
    currency: is.isCurrency,
  },
};

/** Orders of the last 400 days, which are enough to look at. */
async function recentOrders({ list, now }: Platform): Promise<Item[]> {
  const orders = await list(LIST, { ...all, start_date: instant(now() - 400 * DAY) });
  return orders.length > 0 ? orders : skip('there is no order here');
}

rule('Order: its fields have the types of the spec', async (platform) => {
  for (const order of await recentOrders(platform)) {
    is.assertShape(order, orderShape, idOf(order));
  }
});

rule('Ticket: its fields have the types of the spec', async (platform) => {
  for (const order of await recentOrders(platform)) {
    for (const ticket of itemsIn(order, 'tickets')) {
      is.assertShape(ticket, ticketShape, idOf(order));
    }
  }
});

rule('Participant: money and VAT are decimal strings, as in all of an order', async (platform) => {
  for (const order of await recentOrders(platform)) {
    for (const ticket of itemsIn(order, 'tickets')) {
      for (const participant of itemsIn(ticket, 'participants')) {
        is.assertShape(participant, participantShape, idOf(order));
      }
    }
  }
});

rule('Product line: its fields have the types of the spec', async (platform) => {
  for (const order of await recentOrders(platform)) {
    for (const line of itemsIn(order, 'products')) {
      is.assertShape(line, productLineShape, idOf(order));
    }
  }
});

rule('List orders: lists accepted orders alone by default', async (platform) => {
  const orders = await recentOrders(platform);
  const listed = await platform.list(LIST, {
    start_date: instant(platform.now() - 400 * DAY),
  });
  assertSame(
    listed,
    orders.filter(({ status }) => status === 'ACCEPTED'),
    'accepted',
  );
});

for (const status of ['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN']) {
  rule(`Order list: status=${status} lists those orders alone`, async (platform) => {
    const orders = await recentOrders(platform);
    const start_date = instant(platform.now() - 400 * DAY);
    const listed = await platform.list(LIST, { status, start_date });
    assertSame(
      listed,
      orders.filter((order) => order['status'] === status),
      status,
    );
  });
}

rule('Order list: start_date and end_date include the moments that they name', async (platform) => {
  const orders = await recentOrders(platform);
  const [order] = orders;
  const date = order ? textOf(order, 'date') : '';
  const sameTime = orders.filter((candidate) => candidate['date'] === date);

  const found = await platform.list(LIST, { ...all, start_date: date, end_date: date });
  assertSame(found, sameTime, `at ${date}`);
  const before = instant(Date.parse(date) - 1_000);
  const earlier = await platform.list(LIST, { ...all, end_date: before });
  assert.ok(!earlier.map(idOf).includes(idOf(order as Item)), 'it finds a later order');
});

rule(
  'Order list: start_event_date and end_event_date are about dates of tickets',
  async (platform) => {
    const { order, date } = await orderWithDate(platform);
    const at = textOf(date, 'date');
    const found = async (range: Record<string, string>) =>
      (await platform.list(LIST, { ...all, ...range })).map(idOf).includes(idOf(order));

    assert.ok(await found({ start_event_date: at, end_event_date: at }), `not found at ${at}`);
    if (itemsIn(order, 'tickets').length > 1) return;
    const after = instant(Date.parse(at) + 1_000);
    assert.ok(!(await found({ start_event_date: after })), `found from ${after} on`);
    const before = instant(Date.parse(at) - 1_000);
    assert.ok(!(await found({ end_event_date: before })), `found until ${before}`);
  },
);

rule('Order list: accept_code finds an order by its code', async (platform) => {
  const [order] = await recentOrders(platform);
  const found = await platform.list(LIST, { ...all, accept_code: textOf(order as Item, 'code') });
  assertSame(found, [order as Item], 'by code');
  assertSame(await platform.list(LIST, { ...all, accept_code: 'no-such-code' }), [], 'no code');
});

rule('Order list: accept_dates finds the orders of a date', async (platform) => {
  const { order, date } = await orderWithDate(platform);
  const found = await platform.list(LIST, { ...all, accept_dates: idOf(date) });
  assertSame(await platform.list(LIST, { ...all, accept_dates: 'no-such-date' }), [], 'no date');

  assert.ok(found.map(idOf).includes(idOf(order)), 'the order is not found');
  for (const other of found) {
    const dates = itemsIn(other, 'tickets').map(({ date_id }) => date_id);
    assert.ok(dates.includes(date['id']), `a ticket is for ${dates.join(', ')}`);
  }
});

/** An order and the date of its first ticket, as the list of its event's dates has it. */
async function orderWithDate(platform: Platform) {
  for (const order of await recentOrders(platform)) {
    const [ticket] = itemsIn(order, 'tickets');
    if (!ticket) continue;
    const everyDate = { available: 'false', ignore_latest_booking_time: 'true' };
    const [event_id, accept] = [textOf(ticket, 'event_id'), textOf(ticket, 'date_id')];
    const dates = await platform
      .list('listDatesOfEvent', { ...everyDate, event_id, accept })
      .catch(() => []);
    if (dates[0]) return { order, date: dates[0] };
  }
  return skip('there is no order whose date is still listed here');
}
