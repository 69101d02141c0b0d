import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, hold, type Journey, SATURDAY, type Visit } from '../support/journey.ts';

let journey: Journey;
let sourdough = '';
beforeAll(async () => {
  journey = await beginJourney({ showsScrollbars: true });
  const events = await fetch(`${journey.shop.proxy}/v3/events?match=sourdough`);
  const [event] = (await events.json()) as { id: string }[];
  sourdough = event?.id ?? '';
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

const ORDER = 'Order with obligation to pay';

/** Goes from an open event to a completed checkout. */
async function fillInSourdough({ me }: Visit, name: string): Promise<void> {
  await me.appears('heading', 'Sourdough morning');
  await me.days(/from/).first().click();
  await me.times(/left/).first().check();
  await me.add('Adult', 2);
  await me.press('Continue');
  await me.fillIn(name);
}

async function bookSourdough(visit: Visit, name: string): Promise<void> {
  await fillInSourdough(visit, name);
  await visit.me.press(ORDER);
  await visit.me.says('Booked. See you');
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
});

test('a div that is added late, changed, copied and moved stays one widget each', async () => {
  const { page, me } = await journey.visitPage(`<main></main><aside></aside>${journey.script}`);
  await isDefined(page, 'booking-dialog');
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<div data-booking-widget></div>';
  });
  await me.appears('button', 'Sourdough morning');

  await page.evaluate((event) => {
    document.querySelector<HTMLElement>('main > div')!.dataset['event'] = event;
  }, sourdough);
  await me.appears('heading', 'Sourdough morning');

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
  const { page, me } = await journey.visitPage(
    `<div data-booking-widget data-event="${sourdough}"><a href="#">Fallback</a></div>${journey.script}`,
  );
  await me.appears('heading', 'Sourdough morning');

  // Like a morph of Turbo or htmx, which keeps the div.
  await page.evaluate(() => {
    document.querySelector('[data-booking-widget]')!.innerHTML = '<a href="#">Fallback</a>';
  });

  await me.appears('heading', 'Sourdough morning');
  assert.equal(await page.locator('booking-widget').count(), 1);
  assert.equal(await page.getByText('Fallback').isVisible(), false);
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
  await me.appears('button', /./);

  await eventually(() =>
    assert.deepEqual(asked.filter((url) => /^\/(site|v3)/.test(url)).sort(), [
      '/site',
      '/v3/events?day=2026-11-28&participants=2&limit=25',
    ]),
  );
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
  await visit.me.press(ORDER);
  await visit.me.says('Not before noon');
  assert.notEqual((await journey.books()).at(-1)?.name, 'Dialog Customer');
  await visit.me.press(ORDER);
  await visit.me.says('Booked. See you');

  await eventually(() =>
    assert.deepEqual(heard, [
      'BOOKING-BUTTON booking-button purchase',
      '#document booking-button purchase',
    ]),
  );
  assert.equal((await journey.books()).at(-1)?.name, 'Dialog Customer');
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
  await me.appears('heading', 'Sourdough morning');
  await me.days(/from/).first().click();
  assert.equal(page.url(), address);
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -500);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.id === 'trigger');
  assert.equal(await page.evaluate(() => scrollY), scrolled);

  await trigger.click();
  // The day is still chosen.
  await me.appears('radio', /left/);
  await me.press(/^Close$/);
  await dialog.waitFor({ state: 'hidden' });

  await trigger.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(page.url(), address);
  await page.waitForFunction(() => document.documentElement.style.overflow === '');
});

test('a page that is reloaded with its dialog open has it open again, at the same step', async () => {
  journey.expectComplaints(/status of 404.*\/checkout\/intent/);
  const { page, me } = await journey.visitPage(
    `<booking-button event="${sourdough}" floating>Book bread</booking-button>${journey.script}`,
  );
  await page.getByRole('button', { name: 'Book bread' }).click();
  await me.days(/from/).first().click();
  await me.times(/left/).first().check();
  await me.add('Adult', 2);
  await me.press('Continue');
  await me.appears('heading', 'Your details');

  await page.reload();

  await me.appears('heading', 'Your details');
  assert.ok(await page.getByRole('dialog', { name: 'Book bread' }).isVisible());
});

