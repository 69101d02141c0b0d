import type { Fetch } from '../../../proxy/ports.ts';
import { cartOf, createWorld, newKey, requestFor, type WorldOptions } from '../../support/world.ts';

export type Fault = (request: Request, platform: Fetch) => Promise<Response>;

/** The connection is lost, and nothing reached the platform. */
export const cutBefore: Fault = async () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });
};

/** A world in which only the creation of orders fails, in one way. */
export function createFaulty(fault: Fault, options: WorldOptions = {}) {
  const faults = { create: fault, find: (request: Request, platform: Fetch) => platform(request) };
  const world = createWorld({
    ...options,
    between: (platform) => (request) => {
      if (new URL(request.url).pathname !== '/v3/orders') return platform(request);
      return faults[request.method === 'POST' ? 'create' : 'find'](request, platform);
    },
  });
  return { ...world, faults };
}

export async function placeOne(world: ReturnType<typeof createFaulty>) {
  const choice = await world.choose();
  const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const key = newKey();
  return { choice, request, key, response: await world.place(request, key) };
}
