import { Hono } from 'hono';
import { createCatalogue } from './catalog/catalogue.ts';
import { observe } from './guards/observe.ts';
import { guardOrigin, shareAnswers } from './guards/origin.ts';
import { createLog } from './log.ts';
import { createOrders } from './orders/orders.ts';
import { createPlatform } from './platform/platform.ts';
import { answerError, ProblemError } from './problems.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { healthRoutes } from './routes/health.ts';
import { createReadAnswers } from './routes/read-answers.ts';
import type { Assets } from './routes/widget.ts';
import { widgetRoutes } from './routes/widget.ts';
import type { Surroundings } from './surroundings.ts';

export interface ProxyOptions extends Omit<Surroundings, 'log'> {
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
  const surroundings = { config, fetch, store, clock, log };
  const platform = createPlatform(surroundings);
  const catalogue = createCatalogue(platform, surroundings);
  const orders = createOrders(platform, catalogue, surroundings);
  const { ALLOWED_ORIGINS: origins, PUBLIC_URL, LOCALE } = config;

  const app = new Hono();
  app.use(observe(clock, log), shareAnswers(origins), guardOrigin(origins));
  const routes = [
    ...widgetRoutes(assets, PUBLIC_URL),
    ...catalogueRoutes({ catalogue, answerRead: createReadAnswers(), locale: LOCALE }),
    ...checkoutRoutes(orders),
    ...healthRoutes(store),
  ];
  for (const { method, path, handle } of routes) {
    app.on(method, path, handle);
    app.all(path, () => {
      throw new ProblemError('method-not-allowed', [], { Allow: method });
    });
  }
  app.notFound(() => answerError(new ProblemError('not-found')));
  app.onError(answerError);

  return async (request) => app.fetch(request);
}
