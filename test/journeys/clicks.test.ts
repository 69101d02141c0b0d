import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { ORDER } from '../support/customer/customer.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** A customer with a mouse, who types texts, and ends each with Enter. */
async function openList(attributes = '') {
  const { page, me } = await journey.visitPage(
    `<booking-widget ${attributes}></booking-widget>${journey.script}`,
  );
  await me.appears('button', 'Lantern night walk');
  const widget = page.locator('booking-widget');
  const mouse = { clicks: 0 };
  async function click(target: Locator): Promise<void> {
    mouse.clicks += 1;
    await target.click();
  }
  const press = (name: string | RegExp) =>
    click(widget.getByRole('button', { name, exact: true }).first());

  /** From a chosen time to the ticket. */
  async function book(name: string, adults: number): Promise<void> {
    for (let count = 0; count < adults; count += 1) await press('One more: Adult');
    await me.says('2 participants');
    await press('Continue');
    await me.appears('heading', 'Your details');
    await click(widget.getByLabel('Full name'));
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.keyboard.type('mo@example.com');
    await click(widget.getByRole('checkbox', { name: /I accept the terms/ }));
    await press(ORDER);
    await me.says('Booked. See you');
  }
  return { me, widget, mouse, click, press, book };
}

/** How many people each ticket of somebody's order is for. */
const bookedBy = async (name: string) =>
  (await journey.books())
    .filter((order) => order.name === name)
    .flatMap(({ tickets }) => tickets.map(({ participants }) => participants.length));

test('a customer books the third card for two with at most 9 clicks', async () => {
  const { me, widget, mouse, click, press, book } = await openList();

  await click(widget.getByRole('article').nth(2).getByRole('button'));
  await me.appears('button', /22 November 2026, from/);
  await press(/22 November 2026, from/);
  await me.appears('radio', /left/);
  await click(widget.getByRole('radio').first());
  await book('Mo Nine', 2);

  assert.deepEqual(await bookedBy('Mo Nine'), [2]);
  assert.ok(mouse.clicks <= 9, `${mouse.clicks} clicks`);
});

test('a time pressed on the third card leads to a booking for two with at most 6 clicks', async () => {
  const { me, widget, mouse, click, book } = await openList('day="2026-11-28"');

  await click(
    widget
      .getByRole('article')
      .nth(2)
      .getByRole('button', { name: /^\d\d:\d\d, / })
      .first(),
  );
  await me.appears('button', 'One more: Adult');
  // The list’s field says one participant already.
  await book('Mo Six', 1);

  assert.deepEqual(await bookedBy('Mo Six'), [2]);
  assert.ok(mouse.clicks <= 6, `${mouse.clicks} clicks`);
});
