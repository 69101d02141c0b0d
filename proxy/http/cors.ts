import { CHALLENGE, IDEMPOTENCY_KEY, VIEW_KEY } from '#contract/paths';
import { createResponse, type HttpHeaders } from './response.ts';

/** The CORS headers of a response, by the `Origin` of its request. */
export type CorsHeaders = (origin: string | undefined) => HttpHeaders;

/** Headers that a page of another origin may read. */
const EXPOSED = 'Date, Age, ETag, Retry-After, Booking-Stale';

/** No page of another origin may embed or read a response, unless CORS headers allow it. */
export const closedToOthers: HttpHeaders = { 'Cross-Origin-Resource-Policy': 'same-origin' };

/**
 * Every page may read and embed what belongs to no site, and its errors too: otherwise a browser
 * blames CORS for a script whose name is mistyped, and not that it is missing.
 */
export const openToAll: HttpHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers that a page's frameworks and monitoring scripts add to all of its requests. */
const ADDED_BY_PAGES =
  'X-Requested-With, X-CSRF-Token, traceparent, tracestate, sentry-trace, baggage';

/** The headers are built once per allowed origin, because every response needs them. */
export function createCorsHeaders(origins: ReadonlySet<string>): CorsHeaders {
  const notAllowed: HttpHeaders = { ...closedToOthers, Vary: 'Origin' };
  const allowed = new Map<string | undefined, HttpHeaders>();
  for (const origin of origins) {
    allowed.set(origin, {
      ...notAllowed,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
    });
  }
  return (origin) => allowed.get(origin) ?? notAllowed;
}

/** Lets a page of another origin read the refusal, and nothing else. */
export const refusalToOthers: HttpHeaders = { Vary: 'Origin', ...openToAll };

/**
 * Keeps pages of other origins from showing what is on sale, and from ordering in a visitor's
 * browser. It is not authentication, so a request without an `Origin` passes. Origins are compared
 * as whole strings.
 */
export function isOriginAllowed(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  return origin === undefined || allowed.has(origin);
}

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether this is a CORS preflight. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
}

export const preflightResponse = createResponse(
  204,
  {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}, ${VIEW_KEY}, ${CHALLENGE}, ${ADDED_BY_PAGES}`,
    'Access-Control-Max-Age': '7200',
  },
  null,
);
