import { type Context, Hono, type Next } from 'hono';
import type { Every } from './background.ts';
import { cacheControl } from './cache/policies.ts';
import { createQueryParser } from './cache/query-parser.ts';
import { createResponseCache, type Negotiation } from './cache/response-cache.ts';
import { memoizeLast } from './clock.ts';
import type { Peer, ProxyContext } from './context.ts';
import { createClientOf } from './guards/client.ts';
import { createCommonUse } from './guards/common-use.ts';
import { createRateLimits, type LimitClass } from './guards/rate-limit.ts';
import { createVisitors } from './guards/visitor.ts';
import {
  isOriginAllowed,
  isPreflight,
  isRead,
  openToAll,
  preflightResponse,
  toldToAll,
} from './http/cors.ts';
import type { Encoders } from './http/encoding.ts';
import { createEventStreams } from './http/event-stream.ts';
import { errorResponse, invalidField, ProblemError } from './http/problems.ts';
import { requestLog } from './http/request-log.ts';
import { type HttpHeaders, type HttpResponse, toResponse } from './http/response.ts';
import { createReceiver } from './notifications/receiver.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createIntentIndex } from './orders/intent-index.ts';
import { problemCodeOf } from './platform/problem-code.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { healthRoutes } from './routes/health.ts';
import { type CachedRoute, type CacheRule, type Route, RouteRequest } from './routes/route.ts';
import { type Assets, widgetRoutes } from './routes/widget.ts';
import { createSiteRegistry, type Site } from './site-registry.ts';
import { USE_SAVED_EVERY } from './time-limits.ts';

export interface ProxyOptions extends ProxyContext {
  readonly assets: Assets;
  /** How bodies are compressed; not at all when left out. */
  readonly encoders?: Encoders;
  /** Runs what the proxy does without being asked. */
  readonly every: Every;
  /** Aborts when the proxy is about to close: then it is not ready, and no stream goes on. */
  readonly closing?: AbortSignal;
}

export type BookingProxy = (request: Request, peer?: Peer) => Promise<Response>;

/** What a request carries from one middleware to the next. */
interface ProxyEnv {
  Bindings: { readonly peer?: Peer };
  Variables: {
    client: string | undefined;
    site: Site | undefined;
    corsHeaders?: HttpHeaders;
    stale?: boolean;
  };
}
type ProxyRequest = Context<ProxyEnv>;

