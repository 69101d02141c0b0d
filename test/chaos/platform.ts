import { sandboxClients } from '../../demo/sandbox/clients.ts';
import type { FaultsInput } from '../../demo/sandbox/faults/fault.ts';
import { freePorts } from '../support/free-port.ts';
import type { BookedOrder } from './check.ts';
import { createNodeProcess } from './node-process.ts';

/** Places of a date, or pieces of a product, as they are now. */
export interface Shelf {
  readonly id: string;
  readonly total: number;
  readonly free: number;
}

/** The sandbox in its own process, with its control API. */
export interface ChaosPlatform {
  readonly url: string;
  setFaults(input: FaultsInput): Promise<void>;
  /** How often each kind of fault has struck. */
  struck(): Promise<Readonly<Record<string, number>>>;
  orders(): Promise<readonly BookedOrder[]>;
  /** The dates with these ids, and all products with limited stock. */
  shelves(date_ids: readonly string[]): Promise<Shelf[]>;
  close(): Promise<void>;
}

interface WireDate {
  readonly id: string;
  readonly total_slots: number;
  readonly available_slots: number;
}

interface WireProduct {
  readonly id: string;
  /** Empty if unlimited. */
  readonly total: number | '';
  readonly available: number;
}

export async function openPlatform(program: string): Promise<ChaosPlatform> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const running = createNodeProcess({
    name: 'the sandbox',
    script: program,
    readyLine: 'sandbox ',
    env: { SANDBOX_PORT: String(port) },
  });
  await running.start();

  async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async function products(): Promise<WireProduct[]> {
    const { id: client_id, secret: client_secret } = sandboxClients.reseller;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    const { access_token } = await call<{ access_token: string }>('/oauth/token', {
      method: 'POST',
      body,
    });
    return call('/v3/products', { headers: { Authorization: `Bearer ${access_token}` } });
  }

  return {
    url,
    close: running.end,

    async setFaults(input) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(input);
      await call('/sandbox/faults', { method: 'POST', headers, body });
    },

    async struck() {
      const { faults } = await call<{ faults: { kind: string; struck: number }[] }>(
        '/sandbox/faults',
      );
      const counts: Record<string, number> = {};
      for (const { kind, struck } of faults) counts[kind] = (counts[kind] ?? 0) + struck;
      return counts;
    },

    orders: () => call('/sandbox/orders'),

    async shelves(date_ids) {
      const shelves: Shelf[] = [];
      for (const date_id of date_ids) {
        const date = await call<WireDate>(`/sandbox/dates/${encodeURIComponent(date_id)}`);
        shelves.push({ id: date.id, total: date.total_slots, free: date.available_slots });
      }
      for (const { id, total, available } of await products()) {
        if (total !== '') shelves.push({ id, total, free: available });
      }
      return shelves;
    },
  };
}
