import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#contract/milliseconds';
import type { OperationName } from '../../proxy/platform/operations.ts';
import { operationOf } from './address.ts';
import type { Deliveries, Delivery, Item } from './judge.ts';
import { overlooked } from './overlooked.ts';
import { followClock } from './platform-clock.ts';
import { type Run, toHtml, toJson, toJunit, toText } from './reports.ts';
import { judge } from './rules.ts';

/**
 * Judges the platform that the environment names: CONFORMANCE_URL, CONFORMANCE_CLIENT_ID,
 * CONFORMANCE_CLIENT_SECRET. It asks for one token, besides those that have to be refused, and reads
 * only; with CONFORMANCE_WRITE=1 it places orders too, and creates events, dates and products, and
 * with CONFORMANCE_WAIT=1 it waits until one of these orders expires. CONFORMANCE_VENDOR_CLIENT_ID and
 * CONFORMANCE_VENDOR_CLIENT_SECRET are of a client that acts for one vendor. CONFORMANCE_RECEIVER is
 * the address that the platform is told to send notifications to, and that leads to the port it names
 * on this machine. CONFORMANCE_REPORTS is a folder for the reports: JUnit, JSON and a page.
 */
const DELIVERY_TIMEOUT = MINUTE;
const DELIVERY_LOOK = 250;

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Listens where the platform sends notifications to. Without OAuth (spec, Events 2). */
async function listenForDeliveries(
  address: string,
): Promise<{ deliveries: Deliveries; close: () => void }> {
  const received: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end();
    const { method = '', headers } = request;
    try {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Item;
      received.push({ method, contentType: headers['content-type'] ?? '', body });
    } catch {
      // A body that is not JSON is not a notification.
    }
  });
  const { port } = new URL(address);
  await new Promise<void>((resolve) => server.listen(Number(port) || 80, resolve));

  async function of(order_id: string): Promise<Delivery | undefined> {
    for (let waited = 0; waited < DELIVERY_TIMEOUT; waited += DELIVERY_LOOK) {
      const delivery = received.find(({ body }) => body['id'] === order_id);
      if (delivery) return delivery;
      await new Promise((resolve) => setTimeout(resolve, DELIVERY_LOOK));
    }
    return undefined;
  }

  return {
    deliveries: { of },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function writeReports(folder: string, run: Run): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'conformance.xml'), toJunit(run));
  writeFileSync(join(folder, 'conformance.json'), toJson(run));
  writeFileSync(join(folder, 'conformance.html'), toHtml(run));
}

async function main(): Promise<void> {
  const url = variable('CONFORMANCE_URL').replace(/\/$/, '');
  const id = variable('CONFORMANCE_CLIENT_ID');
  const secret = variable('CONFORMANCE_CLIENT_SECRET');
  const address = process.env['CONFORMANCE_RECEIVER'];
  const receiver = address === undefined ? undefined : await listenForDeliveries(address);
  const clock = followClock(fetch, Date.now);
  const called = new Set<OperationName>();
  const left: string[] = [];
  const vendorId = process.env['CONFORMANCE_VENDOR_CLIENT_ID'];
  const vendorSecret = vendorId && variable('CONFORMANCE_VENDOR_CLIENT_SECRET');
  const verdicts = await judge({
    url,
    fetch: (request) => {
      const path = request.url.slice(url.length).replace(/\?.*/, '');
      const operation = operationOf(request.method, path);
      if (operation) called.add(operation);
      return clock.fetch(request);
    },
    client: { id, secret },
    ...(vendorId && vendorSecret && { vendorClient: { id: vendorId, secret: vendorSecret } }),
    now: clock.now,
    pause,
    leave: (what) => left.push(what),
    mayWrite: process.env['CONFORMANCE_WRITE'] === '1',
    mayWait: process.env['CONFORMANCE_WAIT'] === '1',
    ...(receiver && { deliveries: receiver.deliveries }),
  });
  receiver?.close();

  const run = { url, verdicts, overlooked: overlooked(verdicts, called), left };
  console.log(toText(run));
  const folder = process.env['CONFORMANCE_REPORTS'];
  if (folder) writeReports(folder, run);
  const isKept = verdicts.some(({ outcome }) => outcome === 'kept');
  const isBroken = verdicts.some(({ outcome }) => outcome === 'broken');
  process.exitCode = isBroken || !isKept ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
