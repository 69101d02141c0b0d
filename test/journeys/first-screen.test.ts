import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

/* What a customer sees without scrolling, where the window is as large as on common devices. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** Whether all of an element is in the window, with nothing over it. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((target) => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    const points = [
      [left + 2, top + 2],
      [right - 2, bottom - 2],
    ] as const;
    return points.every(([x, y]) => {
      const root = target.getRootNode() as ShadowRoot;
      const hit = root.elementFromPoint(x, y);
      return hit !== null && (target.contains(hit) || hit.contains(target));
    });
  });
}

async function countInSight(elements: Locator): Promise<number> {
  const are = await Promise.all((await elements.all()).map(isInSight));
  return are.filter(Boolean).length;
}

for (const [width, height, least] of [
  [390, 780, 4],
  [360, 640, 3],
  [1366, 657, 14],
] as const) {
  test(`the first screen of an event has days that can be booked, at ${width} × ${height}`, async () => {
    const { page, me } = await journey.visit({ width });
    await page.setViewportSize({ width, height });
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    if (width < 500) await me.appears('button', 'All dates');
    assert.equal(await me.days(/./).and(me.widget.locator('[aria-pressed=true]')).count(), 0);

    const count = await countInSight(me.days(/ 2026, from/));

    assert.ok(count >= least, `${count} days`);
  });
}

for (const [where, width, height] of [
  ['the page', 1366, 768],
  ['the dialog', 1100, 800],
] as const) {
  test(`whoever has chosen a time sees how to say how many come, in ${where} at ${width} × ${height}`, async () => {
    const { page, me } =
      where === 'the page'
        ? await journey.visit({ width })
        : await journey.visitPage(`<booking-button>Book</booking-button>${journey.script}`);
    await page.setViewportSize({ width, height });
    if (where === 'the dialog') await page.getByRole('button', { name: 'Book' }).click();
    await me.event('Kayak on the Spree');
    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);

    await me.appears('button', 'One more: Adult');
    const more = me.button('One more: Adult');

    await eventually(async () => assert.equal(await isInSight(more), true));
  });
}
