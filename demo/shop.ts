import { readFile } from 'node:fs/promises';
import { serve, type ServerType } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { readConfig } from '../proxy/config.ts';
import { listenProxy } from '../proxy/server.ts';
import { paths } from '../src/contract/paths.ts';
import { sandboxClients } from './sandbox/clients.ts';
import { picturesOf } from './pictures.ts';
import type { Scenario } from './sandbox/scenarios.ts';
import { listenSandbox } from './sandbox/server.ts';

export interface ShopOptions {
  ports: { demo: number; proxy: number; sandbox: number };
  /** The sandbox's; `calm` by default. */
  scenario?: Scenario;
  /** The one clock of sandbox and proxy. */
  clock?: () => number;
  /** Whose pages may have the widget too, beside the demo page. */
  origins?: readonly string[];
  /** Takes the proxy's log, a JSON line at a time. */
  log?: (line: string) => void;
}

export interface Shop {
  demo: string;
  proxy: string;
  sandbox: string;
  close: () => Promise<void>;
}

/**
 * The whole chain, listening: the sandbox platform, the proxy that books on it, and a reseller's
 * page with the widget.
 */
export async function openShop({
  ports,
  scenario = 'calm',
  clock = Date.now,
  origins = [],
  log,
}: ShopOptions): Promise<Shop> {
  const demo = `http://localhost:${ports.demo}`;
  const publicUrl = `http://localhost:${ports.proxy}`;
  const notificationClient = { id: 'sandbox', secret: crypto.randomUUID() };
  const sandbox = await listenSandbox({
    port: ports.sandbox,
    clock,
    scenario,
    receiver: {
      oauth_endpoint_url: publicUrl + paths.notificationOrders,
      oauth_endpoint_token_url: publicUrl + paths.notificationToken,
      oauth_endpoint_client_id: notificationClient.id,
      oauth_endpoint_client_secret: notificationClient.secret,
    },
  });
  const config = readConfig({
    PLATFORM_URL: sandbox.url,
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
    PUBLIC_URL: publicUrl,
    ALLOWED_ORIGINS: [demo, ...origins].join(),
    PROXY_SECRET: crypto.randomUUID(),
    NOTIFICATION_CLIENT_ID: notificationClient.id,
    NOTIFICATION_CLIENT_SECRET: notificationClient.secret,
    // The sandbox forgets when it ends, and so do its orders and tokens.
    STORE_URL: 'memory:',
    HOST: 'localhost',
    PORT: String(ports.proxy),
  });
  // The file of sites takes pictures by https alone, which a page on localhost has not.
  const images = picturesOf(scenario, demo);
  const sites = config.sites.map((site) => ({ ...site, images }));
  const proxy = await listenProxy({ config: { ...config, sites }, clock, ...(log ? { log } : {}) });
  const page = await listenDemo(ports.demo, config.PUBLIC_URL);
  return {
    demo,
    proxy: config.PUBLIC_URL,
    sandbox: sandbox.url,
    async close() {
      await page.close();
      await proxy.close();
      await sandbox.close();
    },
  };
}

/** Serves the built demo page, with the proxy's address written into it as a reseller would. */
async function listenDemo(port: number, proxy: string): Promise<{ close: () => Promise<void> }> {
  const html = (await readFile('dist/demo/index.html', 'utf8')).replaceAll(
    '__BOOKING_PROXY__',
    proxy,
  );
  const app = new Hono();
  app.get('/', (context) => context.html(html));
  app.use('*', serveStatic({ root: 'dist/demo' }));
  const server = await new Promise<ServerType>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, hostname: 'localhost', port }, () =>
      resolve(listening),
    );
    listening.once('error', reject);
  });
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
