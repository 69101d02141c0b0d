import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

test('it works under a CSP that allows the proxy and nothing inline', async () => {
  const { proxy, demo } = journey.shop;
  const policy = `default-src 'none'; script-src ${proxy}; connect-src ${proxy}; img-src ${demo}; style-src 'self'; form-action 'none'`;
  const { me, complaints } = await journey.visitPage(
    `<booking-widget></booking-widget>${journey.script}`,
    {
      'Content-Security-Policy': policy,
    },
  );

  await me.event('Sourdough morning').click();
  await me.day(/from/).first().click();
  await me.heading('Sourdough morning').waitFor();

  assert.deepEqual(complaints, []);
});

test('the calendar looks the same on a page in quirks mode', async () => {
  const looks: string[] = [];
  for (const doctype of ['<!doctype html>', '']) {
    const { page, me } = await journey.visitPage('');
    const body = `<body style="font: italic 20px serif; color: red"><booking-widget></booking-widget>${journey.script}`;
    await page.route(`${journey.shop.demo}/quirks`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `${doctype}<html lang="en">${body}` }),
    );
    await page.goto(`${journey.shop.demo}/quirks`);
    await me.event('Sourdough morning').click();
    const day = me.day(/from/).first();
    looks.push(
      await day.evaluate((button) => {
        const { fontSize, fontFamily, color } = getComputedStyle(button);
        return [fontSize, fontFamily, color].join();
      }),
    );
  }

  assert.equal(looks[1], looks[0]);
  assert.match(looks[0] ?? '', /20px/);
});

test('loading the script twice warns once, breaks nothing, and leaves no global behind', async () => {
  const { page, me, complaints } = await journey.visitPage('<booking-widget></booking-widget>');
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
  for (const _ of [1, 2]) {
    await page.addScriptTag({ url: `${journey.shop.proxy}/booking-widget.js` });
  }
  await me.event('Sourdough morning').waitFor();
  await page.waitForFunction(() => customElements.get('booking-products') !== undefined);
  const after = await page.evaluate(() => Object.getOwnPropertyNames(window));

  // Lit keeps the lists of its versions in globals.
  assert.deepEqual(
    after.filter((name) => !before.includes(name) && !/^(lit|reactive)/.test(name)),
    [],
  );
  assert.equal(complaints.filter((text) => /already on this page/.test(text)).length, 1);
});

test('a tag that comes after the script, and one that is moved, both work', async () => {
  const { page, me } = await journey.visitPage(`<main></main><aside></aside>${journey.script}`);
  await page.waitForFunction(() => customElements.get('booking-widget') !== undefined);
  await page.evaluate(() => {
    const widget = document.createElement('booking-widget');
    document.querySelector('main')?.append(widget);
  });
  await me.event('Sourdough morning').click();
  await me.heading('Sourdough morning').waitFor();

  await page.evaluate(() => {
    const widget = document.querySelector('booking-widget');
    if (widget) document.querySelector('aside')?.append(widget);
  });

  await me.heading('Sourdough morning').waitFor();
  await me.day(/from/).first().click();
  await me.time(/left/).first().waitFor();
});

test('a tag with an event and a day opens there', async () => {
  const events = await fetch(`${journey.shop.proxy}/v3/events?match=sourdough`);
  const [{ id } = { id: '' }] = (await events.json()) as { id: string }[];
  const { me } = await journey.visitPage(
    `<booking-widget event="${id}" day="2026-12-05"></booking-widget>${journey.script}`,
  );

  await me.heading('Sourdough morning').waitFor();
  await me.heading('December 2026').waitFor();
  assert.equal(await me.button('All experiences').count(), 0);
});

test('before the first card the page waits for one wave of requests after the script', async () => {
  const asked: string[] = [];
  let bothAsked = () => {};
  const wave = new Promise<void>((resolve) => (bothAsked = resolve));
  // Intercepted on the network, because a response in the browser's memory cache causes no request.
  const { page } = await journey.visit({
    prepare: (fresh) =>
      fresh.route(`${journey.shop.proxy}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        asked.push(pathname);
        if (asked.length === 3) bothAsked();
        // Responses wait for both requests, so a request that waits for another response would
        // hang.
        if (pathname !== '/booking-widget.js') await wave;
        await route.continue();
      }),
  });
  await page.locator('booking-widget').getByRole('article').first().waitFor();

  assert.equal(asked[0], '/booking-widget.js');
  assert.deepEqual(asked.slice(1).sort(), ['/site', '/v3/events']);
});

test('the page for success opens once the order stands, and the browser’s back shows the tickets', async () => {
  const tag = '<booking-widget success-url="/thanks"></booking-widget>';
  const { page, me } = await journey.visitPage(`${tag}${journey.script}`);
  await me.chooseKayak();
  await me.fillIn('Ngozi Adichie-Brown');
  await me.button('Order with obligation to pay').click();
  await page.waitForURL(/\/thanks\?/);

  const code = new URL(page.url()).searchParams.get('booking-order');
  const books = await journey.books();
  assert.ok(books.some((order) => order.code === code));
  await page.goBack();

  await page.getByText('You have tickets').waitFor();
  await me.button('Book something else').waitFor();
  assert.doesNotMatch(page.url(), /thanks/);
});
