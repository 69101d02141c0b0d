import { Hono } from 'hono';
import type { Every } from './background.ts';
import { createResponseCache } from './cache/response-cache.ts';
import { memoizeLast } from './clock.ts';
import type { ProxyContext } from './context.ts';
import { createClientOf } from './guards/client.ts';
import { createFailedSignatures } from './guards/failed-signatures.ts';
import { createRateLimits } from './guards/rate-limit.ts';
import { createRenderLane } from './guards/render-lane.ts';
import { createSharedCounts } from './guards/shared-counts.ts';
import { createStreamLimit } from './guards/stream-limit.ts';
import { createVisitors } from './guards/visitor.ts';
import { closedToOthers, openToAll } from './http/cors.ts';
import type { Encoders } from './http/encoding.ts';
import { createEventStreams } from './http/event-stream.ts';
import { errorResponse, ProblemError } from './http/problems.ts';
import { createRequestLog } from './http/request-log.ts';
import { type HttpResponse, toResponse } from './http/response.ts';
import { createIntentIndex } from './journal/intent-index.ts';
import { createReceiver } from './notifications/receiver.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createTestProvider } from './payments/test.ts';
import { problemCodeOf } from './platform/problem-code.ts';
import type { Peer } from './ports.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { createFirstResponses, type FirstResponsesOf } from './routes/first-responses.ts';
import {
  createGuards,
  type GuardedRoute,
  type ProxyEnv,
  type ProxyRequest,
} from './routes/handle.ts';
import { healthRoutes } from './routes/health.ts';
import { createKeptScripts } from './routes/kept-scripts.ts';
import { stripeEventRoutes } from './routes/stripe-events.ts';
import { testPaymentRoutes } from './routes/test-payment.ts';
import { type Assets, hashedScripts, widgetRoutes } from './routes/widget.ts';
import { createSiteRegistry } from './site-registry.ts';
import { watchHistory } from './store/history.ts';
import { HISTORY_EVERY, sendTimeOf, TIDY_EVERY, USE_SAVED_EVERY } from './time-limits.ts';

export interface ProxyOptions extends ProxyContext {
  readonly assets: Assets;
  /** How bodies are compressed; not at all when left out. */
  readonly encoders?: Encoders;
  /** Schedules the background jobs. */
  readonly every: Every;
  /** Aborted when the proxy is about to close: it stops being ready, and its streams end. */
  readonly closing?: AbortSignal;
}

export type BookingProxy = (request: Request, peer?: Peer) => Promise<Response>;

/** The proxy as a function from request to response: it opens no port and reads no file. */
export function createProxy(given: ProxyOptions): BookingProxy {
  const { store, history } = watchHistory(given.store, given);
  const options = { ...given, store };
  const { clock, log, assets, every, monotonic, encoders = {} } = options;
  const { closing = new AbortController().signal } = options;
  every(HISTORY_EVERY, history.touch);
  const sites = createSiteRegistry(options, history, every);
  const { haveCredentialsWorked } = sites;
  const sharedCounts = createSharedCounts(options);
  every(USE_SAVED_EVERY, sharedCounts.save);
  const streams = createEventStreams(closing, createStreamLimit());
  const responses = createResponseCache(encoders);
  const failedSignatures = createFailedSignatures(clock, sharedCounts);
  const receiver = createReceiver(createIntentIndex(options), sites);
  const guards = createGuards({
    sites,
    clientOf: createClientOf(options.config.TRUSTED_HOPS),
    checkRateLimit: createRateLimits(options, sharedCounts),
    visitorOf: createVisitors(options, sharedCounts),
    responses,
    renderInTurn: createRenderLane(monotonic),
  });
  const { FIRST_LIST_IN_SCRIPT } = options.config;
  const firstResponsesOf: FirstResponsesOf =
    FIRST_LIST_IN_SCRIPT === 'yes'
      ? createFirstResponses(sites, clock, sendTimeOf(options.config) / 1000)
      : () => Promise.resolve(undefined);
  const keptScripts = createKeptScripts(hashedScripts(assets), store, clock);
  every(TIDY_EVERY, keptScripts.keep);
  const isClosing = () => closing.aborted;

  const table: readonly GuardedRoute[] = [
    ...widgetRoutes(assets, responses, firstResponsesOf, keptScripts).map(guards.public),
    ...healthRoutes({ ...options, isClosing, haveCredentialsWorked }).map(guards.public),
    ...notificationRoutes(receiver, options).map(guards.notification),
    guards.nothing('/notifications/*', 'notification'),
    ...catalogRoutes(monotonic, options.config).map(guards.ofSite),
    ...checkoutRoutes(streams).map(guards.ofSite),
    ...stripeEventRoutes(sites, options.config, failedSignatures).map(guards.notification),
    ...testPaymentRoutes(createTestProvider(options).confirm, options.config).map(guards.ofSite),
  ];
  // A 404 is no secret and belongs to no site, so every page may read it.
  const elsewhere = guards.nothing('*', 'read', openToAll);

  const toDate = memoizeLast((seconds) => new Date(seconds * 1000).toUTCString());
  const logRequest = createRequestLog(log, clock);

  /** Ends every request with a response and a line in the log, even when its handler throws. */
  async function respond(c: ProxyRequest, { name, handle }: GuardedRoute): Promise<Response> {
    const startedAt = clock();
    let response: HttpResponse;
    let error: unknown;
    try {
      response = await handle(c);
    } catch (thrown) {
      error = thrown;
      response = errorResponse(toProblemError(thrown));
    }
    const { status } = response;
    const stale = c.get('stale') ?? false;
    logRequest({ method: c.req.method, route: name, startedAt, status, stale, error });
    const corsHeaders = c.get('corsHeaders') ?? closedToOthers;
    return toResponse(response, corsHeaders, toDate(Math.floor(clock() / 1000)));
  }

  const app = new Hono<ProxyEnv>({ getPath: rawPath });
  for (const route of table) app.all(route.path, (c) => respond(c, route));
  app.notFound((c) => respond(c, elsewhere));

  return (request, peer) => Promise.resolve(app.fetch(request, { peer }));
}

/**
 * Where the path is searched from: behind `https://`, or inside the host's name after `http://`.
 */
const ORIGIN_START = 8;

/** The raw path. Percent-encoding is never decoded, so an encoded traversal matches no route. */
function rawPath({ url }: Request): string {
  const end = url.indexOf('?');
  return url.slice(url.indexOf('/', ORIGIN_START), end < 0 ? undefined : end);
}

/**
 * Any error as a problem. An unexpected one becomes an `internal-error` that reveals no details.
 */
function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError(problemCodeOf(error) ?? 'internal-error');
}
