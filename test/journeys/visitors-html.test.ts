import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

/*
 * A page that shows its visitors' HTML. Its sanitiser removes scripts and event handlers, and keeps
 * elements, `data-*` and links.
 */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

const EVIL = 'https://evil.example';
const REFUSAL = 'Booking is not set up for this site.';

/** Opens such a page, with a shop of the attacker that would answer. */
async function show(body: string) {
  const visit = await journey.visitPage('');
  const { page } = visit;
  const reached: string[] = [];
  await page.route(`${EVIL}/**`, (route) => {
    reached.push(route.request().url());
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const isList = route.request().url().includes('/v3/events');
    return route.fulfill(isList ? { json: [], headers } : { status: 404, headers });
  });
  await page.route(`${journey.shop.demo}/visitors*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Guest book</title><body>${body}</body></html>`,
    }),
  );
  await page.goto(`${journey.shop.demo}/visitors`);
  return { ...visit, reached };
}

const entries: readonly (readonly [what: string, html: string, opensFrom?: 'link' | 'button'])[] = [
  ['a div', `<div data-booking-widget data-proxy="${EVIL}"></div>`],
  ['a tag', `<booking-widget proxy="${EVIL}"></booking-widget>`],
  ['a button', `<booking-button proxy="${EVIL}">Tickets</booking-button>`, 'button'],
  ['a link', `<a href="/" data-booking-button data-proxy="${EVIL}">Tickets</a>`, 'link'],
  [
    'a div, with a declaration that is no script',
    `<div data-booking-script data-proxy="${EVIL}" data-proxies="${EVIL}"></div>
     <div data-booking-widget data-proxy="${EVIL}" data-proxies="${EVIL}"></div>`,
  ],
  [
    'a div, with a script that never runs',
    `<script type="text/plain" data-booking-script data-proxies="${EVIL}"></script>
     <svg><script data-booking-script data-proxies="${EVIL}"></script></svg>
     <template><script data-booking-script data-proxies="${EVIL}"></script></template>
     <div data-booking-widget data-proxy="${EVIL}"></div>`,
  ],
];
for (const [what, html, opensFrom] of entries) {
  test(`a visitor's HTML leads no customer to another proxy: ${what}`, async () => {
    journey.expectComplaints(/is not used: a tag alone names no other proxy/);
    const { page, me, reached, complaints } = await show(html + journey.script);
    if (opensFrom) {
      await page.waitForFunction(() => customElements.get('booking-dialog') !== undefined);
      await page.getByRole(opensFrom, { name: 'Tickets' }).click();
    }

    await page.getByText(REFUSAL).waitFor();

    assert.deepEqual(reached, []);
    assert.equal(await me.button('Try again').count(), 0);
    await eventually(() =>
      assert.deepEqual(complaints, [
        `<booking-widget> proxy="${EVIL}" is not used: a tag alone names no other proxy. If it is yours, add data-proxies="${EVIL}" to the script tag.`,
      ]),
    );
  });
}

test('a script within another one has no tag, and only the proxy that served it counts', async () => {
  journey.expectComplaints(/is not used: a tag alone names no other proxy/);
  const text = await (await fetch(`${journey.shop.proxy}/booking-widget.js`)).text();
  const { page, reached } = await show(
    `<div data-booking-widget data-proxy="${EVIL}"></div><booking-widget></booking-widget>
     <script>${text.replaceAll('</script', '<\\/script')}</script>`,
  );

  await page.getByText(REFUSAL).waitFor();
  await page.getByRole('button', { name: 'Sourdough morning' }).waitFor();

  assert.deepEqual(reached, []);
});

test('a tag may name the proxies that the script tag lists, and no other', async () => {
  journey.expectComplaints(
    /proxy="https:\/\/other\.example" is not used/,
    /status of 404.*\/shop\/site/,
  );
  const { page, reached } = await show(
    `<booking-widget proxy="${EVIL}/shop/"></booking-widget>
     <div data-booking-widget data-proxy="https://other.example"></div>
     <script async src="${journey.shop.proxy}/booking-widget.js"
       data-proxies="https://third.example, ${EVIL}"></script>`,
  );

  await page.getByText('There is nothing to book here yet.').waitFor();
  await page.getByText(REFUSAL).waitFor();

  await eventually(() =>
    assert.deepEqual(reached.sort(), [`${EVIL}/shop/site`, `${EVIL}/shop/v3/events?limit=25`]),
  );
});

test('the script tag may name another proxy for all widgets of the page', async () => {
  journey.expectComplaints(/status of 404.*\/site/);
  const { page, reached } = await show(
    `<booking-widget></booking-widget>
     <script async src="${journey.shop.proxy}/booking-widget.js" data-proxy="${EVIL}"></script>`,
  );

  await page.getByText('There is nothing to book here yet.').waitFor();

  await eventually(() =>
    assert.deepEqual(reached.sort(), [`${EVIL}/site`, `${EVIL}/v3/events?limit=25`]),
  );
});

