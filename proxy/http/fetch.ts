import type { Fetch } from '../ports.ts';

/**
 * The network. Node ends a request's time-out when the request is garbage-collected, which happens
 * while its response is awaited; so the request is referenced for as long as the body is.
 */
export function createFetch(): Fetch {
  const requests = new WeakMap<object, Request>();

  return async (request) => {
    const response = await globalThis.fetch(request);
    requests.set(response.body ?? response, request);
    return response;
  };
}
