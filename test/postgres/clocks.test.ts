import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import type { IntentResponse } from '#contract/order.schema';
import { IDEMPOTENCY_KEY, paths } from '#contract/paths';
import type { Problem } from '#contract/problem.schema';
import type { QuoteResponse } from '#contract/quote.schema';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../proxy/config.ts';
import type { Fetch } from '../../proxy/ports.ts';
import { type ListeningProxy, listenProxy } from '../../proxy/server.ts';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import {
  cartOf,
  createWorld,
  newKey,
  requestFor,
  SHOP,
  START,
  variables,
} from '../support/world.ts';
import { type Offer, orderOf, readOffers } from './offers.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** Two proxies on one platform, whose machines' clocks are an hour behind and ahead. */
async function openTwo(STORE_URL: string) {
  const sandbox = createSandbox({ clock: Date.now });
  const [slow, fast] = await Promise.all(
    [-HOUR, HOUR].map((wrong) =>
      listenProxy({
        config: readConfig({ ...variables, HOST: '127.0.0.1', PORT: '0', STORE_URL }),
        clock: () => Date.now() + wrong,
        fetch: sandbox,
        log: () => {},
        assets: {},
      }),
    ),
  );
  assert.ok(slow && fast);
  afterAll(() => Promise.all([slow.close(), fast.close()]));
  const offers = await readOffers(async (path) => {
    const response = await fetch(slow.url + path, { headers: { Origin: SHOP } });
    return await response.json();
  });
  return { slow, fast, offer: () => offers.shift() ?? assert.fail('nothing is left') };
}

async function post<T>({ url }: ListeningProxy, path: string, body: object, key = '') {
  const headers = { Origin: SHOP, 'Content-Type': 'application/json', [IDEMPOTENCY_KEY]: key };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url + path, init);
  return { response, body: (await response.json()) as T };
}

/** Quotes at one proxy, and orders at another. */
async function order(quoting: ListeningProxy, ordering: ListeningProxy, offer: Offer) {
  const cart = { lines: [offer], products: [] };
  const { body } = await post<QuoteResponse>(quoting, paths.quotes, cart);
  const request = orderOf(offer, body);
  return post<IntentResponse & Problem>(ordering, paths.orders, request, newKey());
}

test('two proxies whose machines’ clocks are two hours apart order happily by the database’s clock', async () => {
  const { slow, fast, offer } = await openTwo(await server.createDatabase());

  for (const [quoting, ordering] of [
    [slow, fast],
    [fast, slow],
    [slow, slow],
    [fast, fast],
  ] as const) {
    const { body, response } = await order(quoting, ordering, offer());

    assert.equal(body.state, 'placed', JSON.stringify(body));
    const told = Date.parse(response.headers.get('Date') ?? '');
    assert.equal(Math.abs(told - Date.now()) < 60_000, true, `${told}`);
  }
});

test('the control, two proxies that go by their machines’ clocks, takes the slow one’s quote for expired', async (t) => {
  const url = await server.createDatabase();
  const stores = await Promise.all([openPostgresStore(url), openPostgresStore(url)]);
  t.onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  let platform: Fetch | undefined;
  const between = (sandbox: Fetch) => (platform ??= sandbox);
  const slow = createWorld({ store: stores[0], now: START - HOUR, between });
  const fast = createWorld({ store: stores[1], now: START + HOUR, between });
  const quoted = await slow.quoteOne(cartOf(await slow.choose(), [2]));

  const { body } = await fast.place<Problem>(requestFor(quoted), newKey());

  assert.equal(body.code, 'quote-expired');
});
