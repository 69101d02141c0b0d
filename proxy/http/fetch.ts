import type { Fetch } from '../context.ts';

/**
 * The network. A request's time limit ends with the request itself when that is collected as
 * garbage, which Node does while it waits for the answer; so each is held for as long as the body
 * of its answer can still be read.
 */
export function createFetch(): Fetch {
  const held = new WeakMap<object, Request>();

  return async (request) => {
    const response = await globalThis.fetch(request);
    held.set(response.body ?? response, request);
    return response;
  };
}
