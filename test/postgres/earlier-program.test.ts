import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import type { IntentResponse } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import type { QuoteResponse } from '../../src/contract/quote.schema.ts';
import { newKey } from '../../src/state/key.ts';
import { openPlatform, type ChaosPlatform } from '../chaos/platform.ts';
import { buildPrograms } from '../chaos/programs.ts';
import { createProxies, type ProxyProcess } from '../chaos/proxies.ts';
import { chromeArguments, findChrome } from '../support/chrome.ts';
import { customer } from '../support/customer.ts';
import { startPostgres, type PostgresServer } from '../support/postgres.ts';
import { type Offer, orderOf, readOffers } from './offers.ts';

// During an update an earlier release runs beside this one on the same tables. `version-1.tgz` is
// `dist` of commit 4ff6751, the last whose tables were of version 1:
// tar -czf version-1.tgz dist/node dist/booking-widget.js dist/messages

const SHOP = 'https://shop.example';
const TIMEOUT_SECONDS = 1;

let folder = '';
let database: PostgresServer;
let platform: ChaosPlatform;
let earlier: ProxyProcess[] = [];
let current: ProxyProcess[] = [];
let offers: Offer[] = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-program-'));
  const release = join(folder, 'earlier');
  mkdirSync(release);
  execFileSync('tar', ['-xzf', resolve('test/postgres/version-1.tgz'), '-C', release]);
  writeFileSync(join(release, 'package.json'), '{"type":"module"}');
  symlinkSync(resolve('node_modules'), join(release, 'node_modules'));
  const programs = await buildPrograms(folder);
  database = await startPostgres();
  platform = await openPlatform(programs.sandbox);
  const shared = {
    count: 2,
    platformUrl: platform.url,
    storeUrl: await database.createDatabase(),
    timeoutSeconds: TIMEOUT_SECONDS,
  };
  const program = join(release, 'dist/node/proxy/server.js');
  earlier = await createProxies({ ...shared, program, cwd: release });
  current = await createProxies({ ...shared, program: programs.proxy });
  await Promise.all(earlier.map((proxy) => proxy.start()));
  offers = await readOffers((path) => read(earlier[0]!, path));
});
after(async () => {
  await Promise.all([...earlier, ...current].map((proxy) => proxy.end()));
  await platform.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

async function read<T>(
  { url }: ProxyProcess,
  path: string,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(url + path, { headers: { Origin: SHOP, ...headers } });
  assert.equal(response.status, 200);
  return (await response.json()) as T;
}

function post(
  { url }: ProxyProcess,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { Origin: SHOP, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Quotes the next date at this proxy, and returns the request to order it. */
async function prepareOrder(proxy: ProxyProcess): Promise<object> {
  const offer = offers.shift();
  assert.ok(offer, 'nothing is left to be booked');
  const response = await post(proxy, paths.quotes, { lines: [offer], products: [] });
  assert.equal(response.status, 200);
  return orderOf(offer, (await response.json()) as QuoteResponse);
}

async function place(proxy: ProxyProcess, order: object, key: string): Promise<IntentResponse> {
  const response = await post(proxy, paths.orders, order, { [IDEMPOTENCY_KEY]: key });
  return (await response.json()) as IntentResponse;
}

const find = (proxy: ProxyProcess, key: string) =>
  read<IntentResponse>(proxy, paths.intent, { [IDEMPOTENCY_KEY]: key });

async function codesInBooks(): Promise<string[]> {
  return (await platform.orders()).map(({ code }) => code).sort();
}

/** In milliseconds; only a test that hangs takes this long. */
const HANG = 60_000;

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const latest = performance.now() + HANG;
  while (!(await isSo())) {
    assert.ok(performance.now() < latest, `Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('while the new release starts beside it, the earlier one goes on selling', async () => {
  const key = newKey();
  const first = await place(earlier[0]!, await prepareOrder(earlier[0]!), key);
  assert.equal(first.state, 'placed');
  const responses: number[] = [];
  let isStarting = true;
  const looking = (async () => {
    while (isStarting) responses.push((await fetch(earlier[1]!.url + paths.events)).status);
  })();

  await Promise.all(current.map((proxy) => proxy.start()));
  isStarting = false;
  await looking;

  assert.deepEqual(new Set(responses), new Set([200]));
  for (const proxy of [...earlier, ...current]) {
    assert.equal((await find(proxy, key)).order?.code, first.order?.code);
  }
});

test('an order that is quoted, sent, sent again and polled at different releases is one order', async () => {
  const codes = await codesInBooks();
  const ways = [
    [earlier[0]!, current[0]!],
    [current[0]!, earlier[0]!],
    [earlier[1]!, earlier[0]!],
    [current[1]!, current[0]!],
  ] as const;
  for (const [one, other] of ways) {
    const key = newKey();
    const order = await prepareOrder(one);

    const [placed, again] = await Promise.all([place(other, order, key), place(one, order, key)]);
    const found = await Promise.all([find(one, key), find(other, key)]);

    assert.equal(found[0].state, 'placed');
    assert.deepEqual(found[1].order?.code, found[0].order?.code);
    for (const { state, order } of [placed, again]) {
      if (state === 'placed') assert.equal(order?.code, found[0].order?.code);
    }
    codes.push(found[0].order?.code ?? '');
  }
  assert.deepEqual(await codesInBooks(), codes.sort());
});

test('an order that a killed earlier release leaves behind is settled by the new one, and the other way round', async () => {
  const ways = [
    [earlier[1]!, current[1]!],
    [current[1]!, earlier[0]!],
  ] as const;
  for (const [killed, other] of ways) {
    const booked = (await codesInBooks()).length;
    const key = newKey();
    const order = await prepareOrder(killed);
    // The order lands, but its sender never gets the response.
    await platform.setFaults({
      faults: [{ kind: 'drip', milliseconds: 5_000, operations: ['createOrder'], count: 1 }],
    });
    const sent = place(killed, order, key).catch(() => undefined);
    await until(async () => (await codesInBooks()).length > booked, 'it has landed');
    await killed.kill();
    await sent;
    await platform.setFaults({ faults: [] });

    await until(async () => (await find(other, key)).state === 'placed', 'it is settled');
    assert.equal((await codesInBooks()).length, booked + 1);
    if (killed !== earlier[1]) await killed.start();
  }
});

test('an earlier release that starts on the new tables says that it has to be updated', async () => {
  await assert.rejects(
    earlier[1]!.start(),
    /tables are of version \d+, and this proxy knows 1: update the proxy/,
  );
  assert.equal((await fetch(`${current[0]!.url}/readyz`)).status, 200);
});

test('a page that has the widget of the earlier release books at the new proxy', async () => {
  const booked = (await codesInBooks()).length;
  const browser = await chromium.launch({
    executablePath: await findChrome(),
    // The page comes from no network, and the proxy is on this machine.
    args: chromeArguments,
  });
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    const script = readFileSync(join(folder, 'earlier/dist/booking-widget.js'), 'utf8');
    await page.route(`${SHOP}/booking-widget.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.route(`${SHOP}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Host</title>
          <booking-widget proxy="${current[0]!.url}"></booking-widget>
          <script async src="/booking-widget.js"></script>`,
      }),
    );
    await page.goto(`${SHOP}/`);
    const me = customer(page);

    await me.event(/^Kayak on the Spree$/).click();
    await me
      .day(/, from/)
      .last()
      .click();
    await me.widget.getByRole('radio').first().check();
    await me.add('Adult', 1);
    await me.button('Continue').click();
    await me.order('Ida Meyer');

    assert.equal((await codesInBooks()).length, booked + 1);
  } finally {
    await browser.close();
  }
});

test('an earlier release that is stopped finishes its requests, and its orders stay', async () => {
  const key = newKey();
  const placed = await place(earlier[0]!, await prepareOrder(earlier[0]!), key);
  await earlier[0]!.stop();

  assert.equal(placed.state, 'placed');
  assert.equal((await find(current[0]!, key)).order?.code, placed.order?.code);
});
