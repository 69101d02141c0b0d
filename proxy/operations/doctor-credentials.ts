import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { type CredentialsReport, reportCredentials } from '../platform/credentials.ts';
import type { Say } from './say.ts';

type Failure = NonNullable<CredentialsReport['lastFailure']>;

/** What to do about a token request that brought no token. */
const advice: Readonly<Record<Failure['reason'], (failure: Failure) => string>> = {
  'credentials-refused': () => 'credentials: refused; are id and secret right?',
  'active-token': () =>
    'credentials: another program has their token, for an hour at most; use one store for all',
  'no-endpoint': () => 'platform: it gives no tokens; is PLATFORM_URL its address, without /v3?',
  'platform-failed': ({ status }) => `platform: no token (${status}); is it up at PLATFORM_URL?`,
  'no-response': () => 'platform: no token (no answer); is it up at PLATFORM_URL?',
  unreadable: ({ field }) =>
    `platform: it gives a token that cannot be used: ${field || 'the answer is no JSON'}` +
    (field ? ' is missing or wrong (spec, Authentication 3)' : ''),
};

/** What does not work without one of these scopes (spec, Authentication 8). */
const uses: readonly { readonly use: string; readonly scopes: readonly string[] }[] = [
  { use: 'nobody can see dates', scopes: ['calendar_read'] },
  { use: 'nobody can order', scopes: ['orders_write_owned', 'orders_write_all'] },
  {
    use: 'what became of an order cannot be asked',
    scopes: ['orders_read_owned', 'orders_read_all'],
  },
];

/**
 * Whether the stored token can be decrypted. If not, the doctor must not call the platform: it
 * would request a second token within the hour, and so disturb the running proxy.
 */
export async function checkTokenOpens(context: SiteContext, say: Say): Promise<boolean> {
  const { isSealedByOther } = await reportCredentials(context);
  if (isSealedByOther) {
    say('fail', "credentials: the store's token was sealed with another PROXY_SECRET; use that");
  }
  return !isSealedByOther;
}

/** Why there is no usable token. */
export async function explainNoToken(
  context: SiteContext,
  otherwise = 'credentials: another process is requesting a token; wait a minute, and ask again',
): Promise<string> {
  const { lastFailure } = await reportCredentials(context);
  return lastFailure ? advice[lastFailure.reason](lastFailure) : otherwise;
}

export async function checkScopes(context: SiteContext, say: Say): Promise<void> {
  const { scopes, otherSecretUntil } = await reportCredentials(context);
  if (otherSecretUntil !== undefined) {
    const until = toInstant(otherSecretUntil);
    say('warn', `credentials: another secret's token is in use; this one is tried at ${until}`);
  }
  for (const { use, scopes: allowing } of scopes ? uses : []) {
    if (allowing.some((scope) => scopes?.has(scope))) continue;
    say('fail', `scopes: ${use}; the client needs ${allowing.join(' or ')}`);
  }
}
