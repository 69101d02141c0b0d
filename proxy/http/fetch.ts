import type { Fetch } from '../ports.ts';

/**
 * The global `fetch`. In Node a request that is garbage-collected loses its time-out, which can
 * happen while the response is awaited, so the request is referenced for as long as the body is.
 */
export function createFetch(): Fetch {
  const requests = new WeakMap<object, Request>();

  return async (request) => {
    const response = await globalThis.fetch(request);
    requests.set(response.body ?? response, request);
    return response;
  };
}
