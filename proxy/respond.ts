import { after, type Answer, type Soon } from './answer.ts';
import { createStamp } from './clock.ts';
import { describeError } from './log.ts';
import { answerError } from './problems.ts';
import type { Surroundings } from './surroundings.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Makes a body smaller for whoever takes it so, once for each tag; undefined when that is not possible. */
export type Compress = (accepted: string, etag: string, body: Bytes) => Soon<Compressed> | undefined;
type Compressed = { readonly encoding: string; readonly body: Bytes };

type Options = Pick<Surroundings, 'clock' | 'log'> & { readonly compress: Compress };

/** The one place where answers are made: with the headers that all of them have, and one log line each. */
export function createRespond({ clock, log, compress }: Options) {
  const toDate = createStamp(1_000, (now) => new Date(now).toUTCString());
  const process = crypto.randomUUID().slice(0, 8);
  let requests = 0;

  return function respond(
    request: Request,
    /** Its template. */
    route: string,
    produce: (shared: Record<string, string>) => Soon<Answer>,
  ): Soon<Response> {
    const started = clock();
    const shared: Record<string, string> = {};

    const finish = (answer: Answer, failure?: unknown): Soon<Response> => {
      const { status, headers: own, body } = isKnown(request, answer) ? { ...answer, status: 304, body: null } : answer;
      const now = clock();
      const request_id = `${process}-${(requests += 1)}`;
      const stale = 'Booking-Stale' in own || undefined;
      const fault = status >= 500 && failure !== undefined ? describeError(failure) : undefined;
      log({ event: 'request', request_id, method: request.method, route, status, ms: now - started, stale, ...fault });

      const { ETag, Vary = shared['Vary'] } = own;
      const send = (smaller?: Compressed): Response => {
        const headers = {
          // Of requests without CORS: no page may show or load what is not for all pages.
          'Cross-Origin-Resource-Policy': 'same-origin',
          ...shared,
          ...own,
          ...(ETag && { Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' }),
          ...(smaller && { 'Content-Encoding': smaller.encoding }),
          // The widget counts from the proxy's clock, not from the customer's.
          Date: toDate(now),
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        };
        return new Response(smaller ? smaller.body : body, { status, headers });
      };
      const accepted = request.headers.get('Accept-Encoding');
      const smaller = ETag && accepted && body instanceof Uint8Array ? compress(accepted, ETag, body) : undefined;
      return smaller ? after(smaller, send) : send();
    };
    const fail = (error: unknown) => finish(answerError(error), error);

    try {
      const made = produce(shared);
      return made instanceof Promise ? made.then(finish, fail) : finish(made);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Whether the browser has it already. */
function isKnown(request: Request, { headers: { ETag } }: Answer): boolean {
  const known = ETag && request.headers.get('If-None-Match');
  return known ? known.split(',').some((one) => one.trim() === ETag) : false;
}
