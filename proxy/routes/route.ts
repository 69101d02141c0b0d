import type { HonoRequest } from 'hono';
import type { Answer, Soon } from '../http/response.ts';
import type { Site } from '../site-registry.ts';

/**
 * Parse with the contract, ask, answer. What goes wrong is thrown, and becomes a problem in one
 * place.
 */
type Handle<Args extends unknown[]> = (req: HonoRequest, ...args: Args) => Soon<Answer>;
export interface Route<Args extends unknown[] = [site: Site]> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: Handle<Args>;
}
/** A route that is the same for all sites, and open to every page. */
export type OpenRoute = Route<[]>;

const routeOf =
  (method: Route['method']) =>
  <Args extends unknown[]>(path: string, handle: Handle<Args>): Route<Args> => ({
    method,
    path,
    handle,
  });

export const get = routeOf('GET');
export const post = routeOf('POST');
