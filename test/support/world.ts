import assert from 'node:assert/strict';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent, PriceGroup } from '#contract/event.schema';
import type { IntentResponse, OrderRequest } from '#contract/order.schema';
import { paths, pathTo } from '#contract/paths';
import type { PaymentResponse } from '#contract/payment.schema';
import type { Problem } from '#contract/problem.schema';
import type { QuotedOrder, QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type { Scenario } from '../../demo/sandbox/scenarios.ts';
import { createProxy } from '../../proxy/app.ts';
import type { Every } from '../../proxy/background.ts';
import { toInstant } from '../../proxy/clock.ts';
import type { Config } from '../../proxy/config.ts';
import { readConfig } from '../../proxy/config.ts';
import type { ProxyContext } from '../../proxy/context.ts';
import type { SiteContext } from '../../proxy/context.ts';
import type { Encoders } from '../../proxy/http/encoding.ts';
import { createLog } from '../../proxy/log.ts';
import type { OrderCheck } from '../../proxy/order-check.ts';
import type { PaymentProvider } from '../../proxy/payments/provider.ts';
import type { Fetch, Peer } from '../../proxy/ports.ts';
import { createMemoryStore } from '../../proxy/store/memory.ts';
import type { Store } from '../../proxy/store/store.ts';

export const SHOP = 'https://shop.example';
export const PROXY = 'https://book.example';
const PLATFORM = 'https://platform.example';
const CONTROL_API = `${PLATFORM}/sandbox`;
export const START = Date.parse('2026-11-21T09:00:00Z');

export const variables = {
  PLATFORM_URL: PLATFORM,
  PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
  PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
  PUBLIC_URL: PROXY,
  ALLOWED_ORIGINS: `${SHOP},https://other.example`,
  PROXY_SECRET: 'a secret of thirty-two characters',
  STORE_URL: 'memory:',
  SELFSERVICE_URL: 'https://my.example',
};

/** Unsets the variables of a single site, for a world with `SITES_FILE`. */
export const noSingleSite = {
  PLATFORM_CLIENT_ID: '',
  PLATFORM_CLIENT_SECRET: '',
  ALLOWED_ORIGINS: '',
  PAYMENT: '',
  PAYMENT_CHARGE: '',
  PAYMENT_REQUESTS: '',
  PAYMENT_PROVIDER: '',
};

export const notificationVariables = {
  NOTIFICATION_CLIENT_ID: 'platform',
  NOTIFICATION_CLIENT_SECRET: 'a secret that the platform is given',
};
/** The proxy's registration as a receiver of notifications. */
const receiver = {
  oauth_endpoint_url: PROXY + paths.notificationOrders,
  oauth_endpoint_token_url: PROXY + paths.notificationToken,
  oauth_endpoint_client_id: notificationVariables.NOTIFICATION_CLIENT_ID,
  oauth_endpoint_client_secret: notificationVariables.NOTIFICATION_CLIENT_SECRET,
};

export interface JsonResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A date that can be booked, with its event and price group. */
export interface Choice {
  readonly event: MergedEvent;
  readonly group: PriceGroup;
  readonly date: EventDate;
}

export interface WorldOptions {
  readonly now?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly store?: Store;
  /** Wraps the connection from the proxy to the sandbox. */
  readonly between?: (platform: Fetch) => Fetch;
  readonly assets?: Readonly<Record<string, string>>;
  readonly payments?: PaymentProvider;
  readonly createStripe?: ProxyContext['createStripe'];
  /** How bodies are compressed; not at all when left out. */
  readonly encoders?: Encoders;
  readonly checkOrder?: OrderCheck;
  readonly scenario?: Scenario;
  /** Where the platform sends notifications: to the proxy, or to this function. */
  readonly notifies?: boolean | Fetch;
  /** Returns the content of `SITES_FILE`. */
  readonly readText?: (path: string) => string;
}

/** A proxy and the sandbox behind it, on clocks that stand still until they are moved. */
export function createWorld({
  now = START,
  env = {},
  between,
  assets = {},
  scenario = 'calm',
  readText = () => '',
  notifies = false,
  payments,
  createStripe,
  encoders = {},
  checkOrder,
  ...rest
}: WorldOptions = {}) {
  const time = { wall: now, monotonic: 0, platform: now };
  const clock = () => time.wall;
  const monotonic = () => time.monotonic;
  const store = rest.store ?? createMemoryStore();
  const config: Config = readConfig(
    {
      ...variables,
      ...(notifies && notificationVariables),
      ...(payments && { PAYMENT: 'required' }),
      ...env,
    },
    readText,
  );
  const [site] = config.sites;
  assert.ok(site);
  const sandbox = createSandbox({
    clock: () => time.platform,
    scenario,
    ...(notifies && {
      receiver,
      fetch: notifies === true ? (request) => proxy(request) : notifies,
    }),
  });
  /** One entry such as `GET /v3/events` per request that reached the platform. */
  const calls: string[] = [];
  const lines: string[] = [];
  const platform: Fetch = (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return sandbox(request);
  };
  const fetch = between?.(platform) ?? platform;
  const log = createLog((line) => lines.push(line), clock);
  let jobs: { readonly interval: number; readonly task: () => Promise<void> }[] = [];
  const every: Every = (interval, task) => void jobs.push({ interval, task });
  const open = () => {
    jobs = [];
    return createProxy({
      config,
      fetch,
      store,
      clock,
      monotonic,
      assets,
      encoders,
      every,
      log,
      ...(payments && { payments }),
      ...(createStripe && { createStripe }),
      ...(checkOrder && { checkOrder }),
    });
  };
  let proxy = open();

  async function send<T>(path: string, init: RequestInit = {}): Promise<JsonResponse<T>> {
    const { status, headers, ...response } = await read(new Request(PROXY + path, init));
    return {
      status,
      headers,
      body: response.text === '' ? (undefined as T) : (JSON.parse(response.text) as T),
    };
  }

  async function read(request: Request, peer?: Peer) {
    const response = await proxy(request, peer);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** The context for a part of the proxy that a test creates by itself. */
  const context = (fetch: Fetch): SiteContext => ({
    config,
    site,
    fetch,
    store,
    clock,
    monotonic: clock,
    log: () => {},
  });

  const get = <T>(path: string, headers: Record<string, string> = {}) => send<T>(path, { headers });
  const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    send<T>(path, {
      method: 'POST',
      headers: { Origin: SHOP, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** The first bookable date of the next 30 days that fits. */
  async function choose(
    fits: (choice: Choice) => boolean = ({ event }) => event.type === 'BOOKING',
    places = 2,
  ): Promise<Choice> {
    const { body: listed } = await get<ListedEvent[]>('/v3/events');
    for (const { id } of listed) {
      const { body: event } = await get<MergedEvent>(pathTo(paths.mergedEvent, id));
      for (const date of await datesOf(id)) {
        const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
        if (!group || !isBookable(date, group, places)) continue;
        if (fits({ event, group, date })) return { event, group, date };
      }
    }
    throw new Error('the sandbox has no such date');
  }

  function isBookable(date: EventDate, group: PriceGroup, places: number): boolean {
    return (
      date.available_slots >= places &&
      group.min_participants <= places &&
      Date.parse(date.bookable_until) > time.wall + 3 * 86_400_000
    );
  }

  async function datesOf(id: string): Promise<EventDate[]> {
    const range = `start_date=${toInstant(time.wall)}&end_date=${toInstant(time.wall + 30 * 86_400_000)}`;
    return (await get<EventDate[]>(`${pathTo(paths.eventDates, id)}?${range}`)).body;
  }

  async function tryChange(order_id: string, change: OrderChange, body?: object): Promise<number> {
    return (await control(`/orders/${order_id}/${change}`, body)).status;
  }

  /** Calls the sandbox's control API. */
  function control(path: string, body?: object): Promise<Response> {
    const json = body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    return sandbox(new Request(CONTROL_API + path, { method: 'POST', ...json }));
  }

  return {
    config,
    site,
    store,
    sandbox,
    calls,
    lines,
    clock,
    monotonic,
    context,
    read,
    /** Resolves to the response with its body unread. */
    respond: (request: Request) => proxy(request),
    get,
    post,
    choose,
    datesOf,
    platformUrl: config.PLATFORM_URL,
    advance: (milliseconds: number) => {
      time.wall += milliseconds;
      time.monotonic += milliseconds;
      time.platform += milliseconds;
    },
    /** Moves one of the clocks only. */
    jump: (name: keyof typeof time, milliseconds: number) => {
      time[name] += milliseconds;
    },
    /** Starts a new proxy on the same store. */
    restart: () => {
      proxy = open();
    },
    /** Runs every background job once, or those of an interval. */
    runJobs: async (only?: number) => {
      for (const { interval, task } of jobs)
        if (only === undefined || interval === only) await task();
    },
    quote: (cart: QuoteRequest) => post<QuoteResponse>('/checkout/quotes', cart),
    /** Quotes a cart that has to be accepted, and returns its first order. */
    quoteOne: async (cart: QuoteRequest): Promise<QuotedOrder> => {
      const { status, body } = await post<QuoteResponse>('/checkout/quotes', cart);
      assert.equal(status, 200, JSON.stringify(body));
      const [order] = body.orders;
      assert.ok(order);
      return order;
    },
    /** Has the payment of a quoted order made. */
    pay: <T = PaymentResponse>({ quote }: { readonly quote: string }, key: string) =>
      post<T>('/checkout/payments', { quote }, { 'Idempotency-Key': key }),
    /** Pays what is due for a placed order. */
    payAgain: <T = PaymentResponse>(headers: { readonly [name: string]: string }) =>
      post<T>('/checkout/payments', {}, headers),
    place: <T = IntentResponse>(request: unknown, key: string) =>
      post<T>('/checkout/orders', request, { 'Idempotency-Key': key }),
    find: (key: string) => get<IntentResponse>('/checkout/intent', { 'Idempotency-Key': key }),
    /** All orders of the platform. */
    books: async (): Promise<BookedOrder[]> => {
      const response = await sandbox(new Request(`${CONTROL_API}/orders`));
      return (await response.json()) as BookedOrder[];
    },
    /** Somebody else takes places. */
    take: async (date_id: string, slots: number) => {
      assert.equal((await control('/take', { date_id, slots })).status, 200);
    },
    /** The vendor deactivates an event, which no delta tells. */
    deactivate: async (eventId: string) => {
      assert.equal((await control(`/events/${eventId}`, { active: 0 })).status, 200);
    },
    /** The vendor changes an order. */
    change: async (order_id: string, change: OrderChange, body?: object) => {
      assert.equal(await tryChange(order_id, change, body), 200);
    },
    /** Like `change`, but may fail; resolves to the status of the response. */
    tryChange,
    orderCalls: () => calls.filter((call) => call === 'POST /v3/orders').length,
  };
}
export type World = ReturnType<typeof createWorld>;

/** A world whose only site has these settings of `SITES_FILE`. */
export function createWorldOfSite(settings: object, options: WorldOptions = {}): World {
  const { id: ID, secret: SECRET } = sandboxClients.reseller;
  const site = { key: 'only', client_id_from: 'ID', client_secret_from: 'SECRET', origins: [SHOP] };
  return createWorld({
    ...options,
    env: { ...options.env, ...noSingleSite, SITES_FILE: 'sites.json', ID, SECRET },
    readText: () => JSON.stringify([{ ...site, ...settings }]),
  });
}
export type OrderChange = 'accept' | 'decline' | 'cancel' | 'pay' | 'refund' | 'check-in';
export type ProblemResponse = JsonResponse<Problem>;

/** The fields of an order in the platform's books that tests check. */
export interface BookedOrder {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  readonly vendor_id: string;
  readonly external_reference: string;
  readonly total_invoice: string;
  readonly name: string;
  readonly shipping_city: string;
  readonly email_newsletter_opt_in: string;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly event_id: string;
    readonly participants: readonly {
      readonly id: string;
      readonly price_id: number;
      readonly name: string;
    }[];
  }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
}

/** A cart of one line; `amounts` are those of the group's first price, its second, and so on. */
export function cartOf(
  { event, group, date }: Choice,
  amounts: readonly number[],
  products: QuoteRequest['products'] = [],
): QuoteRequest {
  const prices = amounts.flatMap((amount, index) => {
    const price = group.prices[index];
    return price && amount > 0 ? [{ price_id: price.id, amount }] : [];
  });
  return { lines: [{ event_id: event.id, date_id: date.id, prices }], products };
}

export const hasTwoPrices = ({ event, group }: Choice): boolean =>
  event.type === 'BOOKING' && group.prices.length > 1;

/** Quotes a cart of two participants with different prices. */
export async function quoteTwoPrices(world: World) {
  const choice = await world.choose(hasTwoPrices);
  return { choice, order: await world.quoteOne(cartOf(choice, [1, 1])) };
}

export const aShippingAddress = {
  name: 'Olga Lang',
  street: 'Am Markt',
  streetnr: '3',
  zip: '04109',
  city: 'Leipzig',
  country: 'DE',
};

/** An order for a quote, with named participants. */
export function requestFor(quoted: QuotedOrder, more: Partial<OrderRequest> = {}): OrderRequest {
  return {
    quote: quoted.quote,
    lines: quoted.lines.map(({ date_id, prices }) => ({
      date_id,
      participants: prices.flatMap(({ price_id, title, amount }) =>
        Array.from({ length: amount }, (_, index) => ({ price_id, name: `${title} ${index + 1}` })),
      ),
    })),
    contact: { name: 'Ida Meyer', email: 'ida@example.com' },
    lang: 'de',
    ...more,
  };
}

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `key-${keys}`.padEnd(43, 'x');
}

/** The fields that a problem names. */
export function fieldsOf({ body }: ProblemResponse): (string | undefined)[] {
  return body.errors.map(({ field }) => field);
}
