import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ApiErrorName } from '../../../demo/sandbox/api/errors.ts';
import { apiErrors } from '../../../demo/sandbox/api/errors.ts';
import type { OpenSandbox } from '../support.ts';
import { find, openSandbox, orderFor, vouchersOf } from '../support.ts';
import type { WireProblem } from '../wire.ts';
import type { Case } from './invalid-orders.ts';
import { field, KAYAK, product, ticket, toParis } from './invalid-orders.ts';
import { voucherCases } from './invalid-vouchers.ts';

const cases: readonly Case[] = [
  field('date', '2026-11-21'),
  field('country', 'France'),
  field('email_newsletter_opt_in', 'yes'),
  field('phone', 5),
  field('nickname', 'Ada'),
  field('code', 'K7M2QX'),
  ticket(
    'a participant has an unknown field',
    'attributeInvalid',
    'tickets.0.participants.0',
    (t) => ({
      participants: [{ ...t.participants[0], age: 7 }],
    }),
  ),
  ticket(
    'a price id is a string',
    'attributeInvalid',
    'tickets.0.participants.0.price_id',
    (t) => ({
      participants: [{ price_id: String(t.participants[0]?.price_id) }],
    }),
  ),

  {
    title: 'the vendor is unknown',
    error: 'vendorUnknown',
    field: 'vendor_id',
    body: (sandbox) => orderFor(sandbox, KAYAK, { vendor_id: 'nobody' }),
  },
  ticket('a date is of another vendor', 'vendorDiffers', 'tickets.0.date_id', async (_, s) => ({
    date_id: (await s.datesOf('Fado evening by candlelight'))[0]?.id,
    event_id: undefined,
  })),
  product('a product is of another vendor', 'vendorDiffers', 'products.0', 'Cookbook'),
  {
    title: 'the currency is another',
    error: 'currencyDiffers',
    field: 'currency',
    body: (sandbox) => orderFor(sandbox, KAYAK, { currency: 'USD' }),
  },
  ...['2026-11-21T08:59:59Z', '2026-12-24T00:00:00Z'].map((expire_date): Case => ({
    title: `it would expire at ${expire_date}`,
    error: 'expireDateInvalid',
    field: 'expire_date',
    body: (sandbox) => orderFor(sandbox, KAYAK, { expire_date }),
  })),
  {
    title: 'nothing tells whose it is',
    error: 'vendorUnknown',
    field: 'vendor_id',
    body: (sandbox) => orderFor(sandbox, KAYAK, { vendor_id: undefined, tickets: [] }),
  },
  ...['total_invoice', 'additional_discount'].map((name): Case => ({
    title: `it brings its own ${name}`,
    error: 'customPrice',
    field: name,
    body: (sandbox) => orderFor(sandbox, KAYAK, { [name]: 1 }),
  })),
  ticket('it brings its own price', 'customPrice', 'tickets.0.participants.0.price_value', (t) => ({
    participants: [{ ...t.participants[0], price_value: 1 }],
  })),
  ...voucherCases,
  {
    title: 'it has no tickets',
    error: 'ticketsMissing',
    field: 'tickets',
    body: (sandbox) => orderFor(sandbox, KAYAK, { tickets: [] }),
  },
  ticket('a ticket has no participants', 'participantsMissing', 'tickets.0.participants', () => ({
    participants: [],
  })),
  ticket('a date is unknown', 'dateUnknown', 'tickets.0.date_id', () => ({ date_id: 'never' })),
  ticket('a date is of another event', 'eventDiffers', 'tickets.0.event_id', async (_, s) => ({
    event_id: (await s.event('Lantern night walk')).id,
  })),
  ticket('a price is unknown', 'priceUnknown', 'tickets.0.participants.0.price_id', () => ({
    participants: [{ price_id: 1 }],
  })),
  ticket(
    'a weekend date is to be had at the weekday price',
    'priceUnknown',
    'tickets.0.participants.0.price_id',
    async (_, s) => ({
      participants: [{ price_id: (await s.event(KAYAK)).prices[0]?.id }],
    }),
    'Kayak on the Spree, weekend',
  ),
  ticket(
    'a price is private',
    'pricePrivate',
    'tickets.0.participants.0.price_id',
    async (_, s) => {
      const { prices } = await s.event('Lantern night walk');
      return { participants: [{ price_id: find(prices, (price) => price.public === 0).id }] };
    },
    'Lantern night walk',
  ),
  ticket(
    'the latest booking time has passed',
    'bookingTimePassed',
    'tickets.0.date_id',
    async (_, s) => ({
      date_id: (await s.datesOf('The Wall by bike', { ignore_latest_booking_time: '1' }))[0]?.id,
    }),
    'The Wall by bike',
  ),
  ticket(
    'there are too few participants',
    'participantsTooFew',
    'tickets',
    (t) => ({ participants: t.participants.slice(1) }),
    'Sourdough morning',
  ),
  ticket('there are more participants than places', 'slotsTaken', 'tickets', async (t, s) => {
    const dates = await s.datesOf(KAYAK);
    const date = find(dates, ({ available_slots: free, total_slots: all }) => free < all);
    const participants = Array.from({ length: date.available_slots + 1 }, () => t.participants[0]);
    return { date_id: date.id, participants };
  }),
  ticket('there are more than ever fit', 'participantsTooMany', 'tickets', (t) => ({
    participants: Array.from({ length: 13 }, () => t.participants[0]),
  })),
  ticket('the event is not offered now', 'eventInactive', 'tickets.0.date_id', async (t, s) => {
    await s.post(`/sandbox/events/${t.event_id}`, { active: 0 });
    return {};
  }),
  ticket('its two names of the date differ', 'dateUnknown', 'tickets.0.date_id', async (t, s) => ({
    date_id: t.date_id,
    event_date_id: (await s.datesOf(KAYAK))[1]?.id,
  })),
  ...['ACCEPTED', 'OPEN', 'RESERVED'].map((status): Case => ({
    title: `a request is sent as ${status}`,
    error: 'requestNotPending',
    field: 'status',
    body: (sandbox) => orderFor(sandbox, 'Your own sailing boat on the Tagus', { status }),
  })),

  {
    title: 'a product is unknown',
    error: 'productUnknown',
    field: 'products.0.product_id',
    body: (s) => orderFor(s, KAYAK, { products: [{ product_id: 'nothing', amount: 1 }] }),
  },
  product('a product is private', 'productPrivate', 'products.0.product_id', 'Pick-up'),
  product('an amount is negative', 'productAmountInvalid', 'products.0.amount', 'Picnic', -1),
  product('an amount is zero', 'productAmountInvalid', 'products.0.amount', 'Picnic', 0),
  product('the stock is gone', 'productSoldOut', 'products', 'Print', 4, toParis),
  product('a product goes with another event', 'productNotOffered', 'products.0', 'Small helmet'),
  {
    title: 'a product goes with another price of the event',
    error: 'productNotOffered',
    field: 'products.0.product_id',
    body: async (s) =>
      orderFor(s, 'The Wall by bike', {
        products: [{ product_id: (await s.product('Small helmet')).id, amount: 1 }],
      }),
  },
  product('there is no address to send to', 'shippingAddressMissing', 'shipping_name', 'Print'),
  product('the address has no city', 'shippingAddressMissing', 'shipping_city', 'Print', 1, {
    ...toParis,
    shipping_city: '',
  }),
];

