import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import type { OpenSandbox } from '../support.ts';
import { find, openSandbox, orderFor } from '../support.ts';
import type { WireOrder } from '../wire.ts';

test('Create order: responds with 201 with the order, priced by the platform', async () => {
  const sandbox = await openSandbox();
  const event = await sandbox.event('Kayak on the Spree, weekend');
  const [adult, child] = event.prices;
  const bag = await sandbox.product('Dry bag');
  const body = await orderFor(sandbox, event.title, {
    external_reference: 'ref-1',
    products: [{ product_id: bag.id, amount: 2 }],
  });
  const [date] = await sandbox.datesOf(event.title);
  body['tickets'] = [
    {
      date_id: date?.id,
      participants: [{ price_id: adult?.id, name: 'Ada' }, { price_id: child?.id }],
    },
  ];

  const { status, body: order } = await sandbox.order(body);

  assert.equal(status, 201);
  assert.match(order.code, /^[2-9A-HJKMNP-Z]{6}$/);
  assert.equal(order.status, 'ACCEPTED');
  assert.equal(order.external_reference, 'ref-1');
  assert.equal(order.total_invoice, '111.00');
  const ticket = order.tickets[0];
  assert.deepEqual([ticket?.date_id, ticket?.event_id], [date?.id, event.id]);
  assert.deepEqual(
    ticket?.participants.map(({ name, price_id, price_value }) => [name, price_id, price_value]),
    [
      ['Ada', adult?.id, '45.00'],
      ['', child?.id, '29.00'],
    ],
  );
  assert.deepEqual(order.products, [
    {
      product_id: bag.id,
      status: 'ACCEPTED',
      title: bag.name,
      price: '18.50',
      amount: 2,
      currency: 'EUR',
      vat: '19.00',
    },
  ]);
});

test('Order: yen have no decimals, and absent values are empty strings', async () => {
  const sandbox = await openSandbox();

  const { body: order } = await sandbox.order(
    await orderFor(sandbox, 'Tea ceremony in a town house'),
  );
  const values = order as unknown as Record<string, unknown>;

  assert.equal(order.total_invoice, '5500');
  assert.equal(order.tickets[0]?.participants[0]?.price_value, '5500');
  for (const field of ['payment_date', 'expire_date', 'cancellation_date', 'phone', 'company']) {
    assert.equal(values[field], '', field);
  }
});

test('Order: booking_channel is shown to clients with booking_channel_read alone', async () => {
  const { reseller } = sandboxClients;
  const scopes = [...reseller.scopes, 'booking_channel_read'] as const;
  const client = { ...reseller, id: 'marketplace', name: 'Marketplace', scopes };
  const sandbox = await openSandbox({ client });
  const { body: placed } = await sandbox.order(await orderFor(sandbox, 'Lantern night walk'));
  const channelIn = async ({ orders }: Pick<OpenSandbox, 'orders'>) =>
    (await orders({ accept: placed.id })).map(({ booking_channel }) => booking_channel);

  assert.deepEqual(await channelIn(sandbox), [[{ id: 'marketplace', name: 'Marketplace' }]]);
  assert.deepEqual(await channelIn(sandbox.as('reseller')), [undefined]);
});

test('Create order: accepts an event with opening hours after it has begun', async () => {
  const sandbox = await openSandbox({ now: Date.parse('2026-11-21T08:00:00Z') });

  const { status } = await sandbox.order(await orderFor(sandbox, 'The old bath house, day ticket'));

  assert.equal(status, 201);
});

test('Create order: a product on a price goes with a participant who has that price', async () => {
  const sandbox = await openSandbox();
  const event = await sandbox.event('The Wall by bike');
  const helmet = await sandbox.product('Small helmet');
  const child = find(event.prices, ({ category }) => category === 'Child');
  const body = await orderFor(sandbox, event.title, {
    products: [{ product_id: helmet.id, amount: 1 }],
  });
  const [date] = await sandbox.datesOf(event.title);

  body['tickets'] = [{ date_id: date?.id, participants: [{ price_id: child.id }] }];

  assert.equal((await sandbox.order(body)).status, 201);
});

test('Create order: the minimum of participants counts over all tickets for a date', async () => {
  const sandbox = await openSandbox();
  const body = await orderFor(sandbox, 'Sourdough morning');
  const [{ date_id, participants }] = body['tickets'] as [
    { date_id: string; participants: object[] },
  ];

  body['tickets'] = participants.map((participant) => ({ date_id, participants: [participant] }));
  const { status, body: order } = await sandbox.order(body);

  assert.equal(status, 201);
  assert.equal(order.tickets.length, 2);
});

test('Create order: two orders may have the same external reference', async () => {
  const sandbox = await openSandbox();
  const body = await orderFor(sandbox, 'Fado evening by candlelight', {
    external_reference: 'same',
  });

  const [one, other] = [await sandbox.order(body), await sandbox.order(body)];

  assert.notEqual(one.body.id, other.body.id);
  assert.notEqual(one.body.code, other.body.code);
  assert.equal((await sandbox.orders({ accept_external_reference: 'same' })).length, 2);
});

test('States: an order cancels itself at its expire_date, and releases what it occupied', async () => {
  const sandbox = await openSandbox();
  const [before] = await sandbox.datesOf('Kayak on the Spree');
  const body = await orderFor(sandbox, 'Kayak on the Spree', {
    status: 'RESERVED',
    expire_date: '2026-11-21T09:20:00Z',
  });
  const { body: reserved } = await sandbox.order(body);
  const reload = async (): Promise<WireOrder | undefined> =>
    (await sandbox.orders({ accept: reserved.id, status: 'ALL' }))[0];

  sandbox.clock.now += 20 * 60_000 - 1;
  assert.equal((await reload())?.status, 'RESERVED');

  sandbox.clock.now += 1;
  const canceled = await reload();
  assert.equal(canceled?.status, 'CANCELED');
  assert.equal(canceled?.cancellation_date, '2026-11-21T09:20:00Z');
  assert.equal(canceled?.tickets[0]?.status, 'CANCELED');
  assert.equal(canceled?.tickets[0]?.participants[0]?.status, 'CANCELED');
  assert.deepEqual((await sandbox.datesOf('Kayak on the Spree'))[0], before);
});
