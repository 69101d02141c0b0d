import type { Candidate, Deliveries, Delivery, Item } from '../../demo/conformance/judge.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import type { FaultsInput } from '../../demo/sandbox/faults/fault.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { createMinimalPlatform, minimalClient } from '../support/minimal-platform.ts';

const SATURDAY = Date.parse('2026-11-21T09:00:00Z');
const RECEIVER = 'https://receiver.example/orders';
const URL = 'https://platform.example';

interface Receiver {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly deliveries: Deliveries;
}

/** Takes notifications in the same process. */
function createReceiver(): Receiver {
  const received: Delivery[] = [];
  return {
    async fetch(request) {
      const contentType = request.headers.get('Content-Type') ?? '';
      const body = (await request.json()) as Item;
      received.push({ method: request.method, contentType, body });
      return new Response();
    },
    deliveries: {
      async of(order_id) {
        for (let turn = 0; turn < 100; turn += 1) {
          const delivery = received.find(({ body }) => body['id'] === order_id);
          if (delivery) return delivery;
          await new Promise((resolve) => setImmediate(resolve));
        }
        return undefined;
      },
    },
  };
}

export function sandboxCandidate(): Candidate {
  return movingSandbox().candidate;
}

/** A sandbox whose clock the pauses move, with the faults that a test sets. */
export function movingSandbox() {
  const { fetch, deliveries } = createReceiver();
  let time = SATURDAY;
  const now = () => time;
  const receiver = { oauth_endpoint_url: RECEIVER };
  const sandbox = createSandbox({ clock: now, receiver, fetch });
  const candidate: Candidate = {
    url: URL,
    fetch: sandbox,
    client: sandboxClients.reseller,
    vendorClient: sandboxClients.vendor,
    now,
    deliveries,
    mayWrite: true,
    mayWait: true,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
  };

  async function fault(one: FaultsInput['faults'][number]): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ faults: [one] });
    const request = new Request(`${URL}/sandbox/faults`, { method: 'POST', headers, body });
    const { ok, status } = await sandbox(request);
    if (!ok) throw new Error(`the fault is refused: ${status}`);
  }

  return { candidate, fault };
}

type MinimalOptions = Omit<Parameters<typeof createMinimalPlatform>[0], 'clock' | 'receiver'>;

export function minimalCandidate(options: MinimalOptions = {}): Candidate {
  const { fetch, deliveries } = createReceiver();
  let time = SATURDAY;
  const now = () => time;
  const receiver = { url: RECEIVER, fetch };
  return {
    url: URL,
    fetch: createMinimalPlatform({ clock: now, receiver, ...options }),
    client: minimalClient,
    now,
    deliveries,
    mayWrite: true,
    mayWait: true,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
  };
}
