import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { customer } from '../support/customer/playwright.ts';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';
import { waitForOtherTabs } from '../support/patient-tab.ts';

/* Reloads, the browser's back and forward, and other tabs, as real browsers do them. */

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
after(() => journey.close());

type Customer = Visit['me'];
const ORDER = 'Order with obligation to pay';
const NAME = 'Ngozi Adichie-Brown';
const orders = '**/checkout/orders';

/** Each test books another day, so that no test is asked about an order of another one. */
async function goToCheckout(me: Customer, day: RegExp): Promise<void> {
  await me.chooseKayak({ on: day });
  await me.appears('heading', 'Your details');
}

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
  await me.press(ORDER);
  await landed;

  await page.reload();
  await me.says('Booked. See you');

  assert.equal((await journey.books()).length, booked + 1);
});

test('tickets stay through a reload, another page and the way back, until something else is booked', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /24 November 2026, from/);
  await me.order(NAME);
  const booked = (await journey.books()).length;

  await page.reload();
  await me.says('Booked. See you');
  await page.goto(`${journey.shop.proxy}/livez`);
  await page.goBack();
  await me.says('Booked. See you');
  await me.press('Book something else');
  await me.appears('button', 'Sourdough morning');
  await page.reload();
  await me.appears('button', 'Sourdough morning');

  assert.equal(await me.widget.getByText('Booked. See you').count(), 0);
  assert.equal((await journey.books()).length, booked);
});

test('a customer who leaves the checkout, and goes back and forward, finds the cart and orders it', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /25 November 2026, from/);
  const booked = (await journey.books()).length;

  await page.goto(`${journey.shop.proxy}/livez`);
  await page.goBack();
  await me.appears('heading', 'Your details');
  await page.goForward();
  await page.goBack();
  await me.appears('heading', 'Your details');
  await me.order(NAME);

  assert.equal((await journey.books()).length, booked + 1);
});

test('a tab and its duplicate order once, and both show that order', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /26 November 2026, from/);
  const copy = await duplicate(page);
  await copy.me.appears('heading', 'Your details');
  const booked = (await journey.books()).length;

  await Promise.all([me.fillIn(NAME), copy.me.fillIn(NAME)]);
  await Promise.all([me.press(ORDER), copy.me.press(ORDER)]);
  await me.says('Booked. See you');
  await copy.me.says('Booked. See you');

  assert.equal((await journey.books()).length, booked + 1);
});

test('a second tab is asked before it orders the same, and orders it when told to', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, /27 November 2026, from/);
  await me.order(NAME);
  const booked = (await journey.books()).length;
  const second = await page.context().newPage();
  await waitForOtherTabs(second);
  await second.goto(journey.shop.demo);
  const other = customer(second);

  await goToCheckout(other, /27 November 2026, from/);
  await other.fillIn(NAME);
  await other.press(ORDER);
  const note = other.widget.getByRole('alert');
  await note.getByText('You have already ordered exactly this.').waitFor();
  assert.equal((await journey.books()).length, booked);
  await note.getByRole('button', { name: 'Order once more' }).click();
  await other.says('Booked. See you');

  assert.equal((await journey.books()).length, booked + 1);
});

test('with deep links back leads to the list, forward to the event, and its address opens it anew', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget deep-links></booking-widget>${journey.script}`,
  );
  const kayak = me.button(/^Kayak on the Spree$/);
  const day = me.days(/28 November 2026, from/);
  await kayak.click();
  await day.click();
  await page.waitForURL(/\?booking-event=.+&booking-day=2026-11-28/);

  await page.goBack();
  await kayak.waitFor();
  // Not the page before it, which has a list too.
  assert.equal(page.url(), `${journey.shop.demo}/host`);
  await page.goForward();
  await me.appears('heading', 'Kayak on the Spree');
  await page.waitForURL(/booking-event=.+&booking-day=2026-11-28/);
  await page.reload();
  await me.appears('radio', /^14:00/);
  await me.press(/All experiences/);
  await kayak.waitFor();

  assert.doesNotMatch(page.url(), /booking-event/);
});

test('on a plain tag back goes step by step to where the customer came from, and forward again', async () => {
  const { page, me } = await journey.visit();
  const { demo } = journey.shop;
  await page.goto(`${journey.shop.proxy}/livez`);
  await page.goto(demo);
  await goToCheckout(me, /29 November 2026, from/);
  await me.fill('Full name', NAME);

  await page.goBack();
  await me.appears('radio', /^14:00/);
  await page.goForward();
  await me.appears('heading', 'Your details');
  assert.equal(await me.widget.getByLabel('Full name').inputValue(), NAME);
  await page.goBack();
  await page.goBack();
  await me.appears('button', 'Sourdough morning');
  assert.equal(page.url(), `${demo}/`);
  await page.goBack();

  assert.equal(page.url(), `${journey.shop.proxy}/livez`);
});

test('with deep links back leads past the checkout of a visit that is ordered', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget deep-links></booking-widget>${journey.script}`,
  );
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await me.press('Add to your selection');
  await me.press('Check out');
  await me.appears('heading', 'Your details');
  await me.order('Bea Back');
  await me.press('Book something else');
  await me.appears('button', 'Kayak on the Spree');

  await page.goBack();
  await me.says('Booked. See you');
  // The selection is ordered, so the list stands in its place.
  await page.goBack();
  await me.appears('button', 'Sourdough morning');
  await page.goBack();
  await me.appears('heading', 'Kayak on the Spree');
});
