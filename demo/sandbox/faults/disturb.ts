import { refusalResponse } from '../refusals.ts';
import type { Dial } from './dial.ts';
import type { Disturbance } from './disturbance.ts';
import { undisturbed } from './disturbance.ts';
import type { FaultKind } from './fault.ts';
import { operationOf } from './operations.ts';

/** In process the request fails with this; a listener destroys the socket instead of answering. */
export class ConnectionCut extends TypeError {
  override readonly name = 'ConnectionCut';
}

export type Wait = (milliseconds: number) => Promise<void>;

type Handle = (request: Request, disturbance: Disturbance) => Promise<Response>;

/** Stands before the platform's API and plays the faults that strike a request. */
export function disturb(dial: Dial, wait: Wait, handle: Handle) {
  return async (request: Request): Promise<Response> => {
    const operation = operationOf(request);
    if (!operation) return handle(request, undisturbed);
    const strike = <Kind extends FaultKind>(kind: Kind) => dial.strike(kind, operation);

    const latency = strike('latency');
    if (latency) await wait(latency.milliseconds);
    if (strike('cut-before')) throw new ConnectionCut('the connection was cut before the request');
    const refusal = strike('error-before');
    if (refusal) return failure(refusal.status);
    if (strike('too-many')) return refusalResponse('tooMany', 'a fault: too many requests');
    if (strike('token-ended')) return refusalResponse('tokenInvalid', 'a fault: the token ended');
    const html = strike('html');
    if (html) return maintenancePage(html.status);

    const response = await handle(request, {
      listLag: inMilliseconds(strike('list-lag')) ?? 0,
      landsIn: inMilliseconds(strike('late-landing')),
    });
    if (strike('cut-after')) throw new ConnectionCut('the connection was cut after the request');
    const loss = strike('error-after');
    if (loss) return failure(loss.status);
    const { status, headers } = response;
    if (strike('half-body')) {
      const body = new Uint8Array(await response.arrayBuffer());
      return new Response(half(body), { status, headers });
    }
    if (strike('wrong-content-type')) {
      return new Response(response.body, { status, headers: { 'Content-Type': 'text/plain' } });
    }
    return response;
  };
}

function inMilliseconds(fault: { readonly seconds: number } | undefined): number | undefined {
  return fault && fault.seconds * 1000;
}

function failure(status: number): Response {
  return new Response('a fault: the platform has failed', { status });
}

function maintenancePage(status: number): Response {
  const page = '<!doctype html><title>Maintenance</title><p>We will be back in a few minutes.</p>';
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Ends in the middle, as a body does when its connection is lost. */
function half(body: Uint8Array): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(new ConnectionCut('the connection was cut in the body'));
      isBegun = true;
      controller.enqueue(body.slice(0, Math.floor(body.length / 2)));
    },
  });
}
