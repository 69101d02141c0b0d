import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { runCommand } from '../../proxy/operations/client-command.ts';
import { createApi, createMemoryStore } from '../../proxy/platform/index.ts';
import { customer } from '../support/customer/playwright.ts';
import { beginJourney, type Journey, SATURDAY, type VisitOptions } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** The form of a vendor's own event beside the preview, in a fresh world. */
async function open(options: VisitOptions = {}) {
  await journey.control('/reset', { scenario: 'calm' });
  const { page } = await journey.visit({ ...options, path: 'workbench/?view=mine' });
  const form = page.locator('workbench-own-event');
  await form.getByRole('heading', { name: 'An event of mine' }).waitFor();
  return { page, form, ...vendorAt(page), me: customer(page.frameLocator('iframe')) };
}

/** What the vendor does in the form. */
function vendorAt(page: Page) {
  const form = page.locator('workbench-own-event');
  const fill = (label: string | RegExp, text: string) => form.getByLabel(label).first().fill(text);
  const press = (name: string) => form.getByRole('button', { name, exact: true }).first().click();
  const says = (words: string | RegExp) => form.getByText(words).first().waitFor();

  /** A whole draft: Fridays and Saturdays at two times. */
  async function write(title: string): Promise<void> {
    await fill('Title', title);
    await fill('Description', 'We start when the lights go on.\n\nBack before the last train.');
    await press('Draw one for now');
    await fill('Address', 'Lichtkai 7, 10245 Berlin');
    await fill('Coordinates', '52.5019, 13.4553');
    await form.getByLabel('Time zone').selectOption('Europe/Berlin');
    await fill('Price 1 in EUR', '52');
    for (const day of ['Friday', 'Saturday']) await form.getByLabel(day).check();
    await fill(/^At/, '19:00, 21:30');
  }

  return { fill, press, says, write };
}

test('an event is written, seen, booked, changed, tried sold out and on request, and deactivated', async () => {
  const { page, form, me, fill, press, says, write } = await open();
  await write('Night paddle');
  await press('Add a price');
  await fill('Price 2, for whom', 'Child');
  await fill('Price 2 in EUR', '30');
  await press('Add a product');
  await fill('Name', 'Torch');
  await fill('Price, EUR', '9.90');

  await press('Create on the sandbox');
  await says('Created: it is in the preview.');
  await me.appears('heading', 'Night paddle');
  await me.says('Back before the last train.');
  await me.widget.locator('.picture').first().waitFor();
  await me.day(/28 November 2026, from/);
  await me.time(/^19:00/);
  await me.add('Adult');
  await me.says('Torch');
  await me.press('Continue');
  await me.order('Wanda Own');
  await page.locator('workbench-vendor-side').getByText('Night paddle').waitFor();

  await fill('Price 1 in EUR', '60');
  await says('Changed in this tab. The sandbox still has it as it was.');
  await press('Save on the sandbox');
  await says('Saved: the preview shows it.');
  await me.says('€60.00');

  await press('Sold out');
  await says('Sold out: the preview shows it.');
  await me.appears('button', /^Look from/);
  await press('2 left');
  await me.appears('button', /28 November 2026, from/);
  await press('On request');
  await me.widget.getByText('On request').first().waitFor({ state: 'attached' });
  await me.day(/28 November 2026, from/);
  await me.time(/^19:00/);
  await me.add('Adult');
  await me.press('Continue');
  await me.appears('button', 'Request with obligation to pay');
  assert.ok(await form.getByRole('radio', { name: 'a request to you' }).isChecked());

  await press('Deactivate');
  await says('Deactivated: no list shows it any more.');
  await me.appears('button', 'Kayak on the Spree');
  assert.equal(await me.button('Night paddle').count(), 0);
  await press('Activate again');
  await me.appears('heading', 'Night paddle');
  assert.equal((await journey.books()).length, 1);
});

test('other prices on other dates are a price group of the same event', async () => {
  const { form, me, fill, press, write } = await open();
  await write('Night paddle');
  await press('Add other prices for other dates');
  const other = form.getByRole('group', { name: 'Other prices 1' });
  await other.getByLabel('Called').fill('Sunday');
  await other.getByLabel('Price 1 in EUR').fill('80');
  await other.getByLabel('Sunday').check();
  await other.getByLabel(/^At/).fill('10:00');
  await press('Add a single date');
  await fill('Date 1, day', '2026-12-24');
  await fill('Date 1, time', '17:00');
  await form.getByText('Paste a list of dates').first().click();
  await fill('One in a line', '2026-12-23 17:00 3');

  await press('Create on the sandbox');

  await me.appears('button', /29 November 2026, from €80/);
  await me.appears('button', /28 November 2026, from €52/);
  const written = form.getByText(/Written by/);
  await written
    .getByText(/Create event \(2\).*Create date for an event \(1\), Create date \(1\)/)
    .waitFor();
});

