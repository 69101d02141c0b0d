/** Why a token request brought no token. */
export const tokenFailures = [
  /** The platform does not take the client's id and secret. */
  'credentials-refused',
  /** The client has a token already, which somebody else requested. */
  'active-token',
  /** Whatever responds at that address gives no tokens. */
  'no-endpoint',
  'platform-failed',
  'no-response',
  /** A token that cannot be read; `field` says what is wrong with it. */
  'unreadable',
] as const;

export interface TokenFailure {
  readonly reason: (typeof tokenFailures)[number];
  readonly status?: number | undefined;
  readonly field?: string | undefined;
}
