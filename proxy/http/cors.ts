import { IDEMPOTENCY_KEY, VIEW_KEY } from '../../src/contract/paths.ts';
import { ProblemError } from './problems.ts';
import { createResponse, type HttpHeaders } from './response.ts';

/** The CORS headers of a response, by the `Origin` of its request. */
export type CorsHeaders = (origin: string | undefined) => HttpHeaders;

/** Headers that a page of another origin may read. */
const EXPOSED = 'Date, Age, ETag, Retry-After, Booking-Stale';

/** Headers are built once for each allowed origin, because every response needs them. */
export function createCorsHeaders(origins: ReadonlySet<string>): CorsHeaders {
  const notAllowed: HttpHeaders = { Vary: 'Origin' };
  const allowed = new Map<string | undefined, HttpHeaders>();
  for (const origin of origins) {
    allowed.set(origin, {
      Vary: 'Origin',
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
    });
  }
  return (origin) => allowed.get(origin) ?? notAllowed;
}

/**
 * Keeps pages of other origins from ordering in a visitor's browser. It is no authentication, so a
 * request without an `Origin` passes. Origins are compared as whole strings.
 * @throws {ProblemError} `origin-not-allowed`
 */
export function checkOrigin(
  method: string,
  origin: string | undefined,
  allowed: ReadonlySet<string>,
): void {
  const changesNothing = method === 'GET' || method === 'HEAD';
  if (origin === undefined || changesNothing || allowed.has(origin)) return;
  throw new ProblemError('origin-not-allowed');
}

/** The request that a browser sends before a write from another origin. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
}

export const preflightResponse = createResponse(
  204,
  {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}, ${VIEW_KEY}`,
    'Access-Control-Max-Age': '7200',
  },
  null,
);
