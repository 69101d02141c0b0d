import { z } from 'zod';
import type { SiteContext } from '../context.ts';
import { retryAfterOf } from '../http/retry-after.ts';
import { createTimeout } from '../http/timeout.ts';
import { hash } from '../secrets.ts';
import type { SiteConfig } from '../sites.ts';
import { LONGEST_RETRY_AFTER, TOKEN_LEASE, TOKEN_POLL, TOKEN_TIMEOUT } from '../time-limits.ts';
import { TokenUnavailable } from './errors.ts';
import { paths } from './paths.ts';
import { readJson } from './read-json.ts';
import { createSlices } from './slices.ts';
import { createTokenRow } from './token-row.ts';
import {
  isRefusal,
  isUsable,
  nextStep,
  noToken,
  type TokenEvent,
  type TokenFailure,
  type TokenState,
  transition,
} from './token-state.ts';
import { wireToken } from './wire.ts';

export interface Tokens {
  /** The token to send calls with. @throws {TokenUnavailable} */
  current(): Promise<string>;
  /**
   * A token that outlives a create. In its last minute a token is given up for another one, where the
   * platform gives one. @throws {TokenUnavailable} also in the last seconds, where it gives none
   */
  forCreate(): Promise<string>;
  /**
   * Reports that the platform keeps refusing this token. Resolves to whether `current` may give
   * another one.
   */
  invalidate(token: string): Promise<boolean>;
}

/** The token's hour (spec, Authentication 3 and 4), whatever the platform says. */
const LONGEST_LIFETIME = 3_600;
/** Milliseconds: a create that comes late may still not meet the end of its token. */
const LEFT_FOR_CREATE = 60_000;
/** A lease is waited for until it has expired, and then taken over. */
const MOST_POLLS = TOKEN_LEASE / TOKEN_POLL + 1;

/** The store key of a client's token. */
export function tokenKeyOf({ client }: SiteConfig): string {
  return `token/${client.id}`;
}

/** A hash that identifies a pair of id and secret without revealing it. */
export async function credentialsHash({ client }: SiteConfig): Promise<string> {
  return hash(`${client.id}\n${client.secret}`);
}

type Granted = Extract<TokenEvent, { type: 'granted' }>;
type Refused = Extract<TokenEvent, { type: 'refused' }>;

interface Row {
  readonly state: TokenState;
  readonly version: number;
}

/**
 * "Only one active token per client per hour" (spec, Authentication 4): a second request may return
 * the same token, end the first one, or be refused. So the token lives in the store, is used until
 * it expires, and is requested by one instance at a time: single-flight in the process, a lease in
 * the store.
 *
 * Its hour is counted from the response, so that no token is requested while one is alive; it may
 * end some milliseconds before it is replaced, and the platform's 401 says so. Clocks of instances
 * on one store have to agree with each other, though not with the platform's.
 */
