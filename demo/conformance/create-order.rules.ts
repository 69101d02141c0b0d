import assert from 'node:assert/strict';
import { DAY, MINUTE } from '#contract/milliseconds';
import { operations } from '../../proxy/platform/operations.ts';
import {
  assertSame,
  idOf,
  instant,
  isMissing,
  type Item,
  itemsIn,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';
import * as is from './shape.ts';

/** The platform's clock may be behind. */
const CLOCK_MARGIN = 10 * MINUTE;
/** Enough for the order to be seen before, also where lists lag. */
const EXPIRY = 2 * MINUTE;

interface NewOrder {
  readonly body: Item;
  readonly date: Item;
}

/** One participant at the first public price, on a date that has places; `changes` are laid over it. */
async function orderBody(
  platform: Platform,
  changes: Item = {},
  type = 'BOOKING',
): Promise<NewOrder> {
  const scopes = await platform.scopes();
  if (!platform.mayWrite) skip('writes only with CONFORMANCE_WRITE=1');
  if (scopes && !scopes.some((scope) => scope.startsWith('orders_write_'))) {
    skip('the client may not place orders');
  }
  const now = platform.now();
  for (const event of await platform.list('listEvents', { type, only_root_events: 'true' })) {
    const [price] = itemsIn(event, 'prices');
    const fewest = Math.max(1, Number(event['min_participants'] ?? 1));
    // A short range, because a platform may have very many dates.
    const range = { start_date: instant(now + 3 * DAY), end_date: instant(now + 60 * DAY) };
    const dates = await platform.list('listDatesOfEvent', { event_id: idOf(event), ...range });
    const date = dates.find(({ available_slots }) => Number(available_slots) >= fewest);
    if (!price || !date) continue;
    const participants = Array.from({ length: fewest }, () => ({ price_id: price['id'] }));
    const tickets = [{ date_id: date['id'], event_id: event['id'], participants }];
    const required = { status: 'ACCEPTED', lang: 'en', email: 'conformance@example.com' };
    const { vendor_id } = event;
    const { currency } = price;
    const body = { ...required, date: instant(now), name: 'Conformance', vendor_id, currency };
    return { body: { ...body, tickets, ...changes }, date };
  }
  return skip('there is no event with a free date here');
}

async function place(platform: Platform, body: Item): Promise<Item> {
  return placed(platform, await platform.call('createOrder', {}, body));
}

async function placed(platform: Platform, response: Response): Promise<Item> {
  assert.ok(response.ok, `it responds with ${response.status}`);
  const order = (await response.json()) as Item;
  platform.leave(`order ${idOf(order)}`);
  return order;
}

rule('Create order: places it, and lists it by id, code, reference and date', async (platform) => {
  const external_reference = `conformance-${platform.now()}-${Math.random().toString(36).slice(2)}`;
  const { body, date } = await orderBody(platform, { external_reference });
  const order = await place(platform, body);

  assert.ok(is.isText(order['id']) && order['id'] !== '', 'it has an id');
  const filters = [
    { accept: idOf(order) },
    { accept_code: textOf(order, 'code') },
    { accept_external_reference: external_reference },
    { accept_dates: idOf(date), delta_since: instant(platform.now() - CLOCK_MARGIN) },
  ];
  for (const filter of filters) {
    await platform.eventually(async () => {
      const found = await platform.list('listOrders', { ...filter, status: 'ALL' });
      assert.ok(found.map(idOf).includes(idOf(order)), JSON.stringify(filter));
    });
  }
  const others = { accept_external_reference: `${external_reference}-other`, status: 'ALL' };
  assertSame(await platform.list('listOrders', others), [], 'of another reference');
});

rule('Create order: is the order that was sent', async (platform) => {
  const { body } = await orderBody(platform);
  const order = await place(platform, body);

  for (const field of ['date', 'lang', 'currency', 'email', 'name', 'status']) {
    assert.equal(order[field], body[field], field);
  }
  const datesOf = (of: Item) => itemsIn(of, 'tickets').map(({ date_id }) => date_id);
  assert.deepEqual(datesOf(order), datesOf(body));
});

rule('Create order for a vendor: is of the vendor that the path names', async (platform) => {
  const { body } = await orderBody(platform);
  const response = await platform.call(
    'createOrderForVendor',
    { id: textOf(body, 'vendor_id') },
    body,
  );
  if (isMissing(response)) skip(`there is no ${operations.createOrderForVendor.path} here`);
  const order = await placed(platform, response);

  await platform.eventually(async () => {
    const [listed] = await platform.list('listOrders', { accept: idOf(order), status: 'ALL' });
    assert.equal(listed?.['vendor_id'], body['vendor_id'], 'vendor_id');
  });
});

rule('Create order: a pending one is in no list of accepted ones', async (platform) => {
  const { body } = await orderBody(platform, { status: 'PENDING' });
  const order = await place(platform, body);
  const listed = async (status: string) =>
    (await platform.list('listOrders', { accept: idOf(order), status })).length;

  await platform.eventually(async () => assert.equal(await listed('PENDING'), 1));
  assert.equal(await listed('ACCEPTED'), 0);
});

rule('Create order: one of a REQUEST event is not accepted at once', async (platform) => {
  const { body } = await orderBody(platform, { status: 'ACCEPTED' }, 'REQUEST');
  const response = await platform.call('createOrder', {}, body);
  if (response.status >= 400 && response.status < 500) return;
  assert.ok(response.ok, `it responds with ${response.status}`);
  const order = (await response.json()) as Item;
  platform.leave(`order ${idOf(order)}`);
  assert.notEqual(order['status'], 'ACCEPTED', `${idOf(order)} is accepted`);
});

rule('States: an order is canceled when its expire_date is reached', async (platform) => {
  if (!platform.mayWait) skip('waits four minutes, only with CONFORMANCE_WAIT=1');
  const expire_date = instant(platform.now() + EXPIRY);
  const { body } = await orderBody(platform, { status: 'PENDING', expire_date });
  const order = await place(platform, body);
  const status = async () => {
    const [listed] = await platform.list('listOrders', { accept: idOf(order), status: 'ALL' });
    return listed?.['status'];
  };

  await platform.eventually(async () => assert.equal(await status(), 'PENDING'));
  await platform.pause(2 * EXPIRY);
  await platform.eventually(async () => {
    assert.match(String(await status()), /^CANCELL?ED$/, `${idOf(order)} has not expired`);
  });
});

for (const field of ['date', 'status', 'lang', 'currency', 'email', 'name']) {
  rule(`Create order: ${field} is required`, async (platform) => {
    await assertRefused(platform, { [field]: undefined });
  });
}

const invalid: [what: string, changes: Item][] = [
  ['a status that is none', { status: 'DONE' }],
  ['a language of three letters', { lang: 'eng' }],
  ['a currency of four letters', { currency: 'EURO' }],
  ['an e-mail address without an @', { email: 'nobody' }],
  ['a name of one letter', { name: 'A' }],
];
for (const [what, changes] of invalid) {
  rule(`Create order: refuses ${what}`, async (platform) => assertRefused(platform, changes));
}

/** The spec leaves the status and the message open. */
async function assertRefused(platform: Platform, changes: Item): Promise<void> {
  const { body } = await orderBody(platform, changes);
  const response = await platform.call('createOrder', {}, body);
  const { status } = response;
  if (response.ok) platform.leave(`order ${idOf((await response.json()) as Item)}`);
  assert.ok(status >= 400 && status < 500, `it responds with ${status}`);
}

rule('Events 3: an order that was placed is sent to the receiver', async (platform) => {
  const { deliveries } = platform;
  if (!deliveries) return skip('no receiver is given: CONFORMANCE_RECEIVER is its address');
  const { body, date } = await orderBody(platform);
  const order = await place(platform, body);
  const delivery = await deliveries.of(idOf(order));

  assert.ok(delivery, 'nothing came');
  assert.match(delivery.method, /^(POST|PATCH)$/);
  assert.match(delivery.contentType, /^application\/json/);
  assert.ok(is.isList(delivery.body['payments']), 'it has payments');
  for (const ticket of itemsIn(delivery.body, 'tickets')) {
    assert.ok(is.isText(ticket['title']), 'a ticket has a title');
    assert.equal(ticket['date'], date['date']);
  }
});
