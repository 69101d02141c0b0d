import type { Answer } from './answer.ts';
import { createStamp } from './clock.ts';
import { describeError, type Log } from './log.ts';
import { answerError } from './problems.ts';
import type { Surroundings } from './surroundings.ts';

/** Makes an answer smaller for whoever takes it so; the same answer when it cannot. */
export type Compress = (accepted: string | undefined, answer: Answer) => Answer | Promise<Answer>;

interface Options extends Pick<Surroundings, 'clock'> {
  readonly log: Log;
  readonly compress: Compress;
}

/** The route's template and what the request says of itself. */
interface Asked {
  readonly method: string;
  readonly route: string;
  readonly accepted: string | undefined;
}

/** The one place where answers are made: with the headers that all of them have, and one log line each. */
export function createRespond({ clock, log, compress }: Options) {
  const toDate = createStamp(1_000, (now) => new Date(now).toUTCString());
  const process = crypto.randomUUID();
  let requests = 0;

  return async function respond(
    { method, route, accepted }: Asked,
    produce: (shared: Record<string, string>) => Promise<Answer>,
  ): Promise<Response> {
    const started = clock();
    const shared: Record<string, string> = {};
    let failure: unknown;
    let answer: Answer;
    try {
      answer = await produce(shared);
    } catch (error) {
      failure = error;
      answer = answerError(error);
    }
    const now = clock();
    const headers = {
      // Of requests without CORS: no page may show or load what is not for all pages.
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...shared,
      ...answer.headers,
      // The widget counts from the proxy's clock, not from the customer's.
      Date: toDate(now),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    };
    const { status } = answer;
    log({
      event: 'request',
      request_id: `${process}-${(requests += 1)}`,
      ...{ method, route, status, ms: now - started },
      ...('Booking-Stale' in headers && { stale: true }),
      ...(status >= 500 && failure !== undefined && describeError(failure)),
    });
    const { body, ...init } = await compress(accepted, { status, headers, body: answer.body });
    return new Response(body, init);
  };
}
