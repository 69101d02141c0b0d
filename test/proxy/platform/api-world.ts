import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import type { Scenario } from '../../../demo/sandbox/scenarios.ts';
import {
  type ApiOptions,
  type ApiStore,
  createApi,
  createMemoryStore,
  type Credentials,
} from '../../../proxy/platform/index.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMinimalPlatform, minimalClient } from '../../support/minimal-platform.ts';

export const NOW = Date.parse('2026-11-21T09:00:00Z');

/** The sandbox, and clients of it that share a store, on one clock. */
export function createApiWorld(scenario: Scenario = 'calm') {
  const time = { now: NOW };
  const sandbox = createSandbox({ clock: () => time.now, scenario, tokenRule: 'refuse' });
  return { ...worldOn(sandbox, time, sandboxClients), sandbox };
}

/** The same on a platform that is written from the specification alone. */
function createMinimalApiWorld() {
  const time = { now: NOW };
  const scope = 'calendar_read calendar_write inventory_write orders_read_all orders_write_all';
  const minimal = createMinimalPlatform({ clock: () => time.now, listsAllDates: true, scope });
  return worldOn(minimal, time, { vendor: minimalClient, reseller: minimalClient });
}

/** The platforms on which the client has to do the same. */
export const apiWorlds: readonly (readonly [platform: string, create: () => ApiWorld])[] = [
  ['the sandbox', createApiWorld],
  ['the minimal platform', createMinimalApiWorld],
];

type ApiWorld = ReturnType<typeof worldOn>;

function worldOn(
  respond: Fetch,
  time: { now: number },
  clients: { readonly reseller: Credentials; readonly vendor: Credentials },
) {
  const clock = () => time.now;
  const store: ApiStore = createMemoryStore();
  /** Method, path and query of each request. */
  const calls: string[] = [];

  function apiOf(
    client: Credentials,
    between: (platform: Fetch) => Fetch = (platform) => platform,
    options: Partial<ApiOptions> = {},
  ) {
    const platform: Fetch = (request) => {
      const { pathname, search } = new URL(request.url);
      calls.push(`${request.method} ${pathname}${decodeURIComponent(search)}`);
      return respond(request);
    };
    const fetch = between(platform);
    const url = 'https://platform.example/';
    return createApi({ url, client, store, fetch, clock, monotonic: clock, ...options });
  }

  return {
    time,
    store,
    calls,
    apiOf,
    reseller: apiOf(clients.reseller),
    vendor: apiOf(clients.vendor),
  };
}
