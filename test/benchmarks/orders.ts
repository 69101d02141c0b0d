import type { QuotedOrder, QuoteResponse } from '../../src/contract/quote.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import { loadOffers, type Offer } from '../chaos/offers.ts';
import { type Forward, listenRelay } from '../chaos/relay.ts';
import { createDice } from '../simulation/dice.ts';
import { milliseconds, quantile, row, whole } from './support/figures.ts';
import { inFolder, type Running, withAll } from './support/processes.ts';
import { openPlatform, openProxy, ORIGIN, requestToken } from './support/servers.ts';

const ORDERS = 600;
const CUSTOMERS = 16;
/** Of each date so many places are ordered at most. */
const ORDERS_PER_DATE = 4;
const DAYS = 90;
/** Orders whose calls are counted, one after the other. */
const COUNTED = 25;
/** The platform's time for each call: none, and a usual one. In milliseconds. */
const LATENCIES = [0, 100] as const;

type Send = (index: number) => Promise<Response>;

/**
 * Orders that are in the journal, on the disk, before they are sent, beside the same creates sent to
 * the platform by whoever would do nothing else.
 */
export async function bench(): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, 'calm'));
      const proxy = keep(await openProxy(folder, platform.url));
      const quoted = await quoteAll(proxy.url);
      const own = orderAt(proxy.url, quoted);
      const authorization = `Bearer ${await requestToken(platform.url)}`;
      const bare = createAt(platform.url, authorization, quoted);
      // The first calls of a server take longer than all others.
      for (const send of [own, bare]) await time(send, CUSTOMERS, CUSTOMERS);

      console.log(`${ORDERS} orders by ${CUSTOMERS} customers at once; the journal is on a disk`);
      console.log(
        row('', 'orders/s', 'p50', 'p99', 'added p50', 'added p99', 'core/order', 'placed'),
      );
      for (const latency of LATENCIES) {
        await platform.disturb({ kind: 'latency', milliseconds: Math.max(1, latency) });
        const reference = await time(bare, ORDERS, CUSTOMERS, platform);
        console.log(describe(`a bare create, platform takes ${latency} ms`, reference));
        const proxied = await time(own, ORDERS, CUSTOMERS, proxy);
        console.log(describe(`proxy, platform takes ${latency} ms`, proxied, reference));
      }
    }),
  );

  console.log('platform calls from POST /checkout/orders to the code');
  console.log(row('', 'most', 'mean'));
  for (const hasLink of [true, false]) await countCalls(hasLink);
}

async function countCalls(hasLink: boolean): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, 'calm'));
      let calls = 0;
      const relay = keep(
        await listenRelay(platform.url, async (request, forward) => {
          calls += 1;
          return hasLink ? forward(request) : withoutLink(await forward(request));
        }),
      );
      const proxy = keep(await openProxy(folder, relay.url));
      const own = orderAt(proxy.url, await quoteAll(proxy.url));
      const counts: number[] = [];
      for (let index = 0; index < COUNTED; index += 1) {
        calls = 0;
        const response = await own(index);
        if (response.status !== 201) throw new Error(await response.text());
        await response.arrayBuffer();
        counts.push(calls);
      }
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      const name = `lists ${hasLink ? 'with' : 'without'} Link`;
      console.log(row(name, whole(Math.max(...counts)), mean.toFixed(2)));
    }),
  );
}

function withoutLink(response: Awaited<ReturnType<Forward>>): Response {
  response.headers.delete('Link');
  return response;
}

/** A quote of one ticket for each of many dates: an order needs a key of its own, and no quote. */
async function quoteAll(proxyUrl: string): Promise<Quoted[]> {
  const { date_ids, pick, remove } = await loadOffers(proxyUrl, DAYS, createDice('orders'));
  const dice = createDice('dates');
  const quoted: Quoted[] = [];
  const wanted = Math.ceil(((LATENCIES.length + 1) * 2 * ORDERS) / ORDERS_PER_DATE);
  for (let left = date_ids.length; quoted.length < wanted && left > 0; left -= 1) {
    const offer = pick(dice);
    remove(offer);
    const order = await quote(proxyUrl, offer);
    if (order) quoted.push({ offer, order });
  }
  return quoted;
}

interface Quoted {
  readonly offer: Offer;
  readonly order: QuotedOrder;
}

async function quote(
  proxyUrl: string,
  { event_id, date_id, price_id, least }: Offer,
): Promise<QuotedOrder | undefined> {
  if (least > 1) return undefined;
  const lines = [{ event_id, date_id, prices: [{ price_id, amount: 1 }] }];
  const response = await post(proxyUrl + paths.quotes, { lines, products: [] });
  const { orders = [] } = (await response.json()) as Partial<QuoteResponse>;
  return orders[0]?.kind === 'BOOKING' ? orders[0] : undefined;
}

const contact = { name: 'Ida Meyer', email: 'ida@example.com' };

function orderAt(proxyUrl: string, quoted: readonly Quoted[]): Send {
  let next = 0;
  return () => {
    const { order, offer } = quoted[next++ % quoted.length]!;
    const { date_id, price_id } = offer;
    return post(
      proxyUrl + paths.orders,
      {
        quote: order.quote,
        lines: [{ date_id, participants: [{ price_id }] }],
        contact,
        lang: 'en',
      },
      { [IDEMPOTENCY_KEY]: newKey() },
    );
  };
}

/** The create that the proxy would send, and nothing before it. */
function createAt(platformUrl: string, Authorization: string, quoted: readonly Quoted[]): Send {
  let next = 0;
  return () => {
    const { order, offer } = quoted[next++ % quoted.length]!;
    const { event_id, date_id, price_id, vendor_id } = offer;
    return post(
      `${platformUrl}/v3/orders`,
      {
        ...contact,
        ...{ vendor_id, currency: order.currency, lang: 'en', status: 'ACCEPTED' },
        date: `${new Date().toISOString().slice(0, 19)}Z`,
        external_reference: newKey().slice(0, 26),
        tickets: [{ date_id, event_id, participants: [{ price_id }] }],
      },
      { Authorization },
    );
  };
}

interface Timed {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds that a core has worked for an order. */
  readonly core: number;
  readonly placed: number;
}

async function time(send: Send, orders: number, atOnce: number, server?: Running): Promise<Timed> {
  const waited: number[] = [];
  let placed = 0;
  const indexes = Array.from({ length: orders }).keys();
  const workedBefore = server?.worked() ?? NaN;
  const started = performance.now();
  const customer = async () => {
    for (const index of indexes) {
      const begun = performance.now();
      const response = await send(index);
      await response.arrayBuffer();
      waited.push(performance.now() - begun);
      if (response.status === 201) placed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, customer));
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: placed / seconds,
    p50: quantile(waited, 0.5),
    p99: quantile(waited, 0.99),
    core: (1000 * ((server?.worked() ?? NaN) - workedBefore)) / orders,
    placed,
  };
}

function describe(
  name: string,
  { perSecond, p50, p99, core, placed }: Timed,
  reference?: Timed,
): string {
  return row(
    name,
    whole(perSecond),
    milliseconds(p50),
    milliseconds(p99),
    reference ? milliseconds(p50 - reference.p50) : '',
    reference ? milliseconds(p99 - reference.p99) : '',
    milliseconds(core),
    whole(placed),
  );
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function newKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}
