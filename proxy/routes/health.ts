import type { Answer } from '../http/response.ts';
import { createCache } from '../cache/cache.ts';
import type { Store } from '../store/store.ts';
import type { ProxyContext } from '../context.ts';
import { get, type OpenRoute } from './route.ts';

const KEY = 'ready';

/**
 * For whoever restarts and balances proxies. A platform that is down makes neither of them fail:
 * reads go on without. Ready is who can write the journal, and is not about to end.
 */
export function healthRoutes(
  { store, clock }: Pick<ProxyContext, 'store' | 'clock'>,
  isReady: () => boolean,
): OpenRoute[] {
  // A synced write: one a second, however many ask.
  const writable = createCache({
    clock,
    freshFor: 1_000,
    keepsStale: false,
    load: () => canWrite(store),
  });
  return [
    get('/livez', async () => say('ok', 200)),
    get('/readyz', async () =>
      isReady() && (await writable('')).value ? say('ok', 200) : say('not ready', 503),
    ),
  ];
}

/** Another instance that wrote first has shown it as well. */
async function canWrite(store: Store): Promise<boolean> {
  const write = async () => store.put(KEY, '', (await store.get(KEY))?.version ?? 0);
  return (await Promise.allSettled([write()]))[0].status === 'fulfilled';
}

function say(body: string, status: number): Answer {
  return { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }, body };
}
