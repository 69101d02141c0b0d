import type { SiteContext } from '../guards/site.ts';

/** Parse with the contract, ask, answer. What goes wrong is thrown, and becomes a problem in one place. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (c: SiteContext) => Promise<Response>;
}
