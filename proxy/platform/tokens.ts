import { EncryptJWT, jwtDecrypt } from 'jose';
import { deriveKey } from '../secrets.ts';
import type { SiteContext } from '../context.ts';
import { readJson } from './read-json.ts';
import { TokenUnavailable } from './errors.ts';
import { wireToken } from './wire.ts';

/**
 * How long an instance may take to ask for a token before another one may; longer than a request
 * can take.
 */
const LEASE = 15_000;
const TIMEOUT = 10_000;
/** Between two token requests that fail, doubled each time. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60_000;
/** A token that was refused before its time is replaced at most so often. */
const BETWEEN_EARLY_REFRESHES = 600_000;
const POLLS = 120;
const POLL_EVERY = 50;

/** What the instances know together. Times are milliseconds, 0 is never. */
const nothing = {
  token: '',
  expires_at: 0,
  /** The platform kept refusing it before its time. */
  given_up: false,
  lease_until: 0,
  failures: 0,
  retry_at: 0,
  early_refresh_at: 0,
};
type TokenState = Readonly<typeof nothing>;

/**
 * "Only one active token per client per hour" (spec, Authentication 4): asking again may answer the
 * same token, end the first one, or be refused. So the token lives in the store, is used until it
 * expires, and one instance at a time asks.
 *
 * Its hour is counted from the answer, so that nobody asks while it lives; it may end some
 * milliseconds before it is replaced, and the platform's 401 says so. Instances on one store have
 * clocks in step, with each other's if not with the platform's. A token that is given up is kept:
 * when asking is refused, it was a false alarm.
 */
export function createTokens({ config, site, fetch, store, clock, log }: SiteContext) {
  const key = `token/${site.client.id}`;
  /** Closes what the store keeps, so that whoever reads its file learns nothing. */
  const seal = deriveKey(config.PROXY_SECRET, 'store');
  let refreshing: Promise<TokenState> | undefined;
  /** As last seen: all there is while the store fails. */
  let last: { held: TokenState; version: number } = { held: nothing, version: 0 };
  /** It came while the store failed. */
  let unsaved: TokenState | undefined;

  /** What the store holds, once it holds what was not saved. */
  async function read(): Promise<typeof last> {
    try {
      const entry = await store.get(key);
      const version = entry?.version ?? 0;
      if (version !== last.version) {
        // What was closed with another secret or for another client, or is torn, is nothing.
        const opened = jwtDecrypt<{ held: TokenState }>(entry?.value ?? '', await seal, {
          subject: key,
        });
        last = { held: (await opened.catch(() => undefined))?.payload.held ?? nothing, version };
      }
      // An instance that has taken over the lease may have got another one that lives longer.
      if (unsaved && isFresh(last.held) && last.held.expires_at >= unsaved.expires_at)
        unsaved = undefined;
      if (unsaved) await write(unsaved, version);
    } catch {
      // What was last seen has to do.
    }
    return unsaved ? { ...last, held: unsaved } : last;
  }

  async function write(held: TokenState, version: number): Promise<number | undefined> {
    const token = new EncryptJWT({ held })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setSubject(key);
    const written = await store.put(key, await token.encrypt(await seal), version);
    if (written !== undefined) [last, unsaved] = [{ held, version: written }, undefined];
    return written;
  }

  function isFresh({ token, expires_at, given_up }: TokenState): boolean {
    return token !== '' && !given_up && clock() < expires_at;
  }

  async function refresh(): Promise<TokenState> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const { held, version } = await read();
      if (isFresh(held) || clock() < held.retry_at) return held;
      if (clock() >= held.lease_until) {
        const leased = await write({ ...held, lease_until: clock() + LEASE }, version);
        if (leased !== undefined) return ask(held, leased);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
    }
    return last.held;
  }

  async function ask(held: TokenState, version: number): Promise<TokenState> {
    const { id: client_id, secret: client_secret } = site.client;
    const request = new Request(`${config.PLATFORM_URL}/oauth/token`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    let status = 0;
    try {
      const response = await fetch(request);
      ({ status } = response);
      if (response.ok) {
        const { access_token: token, expires_in } = wireToken.parse(await readJson(response));
        const expires_at = clock() + Math.min(expires_in, 3600) * 1000;
        const granted = { ...nothing, token, expires_at, early_refresh_at: held.early_refresh_at };
        unsaved = granted;
        await read();
        return granted;
      }
      await response.body?.cancel();
    } catch {
      // No answer, or none that can be read: as good as a no.
    }
    log({ event: 'token-refused', ...(status && { status }) });
    const isAlive = status === 429 && clock() < held.expires_at;
    const retry_at = clock() + Math.min(FIRST_WAIT * 2 ** held.failures, LONGEST_WAIT);
    const next = isAlive ? { given_up: false } : { failures: held.failures + 1, retry_at };
    await write({ ...held, ...next, lease_until: 0 }, version);
    return held;
  }

  return {
    /** @throws {TokenUnavailable} */
    async current(): Promise<string> {
      const { held } = await read();
      if (isFresh(held)) return held.token;
      refreshing ??= refresh()
        .catch(() => unsaved ?? last.held)
        .finally(() => (refreshing = undefined));
      const { token } = await refreshing;
      // The platform may honour a token longer than it said; when it does not, the answer is a
      // plain 401.
      if (token === '') throw new TokenUnavailable('no token is to be had for now');
      return token;
    },

    /**
     * To be told that the platform keeps refusing this token. Answers whether `current` may help.
     */
    async invalidate(token: string): Promise<boolean> {
      const { held, version } = await read();
      if (held.token !== token) return true;
      // Given up already: there is hope as long as asking for another has not failed.
      if (!isFresh(held)) return clock() >= held.retry_at;
      if (clock() < held.early_refresh_at + BETWEEN_EARLY_REFRESHES) return false;
      const written = write({ ...held, given_up: true, early_refresh_at: clock() }, version);
      // Another one that wrote before may have got a token.
      return written.then(() => true).catch(() => false);
    },
  };
}
export type Tokens = ReturnType<typeof createTokens>;
