import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type Axe from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { customer } from '../support/customer/playwright.ts';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey, type VisitOptions } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

interface Bench {
  page: Page;
  frame: FrameLocator;
  /** The customer in the preview. */
  me: ReturnType<typeof customer>;
}

/** Opens the workbench in a fresh world. */
async function open(query = '', options: VisitOptions = {}): Promise<Bench> {
  await journey.control('/reset', { scenario: 'calm' });
  const { page } = await journey.visit({ ...options, path: `workbench/${query}` });
  const frame = page.frameLocator('iframe');
  return { page, frame, me: customer(frame) };
}

/** The first listed event is shown. */
function listed({ me }: Bench): Promise<void> {
  return me.widget.getByRole('article').first().waitFor();
}

async function chooseKayak(me: Bench['me']): Promise<void> {
  await me.chooseKayak({ adults: 2 });
}

async function order({ me }: Bench, button: string | RegExp): Promise<void> {
  await chooseKayak(me);
  await me.fillIn('Wanda Workbench', 'wanda@example.com');
  await me.press(button);
}

function vendorSide(page: Page) {
  const orders = page.locator('workbench-vendor-side').getByRole('listitem');
  return { orders, button: (name: string) => orders.getByRole('button', { name }) };
}

test('a preview’s address opens the same world, tag, page and width', async () => {
  // A dark widget on a light page: the console names the accent that cannot be read there.
  journey.expectComplaints(/4\.5 : 1/);
  const bench = await open();
  const { page } = bench;
  await listed(bench);
  await page.getByRole('combobox', { name: 'World' }).selectOption('busy');
  await page.getByRole('combobox', { name: 'Vendor' }).selectOption({ label: 'Maré Alta' });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#d0a000');
  await page.getByRole('slider', { name: 'Corners' }).fill('4');
  await page.getByRole('combobox', { name: 'Page' }).selectOption('WordPress-like');
  await page.getByRole('radio', { name: '390' }).check({ force: true });
  await page.waitForURL(/width=390/);

  const sent = await journey.visit();
  await sent.page.goto(page.url());
  const frame = sent.page.frameLocator('iframe');
  const widget = frame.locator('booking-widget');
  await widget.getByRole('article').first().waitFor();

  assert.equal(await sent.page.getByRole('combobox', { name: 'World' }).inputValue(), 'busy');
  assert.equal(
    await sent.page.getByRole('textbox', { name: 'Accent', exact: true }).inputValue(),
    '#d0a000',
  );
  assert.equal(await widget.getAttribute('lang'), 'de');
  assert.equal(await widget.getAttribute('color-scheme'), 'dark');
  await frame.getByText('Just another outdoors blog').waitFor();
  const look = await widget.evaluate((element) => {
    const { width } = document.documentElement.getBoundingClientRect();
    const style = getComputedStyle(element);
    const names = ['accent', 'radius', 'radius-small'];
    return [width, ...names.map((name) => style.getPropertyValue(`--booking-${name}`))];
  });
  assert.deepEqual(look, [390, '#d0a000', '4px', '3px']);
  // Also of cards below the window, which are not rendered yet.
  const places = await widget.getByRole('article').allTextContents();
  assert.ok(places.length > 0);
  assert.ok(
    places.every((text) => text.includes('Maré Alta')),
    places.join('\n'),
  );
});

test('the snippet on a bare page creates the widget of the preview', async () => {
  journey.expectComplaints(/--booking-accent is below 4.5 : 1/);
  const bench = await open('?scheme=dark&accent=d0a000&radius=4&language=de');
  const { page, me } = bench;
  await listed(bench);
  await page
    .getByRole('combobox', { name: 'Opens at' })
    .selectOption({ label: 'Sourdough morning' });
  await me.appears('heading', 'Sourdough morning');
  const snippet = await page.getByLabel('The tag for this').innerText();

  const { page: bare, me: customerThere } = await journey.visitPage(snippet);
  await customerThere.appears('heading', 'Sourdough morning');

  const describe = (element: Element) => {
    const { style } = element as HTMLElement;
    const names = element.getAttributeNames().filter((name) => name !== 'style');
    return {
      attributes: names.map((name) => [name, element.getAttribute(name)]).sort(),
      properties: [...style].map((name) => [name, style.getPropertyValue(name).trim()]).sort(),
    };
  };
  const shown = await me.widget.evaluate(describe);
  assert.deepEqual(await bare.locator('booking-widget').evaluate(describe), shown);
  assert.equal(shown.attributes.length, 3);
  assert.equal(shown.properties.length, 3);
});

