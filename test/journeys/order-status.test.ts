import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { customer } from '../support/customer.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

type Customer = ReturnType<typeof customer>;

async function book(me: Customer): Promise<void> {
  await me.chooseKayak();
  await me.fillIn('Ngozi Adichie-Brown');
  await me.button('Order with obligation to pay').click();
  await me.widget.getByText('You have tickets').waitFor();
}

/** The vendor changes the newest order. */
async function change(what: string): Promise<void> {
  const [order] = (await journey.books()).toReversed() as unknown as { id: string }[];
  const url = `${journey.shop.sandbox}/sandbox/orders/${order?.id}/${what}`;
  const response = await fetch(url, { method: 'POST' });
  assert.ok(response.ok, await response.text());
}

/** Records the events that the host page receives. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('booking-order-status', ({ detail }: Event & { detail?: unknown }) =>
      heard.push(detail),
    );
  });
}

test('a page is printed as the tickets alone while they are shown', async () => {
  const { page, me, complaints } = await journey.visit();
  await page.evaluate(() => {
    // As in a host page with a framework of utility classes.
    const style = new CSSStyleSheet();
    style.replaceSync('@media print { .d-print-block { display: block !important } }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    document.body.insertAdjacentHTML('beforeend', '<p class="d-print-block">Of the host page</p>');
  });
  const host = page.getByText('Of the host page');
  const tickets = me.widget.getByText('You have tickets');
  await book(me);

  await page.emulateMedia({ media: 'print' });
  assert.ok(await tickets.isVisible());
  assert.ok(await me.widget.getByRole('heading', { name: 'Kayak on the Spree' }).isVisible());
  assert.equal(await host.isVisible(), false);
  assert.equal(await me.button('Print').isVisible(), false);
  assert.equal(await me.button('Book something else').isVisible(), false);

  await page.emulateMedia({ media: 'screen' });
  assert.ok(await host.isVisible());
  await me.button('Book something else').click();
  await tickets.waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'print' });
  assert.ok(await host.isVisible());
  assert.equal(await page.locator('[data-booking-print]').count(), 0);
  assert.deepEqual(complaints, []);
});

test('a customer who keeps the page open sees that the order is cancelled, and so does a copied link', async () => {
  const { page, me, complaints } = await journey.visit();
  await listen(page);
  await book(me);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await me.button('Copy link').click();
  await me.widget.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const viewer = await page.context().newPage();
  await viewer.goto(link);
  await customer(viewer).widget.getByText('You have tickets').waitFor();

  await change('cancel');

  await customer(viewer).widget.getByText('This order has been cancelled').waitFor();
  await page.bringToFront();
  await me.widget.getByText('This order has been cancelled').waitFor();
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  assert.equal(heard.length, 1);
  assert.equal((heard[0] as { status: string }).status, 'CANCELED');
  assert.deepEqual(complaints, []);
});

test('a voucher that the vendor gives is shown to the customer with its code, and behind a copied link without', async () => {
  const { page, me, complaints } = await journey.visit();
  await book(me);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await me.button('Copy link').click();
  await me.widget.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const viewer = await page.context().newPage();
  await viewer.goto(link);

  await change('voucher');

  const gift = /Gift voucher worth €10\.00/;
  await customer(viewer).widget.getByText(gift).waitFor();
  await page.bringToFront();
  await me.widget.getByText(gift).waitFor();
  const [order] = (await journey.books()).toReversed() as unknown as {
    voucherOrders: { voucher: { code: string }[] }[];
  }[];
  const code = order?.voucherOrders[0]?.voucher[0]?.code ?? '';
  assert.match(code, /^\w{8}$/);
  assert.ok(await me.widget.getByText(code).isVisible());
  assert.equal(await customer(viewer).widget.getByText(code).count(), 0);
  assert.deepEqual(complaints, []);
});
