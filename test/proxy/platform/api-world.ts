import { type Client, sandboxClients } from '../../../demo/sandbox/clients.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import type { Scenario } from '../../../demo/sandbox/scenarios.ts';
import {
  type ApiOptions,
  type ApiStore,
  createApi,
  createMemoryStore,
} from '../../../proxy/platform/index.ts';
import type { Fetch } from '../../../proxy/ports.ts';

export const NOW = Date.parse('2026-11-21T09:00:00Z');

/** The sandbox, and clients of it that share a store, on one clock. */
export function createApiWorld(scenario: Scenario = 'calm') {
  const time = { now: NOW };
  const clock = () => time.now;
  const sandbox = createSandbox({ clock, scenario, tokenRule: 'refuse' });
  const store: ApiStore = createMemoryStore();
  /** Method, path and query of each request. */
  const calls: string[] = [];

  function apiOf(
    client: Client,
    between: (platform: Fetch) => Fetch = (platform) => platform,
    options: Partial<ApiOptions> = {},
  ) {
    const platform: Fetch = (request) => {
      const { pathname, search } = new URL(request.url);
      calls.push(`${request.method} ${pathname}${decodeURIComponent(search)}`);
      return sandbox(request);
    };
    const fetch = between(platform);
    const url = 'https://platform.example/';
    return createApi({ url, client, store, fetch, clock, monotonic: clock, ...options });
  }

  return {
    time,
    store,
    calls,
    sandbox,
    apiOf,
    reseller: apiOf(sandboxClients.reseller),
    vendor: apiOf(sandboxClients.vendor),
  };
}
