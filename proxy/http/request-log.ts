import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../log.ts';

/** What the log says of a request. */
export interface LoggedRequest {
  readonly method: string;
  /** The template of the route, never the path: paths hold what a visitor sent. */
  readonly route: string;
  readonly startedAt: number;
  readonly status: number;
  /** The response is older than it should be, because the platform could not be asked again. */
  readonly stale: boolean;
  /** What its handler threw; undefined where it threw nothing. */
  readonly error: unknown;
}

/** Writes one line for each request. */
export function createRequestLog(log: Log, clock: Clock): (request: LoggedRequest) => void {
  const processId = crypto.randomUUID().slice(0, 8);
  let requests = 0;

  return ({ method, route, startedAt, status, stale, error }) => {
    requests += 1;
    log({
      event: 'request',
      request_id: `${processId}-${requests}`,
      method,
      route,
      status,
      ms: clock() - startedAt,
      ...(stale && { stale }),
      ...(status >= 500 && error !== undefined && describeError(error)),
    });
  };
}
