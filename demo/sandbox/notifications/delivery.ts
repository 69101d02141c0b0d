import { z } from 'zod';
import type { Clock } from '../world/clock.ts';

const address = z.url({ protocol: /^https?$/ });

/**
 * Where notifications go, as its owner registers it with the platform's operator (spec, Events 1).
 * `method` is a switch of the sandbox: the spec says PATCH in words and POST in its sample.
 */
export const receiverInput = z
  .strictObject({
    oauth_endpoint_url: address,
    oauth_endpoint_token_url: address.optional(),
    oauth_endpoint_client_id: z.string().optional(),
    oauth_endpoint_client_secret: z.string().optional(),
    method: z.enum(['PATCH', 'POST']).default('PATCH'),
  })
  .refine(
    ({
      oauth_endpoint_token_url: url,
      oauth_endpoint_client_id: id,
      oauth_endpoint_client_secret: secret,
    }) => [url, id, secret].every((part) => part === undefined) || Boolean(url && id && secret),
    'has to have token url, client id and client secret, or none of the three',
  );

export type ReceiverInput = z.input<typeof receiverInput>;
export type Receiver = z.output<typeof receiverInput>;

export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends a body to the receiver and resolves with the status of its response. Rejects if there is no
 * response, or no token.
 */
export type Deliver = (body: string) => Promise<number>;

/** Sent one by one, so this is how long a receiver that does not respond can delay the next. */
const TIMEOUT_MILLISECONDS = 10_000;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** Delivers to one receiver: a token first, if it has OAuth, then the body (spec, Events 2, 3). */
export function createDelivery(receiver: Receiver, fetch: Fetch, clock: Clock): Deliver {
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
    const response = await fetch(new Request(url, { method: 'POST', body, signal: timeout() }));
    const { access_token, expires_in } = tokenResponse.parse(await response.json());
    return { value: access_token, expires_at: clock() + expires_in * 1000 };
  }

  return async (body) => {
    const headers = { 'Content-Type': 'application/json', ...(await authorization()) };
    const { oauth_endpoint_url: url, method } = receiver;
    const response = await fetch(new Request(url, { method, headers, body, signal: timeout() }));
    await response.body?.cancel();
    // A restarted receiver may have forgotten the token, so the next delivery requests a new one.
    if (response.status === 401) token = undefined;
    return response.status;
  };
}

function timeout(): AbortSignal {
  return AbortSignal.timeout(TIMEOUT_MILLISECONDS);
}
