import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/** The focused element, through every shadow root. */
interface Focus {
  /** Its type and its name: `button Continue`. */
  readonly what: string;
  /** Why a person would not see it. */
  readonly faults: readonly string[];
}

async function focusOf(page: Page): Promise<Focus> {
  // tsx wraps every named function in a call to `__name`, which the page does not have.
  await page.evaluate('globalThis.__name ??= (target) => target');
  return page.evaluate(async () => {
    // A step takes the focus after it is rendered.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const host = document.activeElement;
    let element = host;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (host?.localName !== 'booking-widget' || element === host || !element) {
      return { what: `${host?.localName}`, faults: ['it is not in the widget'] };
    }
    const { type, labels } = element as HTMLInputElement;
    const label = labels?.[0];
    const name = (element.ariaLabel ?? (label ?? element).textContent ?? '').trim();

    /** The focus ring, on the element or on the one that represents it. */
    const hasRing = (drawn: Element) =>
      ['', '::before', '::after'].some((pseudo) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn, pseudo);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      });
    const faults: string[] = [];
    const drawn = label && element.clientWidth < 5 ? label : element;
    if (!hasRing(element) && !hasRing(drawn)) faults.push('it has no ring');

    /** In view and not covered. */
    const isSeenAt = (x: number, y: number): boolean => {
      let hit = document.elementFromPoint(x, y);
      let inner = hit?.shadowRoot?.elementFromPoint(x, y);
      while (inner && inner !== hit) {
        hit = inner;
        inner = hit.shadowRoot?.elementFromPoint(x, y);
      }
      return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
    };
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const middle = top + Math.min(height / 2, 20);
    // In a row that scrolls sideways, the browser scrolls only a part of the element into view.
    if (!isSeenAt(left + Math.min(width / 2, 20), middle)) faults.push('it is out of sight');
    return { what: `${type || element.localName} ${name.replace(/\s+/g, ' ')}`, faults };
  });
}

for (const width of [1100, 320]) {
  test(`a customer books by keyboard alone at ${width} px, and always sees the focus`, async () => {
    const { page, me, complaints } = await journey.visit({ width });
    const booked = (await journey.books()).length;
    const faults: string[] = [];

    async function look(): Promise<string> {
      const focus = await focusOf(page);
      faults.push(...focus.faults.map((fault) => `${focus.what}: ${fault}`));
      return focus.what;
    }
    async function press(key: string, times = 1): Promise<string> {
      let what = '';
      for (let count = 0; count < times; count += 1) {
        await page.keyboard.press(key);
        what = await look();
      }
      return what;
    }
    async function tabTo(wanted: string): Promise<void> {
      for (let steps = 0; steps < 40; steps += 1) {
        if ((await press('Tab')) === wanted) return;
      }
      throw new Error(`Tab does not lead to ${wanted}.`);
    }

    // Into the widget, past what the page has before it.
    await me.event('Sourdough morning').waitFor();
    await me.field('Search').focus();
    await page.keyboard.type('kayak');
    await me.event('Sourdough morning').waitFor({ state: 'detached' });
    await tabTo('button Kayak on the Spree');
    await page.keyboard.press('Enter');
    await me.day(/28 November 2026, from/).waitFor();
    assert.equal(await look(), 'h2 Kayak on the Spree');

    await tabTo('button Saturday, 21 November 2026, from €45.00');
    await press('ArrowRight', 7);
    await press('Enter');
    await me.time(/^14:00/).waitFor();
    await tabTo('radio 11:00 4 left');
    assert.match(await press('ArrowDown'), /^radio 14:00/);
    await tabTo('button One more: Adult');
    await press('Space');
    await tabTo('button One more: Picnic for two');
    await press('Space');
    await tabTo('button Continue');
    await page.keyboard.press('Enter');
    await me.heading('Your details').waitFor();
    assert.equal(await look(), 'h2 Your details');

    // Enter leads on to what is missing, and orders on the button alone.
    await tabTo('text Full name');
    await page.keyboard.type('Kim Keys');
    assert.equal(await press('Enter'), 'email E-mail');
    await page.keyboard.type('kim@example.com');
    assert.match(await press('Enter'), /^checkbox I accept the terms/);
    await press('Space');
    assert.equal(await press('Enter'), 'button Order with obligation to pay');
    assert.equal((await journey.books()).length, booked);
    await page.keyboard.press('Enter');
    await me.widget.getByText('You have tickets').waitFor();
    assert.equal(await look(), 'h2 Kayak on the Spree');

    await tabTo('button Book something else');
    await page.keyboard.press('Enter');
    await me.event('Kayak on the Spree, long round').waitFor();
    await look();
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
    assert.equal((await journey.books()).length, booked + 1);
    await page.context().close();
  });
}
