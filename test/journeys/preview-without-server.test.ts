import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { chromeArguments, findChrome } from '../support/chrome.ts';
import { customer } from '../support/customer/playwright.ts';

const ROOT = 'dist/preview';
/** A web space often has other things at its root. */
const FOLDER = '/previews/spring/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

let server: Server;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  server = createServer(async ({ method, url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = await fileAt(pathname);
    const isRead = method === 'GET' && file !== undefined;
    response.writeHead(isRead ? 200 : 404, {
      'Content-Type': types[extname(file?.path ?? '')] ?? 'text/plain',
    });
    response.end(isRead ? file.bytes : 'Not found');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: await findChrome(),
    args: [...chromeArguments, '--host-resolver-rules=MAP web-space.example 127.0.0.1'],
  });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** Finds a file as a static web server does. */
async function fileAt(pathname: string): Promise<{ path: string; bytes: Buffer } | undefined> {
  if (!pathname.startsWith(FOLDER)) return undefined;
  const below = normalize(pathname.slice(FOLDER.length - 1));
  const path = join(ROOT, below.endsWith('/') ? `${below}index.html` : below);
  try {
    return { path, bytes: await readFile(path) };
  } catch {
    return undefined;
  }
}

/** Opens a page of the folder, and records its errors and requests. */
async function open(path: string, on = origin) {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked = new Set<string>();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin: host } = new URL(request.url());
    if (protocol.startsWith('http')) asked.add(`${request.method()} ${host}`);
  });
  await page.goto(`${on}${FOLDER}${path}`);
  return { page, complaints, asked };
}

/** The kayak has places within the next days on any day of the year. */
async function book(me: ReturnType<typeof customer>): Promise<void> {
  await me.event('Kayak on the Spree');
  await me.press('Later days');
  await me.days(/from/).first().click();
  await me.times(/left/).first().check();
  await me.add('Adult', 1);
  await me.press('Continue');
  await me.order('Stella Static');
}

async function orderedCode(page: Page): Promise<string> {
  const order = page.locator('workbench-vendor-side').getByRole('listitem');
  return order.locator('.code').innerText();
}

test('in the workbench on a static server a ticket is booked and cancelled, and a reload starts again', async () => {
  const { page, complaints, asked } = await open('workbench/');
  const me = customer(page.frameLocator('iframe'));

  await book(me);

  const code = await orderedCode(page);
  assert.match(code, /^[A-Z\d]{6}$/);
  await me.widget.getByText(code).filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await me.says('This order has been cancelled');
  await page.reload();
  await me.appears('button', 'Kayak on the Spree');
  await page.getByText('No orders yet').waitFor();
  assert.deepEqual([...asked], [`GET ${origin}`]);
  assert.deepEqual(complaints, []);
});

test('on a static server a ticket is booked in the plain shop, in another language', async () => {
  const { page, complaints, asked } = await open('');
  const me = customer(page);
  await me.appears('button', 'Kayak on the Spree');
  await page.getByLabel('Language').selectOption('de');
  await me.widget
    .getByText(/Erlebnisse/)
    .first()
    .waitFor();
  await page.getByLabel('Language').selectOption('en');

  await book(me);

  assert.deepEqual([...asked], [`GET ${origin}`]);
  assert.deepEqual(complaints, []);
});

for (const [name, path] of [
  ['the plain shop', ''],
  ['the workbench', 'workbench/'],
] as const) {
  test(`without https, ${name} says what it needs`, async () => {
    const { page } = await open(path, origin.replace('127.0.0.1', 'web-space.example'));

    await page.getByText('This preview runs only on https.').waitFor();
  });
}

for (const kind of ['div', 'button']) {
  test(`a ${kind} opens its widget on a static server too`, async () => {
    const { page, complaints, asked } = await open(`workbench/?kind=${kind}`);
    const frame = page.frameLocator('iframe');
    if (kind === 'button') await frame.getByRole('button', { name: 'Book now' }).click();
    await customer(frame).appears('button', 'Kayak on the Spree');

    assert.deepEqual([...asked], [`GET ${origin}`]);
    assert.deepEqual(complaints, []);
  });
}

test('a preview that was sent opens in its world, look and weather, without a server too', async () => {
  const { page, complaints } = await open(
    'workbench/?world=request-only&page=bootstrap&width=390&radius=2&weather=slow',
  );
  const me = customer(page.frameLocator('iframe'));
  await me.event('Kayak on the Spree');
  await me.widget.getByText(/On request: Kiez & Kanal confirms/).waitFor();

  const radius = await me.widget.evaluate((element) =>
    getComputedStyle(element).getPropertyValue('--booking-radius'),
  );
  assert.equal(radius, '2px');
  assert.deepEqual(complaints, []);
});

test('on a static server too, an event of the vendor’s own is written and seen', async () => {
  const { page, complaints, asked } = await open('workbench/?view=mine');
  const me = customer(page.frameLocator('iframe'));
  const form = page.locator('workbench-own-event');
  await form.getByRole('button', { name: 'Fill in an example' }).click();

  await form.getByRole('button', { name: 'Create on the sandbox' }).click();

  await me.appears('heading', 'Night paddle to the islands');
  await me.days(/from/).first().waitFor();
  assert.deepEqual([...asked], [`GET ${origin}`]);
  assert.deepEqual(complaints, []);
});
