import { newKey } from '../../src/visit/key.ts';
import { type Forward, listenRelay } from '../chaos/relay.ts';
import { milliseconds, row, whole } from './support/figures.ts';
import {
  contact,
  orderAt,
  post,
  quoteAll,
  type Quoted,
  type Send,
  time,
  type Timed,
} from './support/order-load.ts';
import { inFolder, withAll } from './support/processes.ts';
import { openPlatform, openProxy, requestToken } from './support/servers.ts';

const ORDERS = 600;
const CUSTOMERS = 16;
/** Orders placed one after the other, to count their calls. */
const COUNTED = 25;
/** The platform's delay for each call in milliseconds: none, and a usual one. */
const LATENCIES = [0, 100] as const;
/** The orders of both variants at each latency, and of the warm-up. */
const WANTED = (LATENCIES.length + 1) * 2 * ORDERS;

/**
 * Compares orders through the proxy, which writes each to its journal on disk before it is sent,
 * with the same creates sent directly to the platform.
 */
export async function bench(): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, 'calm'));
      const proxy = keep(await openProxy(folder, platform.url));
      const quoted = await quoteAll(proxy.url, WANTED);
      const own = orderAt([proxy.url], quoted);
      const authorization = `Bearer ${await requestToken(platform.url)}`;
      const bare = createAt(platform.url, authorization, quoted);
      // A warm-up, because the first calls of a server are slow.
      for (const send of [own, bare]) await time(send, CUSTOMERS, CUSTOMERS);

      console.log(`${ORDERS} orders by ${CUSTOMERS} customers at once; the journal is on a disk`);
      console.log(
        row('', 'orders/s', 'p50', 'p99', 'added p50', 'added p99', 'core/order', 'placed'),
      );
      for (const latency of LATENCIES) {
        await platform.disturb({ kind: 'latency', milliseconds: Math.max(1, latency) });
        const reference = await time(bare, ORDERS, CUSTOMERS, [platform]);
        console.log(describe(`a bare create, platform takes ${latency} ms`, reference));
        const proxied = await time(own, ORDERS, CUSTOMERS, [proxy]);
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
      const own = orderAt([proxy.url], await quoteAll(proxy.url, WANTED));
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

/** Sends only the create that the proxy would send. */
function createAt(platformUrl: string, Authorization: string, quoted: readonly Quoted[]): Send {
  let next = 0;
  return () => {
    const { order, offer } = quoted[next++ % quoted.length]!;
    const { event_id, date_id, price_id, vendor_id } = offer;
    return post(
      `${platformUrl}/v3/orders`,
      {
        ...contact,
        vendor_id,
        currency: order.currency,
        lang: 'en',
        status: 'ACCEPTED',
        date: `${new Date().toISOString().slice(0, 19)}Z`,
        external_reference: newKey().slice(0, 26),
        tickets: [{ date_id, event_id, participants: [{ price_id }] }],
      },
      { Authorization },
    );
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
