import type { Fetch } from './exchange.ts';

/** The header counts whole seconds, and its response has travelled. */
const EXACTNESS = 2_000;

/** Follows the platform's clock by the `Date` of its responses, because it may be behind. */
export function followClock(fetch: Fetch, clock: () => number) {
  let ahead = 0;
  return {
    now: () => clock() + ahead,
    async fetch(request: Request): Promise<Response> {
      const response = await fetch(request);
      const difference = Date.parse(response.headers.get('Date') ?? '') - clock();
      if (!Number.isNaN(difference)) ahead = Math.abs(difference) > EXACTNESS ? difference : 0;
      return response;
    },
  };
}
