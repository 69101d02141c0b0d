import type { HonoRequest } from 'hono';
import type { Answer } from '../answer.ts';
import { IDEMPOTENCY_KEY } from '../../src/contract/paths.ts';
import { ProblemError } from '../problems.ts';
import type { SiteConfig } from '../sites.ts';

const exposed = 'Date, Age, ETag, Retry-After, Booking-Stale';

/** Says who may read the answer, whatever becomes of the request. */
export function shareWith(origin: string | undefined, { origins }: SiteConfig): Answer['headers'] {
  if (origin === undefined || !origins.has(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed,
  };
}

/**
 * Lets the reseller's own pages order. Origins are compared as whole strings. This keeps other pages out of a visitor's
 * browser; it is no authentication, so requests that name no origin at all pass. @throws {ProblemError}
 */
export function checkOrigin({ method }: HonoRequest, origin: string | undefined, site: SiteConfig) {
  const isRead = method === 'GET' || method === 'HEAD';
  if (origin !== undefined && !isRead && !site.origins.has(origin)) {
    throw new ProblemError('origin-not-allowed');
  }
}

/** What a browser that asks before it writes is told. */
export const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}`,
    'Access-Control-Max-Age': '7200',
  },
  body: null,
};
