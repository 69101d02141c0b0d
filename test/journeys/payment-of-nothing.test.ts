import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ORDER } from '../support/customer/customer.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney({ scenario: 'unusual', payment: 'required' });
});
after(() => journey.close());

test('in a shop that has every order paid, what costs nothing is booked without a card', async () => {
  const { page, me } = await journey.visit();
  const payments: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/payments')) payments.push(request.url());
  });
  await me.event('A walk that costs nothing');
  await me
    .days(/2026/)
    .and(me.widget.getByRole('button', { disabled: false }))
    .nth(1)
    .click();
  await me.widget.getByRole('radio', { disabled: false }).first().check();
  await me.add('Adult');
  await me.press('Continue');
  await me.fill('Full name', 'Ngozi Adichie-Brown');
  await me.fill('E-mail', 'ngozi@example.com');
  assert.equal(await me.widget.getByRole('textbox', { name: 'Card number' }).count(), 0);
  assert.equal(await me.widget.getByRole('button', { name: ORDER }).count(), 0);
  await me.press('Book free of charge');
  await me.says('Booked. See you');

  const [order] = await journey.books();
  assert.equal(Number(order?.total_invoice), 0);
  assert.deepEqual(payments, []);
});
