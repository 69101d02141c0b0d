import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

/**
 * What only those who run the proxy may see. It has no secrets in it, but says more than a stranger
 * needs to know.
 */
export function createAdmin(config: Config, metrics: Metrics, isReady: () => boolean) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/metrics') {
      const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
      return new Response(await metrics.write(), { headers });
    }
    if (pathname !== '/details')
      return new Response('There is /metrics and /details.\n', { status: 404 });
    return Response.json({
      ready: isReady(),
      platform: config.PLATFORM_URL,
      budget: config.PLATFORM_BUDGET,
      sites: config.sites.map(({ key, client, origins, vendors, locale }) => ({
        ...{ key, client: client.id, vendors, locale },
        origins: [...origins],
      })),
    });
  };
}
