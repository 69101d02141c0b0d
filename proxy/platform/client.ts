import type { SiteContext } from '../context.ts';
import type { Budget, BudgetedCall } from './budget.ts';
import { PlatformMalformed, PlatformRefused, PlatformUnreachable, SendTooLate } from './errors.ts';
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
  /** Milliseconds that are left for it; with none left it is not sent any more. */
  readonly timeLeft?: () => number;
}

export interface PlatformResponse {
  /** The JSON of the body. */
  readonly value: unknown;
  /** Of a list: whether there is another page. Undefined where the platform does not say. */
  readonly hasNextPage: boolean | undefined;
  /** The platform's time when it was asked, at the earliest; undefined where it does not say. */
  readonly askedAt: number | undefined;
}

export interface PlatformClient {
  /** @throws {Error} one of those in `errors.ts` */
  send(call: Call): Promise<PlatformResponse>;
  /** The platform's time now, at the latest, by its last response; undefined before one. */
  latestTime(): number | undefined;
}

/** A response, and the platform's time when it was asked, at the earliest. */
interface DatedResponse {
  readonly response: Response;
  readonly askedAt: number | undefined;
}

interface Parts {
  readonly tokens: Tokens;
  readonly budget: Budget;
  readonly resilience: Resilience;
}

/** The `Date` header drops the part of a second. */
const DATE_PRECISION = 1_000;
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
  { config, fetch, clock, monotonic, log }: SiteContext,
): PlatformClient {
  const timeout = config.PLATFORM_TIMEOUT_SECONDS * 1000;
  /** Of the last response that had a `Date`: when it was asked for, and what it says at the latest. */
  let lastDate: { readonly latest: number; readonly elapsed: () => number } | undefined;

  async function sendAndParse(call: Call): Promise<PlatformResponse> {
    const { response, askedAt } = await sendAuthorised(call);
    return { ...(await parseResponse(response)), askedAt };
  }

  /** Repeats after a 401 with whatever token the store has then. */
  async function sendAuthorised(call: Call): Promise<DatedResponse> {
    let refusedToken = '';
    let refusals = 0;
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.current();
      const dated = await sendOnce(call, token);
      const { response } = dated;
      if (response.status !== 401) return dated;

      refusals = token === refusedToken ? refusals + 1 : 1;
      refusedToken = token;
      const isHopeless = refusals === REFUSALS_TO_GIVE_UP && !(await tokens.invalidate(token));
      if (isHopeless || attempt === MOST_ATTEMPTS) return dated;
      await response.body?.cancel();
    }
  }

  async function sendOnce(call: Call, token: string): Promise<DatedResponse> {
    const timeLeft = Math.ceil(Math.min(timeout, call.timeLeft?.() ?? timeout));
    if (timeLeft <= 0) throw new SendTooLate('the time to send it is over');
    const request = buildRequest(call, token, timeLeft);
    const { operation } = call;
    const sentAt = clock();
    const elapsed = stopwatch();
    budget.count(call.class);
    try {
      const response = await fetch(request);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, status: response.status });
      const date = Date.parse(response.headers.get('Date') ?? '');
      if (Number.isNaN(date)) return { response, askedAt: undefined };
      lastDate = { latest: date + DATE_PRECISION, elapsed };
      return { response, askedAt: date - elapsed() };
    } catch (cause) {
      const error = toUnreachable(cause);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, error: error.name });
      throw error;
    }
  }

  /** Counts from now on, by the clock that is ahead. */
  function stopwatch(): () => number {
    const [wall, steady] = [clock(), monotonic()];
    return () => Math.max(clock() - wall, monotonic() - steady);
  }

  function buildRequest({ path, query, body }: Call, token: string, timeLeft: number): Request {
    const url = new URL(config.PLATFORM_URL + path);
    url.search = String(new URLSearchParams(query));
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    return new Request(url, {
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      // Following a redirect would show the token to somebody else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLeft),
    });
  }

  return {
    latestTime: () => lastDate && lastDate.latest + lastDate.elapsed(),

    async send(call) {
      await budget.admit(call);
      if (call.body) return resilience.create(() => sendAndParse(call));
      return resilience.read(call.class, () => sendAndParse(call));
    },
  };
}

async function parseResponse(response: Response): Promise<Omit<PlatformResponse, 'askedAt'>> {
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
