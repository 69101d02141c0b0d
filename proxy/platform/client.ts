import { retryAfterOf } from '../http/retry-after.ts';
import { createReadTimeout, createTimeout } from '../http/timeout.ts';
import type { Budget, BudgetedCall } from './budget.ts';
import type { PlatformContext } from './context.ts';
import {
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  RefusedWithoutJson,
  SendTooLate,
  TokenUnproven,
} from './errors.ts';
import { readJson } from './read-json.ts';
import type { Resilience } from './resilience.ts';
import { createSlices, type Slices } from './slices.ts';
import type { Tokens } from './tokens.ts';
import { type WireError, wireError } from './wire-error.ts';

export type Query = Readonly<Record<string, string>>;

/** One operation on the platform, built from parsed values. */
export interface Call extends BudgetedCall {
  /** Names it in the log. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Query;
  /** Makes it a write. */
  readonly body?: object;
  /** Of a write; POST unless stated. */
  readonly method?: 'POST' | 'PATCH';
  /**
   * Sends a write with a token that no read has used yet. An intermediary's 401 then leaves it
   * unclear what became of the write.
   */
  readonly takesUnprovenToken?: boolean;
  /** Milliseconds that are left for the call; with none left it is not sent. */
  readonly timeLeft?: () => number;
}

export interface PlatformResponse {
  /** The JSON of the body. */
  readonly value: unknown;
  /** Of a list: whether there is another page. Undefined where the platform does not say. */
  readonly hasNextPage: boolean | undefined;
  /** Of a list with `with_count`: how many items all pages have; undefined as above. */
  readonly total: number | undefined;
  /**
   * The earliest time that the platform's clock showed when asked; undefined where it does not say.
   */
  readonly askedAt: number | undefined;
}

export interface PlatformClient {
  /** @throws {Error} one of those in `errors.ts` */
  send(call: Call): Promise<PlatformResponse>;
  /**
   * The latest time that the platform's clock can show now, by its last response; undefined before
   * one.
   */
  latestTime(): number | undefined;
  /**
   * The time by the platform's clock, carried on from its last response by the clock that does not
   * jump; undefined before one.
   */
  steadyTime(): number | undefined;
}

interface OpenResponse {
  readonly response: Response;
  /** The earliest time that the platform's clock showed when asked. */
  readonly askedAt: number | undefined;
  /** Ends the timeout of the response. */
  readonly end: () => void;
}

/** Consecutive 401 responses for one token. */
interface Refusals {
  readonly token: string;
  readonly count: number;
}

interface Parts {
  readonly tokens: Tokens;
  readonly budget: Budget;
  readonly resilience: Resilience;
}

/** The `Date` header drops fractions of a second. */
const DATE_PRECISION = 1_000;
/**
 * Consecutive 401 responses after which a token is given up. Single ones occur by chance, and the
 * platform allows one token an hour.
 */
const REFUSALS_TO_GIVE_UP = 3;
/** As many again for the next token. */
const MOST_ATTEMPTS = 2 * REFUSALS_TO_GIVE_UP;
const noRefusals: Refusals = { token: '', count: 0 };

const pageRelations: ReadonlySet<string> = new Set(['next', 'first', 'prev', 'previous', 'last']);

/** Failures before there was a connection, so nothing of the request can have arrived. */
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
 * Sends calls: admitted by the budget, behind retries and breaker, with the token. A read is repeated
 * after a 401; a write never is, as whoever repeats it has to look up first whether it was done.
 */
