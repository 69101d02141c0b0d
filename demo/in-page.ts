import { paths } from '../src/contract/paths.ts';
import { createControl } from './control.ts';
import { createDemoProxy, receiverAt } from './demo-proxy.ts';
import { forgetSession } from './forget-session.ts';
import { createSandbox } from './sandbox/sandbox.ts';

/** How often the sandbox does what is due between requests, in milliseconds. */
const TICK_EVERY = 1000;
/** Nobody is there: the proxy's `fetch` is the sandbox itself. */
const PLATFORM = 'https://platform.example';

export interface ShopInPage {
  /** What a widget of the page is given, so that it asks the proxy in it. */
  readonly widget: { readonly proxy: string; readonly fetch: typeof fetch };
  /** Address of the widget's script, which is loaded once the widget has these. */
  readonly script: string;
  /** Reaches the control API. */
  readonly control: (request: Request) => Promise<Response>;
}

/**
 * The whole chain within a page, on any web space: the sandbox platform and the proxy that books on
 * it. `proxyUrl` is the address that the proxy would have, `demo` where the built pages are.
 */
export function openShopInPage(proxyUrl: string, demo: string): ShopInPage {
  const notificationClient = { id: 'sandbox', secret: crypto.randomUUID() };
  const sandbox = createSandbox({
    clock: Date.now,
    receiver: receiverAt(proxyUrl, notificationClient),
    fetch: (request) => proxy.handle(request),
    onReset: (scenario) => proxy.forget(scenario),
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
    // Words are files of the web space.
    return path.startsWith('/messages/') ? fetch(demo + path) : proxy.handle(request);
  }

  return {
    widget: { proxy: proxyUrl, fetch: ask },
    script: `${demo}${paths.script}`,
    control: createControl({ sandbox, proxy }),
  };
}
