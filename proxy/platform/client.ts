import type { SiteContext } from '../context.ts';
import { readJson } from './read-json.ts';
import { PlatformMalformed, PlatformRefused, PlatformUnreachable } from './errors.ts';
import type { CallClass, Quota, Read } from './budget.ts';
import { createResilience } from './resilience.ts';
import type { Tokens } from './tokens.ts';
import { wireError } from './wire.ts';

const TIMEOUT = 10_000;
/**
 * So many 401 in a row give a token up: two by chance do happen, and the token rule punishes who
 * asks for nothing.
 */
const REFUSALS = 3;
/** As many for the token that comes then. */
const MOST_ATTEMPTS = 2 * REFUSALS;

/** Failures before a connection stood, so that nothing of a request can have arrived. */
const neverSent = [
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)$/,
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
];

/** One call, from values that were parsed. */
export interface Call extends Read {
  /** Names it in the log. */
  readonly operation: string;
  /** Calls that are counted, limited and paused together. */
  readonly class: CallClass;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: object;
}

/**
 * Sends calls with the token and answers their JSON. Writes are never repeated, but for a 401,
 * which did nothing.
 */
export function createClient(
  tokens: Tokens,
  quota: Quota,
  { config, fetch, clock, log }: SiteContext,
) {
  const guarded = createResilience();

  return async function send(call: Call) {
    await quota.admit(call);
    return guarded(call.body ? 'create' : call.class, !call.body, () => ask(call));
  };

  async function ask(call: Call) {
    const response = await authorised(call);
    if (response.status >= 400) {
      const body = await readJson(response).catch(() => undefined);
      throw new PlatformRefused(response.status, wireError.safeParse(body).data);
    }
    if (!response.ok) {
      // Following a redirect would show the token to somebody else.
      await response.body?.cancel();
      throw new PlatformMalformed(`the platform answered ${response.status}`);
    }
    const link = response.headers.get('Link');
    const value = await readJson(response).catch((error: unknown) => {
      // The connection was cut, or the time was up, in the middle of the answer.
      throw error instanceof PlatformMalformed ? error : new PlatformUnreachable({ sent: true });
    });
    /** Whether there is another page; undefined where the platform does not say. */
    const hasNext = link === null ? undefined : /;\s*rel="?next\b/i.test(link);
    return { value, hasNext };
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

  async function attempt(
    { operation, class: kind, path, query, body }: Call,
    token: string,
  ): Promise<Response> {
    const url = new URL(config.PLATFORM_URL + path);
    url.search = String(new URLSearchParams(query));
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const request = new Request(url, {
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const started = clock();
    quota.count(kind);
    const answer = await fetch(request).catch(toUnreachable);
    const end = answer instanceof Error ? { error: answer.name } : { status: answer.status };
    log({ event: 'platform-call', operation, ms: clock() - started, ...end });
    if (answer instanceof Error) throw answer;
    return answer;
  }
}

function toUnreachable(error: {
  readonly cause?: { readonly code?: unknown };
}): PlatformUnreachable {
  const code = String(error.cause?.code);
  return new PlatformUnreachable({ sent: !neverSent.some((codes) => codes.test(code)) });
}
