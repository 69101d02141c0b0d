import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';

/* The script that checks a page with `?booking-check`. */

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
after(() => journey.close());

/** The messages of the page check, by severity. */
async function checked(page: Page): Promise<string[]> {
  const report = page.getByRole('region', { name: 'Booking check' });
  await report.waitFor();
  const [terms, texts] = await Promise.all(
    ['dt', 'dd'].map((tag) => report.locator(tag).allTextContents()),
  );
  return terms!.map((term, index) => `${term}: ${texts![index]}`);
}

/** Opens a page with its check. */
async function check(body: string, headers: Record<string, string> = {}) {
  const { page } = await journey.visitPage(body, headers);
  await page.goto(`${page.url()}?booking-check`);
  return { page, said: await checked(page) };
}

const underTrustedTypes = (names: string) => ({
  'Content-Security-Policy': `require-trusted-types-for 'script'; trusted-types ${names}`,
});

test('the check also runs under Trusted Types that allow its policy', async () => {
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const { said } = await check(tag, underTrustedTypes('lit-html booking-widget'));

  assert.ok(said.length > 3);
});

test('the console says that the check could not be loaded where Trusted Types refuse its policy', async () => {
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const { page, me } = await journey.visitPage(tag, underTrustedTypes('lit-html'));
  const refusal = page.waitForEvent('console', (message) =>
    message.text().includes('booking-check could not be loaded: is there a policy (CSP)?'),
  );

  await page.goto(`${page.url()}?booking-check`);

  await refusal;
  await me.appears('button', 'Sourdough morning');
});

test('the check of a page without faults says that all is fine', async () => {
  const { page, said } = await check(
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <booking-widget></booking-widget>${journey.script}`,
  );

  assert.ok(
    said.every((line) => line.startsWith('Fine: ')),
    said.join('\n'),
  );
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.getByRole('region', { name: 'Booking check' }).count(), 0);
});

test('the check names what is cut off, narrow, misspelt, not on sale, and what libraries replaced', async () => {
  const { said } = await check(
    `<script>window.Event = function () {}; Array.prototype.toJSON = function () { return '' + this; };</script>
    <div class="box" style="height: 90px; overflow: hidden">
      <booking-widget id="one" vendors="x" category="987654"></booking-widget></div>
    <div style="width: 200px"><div data-booking-widget data-event="gone"></div></div>
    ${journey.script}${journey.script}`,
  );

  const text = said.join('\n');
  for (const expected of [
    /Wrong: <booking-widget id="one"> is cut off by <div class="box">/,
    /Wrong: event="gone" is not on sale here/,
    /Better: <booking-widget id="one"> knows no attribute vendors/,
    /Better: Nothing on sale fits category="987654"/,
    /Better: <booking-widget> is 200 px wide/,
    /Better: The script is on this page 2 times/,
    /Better: A library writes lists as JSON in its own way/,
    /Better: A script has replaced window.Event/,
    /Better: The page has no <meta name="viewport"/,
  ]) {
    assert.match(text, expected);
  }
});

test('the check finds a widget in a shadow root, and an address that has no proxy', async () => {
  const { said } = await check(
    `<div id="app"></div><script>
      document.querySelector('#app').attachShadow({ mode: 'open' }).innerHTML =
        '<booking-widget proxy="book.example.com"></booking-widget>';
    </script><script async src="${journey.shop.proxy}/booking-widget.js" data-proxies="/"></script>`,
  );

  const text = said.join('\n');
  assert.match(text, /Found on this page: 1 × widget/);
  assert.match(text, /Wrong: What answers at http:.*\/book.example.com is no booking proxy/);
});

test('the check tells a policy that refuses the proxy from a proxy that refuses the page', async () => {
  const { proxy } = journey.shop;
  const { said } = await check(`<booking-widget></booking-widget>${journey.script}`, {
    'Content-Security-Policy': `script-src ${proxy}; connect-src 'self'`,
  });
  assert.match(
    said.join('\n'),
    new RegExp(`Wrong: This page.s Content-Security-Policy .* add ${proxy} to connect-src`),
  );

  const elsewhere = 'http://127.0.0.1:12345';
  const { page } = await journey.visitPage('');
  await page.route(`${elsewhere}/*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><booking-widget></booking-widget>${journey.script}`,
    }),
  );
  await page.goto(`${elsewhere}/?booking-check`);
  assert.match(
    (await checked(page)).join('\n'),
    /Wrong: The proxy refuses pages of http:\/\/127.0.0.1:12345: add it to the ALLOWED_ORIGINS/,
  );
});
