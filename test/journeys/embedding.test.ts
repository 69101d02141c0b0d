import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

let journey: Journey;
let sourdough = '';
before(async () => {
  journey = await beginJourney();
  const events = await fetch(`${journey.shop.proxy}/v3/events?match=sourdough`);
  const [event] = (await events.json()) as { id: string }[];
  sourdough = event?.id ?? '';
});
after(() => journey.close());

const ORDER = 'Order with obligation to pay';

/** Goes from an open event to a completed checkout. */
async function fillInSourdough({ me }: Visit, name: string): Promise<void> {
  await me.heading('Sourdough morning').waitFor();
  await me.day(/from/).first().click();
  await me.time(/left/).first().check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.fillIn(name);
}

async function bookSourdough(visit: Visit, name: string): Promise<void> {
  await fillInSourdough(visit, name);
  await visit.me.button(ORDER).click();
  await visit.me.widget.getByText('You have tickets').first().waitFor();
}

const isDefined = (page: Page, tag: string) =>
  page.waitForFunction((name) => customElements.get(name) !== undefined, tag);

test('a div with data attributes is a widget with those options, and books', async () => {
  const visit = await journey.visitPage(
    `<div data-booking-widget data-event="${sourdough}" data-affiliate="div-1">
      <a href="https://vendor.example">Book at the vendor’s</a>
    </div>${journey.script}`,
  );

  await bookSourdough(visit, 'Div Customer');

  assert.equal(await visit.page.getByText('Book at the vendor’s').isVisible(), false);
  assert.equal((await journey.books()).at(-1)?.name, 'Div Customer');
  assert.deepEqual(visit.complaints, []);
});

test('a div that is added late, changed, copied and moved stays one widget each', async () => {
  const { page, me } = await journey.visitPage(`<main></main><aside></aside>${journey.script}`);
  await isDefined(page, 'booking-dialog');
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<div data-booking-widget></div>';
  });
  await me.event('Sourdough morning').waitFor();

  await page.evaluate((event) => {
    document.querySelector<HTMLElement>('main > div')!.dataset['event'] = event;
  }, sourdough);
  await me.heading('Sourdough morning').waitFor();

  await page.evaluate(() => {
    const div = document.querySelector('main > div')!;
    const copy = div.cloneNode(true);
    document.querySelector('aside')!.append(div);
    document.querySelector('main')!.append(copy);
  });
  await page.locator('main').getByRole('heading', { name: 'Sourdough morning' }).waitFor();
  await page.locator('aside').getByRole('heading', { name: 'Sourdough morning' }).waitFor();
  assert.equal(await page.locator('booking-widget').count(), 2);
});

test('a div whose content the page replaces gets a widget again', async () => {
  const { page, me, complaints } = await journey.visitPage(
    `<div data-booking-widget data-event="${sourdough}"><a href="#">Fallback</a></div>${journey.script}`,
  );
  await me.heading('Sourdough morning').waitFor();

  // Like a morph of Turbo or htmx, which keeps the div.
  await page.evaluate(() => {
    document.querySelector('[data-booking-widget]')!.innerHTML = '<a href="#">Fallback</a>';
  });

  await me.heading('Sourdough morning').waitFor();
  assert.equal(await page.locator('booking-widget').count(), 1);
  assert.equal(await page.getByText('Fallback').isVisible(), false);
  assert.deepEqual(complaints, []);
});

test('options of the script tag apply to every widget without its own', async () => {
  const script = journey.script.replace(' src=', ' data-lang="de" data-color-scheme="dark" src=');
  const { page } = await journey.visitPage(
    `<booking-widget id="of-script"></booking-widget>
    <booking-widget id="own" lang="en" color-scheme="light"></booking-widget>${script}`,
  );

  await page.locator('#of-script').getByLabel('Suche').waitFor();
  await page.locator('#own').getByLabel('Search').waitFor();
  const schemes = await page.evaluate(() =>
    ['of-script', 'own'].map((id) => {
      const root = document.getElementById(id)!.shadowRoot!.querySelector('.root')!;
      return getComputedStyle(root).colorScheme;
    }),
  );
  assert.deepEqual(schemes, ['dark', 'light']);
});

test('the first requests are those for the div and the script tag, once each', async () => {
  const asked: string[] = [];
  const script = journey.script.replace(' src=', ' data-participants="2" src=');
  const { page, me } = await journey.visitPage('');
  page.on('request', (request) => asked.push(request.url().replace(journey.shop.proxy, '')));
  await page.route(`${journey.shop.demo}/host*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title><div data-booking-widget data-day="2026-11-28"></div>${script}`,
    }),
  );
  await page.reload();
  await me.event(/./).first().waitFor();

  assert.deepEqual(asked.filter((url) => /^\/(site|v3)/.test(url)).sort(), [
    '/site',
    '/v3/events?day=2026-11-28&participants=2&limit=25',
  ]);
});

