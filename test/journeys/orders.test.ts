import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { FaultsInput } from '../../demo/sandbox/faults/fault.ts';
import { eventually } from '../support/eventually.ts';
import { beginJourney, hold, type Journey, SATURDAY, type Visit } from '../support/journey.ts';

/* What is ordered is in the books once and as it was shown, whatever happens on the way. */

let journey: Journey;
beforeAll(async () => {
  // The clock runs, so that the breaker's pauses end.
  journey = await beginJourney({ clock: () => SATURDAY + performance.now() });
});
afterEach(async () => {
  await journey.control('/faults', { faults: [] });
  await journey.leave();
});
afterAll(() => journey.close());

test('a customer books two participants and a product, and the order is in the books once', async () => {
  const { page, me } = await journey.visit();
  const heard: string[] = [];
  await page.exposeFunction('heard', (type: string) => heard.push(type));
  await page.evaluate(() => {
    const { heard } = window as unknown as { heard: (type: string) => void };
    for (const type of ['line-add', 'checkout-begin', 'before-order', 'order', 'problem']) {
      document.addEventListener(`booking-${type}`, () => heard(type));
    }
  });

  // Find it.
  await me.fill('Search', 'kayak');
  await me.event('Kayak on the Spree');
  await me.appears('heading', 'Kayak on the Spree');

  // A Saturday: the weekend has prices of its own.
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await me.add('Child, 8 to 14 years', 1);
  await me.add('Picnic for two', 1);
  await me.press('Continue');

  // Nothing is sent before it is complete.
  await me.appears('heading', 'Your details');
  await me.press('Order with obligation to pay');
  const missing = me.widget.getByText(/ is missing\.$/);
  await missing.first().waitFor();
  assert.equal(await missing.count(), 2);
  assert.equal((await journey.books()).length, 0);

  await me.fill('Full name', 'Ngozi Adichie-Brown');
  await me.fill('E-mail', 'ngozi@example.com');
  await me.widget
    .getByRole('group', { name: 'Adult 1' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Ngozi');
  await me.widget
    .getByRole('group', { name: 'Child, 8 to 14 years 1' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Chidi');
  await me.click('checkbox', /I accept the terms/);
  await me.button('Order with obligation to pay').dblclick();

  await me.says('Booked. See you');
  await me.appears('heading', 'Kayak on the Spree');
  await me.says('Saturday, 28 November 2026, 14:00');

  const books = await journey.books();
  assert.equal(books.length, 1);
  const [order] = books;
  await me.widget.getByText(order!.code, { exact: true }).waitFor();
  assert.equal(order!.status, 'ACCEPTED');
  assert.equal(order!.currency, 'EUR');
  assert.equal(order!.total_invoice, '98.00');
  assert.match(order!.external_reference, /^[0-9A-F]{26}$/);
  assert.deepEqual([order!.name, order!.email], ['Ngozi Adichie-Brown', 'ngozi@example.com']);
  assert.equal(order!.tickets.length, 1);
  assert.deepEqual(
    order!.tickets[0]!.participants.map(({ name, price_title, price_value }) => [
      name,
      price_title,
      price_value,
    ]),
    [
      ['Ngozi', 'Adult', '45.00'],
      ['Chidi', 'Child, 8 to 14 years', '29.00'],
    ],
  );
  assert.deepEqual(
    order!.products.map(({ title, amount, price }) => [title, amount, price]),
    [['Picnic for two', 1, '24.00']],
  );

  const date = await fetch(`${journey.shop.sandbox}/sandbox/dates/${order!.tickets[0]!.date_id}`);
  const booked = (await date.json()) as { date: string; title?: string };
  assert.equal(booked.date, '2026-11-28T13:00:00Z');

  await eventually(() =>
    assert.deepEqual(heard, ['line-add', 'checkout-begin', 'before-order', 'order']),
  );
});

test('a customer on the other side of the world books the day of the place, not their own', async () => {
  const { me } = await journey.visit({ timezone: 'America/Los_Angeles' });

  await me.event('Bamboo grove at dawn');
  await me.widget.getByText(/Japan Standard Time, 17 h ahead of yours/).waitFor();
  await me.day(/25 November 2026, from/);
  await me.time(/^06:00/);
  await me.add('Adult', 2);
  await me.press('Continue');
  await me.widget.getByText(/Wednesday, 25 November 2026, 06:00/).waitFor();
  await me.fillIn('Sam Reyes', 'sam@example.com');
  await me.press('Order with obligation to pay');

  await me.says('Booked. See you');
  const order = (await journey.books()).find(({ name }) => name === 'Sam Reyes');
  assert.equal(order!.currency, 'JPY');
  assert.match(order!.total_invoice, /^\d+$/);
  const date = await fetch(`${journey.shop.sandbox}/sandbox/dates/${order!.tickets[0]!.date_id}`);
  assert.equal(((await date.json()) as { date: string }).date, '2026-11-24T21:00:00Z');
});

type Customer = Visit['me'];
type Fault = FaultsInput['faults'][number];
type Outcome = 'tickets' | 'checking';

const ORDER = 'Order with obligation to pay';

/** Mondays to Fridays, in turn, so that no time sells out. */
const days = [23, 24, 25, 26, 27].map((day) => new RegExp(`, ${day} November 2026, from`));
let visits = 0;

/** One adult at the kayak's checkout, with everything filled in. */
async function goToCheckout(me: Customer, name: string): Promise<void> {
  const day = days[visits % days.length]!;
  visits += 1;
  await me.chooseKayak({ on: day });
  await me.fillIn(name);
}

/** The orders of a customer on the platform: total and code. */
async function bookedBy(customerName: string): Promise<string[]> {
  const books = await journey.books();
  return books
    .filter(({ name }) => name === customerName)
    .map(({ total_invoice: total, code }) => `${total} ${code}`);
}

/** The screen shows the code of the one order that the platform has. */
async function assertTickets(me: Customer, name: string, total: string): Promise<void> {
  await me.says('Booked. See you');
  const [booked, ...more] = await bookedBy(name);
  assert.deepEqual(more, []);
  const [bookedTotal, code = ''] = booked?.split(' ') ?? [];
  assert.equal(bookedTotal, total);
  await me.widget.getByText(code).filter({ visible: true }).first().waitFor();
}

/** The screen says that it is not known, and the platform has nothing so far. */
async function assertChecking(me: Customer, name: string): Promise<void> {
  await me.appears('heading', 'We are checking your order');
  await me.says('Do not order it a second time.');
  assert.equal(await me.button(ORDER).count(), 0);
  assert.deepEqual(await bookedBy(name), []);
}

async function assertOutcome(outcome: Outcome, me: Customer, name: string): Promise<void> {
  if (outcome === 'checking') await assertChecking(me, name);
  else await assertTickets(me, name, '39.00');
}

/**
 * Connections between proxy and platform that break while an order is placed, once each. The tests
 * of `proxy/orders/` have everything that a platform may respond.
 */
const onThePlatform: [title: string, fault: Fault, outcome: Outcome][] = [
  ['before the order was read', { kind: 'cut-before' }, 'checking'],
  ['in the middle of the response', { kind: 'half-body' }, 'tickets'],
];
for (const [index, [title, fault, outcome]] of onThePlatform.entries()) {
  test(`an order that the platform breaks off ${title} ends as the screen says`, async () => {
    const name = `Platform ${index}`;
    const { me } = await journey.visit();
    await goToCheckout(me, name);
    await journey.control('/faults', {
      faults: [{ ...fault, operations: ['createOrder'], count: 1 }],
    });

    await me.press(ORDER);

    await assertOutcome(outcome, me, name);
  });
}

test('a calendar that lost the network loads by itself when it is back', async () => {
  journey.expectComplaints(/net::ERR_INTERNET_DISCONNECTED/);
  const { page, me } = await journey.visit();
  await me.event('Kayak on the Spree');
  await me.appears('button', /28 November 2026, from/);

  await page.context().setOffline(true);
  await me.press('Later days');
  await me.press('Later days');
  const alert = me.widget.getByRole('alert');
  await alert.getByText('No answer from the booking service. Check your connection.').waitFor();
  assert.equal(await me.days(/January 2027, from/).count(), 0);
  await page.context().setOffline(false);

  await me.appears('button', /January 2027, from/);
  assert.equal(await alert.count(), 0);
});

test('nobody is told of a failure where a frame is left while its list loads', async () => {
  const { page } = await journey.visitPage('<iframe></iframe>');
  const widget = `<!doctype html><booking-widget></booking-widget>${journey.script}`;
  await page.route('**/widget.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: widget }),
  );
  await page.route('**/left.html', (route) => route.fulfill({ body: 'Left' }));
  const { asked } = await hold(page, '**/v3/events?*');
  const lead = (path: string) =>
    page.evaluate((to) => frames[0]?.location.replace(to), new URL(path, page.url()).href);

  await lead('/widget.html');
  await asked;
  await lead('/left.html');
  await page.frameLocator('iframe').getByText('Left').waitFor();
});
