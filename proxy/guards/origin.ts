import type { MiddlewareHandler } from 'hono';
import { IDEMPOTENCY_KEY } from '../../src/contract/paths.ts';
import { ProblemError } from '../problems.ts';

const exposed = 'Date, Age, ETag, Retry-After, Booking-Stale';

/**
 * Lets the reseller's own pages read answers and order. Origins are compared as whole strings. This keeps other pages
 * out of a visitor's browser; it is no authentication, so requests that name no origin at all pass.
 */
export function guardOrigin(allowed: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const { method } = c.req;
    const origin = c.req.header('Origin');
    const isAllowed = origin === undefined || allowed.has(origin);
    if (method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined) {
      if (!isAllowed) throw new ProblemError('origin-not-allowed');
      return preflight();
    }
    if (!isAllowed && method !== 'GET' && method !== 'HEAD') {
      throw new ProblemError('origin-not-allowed');
    }
    return next();
  };
}

/** Says who may read the answer, whatever became of the request. */
export function shareAnswers(allowed: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const origin = c.req.header('Origin');
    const { headers } = c.res;
    // Some answers are for every page already.
    if (headers.has('Access-Control-Allow-Origin')) return;
    headers.append('Vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return;
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Expose-Headers', exposed);
  };
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}`,
      'Access-Control-Max-Age': '7200',
    },
  });
}
