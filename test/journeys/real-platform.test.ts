import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { openPlatformShop, type PlatformShopOptions } from '../../demo/platform-shop.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type { Shop } from '../../demo/shop.ts';
import { customer } from '../support/customer/playwright.ts';
import { beginJourney, type Journey, SATURDAY } from '../support/journey.ts';

/** What the platform was asked, as `GET /v3/events`. */
const asked: string[] = [];
/** The platform answers once this is resolved. */
let held = Promise.resolve();
const { id, secret } = sandboxClients.vendor;
let journey: Journey;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-platform-'));
  journey = await beginJourney({ open: openOnPlatform });
});
beforeEach(() => journey.control('/reset', { scenario: 'calm' }));
afterEach(() => journey.leave());
afterAll(async () => {
  await journey.close();
  await rm(folder, { recursive: true });
});

/** Lets the platform answer nothing until the returned function is called. */
function hold(): () => void {
  let release = () => {};
  held = new Promise<void>((resolve) => (release = resolve));
  return release;
}

/** The sandbox, over the network, in the role of the real platform. */
async function openOnPlatform(
  ports: { demo: number; proxy: number; sandbox: number },
  own: Partial<PlatformShopOptions> = {},
) {
  const clock = () => SATURDAY;
  const sandbox = createSandbox({ clock });
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve(
      {
        hostname: '127.0.0.1',
        port: ports.sandbox,
        fetch(request) {
          const { pathname } = new URL(request.url);
          if (pathname.startsWith('/sandbox')) return sandbox(request);
          asked.push(`${request.method} ${pathname}`);
          return held.then(() => sandbox(request));
        },
      },
      () => resolve(listening),
    );
  });
  const platform = `http://127.0.0.1:${ports.sandbox}`;
  const shop = await openPlatformShop({
    ports,
    platform,
    variables: { PLATFORM_CLIENT_ID: id, PLATFORM_CLIENT_SECRET: secret },
    storeUrl: `file:${join(folder, 'store.db')}`,
    clock,
    ...own,
  });
  const close = async () => {
    await shop.close();
    await new Promise((closed) => server.close(closed));
  };
  return { ...shop, sandbox: platform, close } satisfies Shop;
}

async function open(query = '') {
  const { page } = await journey.visit({ path: `workbench/${query}` });
  return { page, me: customer(page.frameLocator('iframe')) };
}

test('a vendor sees their own events, dates and prices, and no order of theirs is written, whatever is pressed', async () => {
  journey.expectComplaints(/status of 403/, /preview-only/, /status of 403/, /preview-only/);
  const { page, me } = await open();
  const vendors = page.getByRole('combobox', { name: 'Vendor' }).getByRole('option');

  await me.chooseKayak({ adults: 2 });
  await me.says('€90.00');
  await me.fillIn('Vera Vendor', 'vera@example.com');
  await me.press(/Order with obligation to pay/);
  await me.says('This is only a preview. Nothing is ordered on the platform from here.');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await me.says('Das ist nur eine Vorschau.');
  await me.press(/Zahlungspflichtig bestellen/);
  await me.says('Auf der Plattform wird von hier aus nichts bestellt.');

  assert.deepEqual(await vendors.allInnerTexts(), ['all of them', 'Kiez & Kanal']);
  assert.deepEqual(await journey.books(), []);
  const written = asked.filter((line) => !line.startsWith('GET '));
  assert.deepEqual(written, ['POST /oauth/token']);
});

test('an order that the check lets pass is not sent to the platform either', async () => {
  asked.length = 0;
  const lenient = await beginJourney({
    open: (ports) =>
      openOnPlatform(ports, {
        checkOrder: () => Promise.resolve(undefined),
        storeUrl: `file:${join(folder, 'lenient.db')}`,
      }),
  });
  const { page } = await lenient.visit({ path: 'workbench/' });
  const me = customer(page.frameLocator('iframe'));

  await me.chooseKayak({ adults: 2 });
  await me.fillIn('Vera Vendor', 'vera@example.com');
  lenient.expectComplaints(/status of 409/, /order-refused/);
  await me.press(/Order with obligation to pay/);
  await me.says('The order was not accepted. Nothing was booked.');

  assert.deepEqual(await lenient.books(), []);
  assert.ok(!asked.some((line) => line.startsWith('POST /v3')));
  await lenient.leave();
  await lenient.close();
});

test('the doctor’s lines about the platform stand beside the preview, and nothing that only a sandbox has', async () => {
  const { page, me } = await open('?world=busy&weather=down&clock=2026-12-24T09:00Z&view=mine');
  await me.widget.getByRole('article').first().waitFor();
  const report = page.locator('workbench-platform-report');

  await report.getByText('credentials: the platform takes them').waitFor();
  await report.getByText(/^events: \d+, \d+ can be sold$/).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'World' }).count(), 0);
  assert.equal(await page.getByRole('combobox', { name: 'Platform' }).count(), 0);
  assert.equal(await page.getByRole('radio', { name: 'An event of mine' }).count(), 0);
  assert.equal(await page.locator('workbench-own-event').count(), 0);
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByText('They are only read: nothing is ordered or changed there.').waitFor();
});

test('a press checks the platform against its specification by reading alone, beside the preview', async () => {
  const { page, me } = await open();
  await me.widget.getByRole('article').first().waitFor();
  const check = page.locator('workbench-platform-check');
  asked.length = 0;

  await check.getByRole('button', { name: 'Check this platform' }).click();
  await check.getByText(/^All \d+ rules: \d+ kept, 0 broken, \d+ not looked at\.$/).waitFor();

  assert.ok(asked.length > 200, `${asked.length} calls`);
  const written = asked.filter((line) => !line.startsWith('GET '));
  assert.deepEqual([...new Set(written)], ['POST /oauth/token']);
  await check.getByText(/^Not looked at: \d+$/).click();
  await check.getByText('writes only with CONFORMANCE_WRITE=1').first().waitFor();
  assert.deepEqual(await journey.books(), []);
});

test('a check says how far it is, is stopped by a press, and ends where another tab begins one', async () => {
  const [{ page }, other] = [await open(), await open()];
  for (const tab of [page, other.page]) {
    await tab
      .locator('workbench-platform-report')
      .getByText(/^budget: /)
      .waitFor();
  }
  const release = hold();
  const begin = async (tab: Page) => {
    const check = tab.locator('workbench-platform-check');
    await check.getByRole('button', { name: /^Check/ }).click();
    await check.getByRole('progressbar', { name: 'Rules tried' }).waitFor();
    // The first one needs no call.
    await check.getByText(/\b1 of \d+ rules, /).waitFor();
    return check;
  };

  const check = await begin(page);
  await check.getByRole('button', { name: 'Stop' }).click();
  await check.getByText(/^1 of \d+ rules: .* Stopped\.$/).waitFor();
  await begin(page);
  await begin(other.page);

  await check.getByText('Another tab has begun a check.').waitFor();
  release();
});

test('no response of the workbench and no file of its store has the client’s secret', async () => {
  const { page } = await journey.visit();
  const bodies: string[] = [];
  page.on('response', (response) => {
    void response.text().then(
      (text) => bodies.push(text),
      () => {},
    );
  });
  const reported = page.waitForResponse(/\/platform\/report$/);
  await page.goto(`${journey.shop.demo}/workbench/`);
  const report = await (await reported).text();

  assert.match(report, /credentials/);
  for (const body of [...bodies, report]) assert.ok(!body.includes(secret));
  for (const file of await readdir(folder)) {
    assert.ok(!(await readFile(join(folder, file), 'latin1')).includes(secret), file);
  }
});
