import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

/** WCAG 2.2, 2.5.8, in CSS pixels; ours for what leads on is larger. */
const MIN_TARGET = 24;
const MIN_MAIN_TARGET = 44;

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/** Taps twice as fast as a finger can, in the middle of the window, where no bar lies over it. */
async function doubleTap(page: Page, target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await target.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}

/** What is too small to be hit by a finger: its text, and its size. */
async function smallTargets({ me }: Visit): Promise<string[]> {
  const small: string[] = [];
  for (const target of await me.widget.locator('a, button, select, summary').all()) {
    const box = await target.boundingBox();
    const isMain = (await target.getAttribute('class'))?.includes('primary');
    const least = isMain ? MIN_MAIN_TARGET : MIN_TARGET;
    if (!box || Math.min(box.width, box.height) >= least) continue;
    small.push(`${await target.innerText()}: ${box.width} × ${box.height}`);
  }
  return small;
}

test('a customer books once by taps alone, also where he taps twice', async () => {
  const visit = await journey.visit({ width: 320, isPhone: true });
  const { page, me } = visit;

  await me.event(/^Kayak on the Spree$/).tap();
  await me.day(/28 November 2026, from/).tap();
  await me.widget.getByText('11:00').tap();
  const more = me.button('One more: Adult');
  await doubleTap(page, more);
  await me.widget.getByText('2 participants').waitFor();
  await me.widget.locator('.stepper button:hover').waitFor();
  const color = await more.evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.equal(color, 'rgba(0, 0, 0, 0)', 'the tapped button looks as before');
  assert.deepEqual(await smallTargets(visit), []);

  await doubleTap(page, me.button('Continue'));
  await me.field('Full name').tap();
  await page.keyboard.type('Ida Meyer');
  await me.field('E-mail').tap();
  await page.keyboard.type('ida@example.com');
  await page.setViewportSize({ width: 700, height: 320 });
  assert.equal(await me.field('Full name').inputValue(), 'Ida Meyer');
  await me.field(/I accept the terms/).tap();
  assert.deepEqual(await smallTargets(visit), []);

  await doubleTap(page, me.button('Order with obligation to pay'));
  await me.widget.getByText('You have tickets').first().waitFor();
  assert.deepEqual(await smallTargets(visit), []);
  assert.equal((await journey.books()).length, 1);
  assert.deepEqual(visit.complaints, []);
});