test('a button opens the flow in a dialog, and the order event is dispatched at the button', async () => {
  const visit = await journey.visitPage(
    `<div style="overflow: hidden; transform: scale(1); height: 60px">
      <booking-button event="${sourdough}"><a href="https://vendor.example">Book bread</a></booking-button>
    </div>${journey.script}`,
  );
  const { page } = visit;
  await isDefined(page, 'booking-button');
  const heard: string[] = [];
  await page.exposeFunction('heard', (text: string) => heard.push(text));
  await page.evaluate(() => {
    const { heard } = window as unknown as { heard: (text: string) => void };
    for (const target of [document, document.querySelector('booking-button')!]) {
      target.addEventListener('booking-order', (event) => {
        const { localName } = event.target as Element;
        heard(`${target.nodeName} ${localName} ${(event as CustomEvent).detail.ga4.event}`);
      });
    }
  });

  const button = page.getByRole('button', { name: 'Book bread' });
  await button.click();
  await page.getByRole('dialog', { name: 'Book bread' }).waitFor();
  await page.evaluate(() => {
    document
      .querySelector('booking-button')!
      .addEventListener(
        'booking-before-order',
        (event) => event.detail.refuse?.('Not before noon'),
        { once: true },
      );
  });
  await fillInSourdough(visit, 'Dialog Customer');
  await visit.me.button(ORDER).click();
  await visit.me.widget.getByText('Not before noon').waitFor();
  assert.notEqual((await journey.books()).at(-1)?.name, 'Dialog Customer');
  await visit.me.button(ORDER).click();
  await visit.me.widget.getByText('You have tickets').first().waitFor();

  assert.deepEqual(heard, [
    'BOOKING-BUTTON booking-button purchase',
    '#document booking-button purchase',
  ]);
  assert.equal((await journey.books()).at(-1)?.name, 'Dialog Customer');
  assert.deepEqual(visit.complaints, []);
});

test('a dialog is left by Escape, its button and the browser’s back, and goes on where it was', async () => {
  const { page, me } = await journey.visitPage(
    `<p style="height: 3000px">Far down</p>
    <a id="trigger" href="https://vendor.example" data-booking-button data-event="${sourdough}">
      Tickets
    </a>${journey.script}`,
  );
  await isDefined(page, 'booking-dialog');
  const dialog = page.getByRole('dialog', { name: 'Tickets' });
  const trigger = page.getByRole('link', { name: 'Tickets' });
  const address = page.url();

  await trigger.focus();
  await page.keyboard.press('Enter');
  await me.heading('Sourdough morning').waitFor();
  await me.day(/from/).first().click();
  assert.equal(page.url(), address);
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -500);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'trigger');
  assert.equal(await page.evaluate(() => scrollY), scrolled);

  await trigger.click();
  // The day is still chosen.
  await me.time(/left/).first().waitFor();
  await me.button(/^Close$/).click();
  await dialog.waitFor({ state: 'hidden' });

  await trigger.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(page.url(), address);
  await page.waitForFunction(() => document.documentElement.style.overflow === '');
});