/** What a reseller's pages talk to: from request to response, with neither a port nor a file. */
export function createProxy(options: ProxyOptions): BookingProxy {
  const { clock, log, assets, every, encoders = {} } = options;
  const { closing = new AbortController().signal } = options;
  const sites = createSiteRegistry(options, every);
  const clientOf = createClientOf(options.config.TRUSTED_HOPS);
  const commonUse = createCommonUse(options);
  every(USE_SAVED_EVERY, commonUse.save);
  const checkRateLimit = createRateLimits(options, commonUse);
  const visitorOf = createVisitors(options, commonUse);
  const streams = createEventStreams(closing);
  const responses = createResponseCache(encoders);
  const toDate = memoizeLast((seconds) => new Date(seconds * 1000).toUTCString());

  const app = new Hono<ProxyEnv>({ getPath: rawPath });
  app.onError((error, c) => send(c, errorResponse(toProblemError(error))));
  app.notFound((c) => send(c, errorResponse(new ProblemError('not-found'))));
  app.use(requestLog(log, clock));

  for (const route of [
    ...widgetRoutes(assets, responses),
    ...healthRoutes({
      ...options,
      isClosing: () => closing.aborted,
      haveCredentialsWorked: sites.haveCredentialsWorked,
    }),
  ]) {
    app.get(route.path, async (c) => send(c, await route.handle(negotiationOf(c))));
    app.all(route.path, methodNotAllowed('GET'));
  }

  const receiver = createReceiver(createIntentIndex(options), sites);
  for (const route of notificationRoutes(receiver, options)) {
    app.on([...route.methods], route.path, limit('notification'), async (c) =>
      send(c, await route.handle(c.req.raw)),
    );
    app.all(route.path, limit('notification'), methodNotAllowed(route.methods.join(', ')));
  }
  app.all('/notifications/*', limit('notification'), notFound);

  app.use(findSite);
  for (const route of [...catalogueRoutes(options.monotonic), ...checkoutRoutes(streams)]) {
    const parseQuery = createQueryParser(route.query);
    app.on(route.method, route.path, limit(route.limit), async (c) => {
      const site = admit(c);
      const client = c.get('client');
      const visitor = visitorOf(client, site.settings.key);
      const request = new RouteRequest(c.req, { site, client, visitor }, parseQuery);
      return send(c, await respond(c, route, request));
    });
    app.all(route.path, limit('read'), preflight, methodNotAllowed(route.method));
  }
  app.use(limit('read'), (c, next) => {
    // That nothing is there is no secret.
    if (isRead(c.req.method)) requireSite(c);
    else admit(c);
    return next();
  });

  return async (request, peer) => app.fetch(request, { peer });

  /** The headers are set before anything is refused, so that error responses carry them too. */
  function findSite(c: ProxyRequest, next: Next) {
    const site = sites.find(c.req.query('site'));
    c.set('site', site);
    c.set('corsHeaders', site ? site.corsHeaders(c.req.header('Origin')) : openToAll);
    return next();
  }

  /** Behind the limit, so that requests which name no site, or come from elsewhere, are counted. */
  function admit(c: ProxyRequest): Site {
    const site = requireSite(c);
    if (isOriginAllowed(c.req.header('Origin'), site.settings.origins)) return site;
    // The widget there says why nothing is shown.
    if (isRead(c.req.method)) c.set('corsHeaders', toldToAll);
    throw new ProblemError('origin-not-allowed');
  }

  function requireSite(c: ProxyRequest): Site {
    const site = c.get('site');
    if (!site) throw invalidField('site', 'there is no such site on this proxy');
    return site;
  }

  function limit(limitClass: LimitClass) {
    return (c: ProxyRequest, next: Next) => {
      const client = clientOf(c.env.peer, c.req.header('X-Forwarded-For'));
      checkRateLimit(limitClass, client);
      c.set('client', client);
      return next();
    };
  }

  async function preflight(c: ProxyRequest, next: Next) {
    admit(c);
    return isPreflight(c.req.raw) ? send(c, preflightResponse) : next();
  }

  async function respond(
    c: ProxyRequest,
    route: Route,
    request: RouteRequest<unknown>,
  ): Promise<HttpResponse> {
    if (route.cache !== 'no-store') return respondCached(c, route, request);
    checkQuery(request);
    return route.handle(request);
  }

  async function respondCached(
    c: ProxyRequest,
    route: CachedRoute,
    request: RouteRequest<unknown>,
  ): Promise<HttpResponse> {
    // Nothing is loaded for a query that is wrong.
    checkQuery(request);
    const loaded = await route.load(request);
    const isStale = loaded.some(({ stale }) => stale);
    if (isStale) c.set('stale', true);
    const sources = loaded.map(({ value }) => value);
    const normal = route.normalise(request, sources);
    const { settings } = request.site;
    const key = JSON.stringify([settings.key, route.path, normal]);
    return responses.get({ ...negotiationOf(c), key }, [...sources, isStale], () => {
      request.visitor.takeDistinctRead();
      return {
        body: JSON.stringify(route.render(sources, normal, settings)),
        headers: {
          'Content-Type': 'application/json',
          'Cache-Control': cacheControl[isStale ? 'stale' : cacheRuleOf(route, request)],
          Vary: 'Origin, Accept-Encoding',
          ...(isStale && { 'Booking-Stale': 'true' }),
        },
      };
    });
  }

  function send(c: ProxyRequest, response: HttpResponse): Response {
    return toResponse(response, c.get('corsHeaders') ?? {}, toDate(Math.floor(clock() / 1000)));
  }
}

/** Reading the query parses it: unknown parameters are refused even where a handler reads none. */
function checkQuery(request: RouteRequest<unknown>): void {
  void request.query;
}

function cacheRuleOf({ cache }: CachedRoute, request: RouteRequest<unknown>): CacheRule {
  return typeof cache === 'function' ? cache(request.query) : cache;
}

function methodNotAllowed(allowed: string) {
  return (): never => {
    throw new ProblemError('method-not-allowed', [], { Allow: allowed });
  };
}

function notFound(): never {
  throw new ProblemError('not-found');
}

function negotiationOf({ req }: ProxyRequest): Negotiation {
  return {
    ifNoneMatch: req.header('If-None-Match'),
    acceptEncoding: req.header('Accept-Encoding'),
  };
}

/** Behind `https://`, or within the host's name after `http://`. */
const ORIGIN_START = 8;

/** The raw path. Percent-encoding is never decoded, so an encoded traversal matches no route. */
function rawPath({ url }: Request): string {
  const end = url.indexOf('?');
  return url.slice(url.indexOf('/', ORIGIN_START), end < 0 ? undefined : end);
}

/** Any error as a problem. An unexpected one is an `internal-error`, without any details of it. */
function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError(problemCodeOf(error) ?? 'internal-error');
}
