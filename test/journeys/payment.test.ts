import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { Site } from '#contract/site.schema';
import { testCards } from '#contract/test-cards';
import { ORDER } from '../support/customer/customer.ts';
import { customer } from '../support/customer/playwright.ts';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

/* A shop that has every order paid: the browser confirms, and the proxy believes the provider alone. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney({ payment: 'required' });
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

const CARD = 'Card number';

async function goToPayment(on: RegExp) {
  const { page, me } = await journey.visit();
  await me.chooseKayak({ on });
  await me.fillIn('Ngozi Adichie-Brown');
  return { page, me };
}

test('a customer pays by card, approves it at the bank, and gets the tickets', async () => {
  const { page, me } = await goToPayment(/23 November 2026, from/);
  await me.fill(CARD, testCards.isDeclined);
  await me.press(ORDER);
  await me.says('The card was declined. Nothing is ordered yet. Try another card.');

  await me.fill(CARD, testCards.needsSecondStep);
  await me.press(ORDER);
  await approveIn(page).click();
  await me.says('Booked. See you');
  assert.equal((await journey.books()).length, 1);
});

/** Where the customer approves the payment at the bank. */
const approveIn = (place: Pick<Page, 'frameLocator'>) =>
  place
    .frameLocator('iframe[title^="Your bank asks"]')
    .getByRole('button', { name: 'Approve', exact: true });

/** Pages with a strict policy, in whose dialogs customers pay. */
const places = [
  {
    where: 'the dialog of a button',
    body: '<booking-button lang="en">Book now</booking-button>',
    open: (page: Page) => page.getByRole('button', { name: 'Book now' }).click(),
  },
  {
    where: 'a modal dialog of the page, which removes it when it closes',
    body: '<dialog><booking-widget lang="en"></booking-widget></dialog>',
    open: (page: Page) =>
      page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
        dialog.addEventListener('close', () => dialog.remove());
        dialog.showModal();
      }),
  },
];

for (const { where, body, open } of places) {
  test(`a customer with a phone and a keyboard approves a payment above ${where}`, async () => {
    const booked = (await journey.books()).length;
    const { proxy } = journey.shop;
    const { page, me } = await journey.visitPage(
      `<a href="#outside">A link of the page</a>${body}${journey.script}`,
      {
        'Content-Security-Policy': `default-src 'none'; script-src ${proxy}; connect-src ${proxy}; img-src *`,
      },
    );
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page);
    await me.chooseKayak({ on: /23 November 2026, from/ });
    await me.fillIn('Ngozi Adichie-Brown');
    await me.fill(CARD, testCards.needsSecondStep);
    await me.button(ORDER).focus();
    await page.keyboard.press('Enter');
    await approveIn(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    const link = page.getByRole('link', { name: 'A link of the page' });
    const isReached = await link.evaluate((outside) => {
      outside.focus();
      return document.activeElement === outside;
    });
    assert.equal(isReached, false);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await me.says('Booked. See you');

    assert.equal((await journey.books()).length, booked + 1);
    assert.equal(await page.locator('dialog:modal').count(), 1);
  });
}

test('a customer approves a payment in a frame of another site, of the least size for it', async () => {
  const booked = (await journey.books()).length;
  const { page } = await journey.visitPage('');
  await page.route('http://frames.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${journey.shop.demo}/host" width="250" height="400"></iframe>`,
    }),
  );
  await page.route(`${journey.shop.demo}/host`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><body><booking-widget lang="en"></booking-widget>${journey.script}</body></html>`,
    }),
  );
  await page.goto('http://frames.example/');
  const frame = page.frameLocator('iframe');
  const me = customer(frame);
  await me.chooseKayak({ on: /23 November 2026, from/ });
  await me.fillIn('Ngozi Adichie-Brown');
  await me.fill(CARD, testCards.needsSecondStep);
  await me.press(ORDER);
  await approveIn(frame).click();
  await me.says('Booked. See you');

  assert.equal((await journey.books()).length, booked + 1);
});

const bank = 'This page stands for that of a bank.';

test('who is sent to the bank’s page comes back to the tickets, and nothing of it stays', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await goToPayment(/23 November 2026, from/);
  await me.fill(CARD, testCards.leavesPage);
  await me.press(ORDER);
  await page.getByText(bank).waitFor();
  await page.getByRole('link', { name: 'Approve the payment' }).click();
  await me.says('Booked. See you');

  const books = await journey.books();
  assert.equal(books.length, booked + 1);
  assert.equal(books.at(-1)?.name, 'Ngozi Adichie-Brown');
  await page.waitForURL(`${journey.shop.demo}/`);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  assert.doesNotMatch(stored, /Ngozi|customer@example|booking payment/);
});

/** What the platform's operator does. */
async function control(path: string, body: object = {}): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${journey.shop.sandbox}/sandbox/${path}`, request);
  assert.ok(response.ok, await response.text());
}

