import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/**
 * Replaces each text node by an element with another text, as a browser's translator does. Resolves
 * to the number of texts.
 */
async function translate(page: Page): Promise<number> {
  await page.evaluate('globalThis.__name ??= (target) => target');
  return page.evaluate(() => {
    let count = 0;
    const visit = (node: Node): void => {
      if (node instanceof Element && node.getAttribute('translate') === 'no') return;
      if (node instanceof Text && node.data.trim()) {
        const font = document.createElement('font');
        font.textContent = node.data;
        node.replaceWith(font);
        count += 1;
        return;
      }
      const children = node instanceof Element ? (node.shadowRoot ?? node).childNodes : [];
      [...children].forEach(visit);
    };
    for (const widget of document.querySelectorAll('booking-widget')) visit(widget);
    return count;
  });
}

/** The stepper's amount before and after a participant is added. */
async function amounts(): Promise<string[]> {
  const { page, me } = await journey.visitPage(
    `<booking-widget></booking-widget>${journey.script}`,
  );
  await me.event('Kayak on the Spree').first().click();
  await me.day(/from/).first().click();
  await me.widget.getByRole('radio', { disabled: false }).first().check();
  await me.add('Adult', 1);
  const amount = me.widget.locator('output').first();
  const total = me.widget.locator('.total').last();
  const read = async () =>
    (await Promise.all([amount, total].map((it) => it.textContent()))).join();
  const before = await read();
  assert.ok((await translate(page)) > 20);
  await me.add('Adult', 1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const behind = await read();
  await page.close();
  return [before, behind].map((text) => text.replace(/\s+/g, ' '));
}

test('amounts and totals stay correct under a page translator', async () => {
  const [before, behind] = await amounts();

  assert.match(before ?? '', /^ ?1 ?, ?€45\.00/);
  assert.match(behind ?? '', /^ ?2 ?, ?€90\.00/);
});
