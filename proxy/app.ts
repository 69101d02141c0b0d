import { type Context, Hono } from 'hono';
import type { Every } from './background.ts';
import { cacheControl } from './cache/policies.ts';
import { createQueryParser, type QueryParser } from './cache/query-parser.ts';
import { createResponseCache, type Negotiation, type Rendered } from './cache/response-cache.ts';
import { memoizeLast } from './clock.ts';
import type { Peer, ProxyContext } from './context.ts';
import { createClientOf } from './guards/client.ts';
import { createRateLimits, type LimitClass } from './guards/rate-limit.ts';
import { createRenderLane } from './guards/render-lane.ts';
import { createSharedCounts } from './guards/shared-counts.ts';
import { createStreamLimit } from './guards/stream-limit.ts';
import { createVisitors } from './guards/visitor.ts';
import {
  closedToOthers,
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
import { createRequestLog } from './http/request-log.ts';
import { type HttpHeaders, type HttpResponse, toResponse } from './http/response.ts';
import { createReceiver } from './notifications/receiver.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createIntentIndex } from './orders/intent-index.ts';
import { problemCodeOf } from './platform/problem-code.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { healthRoutes } from './routes/health.ts';
import { type CachedRoute, type CacheRule, type Route, RouteRequest } from './routes/route.ts';
import { type Assets, widgetRoutes } from './routes/widget.ts';
import { createSiteRegistry, type Site } from './site-registry.ts';
import { watchHistory } from './store/history.ts';
import { HISTORY_EVERY, USE_SAVED_EVERY } from './time-limits.ts';

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

/** What is found out about a request before its response is. */
interface ProxyEnv {
  Bindings: { readonly peer?: Peer };
  Variables: { corsHeaders?: HttpHeaders | undefined; stale?: boolean };
}
type ProxyRequest = Context<ProxyEnv>;

/** What a reseller's pages talk to: from request to response, with neither a port nor a file. */
export function createProxy(given: ProxyOptions): BookingProxy {
  const { store, history } = watchHistory(given.store, given);
  const options = { ...given, store };
  const { clock, log, assets, every, encoders = {} } = options;
  const { closing = new AbortController().signal } = options;
  every(HISTORY_EVERY, history.touch);
  const sites = createSiteRegistry(options, history, every);
  const clientOf = createClientOf(options.config.TRUSTED_HOPS);
  const sharedCounts = createSharedCounts(options);
  every(USE_SAVED_EVERY, sharedCounts.save);
  const checkRateLimit = createRateLimits(options, sharedCounts);
  const visitorOf = createVisitors(options, sharedCounts);
  const streams = createEventStreams(closing, createStreamLimit());
  const responses = createResponseCache(encoders);
  const renderInTurn = createRenderLane(options.monotonic);
  const toDate = memoizeLast((seconds) => new Date(seconds * 1000).toUTCString());
  const logRequest = createRequestLog(log, clock);

  const app = new Hono<ProxyEnv>({ getPath: rawPath });
  for (const route of [
    ...widgetRoutes(assets, responses),
    ...healthRoutes({
      ...options,
      isClosing: () => closing.aborted,
      haveCredentialsWorked: sites.haveCredentialsWorked,
    }),
  ]) {
    app.all(route.path, (c) =>
      respond(c, route.path, () => {
        c.set('corsHeaders', route.corsHeaders);
        if (!isRead(c.req.method)) throw methodNotAllowed('GET');
        return route.handle(negotiationOf(c));
      }),
    );
  }

  const receiver = createReceiver(createIntentIndex(options), sites);
  for (const route of notificationRoutes(receiver, options)) {
    app.all(route.path, (c) =>
      respond(c, route.path, () => {
        limit(c, 'notification');
        if (!route.methods.includes(c.req.method)) {
          throw methodNotAllowed(route.methods.join(', '));
        }
        return route.handle(c.req.raw);
      }),
    );
  }
  app.all('/notifications/*', (c) =>
    respond(c, '*', () => {
      limit(c, 'notification');
      throw new ProblemError('not-found');
    }),
  );

  for (const route of [...catalogRoutes(options.monotonic), ...checkoutRoutes(streams)]) {
    const parseQuery = createQueryParser(route.query);
    app.all(route.path, (c) => respond(c, route.path, () => handleRoute(c, route, parseQuery)));
  }
  app.notFound((c) =>
    respond(c, '*', () => {
      // That nothing is there is no secret, and no site's.
      c.set('corsHeaders', openToAll);
      limit(c, 'read');
      throw new ProblemError('not-found');
    }),
  );

  return (request, peer) => Promise.resolve(app.fetch(request, { peer }));

  /**
   * The way of every request: whatever becomes of it, there is a response and a line in the log. The
   * guards are plain calls, so that a handler shows in which order they come.
   */
  async function respond(
    c: ProxyRequest,
    route: string,
    handle: () => HttpResponse | Promise<HttpResponse>,
  ): Promise<Response> {
    const startedAt = clock();
    let response: HttpResponse;
    let error: unknown;
    try {
      response = await handle();
    } catch (thrown) {
      error = thrown;
      response = errorResponse(toProblemError(thrown));
    }
    const { status } = response;
    const stale = c.get('stale') ?? false;
    logRequest({ method: c.req.method, route, startedAt, status, stale, error });
    return toResponse(
      response,
      c.get('corsHeaders') ?? closedToOthers,
      toDate(Math.floor(clock() / 1000)),
    );
  }

  function handleRoute(
    c: ProxyRequest,
    route: Route,
    parseQuery: QueryParser<unknown>,
  ): HttpResponse | Promise<HttpResponse> {
    const { method } = c.req;
    const isAllowed = method === route.method || (method === 'HEAD' && route.method === 'GET');
    const origin = c.req.header('Origin');
    const found = findSite(c, origin);
    const network = limit(c, isAllowed ? route.limit : 'read');
    const site = admit(c, found, origin);
    if (isPreflight(c.req.raw)) return preflightResponse;
    if (!isAllowed) throw methodNotAllowed(route.method);

    const visitor = visitorOf(network, site.settings.key);
    // Unknown parameters are refused even where a handler reads none.
    const query = parseQuery(c.req.url);
    const request = new RouteRequest(c.req, { site, network, visitor, query });
    return route.cache === 'no-store' ? route.handle(request) : respondCached(c, route, request);
  }

  /** The CORS headers are set before anything is refused, so that error responses carry them too. */
  function findSite(c: ProxyRequest, origin: string | undefined): Site | undefined {
    const site = sites.find(c.req.query('site'));
    c.set('corsHeaders', site ? site.corsHeaders(origin) : openToAll);
    return site;
  }

  /** Behind the limit, so that requests which name no site, or come from elsewhere, are counted. */
  function admit(c: ProxyRequest, found: Site | undefined, origin: string | undefined): Site {
    if (!found) throw invalidField('site', 'there is no such site on this proxy');
    if (isOriginAllowed(origin, found.settings.origins)) return found;
    // The widget there says why nothing is shown.
    if (isRead(c.req.method)) c.set('corsHeaders', toldToAll);
    throw new ProblemError('origin-not-allowed');
  }

  /** Counts the request against its client's limit, and names the client's network. */
  function limit(c: ProxyRequest, limitClass: LimitClass): string | undefined {
    const client = clientOf(c.env.peer, c.req.header('X-Forwarded-For'));
    checkRateLimit(limitClass, client);
    return client;
  }

  async function respondCached(
    c: ProxyRequest,
    route: CachedRoute,
    request: RouteRequest<unknown>,
  ): Promise<HttpResponse> {
    const loaded = await route.load(request);
    const isStale = loaded.some(({ stale }) => stale);
    if (isStale) c.set('stale', true);
    const sources = loaded.map(({ value }) => value);
    const normal = route.normalise(request, sources);
    const { settings } = request.site;
    const key = JSON.stringify([settings.key, route.path, normal]);
    const render = (): Rendered => ({
      body: JSON.stringify(route.render(sources, normal, settings)),
      effort: route.effort?.(normal) ?? 'quick',
      isStale,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': cacheControl[isStale ? 'stale' : cacheRuleOf(route, request)],
        Vary: 'Origin, Accept-Encoding',
        ...(isStale && { 'Booking-Stale': 'true' }),
      },
    });
    return await responses.get({ ...negotiationOf(c), key }, [...sources, isStale], () =>
      renderInTurn(request, render),
    );
  }
}

function cacheRuleOf({ cache }: CachedRoute, request: RouteRequest<unknown>): CacheRule {
  return typeof cache === 'function' ? cache(request.query) : cache;
}

function methodNotAllowed(allowed: string): ProblemError {
  return new ProblemError('method-not-allowed', [], { Allow: allowed });
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
