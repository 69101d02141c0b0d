import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { openShop } from '../../demo/shop.ts';
import { freePorts } from '../support/free-port.ts';

const ROUNDS = 3;
const SECONDS = 3;

/**
 * The event list, held by the proxy and served through all its guards, beside a bare node:http server that answers the
 * same bytes. Servers and load share the machine; only the ratio of one run means something.
 */
export async function bench(): Promise<void> {
  const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
  const shop = await openShop({ ports: { demo, proxy, sandbox }, log: () => undefined });
  const path = '/v3/events?limit=25';
  const headers = { origin: shop.demo };
  const body = Buffer.from(await (await fetch(shop.proxy + path, { headers })).arrayBuffer());

  const bare = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  await new Promise<void>((listening) => bare.listen(0, 'localhost', listening));
  const reference = `http://localhost:${(bare.address() as AddressInfo).port}`;

  const rates = { proxy: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await readsPerSecond(reference + path, headers));
    rates.proxy.push(await readsPerSecond(shop.proxy + path, headers));
  }
  bare.closeAllConnections();
  bare.close();
  await shop.close();

  const [ours, theirs] = [median(rates.proxy), median(rates.bare)];
  console.log(`Cached reads, ${body.length} bytes, median of ${ROUNDS} rounds`);
  console.log(`  proxy                   ${Math.round(ours)} per second`);
  console.log(`  bare node:http          ${Math.round(theirs)} per second`);
  console.log(`  ratio                   ${(ours / theirs).toFixed(2)}`);
}

async function readsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 32, duration: SECONDS, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} did not answer every read.`);
  return result.requests.average;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
