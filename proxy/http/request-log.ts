import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../log.ts';

/** What the request log reads of a request, besides its response. */
interface LoggedVariables {
  /** The response is older than it should be, because the platform could not be asked again. */
  readonly stale?: boolean;
}

/** Writes one line for each request. It is the outermost middleware, so that it sees them all. */
export function requestLog(
  log: Log,
  clock: Clock,
): MiddlewareHandler<{ Variables: LoggedVariables }> {
  const processId = crypto.randomUUID().slice(0, 8);
  let requests = 0;

  return async (c, next) => {
    const started = clock();
    await next();
    const { status } = c.res;
    requests += 1;
    log({
      event: 'request',
      request_id: `${processId}-${requests}`,
      method: c.req.method,
      route: templateOf(routePath(c)),
      status,
      ms: clock() - started,
      ...(c.get('stale') && { stale: true }),
      ...(status >= 500 && c.error && describeError(c.error)),
    });
  };
}

/** The template of the route, never the path: paths hold what a visitor sent. */
function templateOf(matched: string): string {
  return matched.endsWith('*') ? '*' : matched;
}
