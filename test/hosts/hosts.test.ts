import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { customer } from '../support/customer/playwright.ts';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey } from '../support/journey.ts';
import { embeddings } from './embeddings.ts';
import { FALLBACK, type Host, TRIGGER } from './host.ts';
import { type HostPages, openHostPages } from './host-pages.ts';
import { layouts } from './layouts.ts';
import { libraries } from './libraries.ts';
import { browsers } from './old-browsers.ts';
import { policies } from './policies.ts';
import { styles } from './styles.ts';

const hosts: readonly Host[] = [
  ...layouts,
  ...styles,
  ...libraries,
  ...policies,
  ...embeddings,
  ...browsers,
];

let pages: HostPages;
let journey: Journey;
beforeAll(async () => {
  pages = await openHostPages();
  journey = await beginJourney({ origins: [pages.origin] });
  // The proxy knows the places of the months, so that the list is as long for every host.
  for (const day of ['2026-11-28', '2026-12-28']) await journey.get(`/v3/events?day=${day}`);
});
afterAll(async () => {
  await journey.close();
  await pages.close();
});

async function openHost(
  host: Host,
): Promise<{ page: Page; frame: Page | Frame; console: string[] }> {
  const { page } = await journey.visitPage('');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.setViewportSize({ width: host.width ?? 1100, height: 900 });
  await page.goto(pages.show(host, journey.shop.proxy));
  if (host.sandbox === undefined) return { page, frame: page, console: said };
  const frame = page.frames()[1];
  assert.ok(frame);
  return { page, frame, console: said };
}

async function book(frame: Page | Frame, host: Host, index: number): Promise<void> {
  const { name, opensFrom, nth = 0 } = host;
  if (opensFrom) {
    // Before that, the link would leave the page.
    await frame.waitForFunction(() => customElements.get('booking-dialog'));
    await frame.getByRole(opensFrom, { name: TRIGGER }).click();
  }
  const me = customer(frame, nth);
  await me.event('Kayak on the Spree');
  const free = me.days(/, from/);
  await free.first().waitFor();
  // Each test books another day, so that there are places for all of them.
  await free.nth(index % (await free.count())).click();
  await me.times(/left/).first().click();
  await me.add('Adult');
  await me.press('Continue');
  await me.order(name);
}

/** Tag, width and height of every element in the list, which a page's styles would change. */
async function boxesOf(page: Page | Frame): Promise<string[]> {
  await customer(page).appears('button', 'Kayak on the Spree');
  await page.evaluate('globalThis.__name ??= (target) => target');
  return page.evaluate(() => {
    const boxes: string[] = [];
    const look = (element: Element): void => {
      const { width, height } = element.getBoundingClientRect();
      boxes.push(`${element.localName} ${Math.round(width)} × ${Math.round(height)}`);
      for (const child of (element.shadowRoot ?? element).children) look(child);
    };
    const root = document.querySelector('booking-widget')!.shadowRoot!;
    const widget = root.querySelector('booking-event-list')!;
    look(widget);
    return boxes;
  });
}

test('there are at least 60 host pages, each with its own name', () => {
  assert.ok(hosts.length >= 60, `${hosts.length}`);
  assert.equal(new Set(hosts.map(({ name }) => name)).size, hosts.length);
});

describe('host pages', { concurrent: true }, () => {
  let expected: string[];

  beforeAll(async () => {
    const bare = await openHost({ name: 'bare', head: '<style>body { margin: 0 }</style>' });
    expected = await boxesOf(bare.page);
    await bare.page.close();
  });

  for (const [index, host] of hosts.entries()) {
    const what = host.says ? 'it is said why nobody books' : 'a customer books';
    test(`${what} on a page with ${host.name}`, async () => {
      const { page, frame, console } = await openHost({
        ...host,
        head: `<style>body { margin: 0 }</style>${host.head ?? ''}`,
      });
      if (host.says) {
        const { says } = host;
        const isThere = () =>
          frame
            .getByText(FALLBACK)
            .or(frame.getByText('Booking is not set up for this site.'))
            .first()
            .waitFor();
        await isThere();
        await eventually(() => assert.ok(console.some((text) => says.test(text))));
        assert.equal(console.filter((text) => /<booking-widget>/.test(text)).length <= 1, true);
      } else {
        if (host.hasSameBoxes) assert.deepEqual(await boxesOf(frame), expected);
        await book(frame, host, index);
        assert.ok((await journey.books()).some(({ name }) => name === host.name));
        const { warns } = host;
        if (warns) await eventually(() => assert.match(console.join('\n'), warns));
      }
      await page.close();
    });
  }
});
