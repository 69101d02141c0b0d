import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Locator } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/** The styles that can still distinguish two elements in forced colours. */
function looksOf(thing: Locator): Promise<Record<string, string>> {
  return thing.evaluate((element) => {
    const style = getComputedStyle(element);
    const names = [
      'backgroundColor',
      'color',
      'borderTopWidth',
      'borderTopStyle',
      'borderTopColor',
    ];
    return Object.fromEntries(names.map((name) => [name, style[name as 'color']]));
  });
}

/** Moves the pointer away, because hovering would be another difference. */
async function assertToldApart(chosen: Locator, other: Locator): Promise<void> {
  await chosen.page().mouse.move(0, 0);
  assert.notDeepEqual(await looksOf(chosen), await looksOf(other));
}

/** In forced colours, a button is recognised by its border. */
async function assertBordered(button: Locator): Promise<void> {
  const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = await looksOf(button);
  assert.deepEqual([borderTopWidth, borderTopStyle], ['1px', 'solid']);
  assert.notEqual(borderTopColor, backgroundColor);
}

test('what leads on, and what orders, is drawn as a button in forced colours', async () => {
  const { page, me } = await journey.visit({
    prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
  });
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/28 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 1);
  await assertBordered(me.button('Continue'));
  await me.button('Continue').click();
  await assertBordered(me.button('Order with obligation to pay'));
  await page.close();
});

test('a chosen category, day, view and time can be told apart in forced colours', async () => {
  const { page, me } = await journey.visit({
    prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
  });
  await me.button('Food & drink').click();
  await assertToldApart(me.button('Food & drink'), me.button('Workshops'));

  await me.button('All').first().click();
  await me.event(/^Kayak on the Spree$/).click();
  await assertToldApart(me.button('Calendar'), me.button('Next dates'));
  await me.day(/28 November 2026, from/).click();
  await assertToldApart(me.day(/28 November 2026, from/), me.day(/29 November 2026, from/));
  await me.time(/^14:00/).check();
  const label = (time: string) => me.widget.locator('label').filter({ hasText: time });
  await assertToldApart(label('14:00'), label('11:00'));

  await me.button('Next dates').click();
  const row = (name: RegExp) => me.widget.getByRole('listitem').getByRole('button', { name });
  await assertToldApart(row(/^Sat,? 28 Nov/), row(/^Fri,? 27 Nov/));
  await page.close();
});
