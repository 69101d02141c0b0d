import { Hono } from 'hono';
import { observe } from './guards/observe.ts';
import type { SiteEnv } from './guards/site.ts';
import { guardSite } from './guards/site.ts';
import { createLog } from './log.ts';
import { answerError, ProblemError } from './problems.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { healthRoutes } from './routes/health.ts';
import type { Route } from './routes/route.ts';
import type { Assets } from './routes/widget.ts';
import { widgetRoutes } from './routes/widget.ts';
import { openSites } from './site.ts';
import type { Surroundings } from './surroundings.ts';

export interface ProxyOptions extends Omit<Surroundings, 'site' | 'log'> {
  readonly assets: Assets;
  /** Takes one JSON line at a time. */
  readonly log: (line: string) => void;
}
export type BookingProxy = (
  request: Request,
  peer?: { readonly address: string },
) => Promise<Response>;

/** What a reseller's pages talk to: from request to answer, with neither a port nor a file of its own. */
export function createProxy({
  config,
  fetch,
  store,
  clock,
  assets,
  log: write,
}: ProxyOptions): BookingProxy {
  const log = createLog(write, clock);
  const findSite = openSites({ config, fetch, store, clock, log });

  const app = new Hono<SiteEnv>();
  app.use(observe(clock, log));
  add([...widgetRoutes(assets, config.PUBLIC_URL), ...healthRoutes(store)]);
  app.use(guardSite(findSite));
  add([...catalogueRoutes(), ...checkoutRoutes()]);
  app.notFound(() => answerError(new ProblemError('not-found')));
  app.onError(answerError);

  function add(routes: readonly Route[]): void {
    for (const { method, path, handle } of routes) {
      app.on(method, path, handle);
      app.all(path, () => {
        throw new ProblemError('method-not-allowed', [], { Allow: method });
      });
    }
  }

  return async (request) => app.fetch(request);
}
