import type { Answer } from '../answer.ts';
import type { Store } from '../store/store.ts';
import type { OpenRoute } from './route.ts';
import { get } from './route.ts';

const KEY = 'ready';

/**
 * For whoever restarts and balances proxies. A platform that is down makes neither of them fail: reads go on without.
 * Ready is who can write the journal, and is not about to end.
 */
export function healthRoutes(store: Store, isReady: () => boolean): OpenRoute[] {
  return [
    get('/livez', async () => say('ok', 200)),
    get('/readyz', async () => {
      const canOrder = isReady() && (await canWrite(store));
      return canOrder ? say('ok', 200) : say('not ready', 503);
    }),
  ];
}

/** Another instance that wrote first has shown it as well. */
async function canWrite(store: Store): Promise<boolean> {
  try {
    await store.put(KEY, '', (await store.get(KEY))?.version ?? 0);
    return true;
  } catch {
    return false;
  }
}

function say(body: string, status: number): Answer {
  return { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }, body };
}
