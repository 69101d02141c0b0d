import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

type Customer = Awaited<ReturnType<Journey['visit']>>['me'];

const kayak = /^Kayak on the Spree$/;
const tea = /^Tea ceremony in a town house$/;

async function gather(me: Customer, event: RegExp, day: RegExp): Promise<void> {
  await me.event(event).click();
  await me.day(day).click();
  await me.time(/left/).first().check();
  await me.add('Adult', 2);
  await me.button('Add to your visit').click();
  await me.heading('Your visit').waitFor();
}

async function gatherBoth(me: Customer, teaDay = 30): Promise<void> {
  await gather(me, kayak, /28 November 2026, from/);
  await me.button('Keep looking').click();
  await gather(me, tea, new RegExp(`, ${teaDay} November 2026, from`));
  await me.widget.getByText('€90.00 + ¥11,000').waitFor();
}

test('a cart over two vendors and two currencies becomes two orders, each as it was shown', async () => {
  const { me, complaints } = await journey.visit();
  await gatherBoth(me);

  await me.button('Check out').click();
  await me.order('Tina Two');

  const orders = (await journey.books()).filter(({ name }) => name === 'Tina Two');
  assert.deepEqual(
    orders.map(({ currency, total_invoice }) => `${total_invoice} ${currency}`).sort(),
    ['11000 JPY', '90.00 EUR'],
  );
  assert.deepEqual(complaints, []);
});

test('a cart is there after a reload and at the list, loses a line, gets it back, and is ordered', async () => {
  const { page, me } = await journey.visit();
  await gatherBoth(me);

  await page.reload();
  await me.widget.getByText('€90.00 + ¥11,000').waitFor();
  await me.button('Keep looking').click();
  await me.button('Open your visit').click();
  await me.button('Remove: Kayak on the Spree').click();
  await me.button('Undo').click();
  await me.widget.getByText('€90.00 + ¥11,000').waitFor();
  await me.button('Remove: Tea ceremony in a town house').click();
  await me.button('Remove: Tea ceremony in a town house').waitFor({ state: 'detached' });
  await me.button('Check out').click();
  await me.order('Rita Reload');

  const orders = (await journey.books()).filter(({ name }) => name === 'Rita Reload');
  assert.deepEqual(
    orders.map(({ currency, total_invoice }) => `${total_invoice} ${currency}`),
    ['90.00 EUR'],
  );
});

test('when one order of a visit is placed and the other has sold out, another time is taken beside the tickets', async () => {
  const { me } = await journey.visit();
  await gatherBoth(me, 29);
  await me.button('Check out').click();
  await me.field('Full name').fill('Petra Partly');
  await me.field('E-mail').fill('petra@example.com');
  await me.field(/I accept the terms/).check();
  await journey.takeAll('Tea ceremony in a town house', '2026-11-29T01:00:00Z');

  await me.button('Order with obligation to pay').click();
  await me.widget.getByText('What has a code stays booked.').waitFor();
  const booked = async () => (await journey.books()).filter(({ name }) => name === 'Petra Partly');
  const [kayaks, ...others] = await booked();
  assert.deepEqual(others, []);
  await me.widget.getByText(kayaks!.code).first().waitFor();
  await me.button('Take 11:30').click();
  await me.field(/I accept the terms/).check();
  await me.button('Order with obligation to pay').click();
  await me.heading('Your details').waitFor({ state: 'detached' });

  for (const { code } of await booked()) await me.widget.getByText(code).first().waitFor();
  assert.equal((await booked()).length, 2);
});