for (const kind of ['widget', 'div', 'button'] as const) {
  test(`the snippet of a ${kind} books a ticket on a page that has nothing else`, async () => {
    const bench = await open(`?kind=${kind}&link=https://vendor.example/tickets`);
    const { page } = bench;
    if (kind === 'button') await bench.frame.getByRole('button', { name: 'Book now' }).click();
    await listed(bench);
    const snippet = await page.getByLabel('The tag for this').innerText();

    const { page: bare, me } = await journey.visitPage(snippet);
    await bare.getByRole('link').waitFor({ state: 'detached' });
    if (kind === 'button') await bare.getByRole('button', { name: 'Book now' }).click();
    await chooseKayak(me);
    await me.order('Bea Bare');
  });
}

test('the lines for the head ask for exactly what the widget asks for first', async () => {
  const bench = await open();
  const { page, me } = bench;
  await listed(bench);
  await page.getByRole('combobox', { name: 'Opens at' }).selectOption('Sourdough morning');
  await me.appears('heading', 'Sourdough morning');
  await page.getByLabel('The first card sooner, by lines in the head').check();
  const snippet = await page.getByLabel('The tag for this').innerText();
  const head = await page.getByLabel('For the head of the page').innerText();

  const visit = await journey.visit();
  await visit.page.route(`${journey.shop.demo}/sooner`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head>${head}</head><body>${snippet}</body></html>`,
    }),
  );
  await visit.page.goto(`${journey.shop.demo}/sooner`);
  await visit.me.appears('heading', 'Sourdough morning');

  // A request that a preload serves has no resource entry of its own.
  const asked = () =>
    visit.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const preloaded = [...head.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
  assert.equal(preloaded.length, 2);
  for (const url of preloaded) {
    await eventually(async () =>
      assert.equal((await asked()).filter((other) => other === url).length, 1, url),
    );
  }
});

test('a tag without an event opens the list, whatever the customer had open before', async () => {
  const bench = await open();
  const { page, me } = bench;
  const opensAt = page.getByRole('combobox', { name: 'Opens at' });
  await me.event('Kayak on the Spree');
  await me.appears('heading', 'Kayak on the Spree');

  await opensAt.selectOption({ label: 'Sourdough morning' });
  await me.appears('heading', 'Sourdough morning');
  await opensAt.selectOption({ label: 'the list' });

  await listed(bench);
});

const otherTags: readonly [attribute: string, change: (page: Page) => Promise<unknown>][] = [
  [
    'vendor',
    (page) => page.getByRole('combobox', { name: 'Vendor' }).selectOption({ label: 'Maré Alta' }),
  ],
  ['kind', (page) => page.getByRole('radio', { name: 'Div' }).check({ force: true })],
  [
    'link',
    async (page) => {
      const link = page.getByLabel('Fallback link');
      await link.fill('https://vendor.example/tickets');
      await link.blur();
    },
  ],
];
for (const [attribute, change] of otherTags) {
  test(`a tag with another ${attribute} opens the list, whatever the customer had open before`, async () => {
    const bench = await open();
    const { page, me } = bench;
    await me.event('Kayak on the Spree');
    await me.appears('heading', 'Kayak on the Spree');

    await change(page);

    await listed(bench);
  });
}

test('a tag that only looks or sounds otherwise keeps the event that the customer has open', async () => {
  const { page, me } = await open();
  await me.event('Kayak on the Spree');
  await me.appears('heading', 'Kayak on the Spree');
  const first = await me.widget.elementHandle();
  const attribute = (name: string, value: string) =>
    eventually(async () => assert.equal(await me.widget.getAttribute(name), value));
  const style = (name: string, value: string) =>
    eventually(async () =>
      assert.equal(
        await me.widget.evaluate(({ style }, name) => style.getPropertyValue(name), name),
        value,
      ),
    );

  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await attribute('lang', 'de');
  await page.getByRole('combobox', { name: 'Headings' }).selectOption('3');
  await attribute('heading-level', '3');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await attribute('color-scheme', 'light');
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#7a2e8e');
  await style('--booking-accent', '#7a2e8e');
  await page.getByRole('slider', { name: 'Corners' }).fill('4');
  await style('--booking-radius', '4px');

  await me.appears('heading', 'Kayak on the Spree');
  assert.ok(await first?.evaluate((widget) => widget.isConnected));
});

test('where a page forbids inline styles, the snippet leaves them to its style sheet', async () => {
  journey.expectComplaints(/--booking-accent is below 4.5 : 1/);
  const bench = await open('?accent=d0a000');
  await listed(bench);
  const { page } = bench;
  await page.getByLabel('The page’s policy forbids inline styles').check();

  assert.doesNotMatch(await page.getByLabel('The tag for this').innerText(), /style/);
  const rule = await page.getByLabel('For the page’s style sheet').innerText();
  assert.equal(rule, 'booking-widget {\n  --booking-accent: #d0a000;\n}');
});

test('the vendor sees an order come in, and the customer’s screen follows what becomes of it', async () => {
  const bench = await open('?world=request-only');
  const { page, me } = bench;
  const { orders, button } = vendorSide(page);
  await order(bench, 'Request with obligation to pay');
  await me.says('Not accepted yet');
  await orders.getByText('Waits for you').waitFor();
  await orders.getByText('Kayak on the Spree').waitFor();

  await button('Accept').click();

  await me.says('Booked. See you');
  await page.getByText('booking-order-status').waitFor();
  await button('Mark paid').click();
  await orders.getByText('paid').waitFor();
  await button('Check in').click();
  await orders.getByText('2 of 2 checked in').waitFor();
  await button('Give a voucher').click();
  await orders.getByText('a voucher given').waitFor();
  await button('Refund').click();
  await orders.getByText('refunded').waitFor();
  await button('Cancel').click();
  await me.says('This order has been cancelled');
  await orders.getByText('Cancelled').waitFor();
  assert.equal(await orders.getByRole('button').count(), 0);
});

test('the preview shows when places are sold or prices rise while a customer chooses', async () => {
  journey.expectComplaints(/status of 409/, /price-changed/, /sold-out/);
  const bench = await open();
  const { page, me } = bench;
  const side = page.locator('workbench-vendor-side');
  await chooseKayak(me);
  await me.fillIn('Wanda Workbench', 'wanda@example.com');

  await side.getByRole('button', { name: 'Raise prices by 10%' }).click();
  await side.getByText('Its prices are higher.').waitFor();
  await me.press(/Order with obligation to pay/);
  await me.says('€99.00');
  await side.getByRole('button', { name: 'Sell out' }).click();
  await side.getByText('Somebody else has bought all places.').waitFor();
  await me.press(/Order with obligation to pay/);

  await me.widget.getByText(/14:00 has sold out/).waitFor();
  assert.deepEqual(await journey.books(), []);
});

test('the workbench shows the events of the host page, with their data layer entries', async () => {
  const bench = await open();
  const { page } = bench;
  await order(bench, 'Order with obligation to pay');

  const heard = page.locator('workbench-host-events');
  await heard.getByText('booking-order', { exact: true }).click();
  const detail = JSON.parse(await heard.locator('[open] pre').innerText()) as {
    value: number;
    ga4: { event: string };
  };

  assert.equal(detail.value, 90);
  assert.equal(detail.ga4.event, 'purchase');
});

test('a change of weather shows at once, and so does its end', async () => {
  journey.expectComplaints(/status of 503/, /<booking-widget> platform-down/);
  const bench = await open();
  const { page, me } = bench;
  await listed(bench);

  await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'is down' });
  await me.widget.getByRole('alert').waitFor();
  assert.equal(await me.widget.getByRole('article').count(), 0);
  await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'answers at once' });

  await listed(bench);
  assert.equal(await me.widget.getByRole('alert').count(), 0);
});

test('a change that the sandbox refuses is named until the vendor does something else', async () => {
  journey.expectComplaints(/status of 409.*\/check-in/);
  const bench = await open();
  const { page } = bench;
  await order(bench, 'Order with obligation to pay');
  const { button } = vendorSide(page);
  await page.route('**/sandbox/orders/*/check-in', (route) =>
    route.fulfill({ status: 409, json: { message: 'the day has not come' } }),
  );
  const polled = () => page.waitForResponse(/\/sandbox\/orders$/);

  await button('Check in').click();
  for (let polls = 0; polls < 2; polls += 1) await polled();

  const problem = page.getByRole('alert');
  await problem.getByText('The sandbox did not do that: the day has not come').waitFor();
  await button('Mark paid').click();
  await problem.waitFor({ state: 'detached' });
});

test('a sandbox that does not respond is named until it does', async () => {
  journey.expectComplaints(/net::ERR_FAILED.*\/sandbox\/clock/);
  const bench = await open();
  const { page } = bench;
  await listed(bench);
  const problem = page.getByRole('alert').getByText('The sandbox does not respond.');
  const polls = '**/sandbox/clock';
  await page.route(polls, (route) => route.abort());
  await problem.waitFor();

  await page.unroute(polls);

  await problem.waitFor({ state: 'detached' });
});

test('the clock moves platform and proxy together, and a world that starts anew has no orders', async () => {
  const bench = await open();
  const { page, me } = bench;
  await order(bench, 'Order with obligation to pay');
  const { orders } = vendorSide(page);
  await orders.first().waitFor();
  await page.getByLabel('Clock').fill('2026-12-24T09:00');
  await page.waitForURL(/clock=2026-12-24T09%3A00Z/);
  await me.press('Book something else');
  await me.event('Kayak on the Spree');
  await me.appears('button', /December 2026, from/);
  assert.equal(await me.days(/23 December 2026, from/).count(), 0);
  assert.equal(await orders.count(), 1);

  await page.getByRole('button', { name: 'Start anew' }).click();

  await orders.first().waitFor({ state: 'detached' });
  await me.event('Kayak on the Spree');
  await me.appears('button', /December 2026, from/);
});

test('a time that is entered by the keyboard counts once it is left, and a world keeps its orders until then', async () => {
  const bench = await open();
  const { page } = bench;
  await order(bench, 'Order with obligation to pay');
  const { orders } = vendorSide(page);
  await orders.first().waitFor();
  const clock = page.getByLabel('Clock');
  await clock.focus();

  // An earlier time on the way to a later one.
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(new URL(page.url()).searchParams.get('clock'), null);
  const entered = await clock.inputValue();
  await page.getByRole('button', { name: '+ 1 hour' }).focus();
  await page.waitForURL((url) => url.searchParams.get('clock') === `${entered}Z`);

  assert.equal(await orders.count(), 1);
});

test('the browser’s back leaves the workbench, whatever page was chosen in it', async () => {
  const { page } = await journey.visit();
  await page.goto(`${journey.shop.demo}/workbench/`);
  await page.frameLocator('iframe').getByRole('article').first().waitFor();
  await page.getByRole('combobox', { name: 'Page' }).selectOption('Dark');
  await page.waitForURL(/page=dark/);
  await page.frameLocator('iframe[title$="Dark"]').getByRole('article').first().waitFor();

  await page.goBack();

  await page.waitForURL(`${journey.shop.demo}/`);
});

test('an invented address opens the current world', async () => {
  const bench = await open('?world=atlantis&vendor=4711&event=%22&width=1e9&accent=red&page=/etc');
  const { page } = bench;
  await listed(bench);

  assert.equal(await page.getByRole('combobox', { name: 'World' }).inputValue(), 'calm');
  assert.equal(await page.getByRole('combobox', { name: 'Vendor' }).inputValue(), '');
  await page.waitForURL(({ search }) => search === '?world=calm');
});

test('a change of the world is seen at once, and what was chosen stays or is named', async () => {
  const bench = await open();
  const { page, me } = bench;
  const world = page.getByRole('combobox', { name: 'World' });
  const vendor = page.getByRole('combobox', { name: 'Vendor' });
  await listed(bench);
  const kayak = me.widget.getByRole('article').filter({ hasText: 'Kayak on the Spree' });
  await kayak.getByText('€39.00').waitFor();

  await me.event('Kayak on the Spree');
  await page.getByRole('button', { name: 'Raise prices by 10%' }).click();
  await me.widget.getByText('€42.90').first().waitFor();

  await vendor.selectOption({ label: 'Kiez & Kanal' });
  await world.selectOption('request-only');
  await kayak.getByText('On request').first().waitFor();
  assert.equal(await vendor.locator('option:checked').innerText(), 'Kiez & Kanal');

  await world.selectOption('unusual');
  await page.getByText('This world does not have the vendor that was chosen').waitFor();
  assert.equal(await vendor.inputValue(), '');
});

test('no page of the world before is shown while the next one is set up', async () => {
  const bench = await open();
  const { page } = bench;
  await listed(bench);
  let framesDuringReset = -1;
  await page.route('**/sandbox/reset', async (route) => {
    await page.getByText('The world is being set up').waitFor();
    framesDuringReset = await page.locator('iframe').count();
    await route.continue();
  });

  await page.getByRole('combobox', { name: 'World' }).selectOption('busy');
  await listed(bench);

  assert.equal(framesDuringReset, 0);
});

test('the proxy notices another world', async () => {
  const bench = await open();
  const { page, me } = bench;
  await listed(bench);

  await page.getByRole('combobox', { name: 'World' }).selectOption('unusual');

  await me.gone('button', /^Kayak on the Spree$/);
  await listed(bench);
  await page.getByRole('combobox', { name: 'World' }).selectOption('calm');
  await me.appears('button', 'Kayak on the Spree');
});

test('a reset that only the control API was told of reaches the proxy too', async () => {
  await journey.control('/reset', { scenario: 'calm' });
  const { page, me } = await journey.visit();
  await me.appears('button', 'Kayak on the Spree');

  await journey.control('/reset', { scenario: 'unusual' });
  await page.reload();

  await me.widget.getByRole('article').first().waitFor();
  assert.equal(await me.button(/^Kayak on the Spree$/).count(), 0);
});

test('every language of the widget is offered, and a page’s own is taken', async () => {
  const bench = await open('?page=right-to-left&width=320');
  const { page, frame, me } = bench;
  await listed(bench);
  const { direction } = await me.widget
    .getByRole('article')
    .first()
    .evaluate((element) => getComputedStyle(element));
  assert.equal(direction, 'rtl');

  const files = (await readdir('src/messages')).filter((name) => name.endsWith('.json'));
  const offered = page.getByRole('combobox', { name: 'Language' }).getByRole('option');
  const values = await offered.evaluateAll((options) =>
    options.map((option) => (option as HTMLOptionElement).value),
  );
  const others = files.map((name) => name.replace('.json', ''));
  assert.deepEqual(values.sort(), ['', 'en', ...others].sort());

  const languages = await offered.allInnerTexts();
  assert.equal(new Set(languages).size, languages.length);
  const width = await frame.locator('html').evaluate((element) => element.scrollWidth);
  assert.equal(width, 320);
});

test('the workbench can be used by the keyboard alone', async () => {
  const bench = await open();
  const { page, frame } = bench;
  await listed(bench);
  await page.getByRole('link', { name: 'Plain shop' }).focus();
  const labels = ['World', 'Vendor', 'Opens at', 'Language', 'Headings'];
  for (const label of labels) {
    await page.keyboard.press('Tab');
    assert.ok(await page.getByRole('combobox', { name: label }).evaluate(hasFocus), label);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');

  await page.waitForURL(/scheme=dark/);
  await frame.locator('booking-widget[color-scheme=dark]').waitFor();
});

function hasFocus(element: Element): boolean {
  const root = element.getRootNode() as ShadowRoot;
  return root.activeElement === element;
}

test('the workbench has room at every width, and axe finds nothing wrong with it, light and dark', async () => {
  journey.expectComplaints(/--booking-accent is below 4.5 : 1/);
  const bench = await open('?accent=7a2e8e&width=1100');
  const { page } = bench;
  await order(bench, 'Order with obligation to pay');
  await vendorSide(page).orders.first().waitFor();
  for (const width of [320, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await overflowOf(page, 'demo-workbench'), [], `${width} px`);
  }

  await page.getByText('More colours').click();
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#f0e0a0');
  await page.getByText('too low').waitFor();
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const results = await axe.run(document, { iframes: false });
      return results.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    });
    assert.deepEqual(violations, [], colorScheme);
  }
});
