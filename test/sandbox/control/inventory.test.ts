import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox, orderFor } from '../support.ts';
import type { WireOrder } from '../wire.ts';

test('GET / describes the sandbox to a person, without a token', async () => {
  const { fetch } = await openSandbox();

  const response = await fetch(new Request('http://sandbox/'));
  const page = await response.text();

  assert.match(response.headers.get('Content-Type') ?? '', /^text\/html/);
  for (const words of ['Kayak on the Spree', 'Kiez &amp; Kanal', '/sandbox/take', 'sold out']) {
    assert.ok(page.includes(words), words);
  }
});

test('POST /sandbox/take buys places as somebody else', async () => {
  const { datesOf, take, get } = await openSandbox();
  const [date] = await datesOf('Lantern night walk');
  assert.ok(date);

  const { status, body } = await take(date.id, date.available_slots);

  assert.equal(status, 200);
  assert.deepEqual(body, (await get(`/sandbox/dates/${date.id}`)).body);
  assert.deepEqual(body, {
    ...date,
    available_slots: 0,
    taken_slots: date.total_slots,
    title: 'Lantern night walk',
    timezone: 'Europe/Berlin',
    bookable_until: '2026-11-21T16:30:00Z',
  });
});

test('POST /sandbox/events/{id}/sell-out buys all places of an event and its pricelists', async () => {
  const { datesOf, post, event } = await openSandbox();
  const kayak = 'Kayak on the Spree';
  const { id } = await event(kayak);
  const others = await datesOf('Lantern night walk');
  assert.ok((await datesOf(kayak)).some(({ available_slots }) => available_slots > 0));

  const { status, body } = await post(`/sandbox/events/${id}/sell-out`, {});

  assert.equal(status, 200);
  assert.ok((body as { slots: number }).slots > 0);
  assert.ok((await datesOf(kayak)).every(({ available_slots }) => available_slots === 0));
  assert.deepEqual(await datesOf('Lantern night walk'), others);
});

test('POST /sandbox/events/{id}/raise-prices raises all prices of an event and its pricelists', async () => {
  const { events, post, event } = await openSandbox();
  const { id, prices } = await event('Kayak on the Spree');
  const pricesOf = async () =>
    (await events()).flatMap((other) =>
      other.id === id || other.root_event_id === id ? other.prices.map(({ value }) => value) : [],
    );
  const before = await pricesOf();
  assert.ok(before.length > prices.length);

  const { status } = await post(`/sandbox/events/${id}/raise-prices`, { percent: 10 });

  assert.equal(status, 200);
  const after = await pricesOf();
  assert.deepEqual(
    after.map((value) => value.toFixed(2)),
    before.map((value) => (value * 1.1).toFixed(2)),
  );
});

test('POST /sandbox/take responds with 409 when there are not that many places, and takes none', async () => {
  const { datesOf, take } = await openSandbox();
  const [date] = await datesOf('Lantern night walk');
  assert.ok(date);

  const { status } = await take(date.id, date.available_slots + 1);

  assert.equal(status, 409);
  assert.deepEqual((await datesOf('Lantern night walk'))[0], date);
});

test('POST /sandbox/take refuses a body that is not what it expects', async () => {
  const { datesOf, post } = await openSandbox();
  const [date] = await datesOf('Lantern night walk');
  const bodies = [
    null,
    {},
    { date_id: date?.id },
    { date_id: date?.id, slots: 0 },
    { date_id: date?.id, slots: 1.5 },
    { date_id: date?.id, slots: '1' },
    { date_id: date?.id, slots: 1, force: true },
  ];

  for (const body of bodies) {
    assert.equal((await post('/sandbox/take', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await post('/sandbox/take', { date_id: 'never', slots: 1 })).status, 404);
});

test('GET /sandbox/orders shows all orders, whatever their status, with their payments', async () => {
  const sandbox = await openSandbox();
  const first = await sandbox.order(await orderFor(sandbox, 'Lantern night walk'));
  const second = await sandbox.order(
    await orderFor(sandbox, 'Lantern night walk', { status: 'CANCELED' }),
  );

  await sandbox.post(`/sandbox/orders/${first.body.id}/pay`, {});
  await sandbox.post(`/sandbox/orders/${first.body.id}/refund`, { value: 10 });

  const [paid, canceled] = await sandbox.list<WireOrder & { payments: { value: number }[] }>(
    '/sandbox/orders',
  );
  const values = paid?.payments.map(({ value }) => value);
  assert.deepEqual(values, [Number(first.body.total_invoice), -10]);
  assert.deepEqual(canceled, { ...second.body, payments: [] });
});
