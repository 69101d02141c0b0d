import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { describeError } from '../log.ts';

/** One log line per request, and the headers that every answer has. */
export function observe(clock: Clock, log: Log): MiddlewareHandler {
  return async (c, next) => {
    const started = clock();
    await next();
    const { headers, status } = c.res;
    // The widget counts from the proxy's clock, not from the customer's.
    headers.set('Date', new Date(clock()).toUTCString());
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'no-referrer');
    log({
      event: 'request',
      request_id: crypto.randomUUID(),
      method: c.req.method,
      route: routePath(c, -1),
      status,
      ms: clock() - started,
      ...(status >= 500 && c.error && describeError(c.error)),
    });
  };
}
