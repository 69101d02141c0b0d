import { after, type Answer, type Soon } from './response.ts';
import { describeError } from '../log.ts';
import { answerError } from './problems.ts';
import { type Compress, createSend } from './send.ts';
import type { ProxyContext } from '../context.ts';

type Options = Pick<ProxyContext, 'clock' | 'log'> & { readonly compress: Compress };
/** Says who may read the answer, also when none comes. */
export type Share = (headers: Answer['headers']) => void;

/** The one place where answers are made: each with one log line. */
export function createRespond({ clock, log, compress }: Options) {
  const send = createSend(clock, compress);
  const process = crypto.randomUUID().slice(0, 8);
  let requests = 0;

  /** `route` is the template of its path. */
  return function respond(
    request: Request,
    route: string,
    produce: (share: Share) => Soon<Answer>,
  ): Soon<Response> {
    const started = clock();
    const { method } = request;
    let shared: Answer['headers'] = {};

    const finish = (made: Answer, failure?: unknown): Soon<Response> => {
      const tags = made.known && request.headers.get('If-None-Match')?.split(',');
      const answer =
        (tags?.some((tag) => tag.trim() === made.headers['ETag']) && made.known) || made;
      const { status, headers } = answer;
      const request_id = `${process}-${(requests += 1)}`;
      const stale = 'Booking-Stale' in headers || undefined;
      const fault = status >= 500 && failure !== undefined ? describeError(failure) : undefined;
      log({
        event: 'request',
        request_id,
        method,
        route,
        status,
        ms: clock() - started,
        stale,
        ...fault,
      });
      const sent = send(answer, shared, request.headers.get('Accept-Encoding') ?? '');
      return after(sent, ({ body, headers }) => new Response(body, { status, headers }));
    };
    const fail = (error: unknown) => finish(answerError(error), error);

    try {
      const made = produce((headers) => (shared = headers));
      return made instanceof Promise ? made.then(finish, fail) : finish(made);
    } catch (error) {
      return fail(error);
    }
  };
}
