import type { Fetch } from '../../../proxy/context.ts';
import { cartOf, createWorld, newKey, requestFor } from '../world.ts';

export type Fault = (request: Request, platform: Fetch) => Promise<Response>;

/** A world in which creating an order goes wrong in one way, and everything else goes well. */
export function createFaulty(fault: Fault) {
  const faults = { create: fault, find: (request: Request, platform: Fetch) => platform(request) };
  const world = createWorld({
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
