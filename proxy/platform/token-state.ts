import {
  TOKEN_GIVEN_UP_EVERY,
  FIRST_TOKEN_RETRY,
  LONGEST_TOKEN_RETRY,
  TOKEN_LEASE,
} from '../time-limits.ts';

/**
 * What all instances on one store know together about their client's token. Times are milliseconds
 * since the epoch, 0 is never.
 */
export interface TokenState {
  /** Empty before the first one. An expired or given-up token stays until another one is granted. */
  readonly token: string;
  readonly expires_at: number;
  /** The platform kept refusing it before it expired. */
  readonly given_up: boolean;
  /** Until then one instance alone may request a token. */
  readonly lease_until: number;
  /** Token requests without a token since the last one that was granted. */
  readonly failures: number;
  /** No token is requested before this time. */
  readonly retry_at: number;
  /** When a token was last given up. */
  readonly early_refresh_at: number;
}

export type TokenEvent =
  /** An instance is about to request a token. */
  | { readonly type: 'leased'; readonly at: number }
  | {
      readonly type: 'granted';
      readonly at: number;
      readonly token: string;
      readonly expires_at: number;
    }
  /** The request came back without a token, or not at all. */
  | {
      readonly type: 'refused';
      readonly at: number;
      /** The platform says that the client has an active token already (429). */
      readonly hasActiveToken: boolean;
      /** Whether it was the token endpoint that said no, as opposed to failing. */
      readonly isResponse: boolean;
      /** The milliseconds in which it wants no other request; 0 where it does not say. */
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
};

export function isUsable({ token, expires_at, given_up }: TokenState, now: number): boolean {
  return token !== '' && !given_up && now < expires_at;
}

/** What an instance that needs a token does now. */
export function nextStep(state: TokenState, now: number): TokenStep {
  if (isUsable(state, now)) return 'use';
  if (now < state.retry_at) return 'unavailable';
  if (now < state.lease_until) return 'wait';
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
      const { token, expires_at } = event;
      return { ...noToken, token, expires_at, early_refresh_at: state.early_refresh_at };
    }

    case 'refused': {
      if (state.lease_until === 0) return undefined;
      const released = { ...state, lease_until: 0 };
      // The token that was given up is the active one: it was a false alarm.
      if (event.hasActiveToken && at < state.expires_at) return { ...released, given_up: false };
      const delay = event.isResponse ? retryDelay(state.failures) : FIRST_TOKEN_RETRY;
      const retry_at = at + Math.max(delay, event.retryAfter);
      return { ...released, failures: state.failures + 1, retry_at };
    }

    case 'given-up':
      if (state.token !== event.token || !isUsable(state, at)) return undefined;
      if (at < state.early_refresh_at + TOKEN_GIVEN_UP_EVERY) return undefined;
      return { ...state, given_up: true, early_refresh_at: at };
  }
}

function retryDelay(failures: number): number {
  return Math.min(FIRST_TOKEN_RETRY * 2 ** failures, LONGEST_TOKEN_RETRY);
}