test('a middle click on a link that opens the flow is the browser’s own', async () => {
  journey.expectComplaints(/status of 404.*elsewhere/);
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
  const { page, me } = await journey.visitPage(
    `<booking-widget structured-data></booking-widget>${journey.script}`,
    { 'Content-Security-Policy': policy },
  );
  await me.appears('button', 'Sourdough morning');

  /** The names of the events in it. */
  const written = () =>
    page.evaluate(() => {
      const text = document.querySelector('script[type="application/ld+json"]')?.textContent;
      const data = JSON.parse(text ?? '{"@graph":[]}') as { '@graph': { name: string }[] };
      return data['@graph'].map(({ name }) => name);
    });
  await eventually(async () => assert.ok((await written()).length > 5));

  await me.event('Sourdough morning');
  await me.appears('button', /from/);
  await eventually(async () => assert.deepEqual(await written(), ['Sourdough morning']));

  await page.evaluate(() => document.querySelector('booking-widget')?.remove());
  await eventually(async () => assert.deepEqual(await written(), []));
});

test('the first list comes in the script, so it is on screen before the proxy has answered', async () => {
  const { page, me } = await journey.visitPage('');
  await page.clock.setFixedTime(SATURDAY);
  const list = await hold(page, `${journey.shop.proxy}/v3/events*`);
  const site = await hold(page, `${journey.shop.proxy}/site`);
  await page.route(`${journey.shop.demo}/host*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Host</title><booking-widget></booking-widget>${journey.script}</html>`,
    }),
  );

  await page.reload();
  await Promise.all([list.asked, site.asked]);
  await me.appears('button', 'Sourdough morning');
  await me.appears('button', 'Food & drink');

  const responses = ['/v3/events?limit=25', '/site'].map((path) =>
    page.waitForResponse(journey.shop.proxy + path),
  );
  list.release();
  site.release();
  await Promise.all(responses);
  await me.appears('button', 'Sourdough morning');
});

test('preloaded first requests are sent once each, without a warning', async () => {
  const { page, me } = await journey.visitPage('');
  // As the README had it. Later releases have to request the same addresses first.
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
  await me.appears('button', 'Sourdough morning');

  // A request that a preload serves has no resource entry of its own.
  const requested = () =>
    page.evaluate(
      (proxy) =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name.replace(proxy, ''))
          .filter((path) => /^\/(site|v3)/.test(path)),
      journey.shop.proxy,
    );
  await eventually(async () =>
    assert.deepEqual((await requested()).sort(), ['/site', '/v3/events?limit=25']),
  );
});

for (const direction of ['ltr', 'rtl']) {
  test(`the page does not move sideways while a dialog hides its scrollbar, in ${direction}`, async () => {
    const { page, me } = await journey.visitPage(
      `<script>document.documentElement.dir = '${direction}'</script>
      <style>html { padding-right: 10px }</style>
      <p style="height: 3000px">Far down</p>
      <booking-button lang="en">Tickets</booking-button>${journey.script}`,
    );
    const html = () =>
      page.evaluate(() => {
        const { clientWidth, style } = document.documentElement;
        const { left, width } = document.querySelector('p')!.getBoundingClientRect();
        return { text: [left, width], scrollbar: innerWidth - clientWidth, style: style.cssText };
      });
    const dialog = page.getByRole('dialog', { name: 'Tickets' });
    await page.getByRole('button', { name: 'Tickets' }).click();
    await dialog.waitFor();
    const open = await html();
    await me.press(/^Close$/);
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.documentElement.style.overflow === '');
    const closed = await html();

    assert.ok(closed.scrollbar > 0);
    assert.equal(open.scrollbar, 0);
    assert.deepEqual(open.text, closed.text);
    assert.equal(closed.style, '');
  });
}

test('it works under a CSP that allows the proxy and nothing inline', async () => {
  const { proxy, demo } = journey.shop;
  const policy = `default-src 'none'; script-src ${proxy}; connect-src ${proxy}; img-src ${demo}; style-src 'self'; form-action 'none'`;
  const { me } = await journey.visitPage(`<booking-widget></booking-widget>${journey.script}`, {
    'Content-Security-Policy': policy,
  });

  await me.event('Sourdough morning');
  await me.days(/from/).first().click();
  await me.appears('heading', 'Sourdough morning');
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
    await me.event('Sourdough morning');
    const day = me.days(/from/).first();
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
  journey.expectComplaints(/already on this page/);
  const { page, me, complaints } = await journey.visitPage('<booking-widget></booking-widget>');
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
  for (const _ of [1, 2]) {
    await page.addScriptTag({ url: `${journey.shop.proxy}/booking-widget.js` });
  }
  await me.appears('button', 'Sourdough morning');
  await page.waitForFunction(() => customElements.get('booking-products') !== undefined);
  const after = await page.evaluate(() => Object.getOwnPropertyNames(window));

  // Lit keeps the lists of its versions in globals.
  assert.deepEqual(
    after.filter((name) => !before.includes(name) && !/^(lit|reactive)/.test(name)),
    [],
  );
  await eventually(() =>
    assert.equal(complaints.filter((text) => /already on this page/.test(text)).length, 1),
  );
});

