import type { TokenFailure } from '../token-failure.ts';
import type { PlatformContext } from './context.ts';
import { credentialsHash } from './token-request.ts';
import { createTokenRow, tokenKeyOf } from './token-row.ts';
import { isUsable } from './token-state.ts';

/** What the store says about a client's credentials, without the token itself. */
export interface CredentialsReport {
  /** There is a row that no secret of this proxy opens. */
  readonly isSealedByOther: boolean;
  /** The platform has given a token for this id and secret, or honours one for the id. */
  readonly haveWorked: boolean;
  /**
   * Until when the token of another secret of the client is used, in milliseconds since the epoch.
   */
  readonly otherSecretUntil: number | undefined;
  /** The scopes of the last token; undefined if the platform did not say. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** Why the last token request brought no token; undefined if it brought one. */
  readonly lastFailure: TokenFailure | undefined;
}

/**
 * Reads what all processes on the store know about a site's client, without a call to the platform.
 * @throws {StoreUnavailable}
 */
export async function reportCredentials({
  config,
  site,
  store,
  clock,
}: Pick<PlatformContext, 'config' | 'site' | 'store' | 'clock'>): Promise<CredentialsReport> {
  const key = tokenKeyOf(site);
  const entry = await store.get(key);
  const state = entry && (await createTokenRow(config, key).open(entry.value));
  if (!state) {
    return {
      isSealedByOther: entry !== undefined,
      haveWorked: false,
      otherSecretUntil: undefined,
      scopes: undefined,
      lastFailure: undefined,
    };
  }
  const { token, expires_at, granted_for, scope, last_failure } = state;
  const isOurs = granted_for === (await credentialsHash(site));
  const isInUse = isUsable(state, clock());
  return {
    isSealedByOther: false,
    haveWorked: isInUse || (token !== '' && isOurs),
    otherSecretUntil: isInUse && !isOurs ? expires_at : undefined,
    scopes: scope === null ? undefined : new Set(scope.split(' ').filter(Boolean)),
    lastFailure: last_failure ?? undefined,
  };
}