export function createClient(
  { tokens, budget, resilience }: Parts,
  { config, fetch, clock, monotonic, log }: PlatformContext,
): PlatformClient {
  const timeout = config.PLATFORM_TIMEOUT_SECONDS * 1000;
  /** The last response's `Date`, rounded up, and the time that has elapsed since its request. */
  let lastDate: { readonly latest: number; readonly elapsed: () => number } | undefined;
  /** How far the platform's clock is ahead of the one that does not jump. */
  let aheadOfMonotonic: number | undefined;

  /** Counted across calls, because a probe sends only one request. */
  let lastRefusals = noRefusals;
  /** The token that the platform has accepted for a read, and has not refused since. */
  let provenToken: string | undefined;

  async function sendAndParse(
    call: Call,
    open: (call: Call) => Promise<OpenResponse>,
  ): Promise<PlatformResponse> {
    const { response, askedAt, end } = await open(call);
    try {
      return { ...(await parseResponse(response, createSlices(monotonic))), askedAt };
    } finally {
      end();
    }
  }

  /**
   * Needs a token that a read has just used, and that outlives the create: a 401 without the
   * platform's own error body would leave the order unclear.
   */
  async function sendWrite(call: Call): Promise<OpenResponse> {
    const token = await tokens.forCreate();
    if (call.takesUnprovenToken) return sendOnce(call, token);
    if (token !== provenToken) throw new TokenUnproven('no read has used the token yet');
    return sendOnce(call, token);
  }

  /** Repeats after a 401 with the stored token; a probe is repeated only with a new token. */
  async function sendRead(call: Call, isProbe: boolean): Promise<OpenResponse> {
    let refusals = isProbe ? lastRefusals : noRefusals;
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.current();
      const opened = await sendOnce(call, token);
      const isRefused = opened.response.status === 401;
      refusals = isRefused ? oneMore(refusals, token) : noRefusals;
      lastRefusals = refusals;
      if (!isRefused || attempt === MOST_ATTEMPTS) return opened;

      const isGivenUp = refusals.count >= REFUSALS_TO_GIVE_UP;
      const mayRepeat = isGivenUp ? await tokens.invalidate(token) : !isProbe;
      if (!mayRepeat) return opened;
      await opened.response.body?.cancel();
      opened.end();
    }
  }

  async function sendOnce(call: Call, token: string): Promise<OpenResponse> {
    const timeLeft = Math.ceil(Math.min(timeout, call.timeLeft?.() ?? timeout));
    if (timeLeft <= 0) throw new SendTooLate('the time to send it is over');
    const { signal, end } = call.body ? createTimeout(timeLeft) : createReadTimeout(timeLeft);
    const request = buildRequest(call, token, signal);
    const { operation } = call;
    const sentAt = clock();
    const elapsed = stopwatch();
    const sentAtMonotonic = monotonic();
    budget.count(call.class);
    try {
      const response = await fetch(request);
      const { status, headers } = response;
      noteToken(token, call, response);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, status });
      if (status >= 400) applyRetryAfter(response);
      const date = Date.parse(headers.get('Date') ?? '');
      if (Number.isNaN(date)) return { response, askedAt: undefined, end };
      lastDate = { latest: date + DATE_PRECISION, elapsed };
      aheadOfMonotonic = date - sentAtMonotonic;
      return { response, askedAt: date - elapsed(), end };
    } catch (cause) {
      end();
      const error = toUnreachable(cause);
      log({ event: 'platform-call', operation, ms: clock() - sentAt, error: error.name });
      throw error;
    }
  }

  function noteToken(token: string, { body }: Call, { ok, status }: Response): void {
    if (status === 401 && provenToken === token) provenToken = undefined;
    if (ok && !body) provenToken = token;
  }

  function applyRetryAfter(response: Response): void {
    const retryAfter = retryAfterOf(response, clock());
    if (retryAfter > 0) resilience.pauseFor(retryAfter);
  }

  /** Milliseconds from now on, by the faster of the two clocks. */
  function stopwatch(): () => number {
    const [wall, steady] = [clock(), monotonic()];
    return () => Math.max(clock() - wall, monotonic() - steady);
  }

  function buildRequest(
    { path, query, body, method = 'POST' }: Call,
    token: string,
    signal: AbortSignal,
  ): Request {
    const url = new URL(config.PLATFORM_URL + path);
    url.search = String(new URLSearchParams(query));
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    return new Request(url, {
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body && { method, body: JSON.stringify(body) }),
      // Following a redirect would show the token to somebody else.
      redirect: 'manual',
      signal,
    });
  }

  return {
    latestTime: () => lastDate && lastDate.latest + lastDate.elapsed(),
    steadyTime: () => aheadOfMonotonic && aheadOfMonotonic + monotonic(),

    async send(call) {
      await budget.admit(call);
      if (call.body) return resilience.create(() => sendAndParse(call, sendWrite));
      return resilience.read(call.class, (isProbe) =>
        sendAndParse(call, () => sendRead(call, isProbe)),
      );
    },
  };
}

async function parseResponse(
  response: Response,
  slices: Slices,
): Promise<Omit<PlatformResponse, 'askedAt'>> {
  if (response.status >= 400) throw await toRefusal(response, slices);
  if (!response.ok) {
    await response.body?.cancel();
    throw new PlatformMalformed(`the platform responded with ${response.status}`);
  }
  const hasNextPage = hasNextLink(response.headers.get('Link'));
  const total = totalOf(response.headers);
  try {
    return { value: await readJson(response, slices), hasNextPage, total };
  } catch (error) {
    if (error instanceof PlatformMalformed) throw error;
    // The connection was cut, or the time was up, in the middle of the body.
    throw new PlatformUnreachable({ sent: true });
  }
}

/** An error without JSON is not the platform's own, but that of an intermediary. */
async function toRefusal(
  response: Response,
  slices: Slices,
): Promise<PlatformRefused | PlatformMalformed> {
  const { status } = response;
  try {
    const body = wireError.safeParse(await readJson(response, slices)).data;
    return new PlatformRefused(status, body && ownCodeOf(body, status), body?.said);
  } catch {
    if (status >= 500 || status === 401 || status === 429) return new PlatformRefused(status);
    return new RefusedWithoutJson(`the platform responded with ${status} and no JSON`);
  }
}

/** A code that only repeats the status, without a text for people, is a gateway's. */
function ownCodeOf({ code, said }: WireError, status: number): string | undefined {
  const hasText = said.user_message !== '';
  return code === '' || (code === String(status) && !hasText) ? undefined : code;
}

function oneMore({ token, count }: Refusals, refused: string): Refusals {
  return { token: refused, count: token === refused ? count + 1 : 1 };
}

/**
 * Whether there is another page, by `Link: <…>; rel="next"` (RFC 8288), which may have several
 * relations. Undefined if the header says nothing about pages: a gateway may link to other things
 * with it.
 */
function hasNextLink(link: string | null): boolean | undefined {
  const relations = [...(link ?? '').matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([\w-]+))/gi)];
  const names = relations.flatMap(([, quoted, name = '']) =>
    (quoted ?? name).toLowerCase().split(/\s+/),
  );
  return names.some((name) => pageRelations.has(name)) ? names.includes('next') : undefined;
}

/** The spec does not show where the count is; publicly documented is this header. */
function totalOf(headers: Headers): number | undefined {
  const total = headers.get('X-Total_Count') ?? '';
  return /^\d{1,15}$/.test(total) ? Number(total) : undefined;
}

function toUnreachable(error: unknown): PlatformUnreachable {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return new PlatformUnreachable({ sent: !neverSentCodes.has(cause?.code) });
}
