import { Hono } from 'hono';
import { Refused } from '../refusals.ts';
import type { Tokens } from '../tokens.ts';

/**
 * `POST /oauth/token` (spec, Authentication 2): form fields in the body, nothing from the query.
 */
export function tokenRoutes(tokens: Tokens): Hono {
  return new Hono().post('/', async (c) => {
    const type = c.req.header('Content-Type') ?? '';
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
      throw new Refused(
        'tokenRequestInvalid',
        'Content-Type has to be application/x-www-form-urlencoded',
      );
    }
    const answer = tokens.issue(new URLSearchParams(await c.req.text()));
    return c.json(answer, 200, { 'Cache-Control': 'no-store' });
  });
}
