import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { nodeEncoders } from '../proxy/http/compression.ts';
import { createFetch } from '../proxy/http/fetch.ts';
import { listen } from '../proxy/http/listener.ts';
import { createLog } from '../proxy/log.ts';
import { readAssets } from '../proxy/operations/assets.ts';
import { prepareAssets } from '../proxy/routes/widget.ts';
import { createControl } from './control.ts';
import { createDemoProxy, receiverAt } from './demo-proxy.ts';
import type { Scenario } from './sandbox/scenarios.ts';
import { listenSandbox } from './sandbox/server.ts';

const ROOT = 'dist/demo';

export interface ShopOptions {
  ports: { demo: number; proxy: number; sandbox: number };
  /** The sandbox's scenario; `calm` by default. */
  scenario?: Scenario;
  /** The clock of both the sandbox and the proxy; the sandbox's control API moves it for both. */
  clock?: () => number;
  /** Further origins whose pages may embed the widget, besides the demo page. */
  origins?: readonly string[];
  /** Whether orders are paid, with test cards: `optional` or `required`, and `none` by default. */
  payment?: string | undefined;
  /** Whether the money of requests is held, or the card is saved: `hold` by default, or `save`. */
  requests?: string | undefined;
  /** Receives the proxy's log, one JSON line at a time. */
  log?: (line: string) => void;
}

export interface Shop {
  demo: string;
  proxy: string;
  sandbox: string;
  close: () => Promise<void>;
}

/**
 * Starts three servers: the sandbox platform, the proxy in front of it, and a reseller's page with
 * the widget.
 */
export async function openShop({
  ports,
  scenario = 'calm',
  clock = Date.now,
  origins = [],
  payment,
  requests,
  log,
}: ShopOptions): Promise<Shop> {
  const demo = `http://localhost:${ports.demo}`;
  const publicUrl = `http://localhost:${ports.proxy}`;
  const notificationClient = { id: 'sandbox', secret: crypto.randomUUID() };
  const platform = await listenSandbox({
    port: ports.sandbox,
    clock,
    scenario,
    receiver: receiverAt(publicUrl, notificationClient),
    onReset: (next) => proxy.forget(next),
  });
  const { assets } = await prepareAssets(readAssets('dist'), publicUrl);
  const proxy = createDemoProxy(
    {
      demo,
      publicUrl,
      origins,
      notificationClient,
      payment,
      requests,
      assets,
      sandbox: platform.sandbox,
      sandboxUrl: platform.url,
      fetch: createFetch(),
      encoders: nodeEncoders,
      log: log ? createLog(log, platform.sandbox.clock.now) : () => {},
    },
    scenario,
  );
  const opened: { close: () => Promise<void> }[] = [platform, { close: proxy.stop }];
  const close = async () => {
    for (const part of opened.toReversed()) await part.close();
  };
  try {
    const { handle } = proxy;
    const listener = await listen({ port: ports.proxy, host: 'localhost', handle });
    opened.push({ close: () => listener.close(0) });
    const control = createControl({ sandbox: platform.sandbox, proxy });
    opened.push(await listenDemo(ports.demo, publicUrl, control));
  } catch (error) {
    await close();
    throw error;
  }
  return { demo, proxy: publicUrl, sandbox: platform.url, close };
}

/** Serves the built pages with the proxy's address filled in. */
async function listenDemo(
  port: number,
  proxy: string,
  control: (request: Request) => Promise<Response>,
): Promise<{ close: () => Promise<void> }> {
  const app = new Hono();
  app.all('/sandbox/*', (context) => control(context.req.raw));
  app.all('/proxy/*', (context) => control(context.req.raw));
  for (const file of await htmlFiles()) {
    const html = (await readFile(join(ROOT, file), 'utf8')).replaceAll('__BOOKING_PROXY__', proxy);
    app.get(`/${file.replace(/(^|\/)index\.html$/, '$1')}`, (context) => context.html(html));
  }
  // The page's relative addresses need the trailing slash.
  app.get('/workbench', (context) => context.redirect('/workbench/'));
  app.use('*', serveStatic({ root: ROOT }));
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

/** Paths below the folder of the built pages. */
async function htmlFiles(): Promise<string[]> {
  const files = await readdir(ROOT, { recursive: true });
  return files.filter((file) => file.endsWith('.html'));
}
