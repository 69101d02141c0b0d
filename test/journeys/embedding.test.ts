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

/** From an open event to its tickets. */
async function bookSourdough({ me }: Pick<Visit, 'me'>, name: string): Promise<void> {
  await me.heading('Sourdough morning').waitFor();
  await me.day(/from/).first().click();
  await me.time(/left/).first().check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.order(name);
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

test('a div that comes late, is changed, copied and moved goes on being one widget each', async () => {
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

test('options of the script tag are every widget’s that has not its own', async () => {
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

test('the first reads are those that the div and the script tag ask for, each once', async () => {
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

test('a button opens the flow in a dialog, and what is booked there is heard at the button', async () => {
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
  await bookSourdough(visit, 'Dialog Customer');

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
  // The day that was chosen still is.
  await me.time(/left/).first().waitFor();
  await me.button(/^Close$/).click();
  await dialog.waitFor({ state: 'hidden' });

  await trigger.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(page.url(), address);
  assert.equal(await page.evaluate(() => document.documentElement.style.overflow), '');
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

  assert.match(opened.url() || (await opened.waitForURL(/elsewhere/), opened.url()), /elsewhere/);
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('search engines read what is listed, also under a policy of Trusted Types', async () => {
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

test('the first reads of a page that preloads them are requested once each, without a warning', async () => {
  const { page, me, complaints } = await journey.visitPage('');
  // As the README has them: these addresses stay what a later release asks for first.
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

  // What is served from a preload has no entry of its own.
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