export function createTokens({
  config,
  site,
  fetch,
  store,
  clock,
  monotonic,
  log,
}: SiteContext): Tokens {
  const key = tokenKeyOf(site);
  const timeout = Math.min(TOKEN_TIMEOUT, config.PLATFORM_TIMEOUT_SECONDS * 1000);
  const row = createTokenRow(config, key);
  /** The row as last read or written, which is used while the store fails. */
  let last: Row = { state: noToken, version: 0 };
  /** A granted token that the store does not have yet. */
  let unsaved: Granted | undefined;
  let refreshing: Promise<TokenState> | undefined;

  /** Reads the row, and saves a granted token that could not be saved before. */
  async function load(): Promise<Row> {
    try {
      const entry = await store.get(key);
      const version = entry?.version ?? 0;
      if (version !== last.version) {
        const state = entry && (await row.open(entry.value));
        last = { state: state ?? noToken, version };
      }
      const granted = withUnsaved(last.state);
      if (granted) await save(granted, version);
      else unsaved = undefined;
    } catch {
      // The store fails.
    }
    return { ...last, state: withUnsaved(last.state) ?? last.state };
  }

  function withUnsaved(state: TokenState): TokenState | undefined {
    return unsaved && transition(state, { ...unsaved, at: clock() });
  }

  /** Compare-and-set: undefined when another instance wrote first. */
  async function save(state: TokenState, expectedVersion: number): Promise<Row | undefined> {
    const version = await store.put(key, await row.seal(state), expectedVersion);
    if (version === undefined) return undefined;
    last = { state, version };
    unsaved = undefined;
    return last;
  }

  /** Requests a token once the lease is won, or waits for the instance that holds the lease. */
  async function refresh(): Promise<TokenState> {
    for (let poll = 0; poll < MOST_POLLS; poll += 1) {
      const { state, version } = await load();
      const step = nextStep(state, clock());
      if (step === 'use' || step === 'unavailable') return state;
      if (step === 'request') {
        const next = transition(state, { type: 'leased', at: clock() });
        const leased = next && (await save(next, version));
        if (leased) return requestAs(leased);
      }
      await new Promise((resolve) => setTimeout(resolve, TOKEN_POLL));
    }
    return last.state;
  }

  /** What the holder of the lease does. */
  async function requestAs(leased: Row): Promise<TokenState> {
    const outcome = await requestToken();
    if (outcome.type === 'granted') {
      unsaved = outcome;
      return (await load()).state;
    }
    const next = transition(leased.state, outcome);
    if (next) await save(next, leased.version);
    // While the platform fails, calls with an expired token would be wasted.
    return isRefusal(outcome.failure) ? leased.state : noToken;
  }

  /** One request, without a retry: a response that cannot be read is as good as a refusal. */
  async function requestToken(): Promise<Granted | Refused> {
    const { id: client_id, secret: client_secret } = site.client;
    const { signal, end } = createTimeout(timeout);
    const request = new Request(config.PLATFORM_URL + paths.token, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
      // Following a redirect would show the secret to somebody else.
      redirect: 'manual',
      signal,
    });
    let status: number | undefined;
    let field: string | undefined;
    let retryAfter = 0;
    try {
      const response = await fetch(request);
      status = response.status;
      retryAfter = Math.min(retryAfterOf(response, clock()), LONGEST_RETRY_AFTER);
      if (response.ok) {
        const parsed = wireToken.parse(await readJson(response, createSlices(monotonic)));
        const { access_token: token, expires_in, scope } = parsed;
        const at = clock();
        const expires_at = at + Math.min(expires_in, LONGEST_LIFETIME) * 1000;
        const granted_for = await credentialsHash(site);
        return { type: 'granted', at, token, expires_at, scope, granted_for };
      }
      await response.body?.cancel();
    } catch (error) {
      // No response, or none that can be read.
      if (error instanceof z.ZodError) field = String(error.issues[0]?.path[0] ?? '');
    } finally {
      end();
    }
    const failure = { reason: reasonOf(status), status, field };
    log({ event: 'token-refused', ...failure });
    return { type: 'refused', at: clock(), failure, retryAfter };
  }

  /** The state with the token to use, after a refresh where that is due. */
  async function refreshed(): Promise<TokenState> {
    const { state } = await load();
    if (isUsable(state, clock())) return state;
    refreshing ??= refresh()
      .catch(() => withUnsaved(last.state) ?? last.state)
      .finally(() => (refreshing = undefined));
    // May have an expired token: the platform may still honour it, and otherwise responds with 401.
    const next = await refreshing;
    if (next.token === '') {
      throw new TokenUnavailable('there is no token, and none is to be had yet');
    }
    return next;
  }

  async function invalidate(token: string): Promise<boolean> {
    const { state, version } = await load();
    // It was replaced in the meantime.
    if (state.token !== token) return true;
    // It was given up or has expired, so another one may be requested, unless that failed just now.
    if (!isUsable(state, clock())) return nextStep(state, clock()) !== 'unavailable';
    const next = transition(state, { type: 'given-up', token, at: clock() });
    if (!next) return false;
    // Also true when another write came first, which may have brought another token.
    return save(next, version).then(
      () => true,
      () => false,
    );
  }

  return {
    current: async () => (await refreshed()).token,

    async forCreate() {
      const state = await refreshed();
      if (state.expires_at - clock() >= LEFT_FOR_CREATE) return state.token;
      await invalidate(state.token);
      const { token, expires_at } = await refreshed();
      if (expires_at - clock() >= timeout) return token;
      throw new TokenUnavailable('the token is about to end, and there is no other yet');
    },

    invalidate,
  };
}

/** Statuses that say no to the client itself (spec, Errors). */
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Why a response of this status, or none at all, is no token that can be used. */
function reasonOf(status: number | undefined): TokenFailure['reason'] {
  if (status === undefined) return 'no-response';
  if (status === 429) return 'active-token';
  if (refusals.has(status)) return 'credentials-refused';
  if (status >= 500) return 'platform-failed';
  return status >= 200 && status < 300 ? 'unreadable' : 'no-endpoint';
}
