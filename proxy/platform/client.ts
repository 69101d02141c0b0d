import type { SiteContext } from '../context.ts';
import type { Budget, BudgetedCall } from './budget.ts';
import { PlatformMalformed, PlatformRefused, PlatformUnreachable } from './errors.ts';
import type { Query } from './paths.ts';
import { readJson } from './read-json.ts';
import type { Resilience } from './resilience.ts';
import type { Tokens } from './tokens.ts';
import { wireError } from './wire.ts';

/** One operation on the platform, from values that were parsed. */
export interface Call extends BudgetedCall {
  /** Names it in the log. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Query;
  /** Makes it a POST. */
  readonly body?: object;
}

export interface PlatformResponse {
  /** The JSON of the body. */
  readonly value: unknown;
  /** Of a list: whether there is another page. Undefined where the platform does not say. */
  readonly hasNextPage: boolean | undefined;
}

export interface PlatformClient {
  /** @throws {Error} one of those in `errors.ts` */
  send(call: Call): Promise<PlatformResponse>;
}

interface Parts {
  readonly tokens: Tokens;
  readonly budget: Budget;
  readonly resilience: Resilience;
}

const TIMEOUT = 10_000;
/**
 * So many 401 in a row give a token up: of thousands of calls a day two fail by chance, and the
 * token rule punishes who requests a token without need.
 */
const REFUSALS_TO_GIVE_UP = 3;
/** As many for the token that comes then. */
const MOST_ATTEMPTS = 2 * REFUSALS_TO_GIVE_UP;

/** Failures before there was a connection, so that certainly nothing of the request arrived. */
const neverSentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Sends calls: admitted by the budget, behind retries and breaker, with the token. A create is sent
 * once, or again after a 401 alone, by which the platform says that it did nothing.
 */
export function createClient(
  { tokens, budget, resilience }: Parts,
  { config, fetch, clock, log }: SiteContext,
): PlatformClient {
  async function sendAndParse(call: Call): Promise<PlatformResponse> {
    return parseResponse(await sendAuthorised(call));
  }

  /** Repeats after a 401 with whatever token the store has then. */
  async function sendAuthorised(call: Call): Promise<Response> {
    let refusedToken = '';
    let refusals = 0;
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.current();
      const response = await sendOnce(call, token);
      if (response.status !== 401) return response;

      refusals = token === refusedToken ? refusals + 1 : 1;
      refusedToken = token;
      const isHopeless = refusals === REFUSALS_TO_GIVE_UP && !(await tokens.invalidate(token));
      if (isHopeless || attempt === MOST_ATTEMPTS) return response;
      await response.body?.cancel();
    }
  }

  async function sendOnce(call: Call, token: string): Promise<Response> {
    const request = buildRequest(call, token);
    const { operation } = call;
    const sentAt = clock();
    budget.count(call.class);
    try {
      const response = await fetch(request);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, status: response.status });
      return response;
    } catch (cause) {
      const error = toUnreachable(cause);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, error: error.name });
      throw error;
    }
  }

  function buildRequest({ path, query, body }: Call, token: string): Request {
    const url = new URL(config.PLATFORM_URL + path);
    url.search = String(new URLSearchParams(query));
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    return new Request(url, {
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      // Following a redirect would show the token to somebody else.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
  }

  return {
    async send(call) {
      await budget.admit(call);
      if (call.body) return resilience.create(() => sendAndParse(call));
      return resilience.read(call.class, () => sendAndParse(call));
    },
  };
}

async function parseResponse(response: Response): Promise<PlatformResponse> {
  if (response.status >= 400) {
    const body = await readJson(response).catch(() => undefined);
    throw new PlatformRefused(response.status, wireError.safeParse(body).data);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new PlatformMalformed(`the platform responded with ${response.status}`);
  }
  const hasNextPage = hasNextLink(response.headers.get('Link'));
  try {
    return { value: await readJson(response), hasNextPage };
  } catch (error) {
    if (error instanceof PlatformMalformed) throw error;
    // The connection was cut, or the time was up, in the middle of the body.
    throw new PlatformUnreachable({ sent: true });
  }
}

/** `Link: <…>; rel="next"` (RFC 8288). */
function hasNextLink(link: string | null): boolean | undefined {
  return link === null ? undefined : /;\s*rel="?next\b/i.test(link);
}

function toUnreachable(error: unknown): PlatformUnreachable {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return new PlatformUnreachable({ sent: !neverSentCodes.has(cause?.code) });
}
