import type { Surroundings } from '../surroundings.ts';
import { readJson } from './answer.ts';
import { PlatformMalformed, PlatformRefused, PlatformUnreachable } from './errors.ts';
import type { Tokens } from './token.ts';
import { wireError } from './wire.ts';

const TIMEOUT = 10_000;

/** Failures before a connection stood, so that nothing of a request can have arrived. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** One call, from values that were parsed. */
export interface Call {
  /** Names it in the log. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Makes it a POST. */
  readonly body?: object;
}
export type Send = (call: Call) => Promise<unknown>;

/** Sends calls with the token and answers their JSON. Writes are never repeated, but for a 401, which did nothing. */
export function createClient(tokens: Tokens, { config, fetch, clock, log }: Surroundings): Send {
  return async function send(call) {
    const token = await tokens.current();
    let response = await attempt(call, token);
    if (response.status === 401) {
      await response.body?.cancel();
      const held = await tokens.current();
      response = await attempt(call, held);
      if (response.status === 401 && held === token) await tokens.invalidate(token);
    }
    if (response.ok) return readBody(response);
    // Redirects are among the rest: following one would show the token to somebody else.
    throw response.status >= 400
      ? new PlatformRefused(response.status, await readCode(response))
      : new PlatformMalformed(`the platform answered ${response.status}`);
  };

  async function attempt(call: Call, token: string): Promise<Response> {
    const started = clock();
    const seen = (end: { status: number } | { error: string }) =>
      log({ event: 'platform-call', operation: call.operation, ms: clock() - started, ...end });
    try {
      const response = await fetch(toRequest(config.PLATFORM_URL, call, token));
      seen({ status: response.status });
      return response;
    } catch (error) {
      seen({ error: 'PlatformUnreachable' });
      throw new PlatformUnreachable({ sent: !neverSent.has(causeOf(error)) });
    }
  }
}

function toRequest(platformUrl: string, { path, query, body }: Call, token: string): Request {
  const url = new URL(platformUrl + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    url.searchParams.set(name, String(value));
  }
  return new Request(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await readJson(response);
  } catch (error) {
    // The connection was cut, or the time was up, in the middle of the answer.
    throw error instanceof PlatformMalformed ? error : new PlatformUnreachable({ sent: true });
  }
}

async function readCode(response: Response): Promise<string | undefined> {
  const body = await readJson(response).catch(() => undefined);
  return wireError.safeParse(body).data;
}

function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return String(cause?.code);
}