test('a page that is reloaded with its dialog open has it open again, at the same step', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-button event="${sourdough}" floating>Book bread</booking-button>${journey.script}`,
  );
  await page.getByRole('button', { name: 'Book bread' }).click();
  await me.day(/from/).first().click();
  await me.time(/left/).first().check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.heading('Your details').waitFor();

  await page.reload();

  await me.heading('Your details').waitFor();
  assert.ok(await page.getByRole('dialog', { name: 'Book bread' }).isVisible());
});

test('a middle click on a link that opens the flow is the browser’s own', async () => {
  const { page } = await journey.visitPage(
    `<a href="/host?elsewhere" data-booking-button>Tickets</a>${journey.script}`,
  );
  await isDefined(page, 'booking-dialog');

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Tickets' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);

  await opened.waitForURL(/elsewhere/);
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('structured data describes the listed events, also under Trusted Types', async () => {
  const policy = "require-trusted-types-for 'script'; trusted-types lit-html booking-widget";
  const { page, me, complaints } = await journey.visitPage(
    `<booking-widget structured-data></booking-widget>${journey.script}`,
    { 'Content-Security-Policy': policy },
  );
  await me.event('Sourdough morning').waitFor();

  const written = () =>
    page.evaluate(() => {
      const text = document.querySelector('script[type="application/ld+json"]')?.textContent;
      return (JSON.parse(text ?? '{"@graph":[]}') as { '@graph': { name: string }[] })['@graph'];
    });
  assert.ok((await written()).length > 5);

  await me.event('Sourdough morning').click();
  await me.day(/from/).first().waitFor();
  assert.deepEqual(
    (await written()).map(({ name }) => name),
    ['Sourdough morning'],
  );
  assert.deepEqual(complaints, []);

  await page.evaluate(() => document.querySelector('booking-widget')?.remove());
  assert.deepEqual(await written(), []);
});

test('preloaded first requests are sent once each, without a warning', async () => {
  const { page, me, complaints } = await journey.visitPage('');
  // As in src/README.md. Later releases have to request the same addresses first.
  const preloads = ['/site', '/v3/events?limit=25']
    .map(
      (path) => `<link rel="preload" as="fetch" crossorigin href="${journey.shop.proxy}${path}">`,
    )
    .join('');
  await page.route(`${journey.shop.demo}/host*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title>${preloads}<booking-widget></booking-widget>${journey.script}`,
    }),
  );
  await page.reload();
  await me.event('Sourdough morning').waitFor();

  // A request that a preload serves has no resource entry of its own.
  const requested = await page.evaluate(
    (proxy) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name.replace(proxy, ''))
        .filter((path) => /^\/(site|v3)/.test(path)),
    journey.shop.proxy,
  );
  assert.deepEqual(requested.sort(), ['/site', '/v3/events?limit=25']);
  assert.deepEqual(complaints, []);
});

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
  await me.event('Sourdough morning').waitFor();
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
    /Wrong: nothing on sale here fits category="987654"; there is category=/,
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
    /Wrong: origin-not-allowed: .* http:\/\/127.0.0.1:12345 is not among the ALLOWED_ORIGINS/,
  );
});

test('the check lists what the console names', async () => {
  const { said } = await check(
    `<booking-widget vendor="nobody" day="tomorrow" participants="500" lang="xx"></booking-widget>
     <booking-widget site="muesum" color-scheme="blue"></booking-widget>
     <booking-button event="gone" day="soon">Book</booking-button>
     ${journey.script.replace(' src=', ' data-heading-level="9" src=')}`,
  );

  const text = said.join('\n');
  for (const expected of [
    /Wrong: nothing on sale here fits vendor="nobody"; there is vendor="/,
    /Better: day="tomorrow" is not a day like/,
    /Better: participants="500" is not a number/,
    /Wrong: lang="xx" is no language of the widget/,
    /Wrong: unknown-site: .* site="muesum"/,
    /Better: color-scheme="blue" is not auto/,
    /Wrong: event="gone" is not on sale here/,
    /Better: day="soon" is not a day like/,
    /heading-level="9" of the script tag is not a number/,
  ]) {
    assert.match(text, expected);
  }
});

test('the check shows what the widget says in the console later', async () => {
  const { page } = await check(`<booking-widget id="later"></booking-widget>${journey.script}`);

  await page.locator('#later').evaluate((widget) => widget.setAttribute('color-scheme', 'blue'));

  const report = page.getByRole('region', { name: 'Booking check' });
  await report.getByText('color-scheme="blue" is not auto, light or dark.').waitFor();
});

test('the check runs where the script cannot start, and where another version is on the page', async () => {
  const hidden = await check(`<form name="createComment"></form>${journey.script}`);
  assert.match(hidden.said.join('\n'), /Console: cannot start on this page: .*createComment/);

  const { proxy } = journey.shop;
  const two = await check(
    `<booking-widget></booking-widget>${journey.script}
     <script async src="${proxy}/booking-widget.js?v=2"></script>`,
  );
  assert.match(
    two.said.join('\n'),
    /Wrong: More than one version of the script may be on this page: .*booking-widget.js, .*v=2/,
  );
});

test('the check names a policy that will block, and one that keeps pictures away', async () => {
  const { proxy } = journey.shop;
  const tag = `<booking-widget></booking-widget>${journey.script}`;
  const reported = await check(tag, {
    'Content-Security-Policy-Report-Only': `script-src ${proxy}; connect-src 'self'`,
  });
  assert.match(
    reported.said.join('\n'),
    new RegExp(`Better: .*Report-Only will block its proxy .* add ${proxy} to connect-src`),
  );

  const { images } = await journey.eventCalled('Kayak on the Spree');
  const { origin } = new URL(images[0] ?? '');
  const without = await check(tag, { 'Content-Security-Policy': "img-src 'none'" });
  assert.match(
    without.said.join('\n'),
    new RegExp(`Wrong: .* blocks pictures of ${origin}: add ${origin} to img-src`),
  );
});
