import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { idempotencyKey, viewKey } from '#contract/order.schema';
import { CHALLENGE, IDEMPOTENCY_KEY, type Path, VIEW_KEY } from '#contract/paths';
import { id } from '#contract/values.schema';
import type { Cached } from '../cache/cache.ts';
import type { cacheControl } from '../cache/policies.ts';
import type { Negotiation } from '../cache/response-cache.ts';
import type { LimitClass } from '../guards/rate-limit.ts';
import { readJsonBody } from '../http/body.ts';
import type { Effort } from '../http/encoding.ts';
import { parse } from '../http/parse.ts';
import { invalidField } from '../http/problems.ts';
import type { HttpHeaders, HttpResponse } from '../http/response.ts';
import type { Visitor } from '../ports.ts';
import type { OpenSite } from '../site-registry.ts';
import type { SiteConfig } from '../sites.ts';

/**
 * A request whose site has been found, whose origin is allowed and whose query is parsed. Its other
 * parts are parsed when they are read.
 */
export class RouteRequest<Query> {
  readonly site: OpenSite;
  /** The client as `createClientOf` identifies it; undefined for a caller in the same process. */
  readonly network: string | undefined;
  readonly visitor: Visitor;
  readonly query: Query;
  readonly #request: HonoRequest;

  constructor(
    request: HonoRequest,
    {
      site,
      network,
      visitor,
      query,
    }: Pick<RouteRequest<Query>, 'site' | 'network' | 'visitor' | 'query'>,
  ) {
    this.#request = request;
    this.site = site;
    this.network = network;
    this.visitor = visitor;
    this.query = query;
  }

  /** The `:id` of the path. @throws {ProblemError} `invalid-request` */
  get id(): string {
    if (!isWellEncoded(this.#request.path))
      throw invalidField('id', 'the path is not well encoded');
    // `pathTo` puts a ~ in front of ids that a URL would drop, such as `..`.
    return parse(id, this.#request.param('id')?.replace(/^~/, ''), 'id');
  }

  /** @throws {ProblemError} `invalid-request` */
  get idempotencyKey(): string {
    return parse(idempotencyKey, this.#request.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY);
  }

  /** Undefined if the request has none. @throws {ProblemError} `invalid-request` */
  get viewKey(): string | undefined {
    return parse(viewKey.optional(), this.#request.header(VIEW_KEY), VIEW_KEY);
  }

  /** The token for the operator's own check. */
  get challenge(): string | undefined {
    return this.#request.header(CHALLENGE);
  }

  /** Whether the client accepts server-sent events, to be told of changes too. */
  get wantsEvents(): boolean {
    const { method, headers } = this.#request.raw;
    return method === 'GET' && (headers.get('Accept') ?? '').includes('text/event-stream');
  }

  /** @throws {ProblemError} where the body is not JSON, too large, or does not match the schema */
  async body<T extends z.ZodType>(schema: T): Promise<z.output<T>> {
    return parse(schema, await readJsonBody(this.#request.raw), 'body');
  }
}

/** If it is not, the router leaves that part of the path undecoded. */
function isWellEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

interface RouteBase<Query> {
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** The rate limit that its requests count against. */
  readonly limit: LimitClass;
  readonly query: z.ZodObject & z.ZodType<Query>;
}

/** A route whose handler runs for each request. Its responses are `no-store`. */
export interface UncachedRoute<Query = unknown> extends RouteBase<Query> {
  readonly cache: 'no-store';
  readonly handle: (request: RouteRequest<Query>) => Promise<HttpResponse>;
}

export type CacheRule = keyof typeof cacheControl;

/** A read whose response is rendered once and reused until one of its sources changes. */
export interface CachedRoute<
  Query = unknown,
  Sources extends readonly object[] = readonly object[],
  Normal = unknown,
> extends RouteBase<Query> {
  /** How long browsers and CDNs may cache it. */
  readonly cache: CacheRule | ((query: Query) => CacheRule);
  /** The sources of the body. Runs for each request, so that their cache refreshes them in time. */
  readonly load: (request: RouteRequest<Query>) => Promise<{
    readonly [Index in keyof Sources]: Cached<Sources[Index]>;
  }>;
  /**
   * The normalised request, the same for all requests that mean the same: without ids that do not
   * exist and without defaults, ids distinct and sorted. It is the response's key in the cache and
   * all that `render` learns of the request, so a body cannot depend on anything that is not in its
   * key.
   */
  readonly normalise: (request: RouteRequest<Query>, sources: Sources) => Normal;
  /**
   * How hard the body is compressed, `quick` when left out. `best` takes long, and is for what all
   * visitors see first.
   */
  readonly effort?: (normal: Normal) => Effort;
  /** The body, before it becomes JSON. */
  readonly render: (sources: Sources, normal: Normal, settings: SiteConfig) => object;
}

export type Route = UncachedRoute | CachedRoute;

/** A GET that is the same for all sites. */
export interface PublicRoute {
  readonly path: string;
  /** For its responses and errors; by default no page of another origin may read them. */
  readonly corsHeaders?: HttpHeaders;
  readonly handle: (request: PublicRequest) => Promise<HttpResponse>;
}

export interface PublicRequest extends Negotiation {
  /** The key in `?site=`, which need not exist. */
  readonly site: string | undefined;
  readonly path: string;
}

/** Checks the types of a route's query and sources, and erases them for the list of routes. */
export function cachedRoute<Query, Sources extends readonly object[], Normal>(
  route: CachedRoute<Query, Sources, Normal>,
): Route {
  return route as unknown as CachedRoute;
}