for (const { title, error, field: name, body, client = 'reseller' } of cases) {
  test(`Create order: is refused when ${title}, and the world stays as it was`, async () => {
    const sandbox = await openSandbox({ client });
    const order = await body(sandbox);
    // Not empty where something was bought or deactivated for this order.
    const before = await changed(sandbox);

    const response = await sandbox.post<WireProblem>('/v3/orders', order);

    assert.equal(response.body.code, apiErrors[error][1], response.body.message);
    assert.equal(response.status, apiErrors[error][0]);
    assert.ok(response.body.message.startsWith(name), response.body.message);
    assert.deepEqual(await changed(sandbox), before);
  });
}

test('every reason to refuse an order is shown here, and has a code of its own', () => {
  const codes = Object.values(apiErrors).map(([, code]) => code);
  const reasons = Object.entries(apiErrors).filter(([, [, code]]) => /^400[1-4]/.test(code));
  const shown = new Set(cases.map(({ error }) => error));

  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual(
    reasons.map(([name]) => name).filter((name) => !shown.has(name as ApiErrorName)),
    [],
  );
});

test('Create order: is refused when the body is not JSON', async () => {
  const { fetch, token } = await openSandbox();
  const send = (type: string, body: string) =>
    fetch(
      new Request('http://sandbox/v3/orders', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
      }),
    );

  for (const response of [await send('application/json', '{'), await send('text/plain', '{}')]) {
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as WireProblem).code, '40005');
  }
});

/** The orders, dates, products and vouchers that are not as they were at first. */
async function changed(sandbox: OpenSandbox): Promise<object[]> {
  const delta_since = '2026-11-21T09:00:00Z';
  const everything = { available: 'false', ignore_latest_booking_time: 'true' };
  return [
    await sandbox.orders({ status: 'ALL', delta_since }),
    await sandbox.dates({ ...everything, delta_since }),
    await sandbox.products({ with_private_products: 'true', delta_since }),
    await vouchersOf(sandbox),
  ];
}
