import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey } from '../support/journey.ts';
import { oldBrowsers } from '../support/old-browsers.ts';

/* The script that checks a page with `?booking-check`. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** What the console says of a wrong page, where the words of the check are tested. */
const ANYTHING = /./;

/** The messages of the page check, by severity. */
async function checked(page: Page): Promise<string[]> {
  const report = page.getByRole('region', { name: 'Booking check' });
  await report.waitFor();
  const [terms, texts] = await Promise.all(
    ['dt', 'dd'].map((tag) => report.locator(tag).allTextContents()),
  );
  return terms!.map((term, index) => `${term}: ${texts![index]}`);
}

/** What a widget says in the console comes into the report when it is said. */
const assertSays = (page: Page, ...expected: readonly RegExp[]) =>
  eventually(async () => {
    const text = (await checked(page)).join('\n');
    for (const each of expected) assert.match(text, each);
  });

/** Opens a page with its check. */
async function check(body: string, headers: Record<string, string> = {}) {
  const { page } = await journey.visitPage(body, headers);
  await page.goto(`${page.url()}?booking-check`);
  return { page, said: await checked(page) };
}

test('the check names what covers the second step of a payment, and a frame that is too small', async () => {
  const popover = `<div popover="manual" class="side" style="display: block"><booking-widget></booking-widget></div>${journey.script}`;
  const { said } = await check(popover);
  assert.match(said.join('\n'), /is in a popover, <div class="side">, which covers/);

  const { page } = await journey.visitPage('');
  const widget = `<!doctype html><html lang="en"><body><booking-widget></booking-widget>${journey.script}</body></html>`;
  await page.route('http://frames.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${journey.shop.demo}/host?booking-check" width="300" height="300"></iframe>`,
    }),
  );
  await page.route(`${journey.shop.demo}/host*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: widget }),
  );
  await page.goto('http://frames.example/');
  const report = page.frameLocator('iframe').getByRole('region', { name: 'Booking check' });
  await report.waitFor();
  const text = (await report.locator('dd').allTextContents()).join('\n');
  assert.match(text, /This frame has 300 × 300 px: .* it needs 250 × 400 px or more\./);
  assert.match(text, /in a frame of another site: who pays by what leads to another page/);
});

const underTrustedTypes = (names: string) => ({
  'Content-Security-Policy': `require-trusted-types-for 'script'; trusted-types ${names}`,
});

test('the check also runs under Trusted Types that allow its policy', async () => {
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const { said } = await check(tag, underTrustedTypes('lit-html booking-widget'));

  assert.ok(said.length > 3);
});

test('the console says that the check could not be loaded where Trusted Types refuse its policy', async () => {
  journey.expectComplaints(
    /TrustedTypePolicy named 'booking-widget'/,
    /booking-check could not be loaded/,
  );
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const { page, me } = await journey.visitPage(tag, underTrustedTypes('lit-html'));
  const refusal = page.waitForEvent('console', (message) =>
    message.text().includes('booking-check could not be loaded: is there a policy (CSP)?'),
  );

  await page.goto(`${page.url()}?booking-check`);

  await refusal;
  await me.appears('button', 'Sourdough morning');
});

test('the check runs in each of the oldest browsers', async () => {
  for (const { name, script } of oldBrowsers) {
    const { said } = await check(
      `<script>${script}</script><booking-widget></booking-widget>${journey.script}`,
    );
    assert.ok(said.length > 3, name);
    await journey.leave();
  }
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
  journey.expectComplaints(ANYTHING);
  const { page } = await check(
    `<script>window.Event = function () {}; Array.prototype.toJSON = function () { return '' + this; };</script>
    <div class="box" style="height: 90px; overflow: hidden">
      <booking-widget id="one" vendors="x" category="987654"></booking-widget></div>
    <div style="width: 200px"><div data-booking-widget data-event="gone"></div></div>
    ${journey.script}${journey.script}`,
  );

  await assertSays(
    page,
    /Wrong: <booking-widget id="one"> is cut off by <div class="box">/,
    /Wrong: event="gone" is not on sale here/,
    /Better: <booking-widget id="one"> knows no attribute vendors/,
    /Wrong: nothing on sale here fits category="987654"; there is category=/,
    /Better: <booking-widget> is 200 px wide/,
    /Better: The script is on this page 2 times/,
    /Better: A library writes lists as JSON in its own way/,
    /Better: A script has replaced window.Event/,
    /Better: The page has no <meta name="viewport"/,
  );
});

test('the check finds a widget in a shadow root, and an address that has no proxy', async () => {
  journey.expectComplaints(ANYTHING);
  const { page } = await check(
    `<div id="app"></div><script>
      document.querySelector('#app').attachShadow({ mode: 'open' }).innerHTML =
        '<booking-widget proxy="book.example.com"></booking-widget>';
    </script><script async src="${journey.shop.proxy}/booking-widget.js" data-proxies="/"></script>`,
  );

  await assertSays(
    page,
    /Found on this page: 1 × widget/,
    /Wrong: What answers at http:.*\/book.example.com is no booking proxy/,
  );
});

test('the check tells a policy that refuses the proxy from a proxy that refuses the page', async () => {
  journey.expectComplaints(ANYTHING);
  const { proxy } = journey.shop;
  const refused = await check(`<booking-widget></booking-widget>${journey.script}`, {
    'Content-Security-Policy': `script-src ${proxy}; connect-src 'self'`,
  });
  await assertSays(
    refused.page,
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
  await assertSays(
    page,
    /Wrong: origin-not-allowed: .* http:\/\/127.0.0.1:12345 is not among the ALLOWED_ORIGINS/,
  );
});

test('the check lists what the console names', async () => {
  journey.expectComplaints(ANYTHING);
  const { page } = await check(
    `<booking-widget vendor="nobody" day="tomorrow" participants="500" lang="xx"></booking-widget>
     <booking-widget site="muesum" color-scheme="blue"></booking-widget>
     <booking-button event="gone" day="soon">Book</booking-button>
     ${journey.script.replace(' src=', ' data-heading-level="9" src=')}`,
  );

  await assertSays(
    page,
    /Wrong: nothing on sale here fits vendor="nobody"; there is vendor="/,
    /Better: day="tomorrow" is not a day like/,
    /Better: participants="500" is not a number/,
    /Wrong: lang="xx" is no language of the widget/,
    /Wrong: unknown-site: .* site="muesum"/,
    /Better: color-scheme="blue" is not auto/,
    /Wrong: event="gone" is not on sale here/,
    /Better: day="soon" is not a day like/,
    /heading-level="9" of the script tag is not a number/,
  );
});

test('the check shows what the widget says in the console later', async () => {
  journey.expectComplaints(ANYTHING);
  const { page } = await check(`<booking-widget id="later"></booking-widget>${journey.script}`);

  await page.locator('#later').evaluate((widget) => widget.setAttribute('color-scheme', 'blue'));

  const report = page.getByRole('region', { name: 'Booking check' });
  await report.getByText('color-scheme="blue" is not auto, light or dark.').waitFor();
});

test('the check runs where the script cannot start, and where another version is on the page', async () => {
  journey.expectComplaints(ANYTHING);
  const hidden = await check(`<form name="createComment"></form>${journey.script}`);
  await assertSays(hidden.page, /Console: cannot start on this page: .*createComment/);

  const { proxy } = journey.shop;
  const two = await check(
    `<booking-widget></booking-widget>${journey.script}
     <script async src="${proxy}/booking-widget.js?v=2"></script>`,
  );
  await assertSays(
    two.page,
    /Wrong: More than one version of the script may be on this page: .*booking-widget.js, .*v=2/,
  );
});

test('the check names a policy that will block, and one that keeps pictures away', async () => {
  journey.expectComplaints(/Content Security Policy/);
  const { proxy } = journey.shop;
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const reported = await check(tag, {
    'Content-Security-Policy-Report-Only': `script-src ${proxy}; connect-src 'self'`,
  });
  await assertSays(
    reported.page,
    new RegExp(`Better: .*Report-Only will block its proxy .* add ${proxy} to connect-src`),
  );

  const { images } = await journey.eventCalled('Kayak on the Spree');
  const { origin } = new URL(images[0] ?? '');
  const without = await check(tag, { 'Content-Security-Policy': "img-src 'none'" });
  await assertSays(
    without.page,
    new RegExp(`Wrong: .* blocks pictures of ${origin}: add ${origin} to img-src`),
  );
});
