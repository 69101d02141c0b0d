import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  beginJourney,
  hold,
  SATURDAY,
  type BookedOrder,
  type Journey,
} from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

async function orderOf(customer: string): Promise<BookedOrder> {
  const orders = (await journey.books()).filter(({ name }) => name === customer);
  assert.equal(orders.length, 1);
  return orders[0]!;
}

test('a customer who moves from a Friday to a Saturday sees the weekend price, and orders at it', async () => {
  const { me } = await journey.visit();
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/27 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 2);
  await me.widget.getByText(/^€78(\.00)?$/).waitFor();

  await me.day(/28 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.widget.getByText(/^€90(\.00)?$/).waitFor();
  await me.button('Continue').click();
  await me.order('Wilma Weekend');

  const { total_invoice, tickets } = await orderOf('Wilma Weekend');
  assert.equal(total_invoice, '90.00');
  const prices = tickets.flatMap(({ participants }) => participants.map((one) => one.price_value));
  assert.deepEqual(prices, ['45.00', '45.00']);
});

test('an event that opened hours ago is shown as open, and can be booked for today', async () => {
  const { me } = await journey.visit();
  await me.event('The old bath house, day ticket').click();
  // It is four in the afternoon there.
  await me.day(/21 November 2026, from/).click();
  await me.time(/^Open 14:00 to 23:00/).check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.order('Olga Open');

  const { total_invoice, currency, tickets } = await orderOf('Olga Open');
  assert.deepEqual([total_invoice, currency], ['2400', 'JPY']);
  const date = await fetch(`${journey.shop.sandbox}/sandbox/dates/${tickets[0]!.date_id}`);
  assert.equal(((await date.json()) as { date: string }).date, '2026-11-21T05:00:00Z');
});

test('list and calendar that take ten seconds say that they load, and that it takes long, until they come', async () => {
  let release = () => {};
  const { page, me } = await journey.visit({
    prepare: async (fresh) => {
      await fresh.clock.install();
      const list = await hold(fresh, '**/v3/events?*');
      release = list.release;
    },
  });
  const loading = me.widget.getByRole('status').filter({ hasText: /^\s*Loading/ });
  const slow = me.widget.getByText('Still loading. This takes longer than usual.');
  const alert = me.widget.getByRole('alert');
  await loading.waitFor();
  await page.clock.fastForward(10_000);
  await slow.waitFor();
  assert.equal(await slow.count(), 1);
  assert.equal(await alert.count(), 0);
  release();
  await me.event('Sourdough morning').waitFor();
  await slow.waitFor({ state: 'detached' });
  assert.equal(await loading.count(), 0);

  const dates = await hold(page, '**/dates?*');
  await me.event('Sourdough morning').click();
  await dates.asked;
  await loading.waitFor();
  await page.clock.fastForward(10_000);
  await slow.waitFor();
  assert.equal(await slow.count(), 1);
  assert.equal(await me.widget.getByText(/no dates/i).count(), 0);
  assert.equal(await alert.count(), 0);
  dates.release();
  await me.day(/from/).first().waitFor();
  await slow.waitFor({ state: 'detached' });
  assert.equal(await loading.count(), 0);
});

test('a calendar that lost the network loads by itself when it is back', async () => {
  const { page, me } = await journey.visit();
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/28 November 2026, from/).waitFor();

  await page.context().setOffline(true);
  await me.button('Next month').click();
  await me.button('Next month').click();
  const alert = me.widget.getByRole('alert');
  await alert.getByText('No answer from the booking service. Check your connection.').waitFor();
  assert.equal(await me.day(/January 2027, from/).count(), 0);
  await page.context().setOffline(false);

  await me
    .day(/January 2027, from/)
    .first()
    .waitFor();
  assert.equal(await alert.count(), 0);
});

test('nobody is told of a failure where a frame is left while its list loads', async () => {
  const { page, complaints } = await journey.visitPage('<iframe></iframe>');
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

  assert.deepEqual(complaints, []);
});

const DAY = 24 * 3_600_000;

test('a list in sight again a day later is up to date, and without a network it stays', async (t) => {
  let now = SATURDAY;
  const { visit, close } = await beginJourney({ clock: () => now });
  t.after(close);
  const { page, me } = await visit({ prepare: (fresh) => fresh.clock.install() });
  const first = me.widget.getByRole('article').first();
  await first.getByText('today, 11:00').waitFor();
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  now += DAY;
  await page.clock.fastForward(DAY);

  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await comeBack();
  await failed;
  await page.evaluate(() => document.querySelector('booking-widget')?.updateComplete);
  assert.equal(await me.widget.getByRole('alert').count(), 0);
  assert.equal(await first.isVisible(), true);
  assert.equal(await first.getByText('today, 11:00').count(), 0);

  await page.context().setOffline(false);
  await comeBack();
  await first.getByText('today, 11:00').waitFor();
});

test('who comes back to the list a day later is shown what is next then', async (t) => {
  let now = SATURDAY;
  const { visit, close } = await beginJourney({ clock: () => now });
  t.after(close);
  const { me } = await visit();
  const next = me.widget.getByRole('article').first().getByText('today, 11:00');
  await next.waitFor();
  await me.event(/^Kayak on the Spree$/).click();
  await me.heading('November 2026').waitFor();

  now += DAY;
  await me.button('Next month').click();
  await me.button('Next month').click();
  await me
    .day(/January 2027, from/)
    .first()
    .waitFor();
  await me.button(/All experiences/).click();

  await next.waitFor();
});
