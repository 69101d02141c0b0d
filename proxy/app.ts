import { type Context, Hono, type HonoRequest } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Answer, Soon } from './http/response.ts';
import { createLimits, type Peer } from './guards/rate-limit.ts';
import { checkOrigin, preflight } from './http/cors.ts';
import { ProblemError } from './http/problems.ts';
import { createRespond, type Share } from './http/respond.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { healthRoutes } from './routes/health.ts';
import type { OpenRoute, Route } from './routes/route.ts';
import { type Assets, widgetRoutes } from './routes/widget.ts';
import type { Compress } from './http/send.ts';
import { openSites } from './site-registry.ts';
import type { ProxyContext } from './context.ts';

export interface ProxyOptions extends ProxyContext {
  readonly assets: Assets;
  readonly compress?: Compress;
  /** Whether more requests are wanted, for whoever balances proxies. */
  readonly isReady?: () => boolean;
}
export type BookingProxy = (request: Request, peer?: Peer) => Soon<Response>;
type Env = { Bindings: { readonly peer?: Peer } };

/**
 * What a reseller's pages talk to: from request to answer, with neither a port nor a file of its
 * own.
 */
export function createProxy(options: ProxyOptions): BookingProxy {
  const { assets } = options;
  const { compress = () => undefined, isReady = () => true } = options;
  const findSite = openSites(options);
  const checkLimits = createLimits(options);
  const respond = createRespond({ ...options, compress });

  /** From the outside in: whose page asks, whether it may, and not too often. */
  function ask({ req, env }: Context<Env>, route: Route | undefined, share: Share): Soon<Answer> {
    const origin = req.header('Origin');
    const site = findSite(req.query('site'));
    share(site.shareWith(origin));
    checkOrigin(req, origin, site.settings);
    checkLimits(req, env.peer);
    if (!route) throw new ProblemError('not-found');
    if (req.method === 'OPTIONS' && req.header('Access-Control-Request-Method')) return preflight;
    checkMethod(req, route.method);
    return route.handle(req, site);
  }

  function askOpen({ req }: Context<Env>, route: OpenRoute): Soon<Answer> {
    checkMethod(req, route.method);
    return route.handle(req);
  }

  const app = new Hono<Env>({ router: new RegExpRouter(), getPath: rawPath });
  for (const route of [...widgetRoutes(assets), ...healthRoutes(options, isReady)]) {
    app.all(route.path, (c) => respond(c.req.raw, route.path, () => askOpen(c, route)));
  }
  for (const route of [...catalogueRoutes(), ...checkoutRoutes()]) {
    app.all(route.path, (c) => respond(c.req.raw, route.path, (share) => ask(c, route, share)));
  }
  app.notFound((c) => respond(c.req.raw, '*', (share) => ask(c, undefined, share)));

  return (request, peer) => app.fetch(request, { peer });
}

/** As it was sent: what has to be decoded first is none of our paths. */
function rawPath({ url }: Request): string {
  const end = url.indexOf('?');
  return url.slice(url.indexOf('/', 8), end < 0 ? undefined : end);
}

function checkMethod({ method }: HonoRequest, allowed: string): void {
  if (method === allowed || (method === 'HEAD' && allowed === 'GET')) return;
  throw new ProblemError('method-not-allowed', [], { Allow: allowed });
}
