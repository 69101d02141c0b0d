import type { HonoRequest } from 'hono';
import type { Answer } from './response.ts';
import { IDEMPOTENCY_KEY } from '../../src/contract/paths.ts';
import { ProblemError } from './problems.ts';
import type { SiteConfig } from '../sites.ts';

const exposed = { 'Access-Control-Expose-Headers': 'Date, Age, ETag, Retry-After, Booking-Stale' };

/**
 * Says who may read an answer, whatever becomes of the request; made once for each of the site's
 * origins.
 */
export function createSharing({ origins }: SiteConfig) {
  const nobody: Answer['headers'] = { Vary: 'Origin' };
  const shareWith = (origin: string) => ({
    ...nobody,
    'Access-Control-Allow-Origin': origin,
    ...exposed,
  });
  const sharing = new Map<string | undefined, Answer['headers']>(
    [...origins].map((one) => [one, shareWith(one)]),
  );
  return (origin: string | undefined) => sharing.get(origin) ?? nobody;
}

/**
 * Lets the reseller's own pages order. Origins are compared as whole strings. This keeps other
 * pages out of a visitor's browser; it is no authentication, so requests that name no origin at all
 * pass. @throws {ProblemError}
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
