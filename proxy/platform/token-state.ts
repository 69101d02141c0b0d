import { MAX_CLOCK_SKEW } from '#contract/age';
import { isAhead } from '../clock.ts';
import {
  FIRST_TOKEN_RETRY,
  LONGEST_RETRY_AFTER,
  LONGEST_TOKEN_RETRY,
  TOKEN_GIVEN_UP_EVERY,
  TOKEN_LEASE,
} from '../time-limits.ts';
import type { TokenFailure } from '../token-failure.ts';

/**
 * What all instances on one store know about their client's token. Times are milliseconds since the
 * epoch; 0 means never.
 */
export interface TokenState {
  /** Empty before the first one. An expired or given-up token stays until another one is granted. */
  readonly token: string;
  readonly expires_at: number;
  /** The platform kept refusing it before it expired. */
  readonly given_up: boolean;
  /** The end of the lease, under which one instance may request a token. */
  readonly lease_until: number;
  /** Token requests that have failed since the last token was granted. */
  readonly failures: number;
  /** No token is requested before this time. */
  readonly retry_at: number;
  /** When a token was last given up. */
  readonly early_refresh_at: number;
  /**
   * The scopes that the token was granted with, separated by spaces; null if the platform did not
   * say.
   */
  readonly scope: string | null;
  /** A hash of the id and secret that the token was granted for; empty before the first one. */
  readonly granted_for: string;
  /** Why the last token request brought no token; null if it brought one. */
  readonly last_failure: TokenFailure | null;
}

export type TokenEvent =
  /** An instance is about to request a token. */
  | { readonly type: 'leased'; readonly at: number }
  | {
      readonly type: 'granted';
      readonly at: number;
      readonly token: string;
      readonly expires_at: number;
      readonly scope: string | null;
      readonly granted_for: string;
    }
  /** The request came back without a token, or not at all. */
  | {
      readonly type: 'refused';
      readonly at: number;
      readonly failure: TokenFailure;
      /** `Retry-After` in milliseconds; 0 without one. */
      readonly retryAfter: number;
    }
  /** The platform keeps refusing calls with this token. */
  | { readonly type: 'given-up'; readonly at: number; readonly token: string };

export type TokenStep =
  | 'use'
  /** Another instance is requesting a token. */
  | 'wait'
  | 'request'
  /** The last request failed, and the next one would be too early. */
  | 'unavailable';

export const noToken: TokenState = {
  token: '',
  expires_at: 0,
  given_up: false,
  lease_until: 0,
  failures: 0,
  retry_at: 0,
  early_refresh_at: 0,
  scope: null,
  granted_for: '',
  last_failure: null,
};

export function isUsable({ token, expires_at, given_up }: TokenState, now: number): boolean {
  return token !== '' && !given_up && now < expires_at;
}

/** What an instance that needs a token does now. */
export function nextStep(state: TokenState, now: number): TokenStep {
  if (isUsable(state, now)) return 'use';
  if (isAhead(state.retry_at, now, LONGEST_RETRY_AFTER + MAX_CLOCK_SKEW)) return 'unavailable';
  if (isAhead(state.lease_until, now, TOKEN_LEASE + MAX_CLOCK_SKEW)) return 'wait';
  return 'request';
}

/** The state after the event, or undefined when the event changes nothing. */
export function transition(state: TokenState, event: TokenEvent): TokenState | undefined {
  const { at } = event;
  switch (event.type) {
    case 'leased':
      if (nextStep(state, at) !== 'request') return undefined;
      return { ...state, lease_until: at + TOKEN_LEASE };

    case 'granted': {
      // An instance that took over an expired lease may have got a token that lives longer.
      if (isUsable(state, at) && state.expires_at >= event.expires_at) return undefined;
      const { token, expires_at, scope, granted_for } = event;
      const { early_refresh_at } = state;
      return { ...noToken, token, expires_at, scope, granted_for, early_refresh_at };
    }

    case 'refused': {
      if (state.lease_until === 0) return undefined;
      const { failure, retryAfter } = event;
      const released = { ...state, lease_until: 0 };
      // The token that was given up is the active one: it was a false alarm.
      if (failure.reason === 'active-token' && at < state.expires_at) {
        return { ...released, given_up: false };
      }
      const delay = isRefusal(failure) ? retryDelay(state.failures) : FIRST_TOKEN_RETRY;
      const retry_at = at + Math.max(delay, retryAfter);
      return { ...released, failures: state.failures + 1, retry_at, last_failure: failure };
    }

    case 'given-up':
      if (state.token !== event.token || !isUsable(state, at)) return undefined;
      if (isGivenUpTooEarly(state, at)) return undefined;
      return { ...state, given_up: true, early_refresh_at: at };
  }
}

function isGivenUpTooEarly({ early_refresh_at }: TokenState, now: number): boolean {
  const next = early_refresh_at + TOKEN_GIVEN_UP_EVERY;
  return isAhead(next, now, TOKEN_GIVEN_UP_EVERY + MAX_CLOCK_SKEW);
}

/** Whether the token endpoint has refused, as opposed to failing. */
export function isRefusal({ reason }: TokenFailure): boolean {
  return reason !== 'platform-failed' && reason !== 'no-response';
}

function retryDelay(failures: number): number {
  return Math.min(FIRST_TOKEN_RETRY * 2 ** failures, LONGEST_TOKEN_RETRY);
}
