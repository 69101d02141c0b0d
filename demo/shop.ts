import { nodeEncoders } from '../proxy/http/compression.ts';
import { createFetch } from '../proxy/http/fetch.ts';
import { listen } from '../proxy/http/listener.ts';
import { createLog } from '../proxy/log.ts';
import { readAssets } from '../proxy/operations/assets.ts';
import { prepareAssets } from '../proxy/routes/widget.ts';
import { createControl } from './control.ts';
import { createDemoProxy, receiverAt } from './demo-proxy.ts';
import { createOwnVendor } from './own-vendor.ts';
import { listenPages } from './pages.ts';
import type { Scenario } from './sandbox/scenarios.ts';
import { listenSandbox } from './sandbox/server.ts';

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
    onReset(next) {
      ownVendor.ownEvents.forget();
      proxy.forget(next);
    },
  });
  const fetch = createFetch();
  const ownVendor = createOwnVendor({
    sandbox: platform.sandbox,
    sandboxUrl: platform.url,
    fetch,
    demo,
    restart: () => proxy.restart(),
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
      fetch,
      ownPictures: ownVendor.pictures.byEvent,
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
    const ownEvents = ownVendor.handle;
    const control = createControl({ sandbox: platform.sandbox, proxy, ownEvents });
    const handlers = { '/sandbox': control, '/proxy': control, '/own-events': control };
    opened.push(await listenPages({ port: ports.demo, proxy: publicUrl, handlers }));
  } catch (error) {
    await close();
    throw error;
  }
  return { demo, proxy: publicUrl, sandbox: platform.url, close };
}