test('a program of the page may name any proxy', async () => {
  journey.expectComplaints(/status of 404.*\/own\/site/);
  const { page, reached } = await show(
    `<booking-widget></booking-widget>
     <script>document.querySelector('booking-widget').proxy = '${EVIL}/own';</script>
     ${journey.script}`,
  );

  await page.getByText('There is nothing to book here yet.').waitFor();

  await eventually(() => assert.ok(reached.includes(`${EVIL}/own/v3/events?limit=25`)));
});

test('the refused tag says so in the language of the page, and shows its own link', async () => {
  journey.expectComplaints(/is not used: a tag alone names no other proxy/);
  const { page } = await show(
    `<booking-widget lang="de" proxy="${EVIL}"><a href="/kontakt">Anrufen</a></booking-widget>
     ${journey.script}`,
  );

  await page.getByText('Auf dieser Seite ist das Buchen nicht eingerichtet.').waitFor();

  assert.equal(await page.getByRole('link', { name: 'Anrufen' }).isVisible(), true);
});

/** Elements that take the place of members of `document`, and of globals that may be missing. */
const namesakes = [
  ...['baseURI', 'body', 'head', 'hidden', 'contentType', 'activeElement', 'addEventListener'].map(
    (name) => `<img name="${name}" alt="">`,
  ),
  ...['dataLayer', 'litHtmlVersions', 'litElementVersions', 'litHtmlPolyfillSupport'].map(
    (id) => `<a id="${id}"></a>`,
  ),
  ...['reactiveElementVersions', 'reactiveElementPolyfillSupport', 'litPropertyMetadata'].map(
    (id) => `<a id="${id}"></a>`,
  ),
].join('');
/** Fields that take the place of members of their form. */
const fields = [
  ...['parentElement', 'assignedSlot', 'getRootNode', 'contains', 'matches', 'hasAttribute'],
  ...['querySelectorAll', 'getAttribute', 'append', 'childNodes', 'baseURI', 'localName'],
]
  .map((name) => `<input hidden data-namesake name="${name}">`)
  .join('');

test('a customer books where elements are called like what the widget needs', async () => {
  const { page, me } = await show(
    `${namesakes}
     <form data-booking-widget data-booking-button>${fields}</form>
     <form>${fields}<booking-widget data-layer success-url="/thanks"></booking-widget></form>
     ${journey.script}`,
  );
  await page.route(`${journey.shop.demo}/thanks*`, (route) => route.fulfill({ body: 'Thanks' }));

  await page.waitForFunction(() => customElements.get('booking-dialog') !== undefined);
  // The browser's driver does not bear such a form.
  await page.evaluate((name) => {
    for (const field of document.querySelectorAll(`[${name}]`)) field.remove();
  }, 'data-namesake');
  await me.chooseKayak();
  await me.fillIn('Nora Namesake');
  await me.press('Order with obligation to pay');
  await page.waitForURL(/\/thanks\?booking-order=/);

  assert.equal((await journey.books()).at(-1)?.name, 'Nora Namesake');
});

test('a page whose elements keep any script from working shows the link, and says why', async () => {
  journey.expectComplaints(/cannot start on this page/);
  const { page, complaints } = await show(
    `<img name="createComment" alt="">
     <booking-widget><a href="/call">Call us</a></booking-widget>${journey.script}`,
  );

  await eventually(() =>
    assert.deepEqual(complaints, [
      '<booking-widget> cannot start on this page: an element of it is called createComment, which hides document.createComment.',
    ]),
  );
  assert.equal(await page.getByRole('link', { name: 'Call us' }).isVisible(), true);
});

test('a page for success of another origin opens only where the script tag lists it', async () => {
  journey.expectComplaints(
    /is not used: a tag alone names no page of another origin/,
    /status of 404.*\/thanks/,
  );
  const books = async (script: string) => {
    const { page, me, complaints } = await show(
      `<booking-widget success-url="${EVIL}/thanks"></booking-widget>${script}`,
    );
    await me.chooseKayak();
    await me.fillIn('Sue Success');
    await me.press('Order with obligation to pay');
    return { page, me, complaints };
  };

  const refused = await books(journey.script);
  await refused.me.says('Booked. See you');
  await eventually(() =>
    assert.deepEqual(refused.complaints, [
      `<booking-widget> success-url="${EVIL}/thanks" is not used: a tag alone names no page of another origin. If it is yours, add data-success-origins="${EVIL}" to the script tag.`,
    ]),
  );

  const { proxy } = journey.shop;
  const listed = await books(
    `<script async src="${proxy}/booking-widget.js" data-success-origins="${EVIL}"></script>`,
  );
  await listed.page.waitForURL(/^https:\/\/evil\.example\/thanks\?booking-order=/);
});

test('?booking-check asks no proxy that a tag alone names, and says what to do', async () => {
  journey.expectComplaints(/is not used: a tag alone names no other proxy/);
  const { page, reached } = await show(
    `<div data-booking-widget data-proxy="${EVIL}"></div>
     <a href="/" data-booking-button data-proxy="${EVIL}">Tickets</a>${journey.script}`,
  );

  await page.goto(`${page.url()}?booking-check`);
  const report = page.getByRole('region', { name: 'Booking check' });
  await report.getByText(`proxy="${EVIL}" is not used: a tag alone names no other proxy`).waitFor();

  assert.deepEqual(reached, []);
});
