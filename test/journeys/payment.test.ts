import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { testCards } from '#contract/test-cards';
import { ORDER } from '../support/customer/customer.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

/* A shop that has every order paid: the browser confirms, and the proxy believes the provider alone. */

let journey: Journey;
before(async () => {
  journey = await beginJourney({ payment: 'required' });
});
afterEach(() => journey.leave());
after(() => journey.close());

const CARD = 'Card number';
const confirmations = '**/payments/test/confirm';

async function goToPayment(on: RegExp) {
  const { page, me } = await journey.visit();
  await me.chooseKayak({ on });
  await me.fillIn('Ngozi Adichie-Brown');
  return { page, me };
}

test('a customer pays by card, approves it at the bank, and gets the tickets', async () => {
  const { me } = await goToPayment(/23 November 2026, from/);
  await me.fill(CARD, testCards.isDeclined);
  await me.press(ORDER);
  await me.says('The card was declined. Nothing is ordered yet. Try another card.');

  await me.fill(CARD, testCards.needsSecondStep);
  await me.press(ORDER);
  await me.press('Approve');
  await me.says('Booked: your tickets');
  assert.equal((await journey.books()).length, 1);
});

test('a browser that only claims to have paid gets no tickets', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await goToPayment(/24 November 2026, from/);
  await page.route(confirmations, (route) =>
    route.fulfill({
      json: { outcome: 'authorised' },
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  await me.fill(CARD, testCards.succeeds);
  await me.press(ORDER);
  await me.says('The payment was not completed. Nothing is ordered yet.');

  assert.equal((await journey.books()).length, booked);
});

test('who reloads between confirming and ordering orders without paying again', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await goToPayment(/25 November 2026, from/);
  let isConfirmed = () => {};
  const confirmed = new Promise<void>((resolve) => (isConfirmed = resolve));
  let asked = 0;
  // The payment is confirmed, and the page never learns of it.
  await page.route(confirmations, async (route) => {
    asked += 1;
    await route.fetch();
    isConfirmed();
  });
  await me.fill(CARD, testCards.succeeds);
  await me.press(ORDER);
  await confirmed;

  await page.reload();
  await me.appears('heading', 'Your details');
  await me.says('Your payment of €39.00 is confirmed. You need not enter it again.');
  assert.equal(await page.getByLabel(CARD).count(), 0);
  await me.order('Ngozi Adichie-Brown');
  assert.equal(asked, 1);
  assert.equal((await journey.books()).length, booked + 1);
});

/** What the platform's operator does. */
async function control(path: string, body: object = {}): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${journey.shop.sandbox}/sandbox/${path}`, request);
  assert.ok(response.ok, await response.text());
}

test('a page that stays open shows what becomes of the money, until the vendor cancels', async () => {
  const { me } = await goToPayment(/26 November 2026, from/);
  await me.says('€39.00, charged once your places are confirmed. Until then it is only held.');
  await me.fill(CARD, testCards.succeeds);
  await me.press(ORDER);
  await me.says('Booked: your tickets');
  await control('clock', { advance: 60 });
  await me.says('Payment reference');

  const { id } = (await journey.books()).at(-1) as unknown as { id: string };
  await control(`orders/${id}/cancel`);
  await me.says('Refund on its way: €39.00');
  await control('clock', { advance: 60 });
  await me.says('€39.00 has been paid back.');
});
