import { z } from 'zod';
import { retryAfterOf } from '../http/retry-after.ts';
import { createTimeout } from '../http/timeout.ts';
import { hash } from '../secrets.ts';
import { LONGEST_RETRY_AFTER } from '../time-limits.ts';
import type { TokenFailure } from '../token-failure.ts';
import type { PlatformContext } from './context.ts';
import { pathOf } from './operations.ts';
import { readJson } from './read-json.ts';
import { createSlices } from './slices.ts';
import type { TokenEvent } from './token-state.ts';
import type { Granted } from './token-store.ts';
import { wireToken } from './wire-token.ts';

type Refused = Extract<TokenEvent, { type: 'refused' }>;

/** The token's hour in seconds (spec, Authentication 3 and 4), whatever the platform says. */
const LONGEST_LIFETIME = 3_600;

/** A hash that identifies a pair of id and secret without revealing it. */
export async function credentialsHash({ client }: PlatformContext['site']): Promise<string> {
  return hash(`${client.id}\n${client.secret}`);
}

/**
 * Requests a token once, without a retry: a response that cannot be read is as good as a refusal.
 * `timeout` is in milliseconds.
 */
export async function requestToken(
  { config, site, fetch, clock, monotonic, log }: Omit<PlatformContext, 'store'>,
  timeout: number,
): Promise<Granted | Refused> {
  const { id: client_id, secret: client_secret } = site.client;
  const { signal, end } = createTimeout(timeout);
  const request = new Request(config.PLATFORM_URL + pathOf('obtainToken'), {
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

/** Statuses that say no to the client itself (spec, Errors). */
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Why a response with this status, or none at all, brought no usable token. */
function reasonOf(status: number | undefined): TokenFailure['reason'] {
  if (status === undefined) return 'no-response';
  if (status === 429) return 'active-token';
  if (refusals.has(status)) return 'credentials-refused';
  if (status >= 500) return 'platform-failed';
  return status >= 200 && status < 300 ? 'unreadable' : 'no-endpoint';
}
