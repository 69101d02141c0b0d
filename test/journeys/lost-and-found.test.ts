import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { customer } from '../support/customer.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

type Customer = ReturnType<typeof customer>;
const ORDER = 'Order with obligation to pay';
const NAME = 'Ngozi Adichie-Brown';
const orders = '**/checkout/orders';

/** Each test books another day, so that no test is asked about an order of another one. */
async function goToCheckout(me: Customer, day: RegExp): Promise<void> {
  await me.chooseKayak(day);
  await me.heading('Your details').waitFor();
}

/** The proxy gets every order, and its response is lost on the way back. */
const lose = async (route: Route) => {
  await route.fetch().catch(() => undefined);
  await route.abort();
};

/** Opens a duplicated tab, which begins with a copy of the first one's session storage. */
async function duplicate(page: Page) {
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.addInitScript((items) => Object.assign(sessionStorage, items), stored);
  await copy.goto(page.url());
  return { page: copy, me: customer(copy) };
}

test('a page that is reloaded while its order is on its way shows the tickets', async () => {
  const booked = (await journey.books()).length;
  const { page, me } = await journey.visit();
  await goToCheckout(me, /23 November 2026, from/);
  await me.fillIn(NAME);
  let hasLanded = () => {};
  const landed = new Promise<void>((resolve) => (hasLanded = resolve));
  await page.route(orders, async (route) => {
    await route.fetch().catch(() => undefined);
    hasLanded();
  });
  await me.button(ORDER).click();
  await landed;

  await page.reload();
  await me.widget.getByText('You have tickets').waitFor();

  assert.equal((await journey.books()).length, booked + 1);
});

test('after a reload the calendar shows the month that it showed before', async () => {
  const { page, me } = await journey.visit();
  await me.event(/^Kayak on the Spree$/).click();
  await me.button('Next month').click();
  await me.heading('December 2026').waitFor();

  await page.reload();

  await me.heading('December 2026').waitFor();
});

test('tickets stay through a reload, another page and the way back, until something else is booked', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /24 November 2026, from/);
  await me.fillIn(NAME);
  await me.button(ORDER).click();
  await me.widget.getByText('You have tickets').waitFor();
  const booked = (await journey.books()).length;

  await page.reload();
  await me.widget.getByText('You have tickets').waitFor();
  await page.goto(`${journey.shop.proxy}/livez`);
  await page.goBack();
  await me.widget.getByText('You have tickets').waitFor();
  await me.button('Book something else').click();
  await me.event('Sourdough morning').waitFor();
  await page.reload();
  await me.event('Sourdough morning').waitFor();

  assert.equal(await me.widget.getByText('You have tickets').count(), 0);
  assert.equal((await journey.books()).length, booked);
});

test('a customer who leaves the checkout, and goes back and forward, finds the cart and orders it', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /25 November 2026, from/);
  const booked = (await journey.books()).length;

  await page.goto(`${journey.shop.proxy}/livez`);
  await page.goBack();
  await me.heading('Your details').waitFor();
  await page.goForward();
  await page.goBack();
  await me.heading('Your details').waitFor();
  await me.fillIn(NAME);
  await me.button(ORDER).click();
  await me.widget.getByText('You have tickets').waitFor();

  assert.equal((await journey.books()).length, booked + 1);
});

test('a tab and its duplicate order once, and both show that order', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /26 November 2026, from/);
  const copy = await duplicate(page);
  await copy.me.heading('Your details').waitFor();
  const booked = (await journey.books()).length;

  await Promise.all([me.fillIn(NAME), copy.me.fillIn(NAME)]);
  await Promise.all([me.button(ORDER).click(), copy.me.button(ORDER).click()]);
  await me.widget.getByText('You have tickets').waitFor();
  await copy.me.widget.getByText('You have tickets').waitFor();

  assert.equal((await journey.books()).length, booked + 1);
});

test('a second tab is asked before it orders the same, and orders it when told to', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /27 November 2026, from/);
  await me.fillIn(NAME);
  await me.button(ORDER).click();
  await me.widget.getByText('You have tickets').waitFor();
  const booked = (await journey.books()).length;
  const second = await page.context().newPage();
  await second.goto(journey.shop.demo);
  const other = customer(second);

  await goToCheckout(other, /27 November 2026, from/);
  await other.fillIn(NAME);
  await other.button(ORDER).click();
  const note = other.widget.getByRole('alert');
  await note.getByText('You have ordered exactly this in another tab.').waitFor();
  assert.equal((await journey.books()).length, booked);
  await note.getByRole('button', { name: 'Order once more' }).click();
  await other.widget.getByText('You have tickets').waitFor();

  assert.equal((await journey.books()).length, booked + 1);
});

test('after a lost response and a 429 nothing but the same order can be sent, and it is there once', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /28 November 2026, from/);
  await me.fillIn(NAME);
  const booked = (await journey.books()).length;
  await page.route('**/checkout/intent', (route) => route.abort());
  await page.route(orders, lose);
  await me.button(ORDER).click();
  const note = me.widget.getByRole('alert');
  await note.getByText('may have gone through all the same').waitFor();
  await page.unroute(orders);
  const problem = { type: 'about:blank', title: '', code: 'too-many-requests', errors: [] };
  await page.route(orders, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/problem+json' },
      body: JSON.stringify({ ...problem, status: 429 }),
    }),
  );
  await me.button(ORDER).click();
  await note.getByText('Too many requests').waitFor();

  assert.equal(await me.button(/Change date/).count(), 0);
  assert.deepEqual(await note.getByRole('button').allTextContents(), ['Try again']);
  await page.unroute(orders);
  await page.unroute('**/checkout/intent');
  await note.getByRole('button', { name: 'Try again' }).click();
  await me.widget.getByText('You have tickets').waitFor();
  assert.equal((await journey.books()).length, booked + 1);
});

test('a copied link shows the order on another computer, and the key is gone from its address', async () => {
  const { page, me } = await journey.visit({
    prepare: (fresh) => fresh.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  await goToCheckout(me, /29 November 2026, from/);
  await me.fillIn(NAME);
  await me.button(ORDER).click();
  await me.widget.getByText('You have tickets').waitFor();
  await me.button('Copy link').click();
  await me.widget.getByText('The link is copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await journey.visit();
  await other.page.goto('about:blank');
  await other.page.goto(link);
  await other.me.heading('Kayak on the Spree').waitFor();
  await other.me.widget.getByText(/29 November 2026/).waitFor();
  await other.me.button('Add to calendar').waitFor();
  // The vendor's contact is shown, in case of questions.
  await other.me.widget.getByRole('link', { name: 'hello@kiezundkanal.example' }).waitFor();

  assert.match(link, /#booking-view=[\w-]{43}$/);
  assert.doesNotMatch(other.page.url(), /booking-view/);
  assert.equal(await other.me.button(ORDER).count(), 0);
});