/** As routers do that replace the body, and run its scripts again. */
async function showView(page: Page, html: string): Promise<void> {
  await page.evaluate(
    ([view, url = '']) =>
      new Promise((loaded) => {
        const body = document.createElement('body');
        body.innerHTML = view ?? '';
        const script = document.createElement('script');
        Object.assign(script, { src: url, onload: loaded });
        body.append(script);
        document.body.replaceWith(body);
      }),
    [html, `${journey.shop.proxy}/booking-widget.js`],
  );
  // The script starts in a task of its own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

test('a router that runs the script again with each view is told of no second script', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget></booking-widget>${journey.script}`,
  );
  await me.appears('button', 'Sourdough morning');

  await showView(page, '<p>About us</p>');
  await showView(page, '<booking-widget></booking-widget>');

  await me.appears('button', 'Sourdough morning');
});

test('a script that a router runs again requests nothing itself, and leaves a copied link’s key to the widget', async () => {
  journey.expectComplaints(/status of 404.*\/checkout\/intent/, /<booking-widget> not-found/);
  const { page, me } = await journey.visitPage(
    `<booking-widget></booking-widget>${journey.script}`,
  );
  await me.appears('button', 'Sourdough morning');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await showView(page, '<booking-widget></booking-widget>');
  await me.appears('button', 'Sourdough morning');
  // The new widget's own, and perhaps what the first one loads after its list.
  const first = () => asked.filter((path) => !path.includes('-second-'));
  await eventually(() =>
    assert.deepEqual(first().sort(), ['/booking-widget.js', '/site', '/v3/events']),
  );

  await page.evaluate((key) => history.pushState(null, '', `#booking-view=${key}`), 'x'.repeat(43));
  await showView(page, '<main></main>');
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<booking-widget></booking-widget>';
  });
  await me.says('This is not here any more.');
  assert.doesNotMatch(page.url(), /booking-view/);
});

test('a tag that comes after the script, and one that is moved, both work', async () => {
  const { page, me } = await journey.visitPage(`<main></main><aside></aside>${journey.script}`);
  await page.waitForFunction(() => customElements.get('booking-widget') !== undefined);
  await page.evaluate(() => {
    const widget = document.createElement('booking-widget');
    document.querySelector('main')?.append(widget);
  });
  await me.event('Sourdough morning');
  await me.appears('heading', 'Sourdough morning');

  await page.evaluate(() => {
    const widget = document.querySelector('booking-widget');
    if (widget) document.querySelector('aside')?.append(widget);
  });

  await me.appears('heading', 'Sourdough morning');
  await me.days(/from/).first().click();
  await me.appears('radio', /left/);
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
  assert.deepEqual(asked.slice(1, 3).sort(), ['/site', '/v3/events']);
});

test('the page for success opens once the order stands, and the browser’s back shows the tickets', async () => {
  journey.expectComplaints(/status of 404.*\/thanks/);
  const tag = '<booking-widget success-url="/thanks"></booking-widget>';
  const { page, me } = await journey.visitPage(`${tag}${journey.script}`);
  await me.chooseKayak();
  await me.fillIn('Ngozi Adichie-Brown');
  await me.press('Order with obligation to pay');
  await page.waitForURL(/\/thanks\?/);

  const code = new URL(page.url()).searchParams.get('booking-order');
  const books = await journey.books();
  assert.ok(books.some((order) => order.code === code));
  await page.goBack();

  await page.getByText('Booked. See you').waitFor();
  await me.appears('button', 'Book something else');
  assert.doesNotMatch(page.url(), /thanks/);
});

test('a warning about the script tag names the script tag, not the widget’s', async () => {
  journey.expectComplaints(/<booking-widget> day="soon"/, /<booking-widget> nothing on sale/);
  const script = journey.script.replace(' src=', ' data-vendor="nobody" data-day="soon" src=');
  const { me, complaints } = await journey.visitPage(
    `<booking-widget category="7"></booking-widget>${script}`,
  );

  await me.says('What this page offers is not on sale right now.');

  await eventually(() => {
    const [day, filters = ''] = complaints;
    assert.equal(
      day,
      '<booking-widget> day="soon" of the script tag is not a day like 2026-11-28.',
    );
    assert.match(
      filters,
      /nothing on sale here fits vendor="nobody" of the script tag category="7"/,
    );
  });
});
