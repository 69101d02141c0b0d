import type { Context, MiddlewareHandler } from 'hono';
import { IDEMPOTENCY_KEY } from '../../src/contract/paths.ts';
import { answerError, ProblemError } from '../problems.ts';
import type { FindSite, Site } from '../site.ts';

/** What a route behind this guard finds: the site that the request is for. */
export interface SiteEnv {
  Variables: { site: Site };
}
export type SiteContext = Context<SiteEnv>;

const exposed = 'Date, Age, ETag, Retry-After, Booking-Stale';

/**
 * Finds the site, and lets its reseller's own pages read answers and order. Origins are compared as whole strings. This
 * keeps other pages out of a visitor's browser; it is no authentication, so requests that name no origin at all pass.
 */
export function guardSite(findSite: FindSite): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const { method } = c.req;
    const origin = c.req.header('Origin');
    const site = findSite(c.req.query('site'));
    const isAllowed = origin === undefined || site.settings.origins.has(origin);
    c.set('site', site);
    if (method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined) {
      c.res = isAllowed ? preflight() : answerError(new ProblemError('origin-not-allowed'));
    } else if (!isAllowed && method !== 'GET' && method !== 'HEAD') {
      c.res = answerError(new ProblemError('origin-not-allowed'));
    } else {
      await next();
    }
    const { headers } = c.res;
    headers.append('Vary', 'Origin');
    if (origin === undefined || !isAllowed) return;
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
