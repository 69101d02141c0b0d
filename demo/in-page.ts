import { paths } from '#contract/paths';
import { createControl } from './control.ts';
import { createDemoProxy, receiverAt } from './demo-proxy.ts';
import { forgetSession } from './forget-session.ts';
import { createOwnVendor } from './own-vendor.ts';
import { createSandbox } from './sandbox/sandbox.ts';

/** How often the sandbox does what is due between requests, in milliseconds. */
const TICK_EVERY = 1000;
/** Never requested: the proxy's `fetch` calls the sandbox directly. */
const PLATFORM = 'https://platform.example';

export interface ShopInPage {
  /** Properties that make a widget send its requests to the proxy in this page. */
  readonly widget: { readonly proxy: string; readonly fetch: typeof fetch };
  /** Address of the widget's script. Load it after the widget has these properties. */
  readonly script: string;
  /** Calls the control API. */
  readonly control: (request: Request) => Promise<Response>;
}

/**
 * Runs the sandbox and the proxy inside the page, so that any static host can serve the demo.
 * `proxyUrl` is the address that the proxy would have, `demo` that of the built pages.
 */
export function openShopInPage(proxyUrl: string, demo: string): ShopInPage {
  // The proxy needs Web Crypto, which browsers offer only on https and localhost.
  if (!isSecureContext) document.body.prepend('This preview runs only on https.');
  const notificationClient = { id: 'sandbox', secret: crypto.randomUUID() };
  const sandbox = createSandbox({
    clock: Date.now,
    receiver: receiverAt(proxyUrl, notificationClient),
    fetch: (request) => proxy.handle(request),
    onReset(scenario) {
      ownVendor.ownEvents.forget();
      proxy.forget(scenario);
    },
  });
  // Without a server, there is no address at which pictures could be.
  const ownVendor = createOwnVendor({
    sandbox,
    sandboxUrl: PLATFORM,
    fetch: sandbox,
    restart: () => proxy.restart(),
  });
  const proxy = createDemoProxy(
    {
      sandbox,
      demo,
      notificationClient,
      publicUrl: proxyUrl,
      sandboxUrl: PLATFORM,
      fetch: sandbox,
      log: () => {},
    },
    'calm',
  );
  setInterval(sandbox.tick, TICK_EVERY);
  forgetSession();

  async function ask(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const path = request.url.slice(proxyUrl.length);
    // Message files come from the static host.
    return path.startsWith('/messages/') ? fetch(demo + path) : proxy.handle(request);
  }

  return {
    widget: { proxy: proxyUrl, fetch: ask },
    script: `${demo}${paths.script}`,
    control: createControl({ sandbox, proxy, ownEvents: ownVendor.handle }),
  };
}
