import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Receiver } from './receiver.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** A receiver that takes longer is left alone; the next one in the queue has waited long enough. */
const PATIENCE_MILLISECONDS = 10_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/**
 * Brings bodies to one receiver: its OAuth first, if it has one, then the order (spec, Events 2 and
 * 3).
 */
export function createDelivery(receiver: Receiver, fetch: Fetch, clock: Clock) {
  let token: { readonly value: string; readonly expires_at: number } | undefined;

  async function authorization(): Promise<Record<string, string>> {
    const { oauth_endpoint_token_url: url } = receiver;
    if (url === undefined) return {};
    if (!token || clock() >= token.expires_at) token = await requestToken(url);
    return { Authorization: `Bearer ${token.value}` };
  }

  async function requestToken(url: string) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: receiver.oauth_endpoint_client_id ?? '',
      client_secret: receiver.oauth_endpoint_client_secret ?? '',
    });
    const response = await fetch(new Request(url, { method: 'POST', body, signal: patience() }));
    const { access_token, expires_in } = tokenAnswer.parse(await response.json());
    return { value: access_token, expires_at: clock() + expires_in * 1000 };
  }

  /** The status that the receiver answers. Throws where there is no answer, or no token. */
  return async function deliver(body: string): Promise<number> {
    const headers = { 'Content-Type': 'application/json', ...(await authorization()) };
    const { oauth_endpoint_url: url, method } = receiver;
    const response = await fetch(new Request(url, { method, headers, body, signal: patience() }));
    await response.body?.cancel();
    // The receiver may have forgotten its tokens, as it does when it is started again.
    if (response.status === 401) token = undefined;
    return response.status;
  };
}

function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MILLISECONDS);
}