test('what is refused stands at its field, in words, until it is written otherwise', async () => {
  journey.expectComplaints(/status of 422/, /status of 422/);
  const { page, form, fill, press, says, write } = await open();
  await press('Create on the sandbox');
  await form.getByRole('alert').waitFor();
  const title = form.getByRole('textbox', { name: 'Title' });
  assert.equal(
    await title.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one),
    true,
  );
  assert.equal(await title.getAttribute('aria-invalid'), 'true');
  await page.locator('[id="coordinates-problem"]').getByText('Fill this in.').waitFor();

  await write('Night paddle');
  await form.getByLabel('Currency').selectOption('CHF');
  await fill('Coordinates', 'Berlin');
  await press('Create on the sandbox');
  await says('Coordinates are two numbers');
  await fill('Coordinates', '52.5019, 13.4553');
  await press('Create on the sandbox');

  await form.getByText('This vendor sells in another currency. Has to be EUR.').waitFor();
  assert.equal(await form.locator('[aria-invalid=true]').count(), 1);
  await says('Nothing was created.');
  await form.getByLabel('Currency').selectOption('EUR');
  await fill('Price 1 in EUR', '53');
  await press('Create on the sandbox');
  await says('Created');
});

test('a draft that is saved as a file is taken by the client’s command to another platform', async () => {
  const { page, press, says, write } = await open();
  await write('Night paddle');
  const saved = page.waitForEvent('download');
  await press('Save as a file for the real platform');
  const file = await saved;
  await says('Saved as night-paddle.json');
  const path = await file.path();

  const sandbox = createSandbox({ clock: () => SATURDAY });
  const api = createApi({
    url: 'https://platform.example',
    client: sandboxClients.vendor,
    store: createMemoryStore(),
    fetch: sandbox,
    clock: () => SATURDAY,
  });
  const text = await readFile(path, 'utf8');
  const printed: string[] = [];
  const code = await runCommand(['event', 'create', '--file', path], {
    api,
    readText: () => text,
    out: (line) => void printed.push(line),
    error: (line) => void printed.push(line),
  });

  assert.equal(file.suggestedFilename(), 'night-paddle.json');
  assert.equal(code, 0, printed.join(''));
  const [id = ''] = printed.join('').split('\n');
  const [event] = await api.listEvents({ accept: [id] });
  assert.equal(event?.title, 'Night paddle');
  assert.equal(
    (await api.listDatesOfEvent({ event_id: id, limit: 1 }))[0]?.date,
    '2026-11-21T18:00:00Z',
  );
});

test('a draft stays in its tab over a reload, and another world has lost what was written', async () => {
  const { page, form, me, press, says, write } = await open();
  await write('Night paddle');
  await says('The draft is kept in this tab. Nothing of it is on the sandbox yet.');
  await page.reload();
  await says('The draft is kept in this tab.');
  assert.equal(await form.getByRole('textbox', { name: 'Title' }).inputValue(), 'Night paddle');
  assert.equal(await form.getByRole('img').count(), 1);

  await press('Create on the sandbox');
  await me.appears('heading', 'Night paddle');
  await page.reload();
  await says('On the sandbox as it stands here, for Kiez & Kanal.');
  await me.appears('heading', 'Night paddle');
  await page.getByRole('radio', { name: 'Settings' }).check({ force: true });
  await page.getByRole('combobox', { name: 'World' }).selectOption('busy');
  await me.appears('button', 'Kayak on the Spree');
  await page.getByRole('radio', { name: 'An event of mine' }).check({ force: true });

  await says('The draft is kept in this tab. Nothing of it is on the sandbox yet.');
  assert.equal(await form.getByRole('textbox', { name: 'Title' }).inputValue(), 'Night paddle');
});

test('an event is created by the keyboard alone, at 320 px too', async () => {
  const { page, form, me } = await open({ width: 320 });
  await form.getByRole('button', { name: 'Fill in an example' }).focus();
  await page.keyboard.press('Enter');
  const create = form.getByRole('button', { name: 'Create on the sandbox' });
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const isThere = await create.evaluate(
      (one) => (one.getRootNode() as ShadowRoot).activeElement === one,
    );
    if (isThere) break;
  }
  await page.keyboard.press('Enter');

  await me.appears('heading', 'Night paddle to the islands');
});

test('the form has room at every width, and axe finds nothing wrong with it, light and dark', async () => {
  journey.expectComplaints(/status of 422/);
  const { page, form, press, says } = await open();
  await press('Fill in an example');
  await press('Add other prices for other dates');
  await press('Add a product');
  await press('Add a single date');
  await press('Create on the sandbox');
  await form.getByRole('alert').waitFor();
  for (const width of [320, 700, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await overflowOf(page, 'demo-workbench'), [], `${width} px`);
  }
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  const violations = () =>
    page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const results = await axe.run(document, { iframes: false });
      return results.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(), [], colorScheme);
  }

  await press('Remove other prices 1');
  await press('Remove product 1');
  await press('Remove date 1');
  await press('Create on the sandbox');
  await says('Created');
  assert.deepEqual(await violations(), []);
});