test('orders of two vendors are two payments, with one entry of the card', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await journey.visit();
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult');
  await me.press('Add to your selection');
  await me.press(/Keep looking/);
  await me.event('Tea ceremony in a town house');
  await me.day(/, 29 November 2026, from/);
  await me.time(/^10:00/);
  await me.add('Adult');
  await me.press('Add to your selection');
  await me.press('Check out');
  await me.says('¥5,500, charged once your places are confirmed.');
  await me.fillIn('Ngozi Adichie-Brown');
  const secrets = new Set<unknown>();
  page.on('request', (request) => {
    if (request.url().includes('/payments/test/confirm'))
      secrets.add(request.postDataJSON()?.client_secret);
  });
  await me.fill(CARD, testCards.succeeds);
  await me.press(ORDER);
  await me.says('Booked. See you');

  assert.equal(secrets.size, 2);
  assert.equal((await journey.books()).length, booked + 2);
});

/** Minutes pass until the page says so: the proxy may have begun its last pause after the first. */
async function saysInTime({ widget }: Visit['me'], words: string): Promise<void> {
  await eventually(async () => {
    await control('clock', { advance: 60 });
    assert.ok(await widget.getByText(words).first().isVisible(), words);
  });
}

test('a page that stays open shows what becomes of the money, until the vendor cancels', async () => {
  const { me } = await goToPayment(/26 November 2026, from/);
  await me.says('€39.00, charged once your places are confirmed. Until then it is only held.');
  await me.fill(CARD, testCards.succeeds);
  await me.press(ORDER);
  await me.says('Booked. See you');
  await saysInTime(me, 'Payment reference');

  const { id } = (await journey.books()).at(-1) as unknown as { id: string };
  await control(`orders/${id}/cancel`);
  await me.says('€39.00 is on its way back to you.');
  await saysInTime(me, '€39.00 has been paid back.');
});

/** Ours in the place of Stripe's: it opens a frame, and confirms at the proxy's test provider. */
const stripeScript = `globalThis.Stripe = (key) => ({
  elements: () => ({
    submit: async () => ({}),
    update: () => {},
    create() {
      const heard = {};
      return {
        on: (event, listener) => (heard[event] = listener),
        destroy: () => {},
        async mount(element) {
          const frame = document.createElement('iframe');
          frame.title = 'Card fields of ' + key;
          frame.src = 'https://js.stripe.com/fields.html';
          element.append(frame);
          const answer = await fetch('https://api.stripe.com/v1/elements').catch(() => undefined);
          heard[answer?.ok ? 'ready' : 'loaderror']();
        },
      };
    },
  }),
  async confirmPayment({ clientSecret: client_secret }) {
    const body = JSON.stringify({ client_secret, card: '${testCards.succeeds}' });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('PROXY/payments/test/confirm', { method: 'POST', headers, body });
    const { outcome } = await response.json();
    return { paymentIntent: { status: outcome === 'authorised' ? 'requires_capture' : outcome } };
  },
});`;

/** A page whose site is paid at Stripe, under a policy: the widget's own lines, and these. */
async function goToStripe(lines: { script: string; frame: string; connect: string }) {
  const { proxy } = journey.shop;
  const policy =
    `default-src 'none'; script-src ${proxy} ${lines.script}; frame-src ${lines.frame}; ` +
    `connect-src ${proxy} ${lines.connect}; img-src *; style-src 'self'`;
  const { page, me } = await journey.visitPage(
    `<booking-widget lang="en"></booking-widget>${journey.script}`,
    { 'Content-Security-Policy': policy },
  );
  await page.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('stripe.js')
      ? route.fulfill({
          contentType: 'text/javascript',
          body: stripeScript.replace('PROXY', proxy),
        })
      : route.fulfill({
          contentType: 'text/html',
          body: '<title>Fields</title><p>Card at Stripe</p>',
        }),
  );
  await page.route('https://api.stripe.com/**', (route) =>
    route.fulfill({ json: {}, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await page.route(`${proxy}/site*`, async (route) => {
    const response = await route.fetch();
    const site = (await response.json()) as Site;
    const payments = { ...site.payments, provider: 'stripe', publishable_key: 'pk_test_1' };
    await route.fulfill({ response, json: { ...site, payments } });
  });
  await page.reload();
  return { page, me };
}

test('who is paid at Stripe needs the three lines of the policy that the README has', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await goToStripe({
    script: 'https://js.stripe.com https://*.js.stripe.com',
    frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: 'https://api.stripe.com',
  });
  await me.chooseKayak({ on: /27 November 2026, from/ });
  await page
    .frameLocator('iframe[title="Card fields of pk_test_1"]')
    .getByText('Card at Stripe')
    .waitFor();
  await me.order('Ngozi Adichie-Brown');

  assert.equal((await journey.books()).length, booked + 1);
});
