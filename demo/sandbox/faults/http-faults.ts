import { errorResponse } from '../api/errors.ts';
import type { FaultKind } from './fault.ts';
import type { FaultInjector } from './fault-injector.ts';
import { operationOf } from './operations.ts';

/**
 * In process, a request rejects with this. A listener destroys the socket instead of responding.
 */
export class ConnectionCut extends TypeError {
  override readonly name = 'ConnectionCut';
}

/** The faults that the order routes carry out themselves. Times are in milliseconds. */
export interface RequestFaults {
  /** Lists show a new order only after this long. */
  readonly listLag: number;
  /** An order gets 504 now, and is created only after this long. */
  readonly landsIn: number | undefined;
}

const noFaults: RequestFaults = { listLag: 0, landsIn: undefined };

export type Wait = (milliseconds: number) => Promise<void>;

type Handler = (request: Request, faults: RequestFaults) => Promise<Response>;

/** Wraps the handler of all requests, and carries out the faults that strike an API operation. */
export function injectFaults(injector: FaultInjector, wait: Wait, handle: Handler) {
  return async (request: Request): Promise<Response> => {
    const operation = operationOf(request);
    if (!operation) return handle(request, noFaults);
    const strike = <Kind extends FaultKind>(kind: Kind) => injector.strike(kind, operation);

    const latency = strike('latency');
    if (latency) await wait(latency.milliseconds);
    if (strike('silence')) await clientHasLeft(request);
    if (strike('cut-before')) throw new ConnectionCut('the connection was cut before the request');
    const errorBefore = strike('error-before');
    if (errorBefore) return failure(errorBefore.status, retryAfter(errorBefore));
    const tooMany = strike('too-many');
    if (tooMany) {
      return errorResponse('tooMany', 'a fault: too many requests', retryAfter(tooMany));
    }
    if (strike('token-ended')) return errorResponse('tokenInvalid', 'a fault: the token ended');
    const html = strike('html');
    if (html) return maintenancePage(html.status);

    const listLag = strike('list-lag');
    const lateLanding = strike('late-landing');
    const response = await handle(request, {
      listLag: listLag ? listLag.seconds * 1000 : 0,
      landsIn: lateLanding && lateLanding.seconds * 1000,
    });

    if (strike('cut-after')) throw new ConnectionCut('the connection was cut after the request');
    const errorAfter = strike('error-after');
    if (errorAfter) return failure(errorAfter.status, {});
    const { status, headers } = response;
    const drip = strike('drip');
    if (drip) {
      const body = new Uint8Array(await response.arrayBuffer());
      const bytes = byteByByte(body, () => wait(drip.milliseconds), request);
      return new Response(bytes, { status, headers });
    }
    if (strike('half-body')) {
      const body = new Uint8Array(await response.arrayBuffer());
      return new HalfResponse(firstHalf(body), { status, headers });
    }
    if (strike('wrong-content-type')) {
      return new Response(response.body, { status, headers: { 'Content-Type': 'text/plain' } });
    }
    return response;
  };
}

/**
 * Requests that get no response. Held here, because nothing else holds them, and Node aborts no
 * signal of a request that was garbage-collected.
 */
const unanswered = new Set<Request>();

/** Rejects when the client gives up and closes the connection; until then there is silence. */
function clientHasLeft(request: Request): Promise<never> {
  unanswered.add(request);
  return new Promise((_, reject) => {
    const end = () => {
      unanswered.delete(request);
      reject(new ConnectionCut('the client has left'));
    };
    if (request.signal.aborted) end();
    else request.signal.addEventListener('abort', end);
  });
}

/** Ends in the middle of its body, where a listener has to close its socket. */
export class HalfResponse extends Response {}

function failure(status: number, headers: Record<string, string>): Response {
  return new Response('a fault: the platform has failed', { status, headers });
}

function retryAfter({ retry_after }: { retry_after?: number | undefined }): Record<string, string> {
  return retry_after === undefined ? {} : { 'Retry-After': String(retry_after) };
}

function maintenancePage(status: number): Response {
  const page = '<!doctype html><title>Maintenance</title><p>We will be back in a few minutes.</p>';
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Fails halfway, like a body whose connection is lost. */
function firstHalf(body: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new ConnectionCut('the connection was cut in the body'));
      isSent = true;
      controller.enqueue(body.slice(0, Math.floor(body.length / 2)));
    },
  });
}

/** Ends early if the client leaves. Holds the request, so that Node still aborts its signal. */
function byteByByte(
  body: Uint8Array,
  pause: () => Promise<void>,
  request: Request,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      await pause();
      if (request.signal.aborted) return controller.error(new ConnectionCut('the client has left'));
      if (next >= body.length) return controller.close();
      controller.enqueue(body.slice(next, (next += 1)));
    },
  });
}
