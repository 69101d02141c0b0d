import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

test('a customer books two participants and a product, and the order is in the books once', async () => {
  const { page, me, complaints } = await journey.visit();
  const heard: string[] = [];
  await page.exposeFunction('heard', (type: string) => heard.push(type));
  await page.evaluate(() => {
    const { heard } = window as unknown as { heard: (type: string) => void };
    for (const type of ['line-add', 'checkout-begin', 'before-order', 'order', 'problem']) {
      document.addEventListener(`booking-${type}`, () => heard(type));
    }
  });

  // Find it.
  await me.field('Search').fill('kayak');
  await me.event(/^Kayak on the Spree$/).click();
  await me.heading('Kayak on the Spree').waitFor();

  // A Saturday: the weekend has prices of its own.
  await me.day(/28 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 1);
  await me.add('Child, 8 to 14 years', 1);
  await me.add('Picnic for two', 1);
  await me.button('Continue').click();

  // Nothing is sent before it is complete.
  await me.heading('Your details').waitFor();
  await me.button('Order with obligation to pay').click();
  const missing = me.widget.getByText(/ is missing\.$/);
  await missing.first().waitFor();
  assert.equal(await missing.count(), 2);
  assert.equal((await journey.books()).length, 0);

  await me.field('Full name').fill('Ngozi Adichie-Brown');
  await me.field('E-mail').fill('ngozi@example.com');
  await me.widget
    .getByRole('group', { name: 'Adult 1' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Ngozi');
  await me.widget
    .getByRole('group', { name: 'Child, 8 to 14 years 1' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Chidi');
  await me.field(/I accept the terms/).check();
  await me.button('Order with obligation to pay').dblclick();

  await me.widget.getByText('You have tickets').waitFor();
  await me.heading('Kayak on the Spree').waitFor();
  await me.widget.getByText('Saturday, 28 November 2026, 14:00').waitFor();

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

  assert.deepEqual(heard, ['line-add', 'checkout-begin', 'before-order', 'order']);
  assert.deepEqual(complaints, []);
});

test('a customer on the other side of the world books the day of the place, not their own', async () => {
  const { me } = await journey.visit({ timezone: 'America/Los_Angeles' });

  await me.event('Bamboo grove at dawn').click();
  await me.widget.getByText(/Tokyo time, 17 h ahead of yours/).waitFor();
  await me.day(/25 November 2026, from/).click();
  await me.time(/^06:00/).check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.widget.getByText(/Wednesday, 25 November 2026, 06:00/).waitFor();
  await me.field('Full name').fill('Sam Reyes');
  await me.field('E-mail').fill('sam@example.com');
  await me.field(/I accept the terms/).check();
  await me.button('Order with obligation to pay').click();

  await me.widget.getByText('You have tickets').waitFor();
  const order = (await journey.books()).find(({ name }) => name === 'Sam Reyes');
  assert.equal(order!.currency, 'JPY');
  assert.match(order!.total_invoice, /^\d+$/);
  const date = await fetch(`${journey.shop.sandbox}/sandbox/dates/${order!.tickets[0]!.date_id}`);
  assert.equal(((await date.json()) as { date: string }).date, '2026-11-24T21:00:00Z');
});

test('a request is sent as one, in German, on a screen 320 px wide', async () => {
  const { page, me } = await journey.visit({ width: 320, language: 'de' });

  await me.event('Your own sailing boat on the Tagus').click();
  await me.day(/ab/).first().click();
  const times = me.widget.getByRole('radio');
  if ((await times.count()) > 1) await times.first().check();
  await me.widget
    .getByRole('button', { name: /^Mehr: / })
    .first()
    .click();
  await me.button('Weiter').click();
  await me.field('Vor- und Nachname').fill('Jörg Weiß');
  await me.field('E-Mail').fill('joerg@example.de');
  await me.field(/Ich akzeptiere/).check();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  await me.button('Verbindlich anfragen').click();

  await me.widget.getByText('Ihre Anfrage ist unterwegs').waitFor();
  const order = (await journey.books()).find(({ name }) => name === 'Jörg Weiß');
  assert.equal(order!.status, 'PENDING');
});
