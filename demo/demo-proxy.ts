import { paths } from '#contract/paths';
import { type BookingProxy, createProxy } from '../proxy/app.ts';
import { createBackground } from '../proxy/background.ts';
import type { Clock } from '../proxy/clock.ts';
import { readConfig } from '../proxy/config.ts';
import type { Encoders } from '../proxy/http/encoding.ts';
import type { Log } from '../proxy/log.ts';
import type { Fetch } from '../proxy/ports.ts';
import type { Assets } from '../proxy/routes/widget.ts';
import { createMemoryStore } from '../proxy/store/memory.ts';
import type { Store } from '../proxy/store/store.ts';
import { picturesOf } from './pictures.ts';
import { promisesOf } from './promises.ts';
import { sandboxClients } from './sandbox/clients.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Scenario } from './sandbox/scenarios.ts';

export interface DemoProxyOptions {
  /** Its clock is the proxy's clock too. */
  sandbox: Sandbox;
  sandboxUrl: string;
  /** Sends the proxy's requests to the sandbox. */
  fetch: Fetch;
  publicUrl: string;
  /** Address of the demo page, which also serves the pictures. */
  demo: string;
  /** Further origins whose pages may embed the widget. */
  origins?: readonly string[];
  notificationClient: { id: string; secret: string };
  /** Pictures of events that are not of the scenario, read at each start. */
  ownPictures?: () => Record<string, string[]>;
  /** The proxy's `PAYMENT`, with the test provider; without it no order is paid. */
  payment?: string | undefined;
  /** The proxy's `PAYMENT_REQUESTS`: whether a request holds money, or saves the card. */
  requests?: string | undefined;
  assets?: Assets;
  encoders?: Encoders;
  log: Log;
}

/** The demo's proxy. It runs in Node and inside a page. */
export interface DemoProxy {
  readonly handle: BookingProxy;
  /** Starts again with an empty store, after a reset of the sandbox. */
  forget(scenario: Scenario): void;
  /** Starts again with its orders, but without the stored catalog. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The prefix of stored lists. */
const CATALOG = 'catalog/';

export function createDemoProxy(options: DemoProxyOptions, firstScenario: Scenario): DemoProxy {
  const { sandbox, fetch, assets = {}, encoders = {}, log } = options;
  const clock = sandbox.clock.now;
  const monotonic = createMonotonic(sandbox.clock.offset);
  const proxySecret = crypto.randomUUID();
  let scenario = firstScenario;
  let store = createMemoryStore();
  /** How often the proxy was started. */
  let starts = 0;
  let current = start();

  function start() {
    const background = createBackground(log);
    const closing = new AbortController();
    starts += 1;
    const handle = createProxy({
      config: configOf(options, scenario, proxySecret),
      fetch,
      store: withOwnCatalog(store, starts),
      clock,
      monotonic,
      log,
      assets,
      encoders,
      every: background.every,
      closing: closing.signal,
    });
    background.start();
    const stop = () => {
      // Ends open streams, so that their widgets ask the next proxy.
      closing.abort();
      return background.stop();
    };
    return { handle, stop };
  }

  function startAgain(): void {
    // Not awaited: the old proxy may finish beside the new one, like two processes on one store.
    void current.stop();
    current = start();
  }

  return {
    handle: async (request, peer) => revalidated(await current.handle(request, peer)),
    forget(next) {
      scenario = next;
      store = createMemoryStore();
      startAgain();
    },
    async restart() {
      for (const { key, version } of await store.list(CATALOG)) await store.delete(key, version);
      startAgain();
    },
    stop: () => current.stop(),
  };
}

/**
 * The same store, with a catalog for this start alone: the proxy before may still read its lists, and
 * write them when the next one has begun.
 */
function withOwnCatalog(store: Store, start: number): Store {
  const inside = (key: string) =>
    key.startsWith(CATALOG) ? `${CATALOG}${start}/${key.slice(CATALOG.length)}` : key;
  const outside = (key: string) =>
    key.startsWith(CATALOG) ? CATALOG + key.slice(inside(CATALOG).length) : key;
  return {
    ...store,
    get: (key) => store.get(inside(key)),
    put: (key, value, version) => store.put(inside(key), value, version),
    delete: (key, version) => store.delete(inside(key), version),
    async list(prefix, { afterKey, ...page } = {}) {
      const from = afterKey === undefined ? {} : { afterKey: inside(afterKey) };
      const entries = await store.list(inside(prefix), { ...page, ...from });
      return entries.map((entry) => ({ ...entry, key: outside(entry.key) }));
    },
  };
}

/**
 * Browsers may show the catalog of a real proxy for a minute and more. Here the world changes at a
 * press, so that they ask each time, and get a 304 while nothing has changed.
 */
function revalidated(response: Response): Response {
  const { headers, status, statusText, body } = response;
  if (!/max-age=\d/.test(headers.get('Cache-Control') ?? '')) return response;
  const fresh = new Headers(headers);
  fresh.set('Cache-Control', 'no-cache');
  return new Response(body, { headers: fresh, status, statusText });
}

const MANY = '999999999';
/** No limits, because all requests of a demo come from one address. */
const unlimited = {
  READS_PER_MINUTE: MANY,
  RENDER_MS_PER_MINUTE: MANY,
  QUOTES_PER_MINUTE: MANY,
  ORDERS_PER_MINUTE: MANY,
  CALLS_PER_CLIENT: MANY,
  PLACES_PER_CLIENT: MANY,
  ORDERS_PER_EMAIL: MANY,
  EMAILS_PER_CLIENT: MANY,
};

function configOf(
  {
    sandboxUrl,
    publicUrl,
    demo,
    origins = [],
    notificationClient,
    payment,
    requests,
    ownPictures = () => ({}),
  }: DemoProxyOptions,
  scenario: Scenario,
  proxySecret: string,
) {
  const config = readConfig({
    PLATFORM_URL: sandboxUrl,
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
    PUBLIC_URL: publicUrl,
    ALLOWED_ORIGINS: [new URL(demo).origin, ...origins].join(),
    PROXY_SECRET: proxySecret,
    NOTIFICATION_CLIENT_ID: notificationClient.id,
    NOTIFICATION_CLIENT_SECRET: notificationClient.secret,
    // In memory, because the sandbox loses its orders and tokens when it stops.
    STORE_URL: 'memory:',
    ...(payment && { PAYMENT: payment, PAYMENT_PROVIDER: 'test' }),
    ...(requests && { PAYMENT_REQUESTS: requests }),
    ...unlimited,
  });
  // Set directly, because SITES_FILE accepts https URLs only, and localhost has none.
  const images = { ...picturesOf(scenario, demo), ...ownPictures() };
  const promises = promisesOf(scenario);
  return { ...config, sites: config.sites.map((site) => ({ ...site, images, promises })) };
}

/** The receiver that the sandbox sends its notifications to. */
export function receiverAt(publicUrl: string, client: { id: string; secret: string }) {
  return {
    oauth_endpoint_url: publicUrl + paths.notificationOrders,
    oauth_endpoint_token_url: publicUrl + paths.notificationToken,
    oauth_endpoint_client_id: client.id,
    oauth_endpoint_client_secret: client.secret,
  };
}

/** A monotonic clock: it jumps forward with the sandbox's clock, but never back. */
function createMonotonic(offset: () => number): Clock {
  let passed = 0;
  let lastOffset = offset();

  return () => {
    passed += Math.max(0, offset() - lastOffset);
    lastOffset = offset();
    return performance.now() + passed;
  };
}
