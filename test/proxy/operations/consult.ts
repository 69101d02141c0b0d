import assert from 'node:assert/strict';
import type { SandboxOptions } from '../../../demo/sandbox/sandbox.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import type { ProxyContext } from '../../../proxy/context.ts';
import { examine } from '../../../proxy/operations/doctor.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { PROXY, START, variables as given } from '../../support/world.ts';

export const variables = {
  ...given,
  PROXY_SECRET: 'k3Zt0qVw8mYf5bHs1nRj7cXa4dLp9eGu',
  STORE_URL: 'file:/data/proxy.db',
};

export interface Situation extends Partial<SandboxOptions> {
  readonly env?: Readonly<Record<string, string>>;
  /** The text of its SITES_FILE. */
  readonly sites?: string;
  readonly store?: Store;
  readonly hasWidget?: boolean;
  /** Milliseconds that the platform's clock is ahead. */
  readonly ahead?: number;
  readonly between?: (platform: Fetch) => Fetch;
  /** What responds at the proxy's own address. */
  readonly livez?: Fetch;
  /** Variables of a proxy that has used the same store before. */
  readonly proxyEnv?: Readonly<Record<string, string>>;
  readonly createStripe?: ProxyContext['createStripe'];
}

/** Runs the doctor, and returns its lines and its platform calls. */
export async function consult({
  env = {},
  sites = '',
  store = createMemoryStore(),
  hasWidget = true,
  ahead = 0,
  between = (platform) => platform,
  livez = async () => new Response('ok'),
  proxyEnv,
  createStripe,
  ...options
}: Situation = {}) {
  const clock = () => START;
  const sandbox = createSandbox({ clock, ...options });
  const asked: string[] = [];
  const platform = between(async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    const response = await sandbox(request);
    const headers = new Headers(response.headers);
    headers.set('Date', new Date(START + ahead).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  });
  const fetch: Fetch = async (request) =>
    request.url === `${PROXY}/livez` ? livez(request) : platform(request);
  const said: string[] = [];
  const config = readConfig({ ...variables, TRUSTED_HOPS: '1', ...env }, () => sites);
  if (proxyEnv) {
    const config = readConfig({ ...variables, ...proxyEnv });
    const [site] = config.sites;
    assert.ok(site);
    const context = { config, site, fetch, store, clock, monotonic: clock, log: () => {} };
    await createTokens(context)
      .current()
      .catch(() => {});
    asked.length = 0;
  }
  const stripe = createStripe && { createStripe };
  const given = { config, fetch, store, clock, monotonic: clock, hasWidget, ...stripe };
  await examine(given, (level, text) => said.push(`${level} ${text}`));
  return { said, asked };
}

export const complaints = ({ said }: { said: readonly string[] }) =>
  said.filter((line) => !line.startsWith('ok '));

/** A platform with another response to token requests. */
export function tokens(respond: () => Response | Promise<Response>) {
  return (platform: Fetch): Fetch =>
    async (request) =>
      new URL(request.url).pathname === '/oauth/token' ? respond() : platform(request);
}

type Item = Readonly<Record<string, unknown>>;

/** A platform that changes one of its lists. */
export function changing(path: string, change: (list: Item[]) => Item[]) {
  return (platform: Fetch): Fetch =>
    async (request) => {
      const response = await platform(request);
      if (!new URL(request.url).pathname.endsWith(path) || !response.ok) return response;
      const { headers } = response;
      return Response.json(change((await response.json()) as Item[]), {
        // With the link, it is a single page, or the first item of each page would be changed.
        headers: { Date: headers.get('Date') ?? '', Link: headers.get('Link') ?? '' },
      });
    };
}
