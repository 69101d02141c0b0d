import type { Weather } from './weather.ts';
import { weathers } from './weather.ts';

/** The response of `GET /sandbox/world`. */
export interface SandboxWorld {
  readonly scenario: string;
  /** The names of all scenarios. */
  readonly scenarios: readonly string[];
  readonly vendors: readonly { readonly id: string; readonly name: string }[];
  readonly events: readonly SandboxEvent[];
}

export interface SandboxEvent {
  readonly id: string;
  /** The root's id for a pricelist; empty for a listed event. */
  readonly root_event_id: string;
  readonly title: string;
  readonly vendor_id: string;
}

/** The fields of an order that the workbench shows. */
export interface VendorOrder {
  readonly id: string;
  readonly code: string;
  readonly status: 'ACCEPTED' | 'CANCELED' | 'PENDING' | 'OPEN' | 'RESERVED' | 'DECLINED';
  readonly name: string;
  readonly currency: string;
  readonly total_invoice: string;
  readonly payment_date: string;
  readonly tickets: readonly {
    readonly event_id: string;
    readonly participants: readonly {
      readonly price_title: string;
      readonly checked_in: string;
    }[];
  }[];
  readonly products: readonly { readonly title: string; readonly amount: number }[];
  readonly voucherOrders: readonly object[];
  readonly payments: readonly { readonly value: number }[];
}

export type OrderChange =
  'accept' | 'decline' | 'cancel' | 'pay' | 'refund' | 'voucher' | 'check-in';

/** Changes to an event that the vendor's side offers. */
export type EventChange = 'sell-out' | 'raise-prices';

const inputs: Readonly<Record<EventChange, object | undefined>> = {
  'sell-out': undefined,
  'raise-prices': { percent: 10 },
};

/** A client of the sandbox's control API. */
export interface SandboxControl {
  world(): Promise<SandboxWorld>;
  /** Restarts sandbox and proxy with this scenario. */
  reset(scenario: string): Promise<void>;
  clock(): Promise<{ now: number; offset: number }>;
  setClock(moment: number): Promise<void>;
  setWeather(weather: Weather): Promise<void>;
  /** Newest first. */
  orders(): Promise<VendorOrder[]>;
  change(orderId: string, change: OrderChange): Promise<void>;
  changeEvent(eventId: string, change: EventChange): Promise<void>;
}

/** `send` calls the control API, over the network or within the page. */
export function createSandboxControl(
  send: (request: Request) => Promise<Response>,
): SandboxControl {
  async function get<Result>(path: string): Promise<Result> {
    return call(new Request(new URL(path, location.origin)));
  }

  async function post<Result>(path: string, input?: object): Promise<Result> {
    const options = input && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    };
    return call(new Request(new URL(path, location.origin), { method: 'POST', ...options }));
  }

  async function call<Result>(request: Request): Promise<Result> {
    const response = await send(request);
    if (response.ok) return response.json() as Promise<Result>;
    const { message } = (await response.json()) as { message: string };
    throw new Error(message);
  }

  return {
    world: () => get('/sandbox/world'),
    async reset(scenario) {
      await post('/sandbox/reset', { scenario });
    },
    async clock() {
      const { now, offset_seconds } = await get<{ now: string; offset_seconds: number }>(
        '/sandbox/clock',
      );
      return { now: Date.parse(now), offset: offset_seconds * 1000 };
    },
    async setClock(moment) {
      await post('/sandbox/clock', { now: new Date(moment).toISOString().slice(0, 19) + 'Z' });
    },
    async setWeather(weather) {
      await post('/sandbox/faults', { faults: weathers[weather].faults });
      // The proxy's caches would hide the faults for an hour.
      await post('/proxy/restart');
    },
    async orders() {
      return (await get<VendorOrder[]>('/sandbox/orders')).toReversed();
    },
    async change(orderId, change) {
      await post(`/sandbox/orders/${encodeURIComponent(orderId)}/${change}`);
    },
    async changeEvent(eventId, change) {
      await post(`/sandbox/events/${encodeURIComponent(eventId)}/${change}`, inputs[change]);
      // The proxy would show the event as it was for a minute.
      await post('/proxy/restart');
    },
  };
}
