import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';
import { overflowAtEdges, overflowOf, spaceText } from '../support/overflow.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

type Customer = Awaited<ReturnType<Journey['visit']>>['me'];

async function gather(me: Customer, event: RegExp, day: RegExp, time: RegExp): Promise<void> {
  await me.event(event).click();
  await me.day(day).click();
  await me.time(time).check();
  await me.add('Adult', 1);
  await me.button('Add to your visit').click();
  await me.heading('Your visit').waitFor();
}

/** The vendor adds a voucher to the newest order. */
async function giveVoucher(): Promise<void> {
  const [order] = (await journey.books()).toReversed() as unknown as { id: string }[];
  await journey.control(`/orders/${order?.id}/voucher`, { value: 1_234.5 });
}

/** Nothing overflows at 320 px (400 % zoom of 1,280), also with spaced text. */
async function assertRoom(page: Page, isSpaced: boolean, where: string): Promise<void> {
  if (isSpaced) await spaceText(page);
  assert.deepEqual(await overflowOf(page), [], where);
  assert.deepEqual(await overflowAtEdges(page), [], where);
}

for (const [index, isSpaced] of [false, true].entries()) {
  const how = isSpaced ? ' with its text spaced out' : '';
  // Each run takes the last places of another day.
  const day = [29, 30][index]!;

  test(`a cart, a removed line and the outcomes fit at 320 px${how}`, async () => {
    const { page, me } = await journey.visit({ width: 320 });
    await gather(me, /^Kayak on the Spree$/, /28 November 2026, from/, /^11:00/);
    await me.button('Keep looking').click();
    await gather(
      me,
      /^Tea ceremony in a town house$/,
      new RegExp(`, ${day} November 2026, from`),
      /^10:00/,
    );
    await me.widget.getByText('€45.00 + ¥5,500').waitFor();
    await assertRoom(page, isSpaced, 'the visit');

    await me.button('Remove: Kayak on the Spree').click();
    await me.button('Undo').waitFor();
    await assertRoom(page, isSpaced, 'a visit with a line taken out');
    await me.button('Undo').click();
    await me.widget.getByText('€45.00 + ¥5,500').waitFor();

    await me.button('Check out').click();
    await me.field('Full name').fill('Nora Narrow');
    await me.field('E-mail').fill('nora.narrow@example.com');
    await me.field(/I accept the terms/).check();
    await journey.takeAll('Tea ceremony in a town house', `2026-11-${day}T01:00:00Z`);
    await me.button('Order with obligation to pay').click();
    await me.widget.getByText('What has a code stays booked.').waitFor();
    await assertRoom(page, isSpaced, 'tickets beside what has sold out');
    await page.close();
  });

  test(`a withdrawal, a voucher and a copied link fit at 320 px${how}`, async () => {
    const { page, me } = await journey.visit({
      width: 320,
      prepare: (fresh) => fresh.context().grantPermissions(['clipboard-read', 'clipboard-write']),
    });
    await me.event(/^Kayak on the Spree$/).click();
    await me.day(/28 November 2026, from/).click();
    await me.time(/^14:00/).check();
    await me.add('Adult', 1);
    await me.add('Print “The Spree at dusk”, numbered', 1);
    await me.button('Continue').click();
    for (const [label, value] of [
      ['Street', 'Donaudampfschifffahrtsgesellschaftsstraße'],
      ['Postcode', '10115'],
      ['Town', 'Berlin'],
    ] as const) {
      await me.field(label).fill(value);
    }
    await me.field('Country').selectOption('DE');
    await me.order('Nora Narrow');
    await giveVoucher();
    await me.widget.getByText(/Gift voucher worth/).waitFor();
    await assertRoom(page, isSpaced, 'a ticket with a voucher');

    await me.widget.getByText('Withdraw from the contract').click();
    await assertRoom(page, isSpaced, 'what to withdraw from');
    await me.button('Go on').click();
    await me.button('Copy text').click();
    await me.widget.getByText(/Withdrawal prepared on/).waitFor();
    await assertRoom(page, isSpaced, 'a withdrawal');

    await me.button('Copy link').click();
    await me.widget.getByText(/The link is copied/).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const viewer = await journey.visit({ width: 320 });
    await viewer.page.goto('about:blank');
    await viewer.page.goto(link);
    await viewer.me.widget.getByText('You have tickets').waitFor();
    await assertRoom(viewer.page, isSpaced, 'a copied link');
    await viewer.page.close();
    await page.close();
  });

  test(`an order that is being checked fits at 320 px${how}`, async () => {
    const { page, me } = await journey.visit({ width: 320 });
    await gather(me, /^Kayak on the Spree$/, /28 November 2026, from/, /^11:00/);
    await me.button('Check out').click();
    await me.field('Full name').fill('Vera Verified');
    await me.field('E-mail').fill('vera@example.com');
    await me.field(/I accept the terms/).check();
    await journey.control('/faults', {
      faults: [{ kind: 'cut-before', operations: ['createOrder'], count: 1 }],
    });
    await me.button('Order with obligation to pay').click();
    await me.heading('We are checking your order').waitFor();

    await assertRoom(page, isSpaced, 'an order that is being checked');
    await page.close();
  });
}
