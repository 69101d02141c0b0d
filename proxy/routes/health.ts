import type { Store } from '../store/store.ts';
import type { Route } from './route.ts';

/** For whoever restarts and balances proxies. A platform that is down makes neither of them fail: reads go on without. */
export function healthRoutes(store: Store): Route[] {
  return [
    { method: 'GET', path: '/livez', handle: async () => ok() },
    {
      method: 'GET',
      path: '/readyz',
      async handle() {
        await store.get('token');
        return ok();
      },
    },
  ];
}

function ok(): Response {
  return new Response('ok', {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}
