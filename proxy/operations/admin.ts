import { isIP, isIPv6 } from 'node:net';
import { toInstant } from '../clock.ts';
import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';
import type { Fetch } from '../ports.ts';
import { readHistory } from '../store/history-row.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Values of `ADMIN_HOST` that listen on every address. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

interface AdminOptions {
  readonly config: Config;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
}

/**
 * Metrics and details for operators, without secrets. A request with another `Host` is refused, as
 * it may come from a page in a browser on this machine (DNS rebinding).
 */
export function createAdmin({ config, store, metrics, isReady }: AdminOptions): Fetch {
  return async (request) => {
    const { hostname, pathname } = new URL(request.url);
    if (!isOwnHost(hostname, config.ADMIN_HOST)) {
      return new Response('Ask by the address of ADMIN_HOST.\n', { status: 421 });
    }
    switch (pathname) {
      case '/metrics':
        return metricsResponse(metrics);
      case '/details':
        return Response.json({
          ready: isReady(),
          store: await describeStore(store),
          ...describe(config),
        });
      default:
        return new Response('There is /metrics and /details.\n', { status: 404 });
    }
  };
}

/** @param hostname of a URL, where an IPv6 address is in brackets */
function isOwnHost(hostname: string, adminHost: string): boolean {
  if (isLoopback(hostname)) return true;
  if (wildcards.has(adminHost)) return isAddress(hostname);
  return hostname === new URL(`http://${hostOf(adminHost)}`).hostname;
}

/** Unlike a name, an IP address cannot be rebound. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function hostOf(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

async function metricsResponse(metrics: Metrics): Promise<Response> {
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  return new Response(await metrics.write(), { headers });
}

/** Since when the store knows every order, and why not for longer. */
async function describeStore(store: Store): Promise<object> {
  try {
    const { row } = (await readHistory(store)) ?? {};
    return row ? { history: row.reason, since: toInstant(row.began_at) } : {};
  } catch (error) {
    return { error: (error as Error).name };
  }
}

function describe(config: Config): object {
  return {
    platform: config.PLATFORM_URL,
    budget: config.PLATFORM_BUDGET,
    sites: config.sites.map(({ key, client, origins, vendors, locale }) => ({
      key,
      client: client.id,
      vendors,
      locale,
      origins: [...origins],
    })),
  };
}
