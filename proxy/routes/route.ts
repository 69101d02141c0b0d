import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { idempotencyKey } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, type Path } from '../../src/contract/paths.ts';
import { id } from '../../src/contract/values.schema.ts';
import type { Cached } from '../cache/cache.ts';
import type { cacheControl } from '../cache/policies.ts';
import type { CacheableRequest } from '../cache/response-cache.ts';
import type { LimitClass } from '../guards/rate-limit.ts';
import { readJsonBody } from '../http/body.ts';
import { parse, parseQuery } from '../http/parse.ts';
import type { HttpResponse } from '../http/response.ts';
import type { Site } from '../site-registry.ts';

/** A request whose site is found and whose origin is allowed. What it holds is parsed when asked for. */
export class RouteRequest<Query> {
  readonly site: Site;
  readonly #request: HonoRequest;
  readonly #querySchema: z.ZodObject;
  #query: Query | undefined;

  constructor(request: HonoRequest, site: Site, querySchema: z.ZodObject) {
    this.#request = request;
    this.#querySchema = querySchema;
    this.site = site;
  }

  /** @throws {ProblemError} `invalid-request` */
  get query(): Query {
    this.#query ??= parseQuery(this.#querySchema, this.#request.url) as Query;
    return this.#query;
  }

  /** The `:id` of the path. @throws {ProblemError} `invalid-request` */
  get id(): string {
    return parse(id, this.#request.param('id'), 'id');
  }

  /** @throws {ProblemError} `invalid-request` */
  get idempotencyKey(): string {
    return parse(idempotencyKey, this.#request.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY);
  }

  /** @throws {ProblemError} where the body is no JSON, too large, or not what the schema says */
  async body<T extends z.ZodType>(schema: T): Promise<z.output<T>> {
    return parse(schema, await readJsonBody(this.#request.raw), 'body');
  }
}

interface RouteBase<Query> {
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** What a visitor's requests for it count against. */
  readonly limit: LimitClass;
  readonly query: z.ZodObject & z.ZodType<Query>;
}

/** A route whose handler runs for each request. Its responses are `no-store`. */
export interface UncachedRoute<Query = unknown> extends RouteBase<Query> {
  readonly cache: 'no-store';
  readonly handle: (request: RouteRequest<Query>) => Promise<HttpResponse>;
}

/** A read that is rendered once for as long as what it is rendered from stays the same. */
export interface CachedRoute<
  Query = unknown,
  Sources extends readonly object[] = readonly object[],
> extends RouteBase<Query> {
  readonly cache: keyof typeof cacheControl;
  /** What the body is rendered from. Runs for each request, so that entries are refreshed in time. */
  readonly load: (request: RouteRequest<Query>) => Promise<{
    readonly [Index in keyof Sources]: Cached<Sources[Index]>;
  }>;
  /** The body, as an object to be written as JSON. */
  readonly render: (sources: Sources, request: RouteRequest<Query>) => object;
}

export type Route = UncachedRoute | CachedRoute;

/** A GET that is the same for all sites, and open to every page. */
export interface OpenRoute {
  readonly path: string;
  readonly handle: (request: CacheableRequest) => Promise<HttpResponse>;
}

/** Keeps the types of query and sources together, and forgets them for the list of routes. */
export function cachedRoute<Query, Sources extends readonly object[]>(
  route: CachedRoute<Query, Sources>,
): Route {
  return route as unknown as CachedRoute;
}
