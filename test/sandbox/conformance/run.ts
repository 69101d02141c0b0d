import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deliveries, Delivery, Item, Verdict } from './judge.ts';
import { followClock } from './platform-clock.ts';
import { judge } from './rules.ts';

/**
 * Judges the platform that the environment names: CONFORMANCE_URL, CONFORMANCE_CLIENT_ID,
 * CONFORMANCE_CLIENT_SECRET. It asks for one token, besides those that have to be refused, and reads
 * only; with CONFORMANCE_WRITE=1 it places orders too. CONFORMANCE_RECEIVER is the address that the
 * platform is told to send notifications to, and that leads to the port it names on this machine.
 */
const DELIVERY_TIMEOUT = 60_000;
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

const marks: Readonly<Record<Verdict['outcome'], string>> = {
  kept: '✓',
  broken: '✗',
  skipped: '–',
};

async function main(): Promise<void> {
  const url = variable('CONFORMANCE_URL').replace(/\/$/, '');
  const id = variable('CONFORMANCE_CLIENT_ID');
  const secret = variable('CONFORMANCE_CLIENT_SECRET');
  const address = process.env['CONFORMANCE_RECEIVER'];
  const receiver = address === undefined ? undefined : await listenForDeliveries(address);
  const clock = followClock(fetch, Date.now);
  const verdicts = await judge({
    url,
    fetch: clock.fetch,
    client: { id, secret },
    now: clock.now,
    pause,
    mayWrite: process.env['CONFORMANCE_WRITE'] === '1',
    ...(receiver && { deliveries: receiver.deliveries }),
  });
  receiver?.close();

  for (const { title, outcome, reason } of verdicts) {
    console.log(`${marks[outcome]} ${title}${reason === '' ? '' : `\n    ${reason}`}`);
  }
  const count = (outcome: Verdict['outcome']) =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  console.log(`${count('kept')} kept, ${count('broken')} broken, ${count('skipped')} skipped`);
  process.exitCode = count('broken') > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
