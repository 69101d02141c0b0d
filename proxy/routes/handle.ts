import type { Context } from 'hono';
import { cacheControl } from '../cache/policies.ts';
import { createQueryParser } from '../cache/query-parser.ts';
import type { Negotiation, Rendered, ResponseCache } from '../cache/response-cache.ts';
import type { ClientOf } from '../guards/client.ts';
import type { LimitClass, RateLimits } from '../guards/rate-limit.ts';
import type { RenderLane } from '../guards/render-lane.ts';
import type { VisitorOf } from '../guards/visitor.ts';
import {
  isOriginAllowed,
  isPreflight,
  isRead,
  openToAll,
  preflightResponse,
  refusalToOthers,
} from '../http/cors.ts';
import { ProblemError } from '../http/problems.ts';
import type { HttpHeaders, HttpResponse } from '../http/response.ts';
import type { NotificationRoute } from '../notifications/routes.ts';
import type { Peer } from '../ports.ts';
import type { OpenSite, SiteRegistry } from '../site-registry.ts';
import {
  type CachedRoute,
  type CacheRule,
  type PublicRoute,
  type Route,
  RouteRequest,
} from './route.ts';

/** What is known about a request before there is a response. */
export interface ProxyEnv {
  Bindings: { readonly peer?: Peer };
  Variables: { corsHeaders?: HttpHeaders | undefined; stale?: boolean };
}
export type ProxyRequest = Context<ProxyEnv>;

/** A row of the route table: a route behind its guards. `handle` throws what they throw. */
export interface GuardedRoute {
  readonly path: string;
  /** The name in the log: the path's template, never what a visitor sent. */
  readonly name: string;
  readonly handle: (c: ProxyRequest) => HttpResponse | Promise<HttpResponse>;
}

interface Parts {
  readonly sites: Pick<SiteRegistry, 'find'>;
  readonly clientOf: ClientOf;
  readonly checkRateLimit: RateLimits;
  readonly visitorOf: VisitorOf;
  readonly responses: ResponseCache;
  readonly renderInTurn: RenderLane;
}

/** The guards of each kind of route. They are plain calls, so that a handler shows their order. */
export interface Guards {
  /** The same for all sites, and therefore without a limit: the script and the health checks. */
  public(route: PublicRoute): GuardedRoute;
  /** Called by the platform or a payment provider. */
  notification(route: NotificationRoute): GuardedRoute;
  /** Called by pages of a site. */
  ofSite(route: Route): GuardedRoute;
  /** There is nothing at this path. */
  nothing(path: string, limitClass: LimitClass, corsHeaders?: HttpHeaders): GuardedRoute;
}

export function createGuards(parts: Parts): Guards {
  const { sites, clientOf, checkRateLimit, visitorOf, responses, renderInTurn } = parts;

  /** Counts the request against its client's limit, and names the client's network. */
  function limit(c: ProxyRequest, limitClass: LimitClass): string | undefined {
    const client = clientOf(c.env.peer, c.req.header('X-Forwarded-For'));
    checkRateLimit(limitClass, client);
    return client;
  }

  /** The CORS headers are set before anything is refused, so that error responses carry them too. */
  function findSite(c: ProxyRequest, origin: string | undefined): OpenSite | undefined {
    const site = sites.find(c.req.query('site'));
    c.set('corsHeaders', site ? site.corsHeaders(origin) : openToAll);
    return site;
  }

  /**
   * Called after the limit, so that requests without a site or from a foreign origin are counted
   * too.
   */
  function admit(
    c: ProxyRequest,
    found: OpenSite | undefined,
    origin: string | undefined,
  ): OpenSite {
    if (!found) throw unknownSite(c.req.query('site'));
    if (isOriginAllowed(origin, found.settings.origins)) return found;
    // Readable, so that a widget on that page can say why it shows nothing.
    if (isRead(c.req.method)) c.set('corsHeaders', refusalToOthers);
    throw foreignOrigin(origin);
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

  return {
    public: ({ path, corsHeaders, handle }) => ({
      path,
      name: path,
      handle(c) {
        c.set('corsHeaders', corsHeaders);
        if (!isRead(c.req.method)) throw methodNotAllowed('GET');
        return handle({ ...negotiationOf(c), site: c.req.query('site'), path: c.req.path });
      },
    }),

    notification: ({ path, methods, handle }) => ({
      path,
      name: path,
      handle(c) {
        const client = limit(c, 'notification');
        if (!methods.includes(c.req.method)) throw methodNotAllowed(methods.join(', '));
        return handle(c.req.raw, client);
      },
    }),

    ofSite(route) {
      const parseQuery = createQueryParser(route.query);
      return {
        path: route.path,
        name: route.path,
        handle(c) {
          const { method } = c.req;
          const isAllowed =
            method === route.method || (method === 'HEAD' && route.method === 'GET');
          const origin = c.req.header('Origin');
          const found = findSite(c, origin);
          const network = limit(c, isAllowed ? route.limit : 'read');
          const site = admit(c, found, origin);
          if (isPreflight(c.req.raw)) return preflightResponse;
          if (!isAllowed) throw methodNotAllowed(route.method);

          const visitor = visitorOf(network, site.settings.key);
          // Unknown parameters are refused even if the handler reads none.
          const query = parseQuery(c.req.url);
          const request = new RouteRequest(c.req, { site, network, visitor, query });
          return route.cache === 'no-store'
            ? route.handle(request)
            : respondCached(c, route, request);
        },
      };
    },

    nothing: (path, limitClass, corsHeaders) => ({
      path,
      name: '*',
      handle(c) {
        c.set('corsHeaders', corsHeaders);
        limit(c, limitClass);
        throw new ProblemError('not-found');
      },
    }),
  };
}

function cacheRuleOf({ cache }: CachedRoute, request: RouteRequest<unknown>): CacheRule {
  return typeof cache === 'function' ? cache(request.query) : cache;
}

function unknownSite(key: string | undefined): ProblemError {
  const detail = key
    ? 'this proxy has no site of that key'
    : 'this proxy has several sites, and the request names none';
  return new ProblemError('unknown-site', [{ code: 'unknown-site', field: 'site', detail }]);
}

function foreignOrigin(origin: string | undefined): ProblemError {
  const detail =
    origin === 'null'
      ? 'the page is in a frame without an origin, which no proxy can allow: add allow-same-origin to its sandbox'
      : `${origin} is not among the ALLOWED_ORIGINS of the site`;
  return new ProblemError('origin-not-allowed', [
    { code: 'origin-not-allowed', field: 'Origin', detail },
  ]);
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
