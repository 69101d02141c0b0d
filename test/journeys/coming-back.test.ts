import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { customer } from '../support/customer/playwright.ts';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';
import { waitForOtherTabs } from '../support/patient-tab.ts';

/* Reloads, the browser's back and forward, and other tabs, as real browsers do them. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

type Customer = Visit['me'];
const ORDER = 'Order with obligation to pay';
const NAME = 'Ngozi Adichie-Brown';
const orders = '**/checkout/orders';

/** Each test books another day, so that no test is asked about an order of another one. */
async function goToCheckout(me: Customer, day: RegExp): Promise<void> {
  await me.chooseKayak({ on: day });
  await me.appears('heading', 'Your details');
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
