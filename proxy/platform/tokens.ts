import { MINUTE } from '#contract/milliseconds';
import { wait } from '../clock.ts';
import { TOKEN_LEASE, TOKEN_POLL, TOKEN_TIMEOUT } from '../time-limits.ts';
import type { PlatformContext } from './context.ts';
import { TokenUnavailable } from './errors.ts';
import { requestToken } from './token-request.ts';
import {
  isRefusal,
  isUsable,
  nextStep,
  noToken,
  type TokenState,
  transition,
} from './token-state.ts';
import { createTokenStore, type StoredToken } from './token-store.ts';

export interface Tokens {
  /** The token to send calls with. @throws {TokenUnavailable} */
  current(): Promise<string>;
  /**
   * A token that outlives a create. In its last minute a token is replaced, if the platform gives
   * another one.
   * @throws {TokenUnavailable} also in its last seconds, if the platform gives none
   */
  forCreate(): Promise<string>;
  /**
   * Reports that the platform keeps refusing this token. Resolves to whether `current` may give
   * another one.
   */
  invalidate(token: string): Promise<boolean>;
}

/** Milliseconds that a token must have left, so that even a slow create arrives before its end. */
const LEFT_FOR_CREATE = MINUTE;
/** Enough to wait until a lease has expired and can be taken over. */
const MOST_POLLS = TOKEN_LEASE / TOKEN_POLL + 1;

/**
 * "Only one active token per client per hour" (spec, Authentication 4): a second request may return
 * the same token, end the first one, or be refused. So the token lives in the store, is used until
 * it expires, and is requested by one instance at a time: single-flight in the process, a lease in
 * the store.
 *
 * Its hour is counted from the response, so that no token is requested while one is alive; it may
 * end some milliseconds before it is replaced, and then the platform responds with 401. Clocks of
 * instances on one store have to agree with each other, though not with the platform's.
 */
export function createTokens(context: PlatformContext): Tokens {
  const { config, clock } = context;
  const timeout = Math.min(TOKEN_TIMEOUT, config.PLATFORM_TIMEOUT_SECONDS * 1000);
  const stored = createTokenStore(context);
  let refreshing: Promise<TokenState> | undefined;

  /** The state with the token to use, after a refresh if that is due. */
  async function refreshed(): Promise<TokenState> {
    const { state } = await stored.load();
    if (isUsable(state, clock())) return state;
    refreshing ??= refresh()
      .catch(stored.lastState)
      .finally(() => (refreshing = undefined));
    // May have an expired token: the platform may still honour it, and otherwise responds with 401.
    const next = await refreshing;
    if (next.token === '') {
      const failure = stored.lastState().last_failure ?? undefined;
      throw new TokenUnavailable('there is no token, and none is to be had yet', failure);
    }
    return next;
  }

  /** Requests a token once the lease is won, or waits for the instance that holds the lease. */
  async function refresh(): Promise<TokenState> {
    for (let poll = 0; poll < MOST_POLLS; poll += 1) {
      const { state, version } = await stored.load();
      const step = nextStep(state, clock());
      if (step === 'use' || step === 'unavailable') return state;
      if (step === 'request') {
        const next = transition(state, { type: 'leased', at: clock() });
        const leased = next && (await stored.save(next, version));
        if (leased) return requestAsHolder(leased);
      }
      await wait(TOKEN_POLL);
    }
    return stored.lastState();
  }

  /** Only the holder of the lease may call it: two requests could end each other's tokens. */
  async function requestAsHolder(leased: StoredToken): Promise<TokenState> {
    const outcome = await requestToken(context, timeout);
    if (outcome.type === 'granted') {
      stored.keep(outcome);
      return (await stored.load()).state;
    }
    const next = transition(leased.state, outcome);
    if (next) await stored.save(next, leased.version);
    // While the platform fails, calls with an expired token would be wasted.
    return isRefusal(outcome.failure) ? leased.state : noToken;
  }

  async function invalidate(token: string): Promise<boolean> {
    const { state, version } = await stored.load();
    // It was replaced in the meantime.
    if (state.token !== token) return true;
    // It was given up or has expired, so another one may be requested, unless that failed just now.
    if (!isUsable(state, clock())) return nextStep(state, clock()) !== 'unavailable';
    const next = transition(state, { type: 'given-up', token, at: clock() });
    if (!next) return false;
    // Also true when another write came first, which may have brought another token.
    return stored.save(next, version).then(
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
