import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { IDEMPOTENCY_KEY, paths } from '#contract/paths';
import { type Problem, problemCodes } from '#contract/problem.schema';
import type { QuoteResponse } from '#contract/quote.schema';
import { listenSandbox } from '../../demo/sandbox/server.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import { StoreUnavailable } from '../../proxy/store/store.ts';
import { newKey } from '../../src/visit/key.ts';
import { listenPostgresRelay, type PostgresRelay, type Stage } from '../chaos/postgres-relay.ts';
import { buildPrograms } from '../chaos/programs.ts';
import { createProxies, type ProxyProcess } from '../chaos/proxies.ts';
import { copyChanged } from '../proxy/changed-copy.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { type Offer, orderOf, readOffers } from './offers.ts';

/** Stages that a connection comes to only while a proxy starts. */
const rareStages: ReadonlySet<Stage> = new Set([
  'before COMMIT',
  'after COMMIT',
  'before LISTEN',
  'after LISTEN',
  'in a notification',
]);
/** 500 cuts in all. */
const cutsAt = (stage: Stage) => (rareStages.has(stage) ? 2 : 35);
const CUSTOMERS = 20;
const STARTING = 6;
const ANNOUNCEMENTS = 5;
const TIMEOUT_SECONDS = 2;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

interface Shop {
  readonly relay: PostgresRelay;
  readonly proxy: ProxyProcess;
  /** The orders at the platform. */
  readonly orders: () => Promise<readonly BookedOrder[]>;
  readonly isOver: () => boolean;
}

interface BookedOrder {
  readonly code: string;
  readonly external_reference: string;
}

/** A proxy in a process of its own, built from the sources in `root`, whose database is cut off. */
async function openShop(t: TestContext, root = '.'): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'lost-connections-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true }));
  const platform = await listenSandbox({ port: 0, clock: Date.now });
  t.onTestFinished(platform.close);
  const relay = await listenPostgresRelay(await server.createDatabase(), { most: cutsAt });
  t.onTestFinished(relay.close);
  const [proxy] = await createProxies({
    count: 1,
    program: (await buildPrograms(folder, root)).proxy,
    platformUrl: platform.url,
    storeUrl: relay.url,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  assert.ok(proxy);
  t.onTestFinished(proxy.end);
  await proxy.start();
  return {
    relay,
    proxy,
    orders: async () =>
      (await (await fetch(`${platform.url}/sandbox/orders`)).json()) as BookedOrder[],
    isOver: () => relay.isDone() || !proxy.isUp(),
  };
}

interface Heard<T> {
  readonly status: number;
  readonly body: T;
}

/** @throws {Error} when the response is neither what was asked for nor a problem with a code */
async function send<T>({ proxy }: Shop, path: string, init?: RequestInit): Promise<Heard<T>> {
  const response = await fetch(proxy.url + path, init);
  const body: unknown = await response.json();
  if (!response.ok) {
    const { code } = body as Problem;
    assert.ok(problemCodes.includes(code), `${path}: ${response.status} ${code}`);
  }
  return { status: response.status, body: body as T };
}

function post(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function read<T>(shop: Shop, path: string): Promise<T> {
  const { status, body } = await send<T>(shop, path);
  assert.equal(status, 200);
  return body;
}

/** Resolves to the code, if the proxy says that the order was placed. */
async function order(shop: Shop, offer: Offer): Promise<string | undefined> {
  const cart = { lines: [offer], products: [] };
  const quoted = await send<QuoteResponse>(shop, paths.quotes, post(cart));
  if (quoted.status !== 200) return undefined;
  const key = { [IDEMPOTENCY_KEY]: newKey() };
  const request = post(orderOf(offer, quoted.body), key);
  await send<IntentResponse>(shop, paths.orders, request);
  const { status, body } = await send<IntentResponse>(shop, paths.intent, { headers: key });
  return status === 200 && body.state === 'placed' ? body.order?.code : undefined;
}

/** Customers order until there were enough cuts, or the proxy has ended. */
async function orderWhileCut(shop: Shop, offers: readonly Offer[]): Promise<string[]> {
  const codes: string[] = [];
  let next = 0;
  const customers = Array.from({ length: CUSTOMERS }, async () => {
    while (!shop.isOver()) {
      const code = await order(shop, offers[next++ % offers.length] as Offer);
      if (code !== undefined) codes.push(code);
    }
  });
  await Promise.all(customers);
  return codes;
}

/** Opens stores as proxies that start do, until there were enough cuts. */
async function startWhileCut({ relay, isOver }: Shop): Promise<void> {
  while (!isOver()) {
    try {
      await listenAndAnnounce(relay.url);
    } catch (error) {
      assert.ok(error instanceof StoreUnavailable, `${error}`);
    }
  }
}

async function listenAndAnnounce(url: string): Promise<void> {
  const store = await openPostgresStore(url);
  store.listen(() => {});
  try {
    for (let count = 0; count < ANNOUNCEMENTS; count += 1) await store.announce();
  } finally {
    await store.close();
  }
}

test('a proxy whose connections to the database are cut 500 times, at every stage, responds to all and lives', async (t) => {
  const shop = await openShop(t);
  const offers = await readOffers((path) => read(shop, path));

  shop.relay.start();
  const starting = Array.from({ length: STARTING }, () => startWhileCut(shop));
  const [codes] = await Promise.all([orderWhileCut(shop, offers), ...starting]);

  assert.ok(shop.proxy.isUp(), 'the proxy has ended by itself');
  const afterwards = await order(shop, offers.at(-1) as Offer);
  assert.ok(afterwards, 'the proxy does not recover');
  const orders = await shop.orders();
  const booked = new Set(orders.map(({ code }) => code));
  const lost = [...codes, afterwards].filter((code) => !booked.has(code));
  assert.deepEqual(lost, []);
  const references = new Set(orders.map(({ external_reference }) => external_reference));
  assert.equal(references.size, orders.length);
});

test('control: without the listener of every connection, the first such cut ends the proxy', async (t) => {
  const copy = await copyChanged({
    file: 'proxy/store/postgres-client.ts',
    line: "    this.on('error', () => undefined);\n",
    instead: '',
  });
  t.onTestFinished(copy.close);
  const shop = await openShop(t, copy.folder);
  const offers = await readOffers((path) => read(shop, path));

  shop.relay.start();
  // Requests that were in flight are lost with it.
  await orderWhileCut(shop, offers).catch(() => {});

  await assert.rejects(shop.proxy.stop(), /ended by itself/);
});
