import { paths } from '#contract/paths';
import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { ProxyContext } from '../context.ts';
import { textResponse } from '../http/response.ts';
import { type Store, StoreDamaged } from '../store/store.ts';
import type { PublicRoute } from './route.ts';

const KEY = 'ready';
const WHAT_THIS_IS =
  `This is the proxy of a booking widget. Pages load ${paths.script} from here; ` +
  `${paths.readyz} says whether it is ready. npm run doctor says what is wrong, if anything is.\n`;

interface HealthOptions extends Pick<ProxyContext, 'store' | 'clock'> {
  readonly isClosing: () => boolean;
  readonly haveCredentialsWorked: () => Promise<boolean>;
}

/**
 * For supervisors and load balancers. Both succeed while the platform is down, because reads are
 * served from the cache. A proxy is ready if it can write to its store, has ever got a token from
 * the platform, and is not about to exit.
 */
export function healthRoutes({
  store,
  clock,
  isClosing,
  haveCredentialsWorked,
}: HealthOptions): PublicRoute[] {
  const obstacle = createCache({
    policy: cachePolicies.readiness,
    load: async () => ({
      asOf: clock(),
      value: await findObstacle(store, haveCredentialsWorked),
    }),
    clock,
  });

  return [
    // For somebody who opens the proxy's address to see what is there.
    { path: '/', handle: async () => textResponse(200, WHAT_THIS_IS) },
    { path: paths.livez, handle: async () => textResponse(200, 'ok') },
    {
      path: paths.readyz,
      async handle() {
        const reason = isClosing() ? 'it is about to end' : (await obstacle.get()).value;
        return reason === '' ? textResponse(200, 'ok') : textResponse(503, `not ready: ${reason}`);
      },
    },
  ];
}

/** The reason why the proxy is not ready; empty if there is none. */
async function findObstacle(
  store: Store,
  haveCredentialsWorked: () => Promise<boolean>,
): Promise<string> {
  try {
    // Losing the compare-and-set also proves that the store can be written.
    await store.put(KEY, '', (await store.get(KEY))?.version ?? 0);
    const haveWorked = await haveCredentialsWorked();
    return haveWorked ? '' : 'the platform has never given it a token; npm run doctor says why';
  } catch (error) {
    const isDamaged = error instanceof StoreDamaged;
    return isDamaged ? "its store's file is damaged" : 'its store cannot be written';
  }
}
