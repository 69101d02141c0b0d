import type { Config } from '../config.ts';
import type { Fetch } from '../context.ts';
import type { Metrics } from './metrics.ts';

/**
 * Metrics and details for those who run the proxy: without secrets, but with more than the public
 * needs to know.
 */
export function createAdmin(config: Config, metrics: Metrics, isReady: () => boolean): Fetch {
  return async (request) => {
    switch (new URL(request.url).pathname) {
      case '/metrics':
        return metricsResponse(metrics);
      case '/details':
        return Response.json(describe(config, isReady()));
      default:
        return new Response('There is /metrics and /details.\n', { status: 404 });
    }
  };
}

async function metricsResponse(metrics: Metrics): Promise<Response> {
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  return new Response(await metrics.write(), { headers });
}

function describe(config: Config, ready: boolean): object {
  return {
    ready,
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
