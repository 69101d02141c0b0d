import type { Surroundings } from '../surroundings.ts';
import { readJson } from './answer.ts';
import { PlatformMalformed, PlatformRefused, PlatformUnreachable } from './errors.ts';
import type { CallClass, Quota, Read } from './quota.ts';
import { createResilience } from './resilience.ts';
import type { Tokens } from './token.ts';
import { wireError } from './wire.ts';

const TIMEOUT = 10_000;
/**
 * A token is given up after so many 401 in a row. Of thousands of calls a day, two that fail by chance do happen; and a
 * token that is given up for nothing is what the token rule punishes.
 */
const REFUSALS = 3;
/** As many for the token that comes then. */
const MOST_ATTEMPTS = 2 * REFUSALS;

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
export interface Call extends Read {
  /** Names it in the log. */
  readonly operation: string;
  /** Calls that are counted, limited and paused together. */
  readonly class: CallClass;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Makes it a POST. */
  readonly body?: object;
}
export interface Answer {
  readonly value: unknown;
  /** Whether there is another page; undefined where the platform does not say. */
  readonly hasNext: boolean | undefined;
}
export type Send = (call: Call) => Promise<Answer>;

/** Sends calls with the token and answers their JSON. Writes are never repeated, but for a 401, which did nothing. */
export function createClient(
  tokens: Tokens,
  quota: Pick<Quota, 'admit' | 'count'>,
  { config, fetch, clock, log }: Surroundings,
): Send {
  const guarded = createResilience();

  return async function send(call) {
    await quota.admit(call);
    return guarded(call.body ? 'create' : call.class, !call.body, () => ask(call));
  };

  async function ask(call: Call): Promise<Answer> {
    const response = await authorised(call);
    if (response.ok) return { value: await readBody(response), hasNext: hasNext(response) };
    // Redirects are among the rest: following one would show the token to somebody else.
    throw response.status >= 400
      ? new PlatformRefused(response.status, await readCode(response))
      : new PlatformMalformed(`the platform answered ${response.status}`);
  }

  async function authorised(call: Call): Promise<Response> {
    let [refused, times] = ['', 0];
    for (let attempts = 1; ; attempts += 1) {
      const token = await tokens.current();
      const response = await attempt(call, token);
      if (response.status !== 401) return response;
      [refused, times] = [token, token === refused ? times + 1 : 1];
      const isHopeless = times === REFUSALS && !(await tokens.invalidate(token));
      if (isHopeless || attempts === MOST_ATTEMPTS) return response;
      await response.body?.cancel();
    }
  }

  async function attempt(call: Call, token: string): Promise<Response> {
    const started = clock();
    const seen = (end: { status: number } | { error: string }) =>
      log({ event: 'platform-call', operation: call.operation, ms: clock() - started, ...end });
    quota.count(call.class);
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

function hasNext({ headers }: Response): boolean | undefined {
  const link = headers.get('Link');
  return link === null ? undefined : /;\s*rel="?next\b/i.test(link);
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
