import { paths } from '../../src/contract/paths.ts';
import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { ProxyContext } from '../context.ts';
import { textResponse } from '../http/response.ts';
import type { Store } from '../store/store.ts';
import type { OpenRoute } from './route.ts';

const KEY = 'ready';

/**
 * For supervisors and load balancers. Both succeed while the platform is down, because reads are
 * served from the cache. A proxy is ready if it can write its store and is not about to exit.
 */
export function healthRoutes(
  { store, clock }: Pick<ProxyContext, 'store' | 'clock'>,
  isReady: () => boolean,
): OpenRoute[] {
  const isWritable = createCache({
    policy: cachePolicies.storeHealth,
    load: () => canWrite(store),
    clock,
  });

  return [
    { path: paths.livez, handle: async () => textResponse(200, 'ok') },
    {
      path: paths.readyz,
      async handle() {
        const ready = isReady() && (await isWritable.get()).value;
        return ready ? textResponse(200, 'ok') : textResponse(503, 'not ready');
      },
    },
  ];
}

async function canWrite(store: Store): Promise<boolean> {
  try {
    // Losing the compare-and-set shows as well that the store can be written.
    await store.put(KEY, '', (await store.get(KEY))?.version ?? 0);
    return true;
  } catch {
    return false;
  }
}
