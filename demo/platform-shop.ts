import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '../proxy/clock.ts';
import { type Config, readConfig } from '../proxy/config.ts';
import { ConfigError } from '../proxy/config-error.ts';
import type { Variables } from '../proxy/given-files.ts';
import { createFetch } from '../proxy/http/fetch.ts';
import type { OrderCheck } from '../proxy/order-check.ts';
import { listenProxy } from '../proxy/server.ts';
import { openStore } from '../proxy/store/open.ts';
import { listenPages } from './pages.ts';
import { createPlatformRoutes } from './platform-routes.ts';
import { createReadOnly } from './read-only.ts';

export interface PlatformShopOptions {
  ports: { demo: number; proxy: number };
  /** Address of the real platform. */
  platform: string;
  /** The environment, with the client's id and secret as the proxy has them. */
  variables: Variables;
  /** Where the token is kept; by default a file for each platform. */
  storeUrl?: string;
  /** Refuses every order by default. What it lets pass is not sent either. */
  checkOrder?: OrderCheck;
  clock?: Clock;
}

export interface PlatformShop {
  demo: string;
  proxy: string;
  platform: string;
  close: () => Promise<void>;
}

/** Variables that mean the same here as for a proxy. */
const taken = [
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PLATFORM_CLIENT_SECRET_FILE',
  'PLATFORM_BUDGET',
  'PLATFORM_TIMEOUT_SECONDS',
  'LOCALE',
  'TIME_ZONE',
];

const refuseOrder: OrderCheck = () => Promise.resolve({ code: 'preview-only' });

/**
 * Starts the workbench on a real platform that is only read. The proxy refuses every order, and
 * what writes is never sent.
 * @throws {ConfigError} when the client's id or secret is missing, or the address is wrong
 */
export async function openPlatformShop(options: PlatformShopOptions): Promise<PlatformShop> {
  const { ports, clock = Date.now, checkOrder = refuseOrder } = options;
  const config = configOf(options);
  const { PUBLIC_URL: proxyUrl, PLATFORM_URL: platform, STORE_URL } = config;
  const fetch = createReadOnly(createFetch(), platform);
  const opened: { close: () => Promise<void> }[] = [];
  const close = async () => {
    for (const part of opened.toReversed()) await part.close();
  };
  try {
    opened.push(await listenProxy({ config, clock, fetch, checkOrder, log: () => {} }));
    // Like the doctor beside a proxy, so that both have one token.
    const store = await openStore(STORE_URL);
    opened.push(store);
    const [site] = config.sites as [Config['sites'][number]];
    const monotonic = () => performance.now();
    const routes = createPlatformRoutes(proxyUrl, { config, site, store, fetch, clock, monotonic });
    const handlers = { '/platform': routes };
    opened.push(await listenPages({ port: ports.demo, proxy: proxyUrl, platform, handlers }));
  } catch (error) {
    await close();
    throw error;
  }
  return { demo: demoUrl(ports), proxy: proxyUrl, platform, close };
}

function configOf(options: PlatformShopOptions): Config {
  const { ports, platform, variables, storeUrl } = options;
  const given = Object.fromEntries(taken.map((name) => [name, variables[name]]));
  try {
    const config = readConfig(
      {
        ...given,
        PLATFORM_URL: platform,
        PUBLIC_URL: `http://localhost:${ports.proxy}`,
        HOST: 'localhost',
        PORT: String(ports.proxy),
        ALLOWED_ORIGINS: demoUrl(ports),
        PROXY_SECRET: crypto.randomUUID(),
      },
      (path) => readFileSync(path, 'utf8'),
    );
    const { host } = new URL(config.PLATFORM_URL);
    return {
      ...config,
      PROXY_SECRET: sealFor(config),
      // Kept, because a platform gives one token an hour. Of another platform it would be wrong.
      STORE_URL: storeUrl ?? `file:./data/workbench-${host.replaceAll(/[^\w.-]/g, '-')}.db`,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replace('PLATFORM_URL', '--platform'));
  }
}

/** The same at each start, and known to nobody who does not know the client's secret. */
function sealFor({ sites }: Config): string {
  const secrets = sites.map(({ client }) => client.secret).join();
  return createHash('sha256').update(`workbench ${secrets}`).digest('base64');
}

function demoUrl({ demo }: PlatformShopOptions['ports']): string {
  return `http://localhost:${demo}`;
}
