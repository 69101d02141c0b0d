import { createSeal } from '../store/seal.ts';
import type { Surroundings } from '../surroundings.ts';
import { readJson } from './answer.ts';
import { TokenUnavailable } from './errors.ts';
import { platformRoutes } from './routes.ts';
import { wireToken } from './wire.ts';

/** How long an instance may take to ask for a token before another one may; longer than a request can take. */
const LEASE = 15_000;
const TIMEOUT = 10_000;
/** Between two token requests that fail: from this, doubled each time, up to a minute. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60_000;
/** A token that was refused before its time is replaced at most so often. */
const BETWEEN_EARLY_REFRESHES = 600_000;
const POLLS = 120;
const POLL_EVERY = 50;

/** What the instances know together. Times are milliseconds, 0 is never. */
interface Held {
  readonly token: string;
  readonly expires_at: number;
  /** The platform kept refusing it before its time. */
  readonly given_up: boolean;
  readonly lease_until: number;
  readonly failures: number;
  readonly retry_at: number;
  readonly early_refresh_at: number;
}
const nothing: Held = {
  token: '',
  expires_at: 0,
  given_up: false,
  lease_until: 0,
  failures: 0,
  retry_at: 0,
  early_refresh_at: 0,
};

export interface Tokens {
  /** @throws {TokenUnavailable} */
  current(): Promise<string>;
  /** To be told that the platform keeps refusing this token. Answers whether `current` may help. */
  invalidate(token: string): Promise<boolean>;
}

/**
 * "Only one active token per client per hour" (spec, Authentication 4): asking again may answer the same token, end the
 * first one, or be refused. So the token lives in the store, is used until it expires, and one instance at a time asks.
 *
 * Its hour is counted from the answer, which is never too early: a question while the token lives would be refused, and
 * under the other readings be one too many. So it may end some milliseconds before it is replaced; the platform's 401
 * says so. Clocks of instances that share a store are in step; whether they are the platform's does not matter.
 *
 * A token that is given up is kept: when asking is refused, it was a false alarm, and the old one is all there is.
 */
export function createTokens({ config, site, fetch, store, clock, log }: Surroundings): Tokens {
  const key = `token/${site.client.id}`;
  const seal = createSeal(config.PROXY_SECRET);
  let refreshing: Promise<string> | undefined;
  /** As last seen: all there is while the store fails. */
  let last = { held: nothing, version: 0 };
  /** It came while the store failed. */
  let unsaved: Held | undefined;

  async function read(): Promise<typeof last> {
    try {
      const entry = await store.get(key);
      const version = entry?.version ?? 0;
      if (version !== last.version) {
        const text = entry && (await seal.open(key, entry.value));
        last = { held: text ? (JSON.parse(text) as Held) : nothing, version };
      }
    } catch {
      // What was last seen has to do.
    }
    return last;
  }

  async function write(held: Held, version: number): Promise<number | undefined> {
    const written = await store.put(key, await seal.close(key, JSON.stringify(held)), version);
    if (written !== undefined) last = { held, version: written };
    return written;
  }

  async function current(): Promise<string> {
    if (unsaved) await save(unsaved);
    const held = unsaved ?? (await read()).held;
    if (isFresh(held)) return held.token;
    refreshing ??= refresh()
      .catch(() => lastToken(unsaved ?? last.held))
      .finally(() => (refreshing = undefined));
    return refreshing;
  }

  function isFresh({ token, expires_at, given_up }: Held): boolean {
    return token !== '' && !given_up && clock() < expires_at;
  }

  async function refresh(): Promise<string> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const { held, version } = await read();
      if (isFresh(held)) return held.token;
      if (clock() < held.retry_at) return lastToken(held);
      if (clock() >= held.lease_until) {
        const leased = await write({ ...held, lease_until: clock() + LEASE }, version);
        if (leased !== undefined) return ask(held, leased);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
    }
    return lastToken(last.held);
  }

  /** The platform may honour a token longer than it said; when it does not, the answer is a plain 401. */
  function lastToken({ token }: Held): string {
    if (token === '') throw new TokenUnavailable('no token is to be had for now');
    return token;
  }

  async function ask(held: Held, version: number): Promise<string> {
    const { granted, status } = await request();
    if (granted) {
      const expires_at = clock() + Math.min(granted.expires_in, 3600) * 1000;
      const { early_refresh_at } = held;
      await save({ ...nothing, token: granted.access_token, expires_at, early_refresh_at });
      return granted.access_token;
    }
    const isAlive = status === 429 && clock() < held.expires_at;
    const failures = held.failures + 1;
    const retry_at = clock() + Math.min(FIRST_WAIT * 2 ** held.failures, LONGEST_WAIT);
    const next = isAlive ? { ...held, given_up: false } : { ...held, failures, retry_at };
    await write({ ...next, lease_until: 0 }, version);
    return lastToken(held);
  }

  /** Unless an instance that has taken over the lease got another one that lives longer. */
  async function save(next: Held): Promise<void> {
    unsaved = next;
    try {
      const { held, version } = await read();
      const isSuperseded = isFresh(held) && held.expires_at >= next.expires_at;
      if (isSuperseded || (await write(next, version)) !== undefined) unsaved = undefined;
    } catch {
      // It is saved when it is used next.
    }
  }

  async function request() {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: site.client.id,
      client_secret: site.client.secret,
    });
    let status: number | undefined;
    try {
      const response = await fetch(
        new Request(config.PLATFORM_URL + platformRoutes.token, {
          method: 'POST',
          headers: { Accept: 'application/json' },
          body: form,
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT),
        }),
      );
      ({ status } = response);
      if (response.ok) return { granted: wireToken.parse(await readJson(response)) };
    } catch {
      // No answer, or none that can be read: as good as a no.
    }
    log({ event: 'token-refused', ...(status && { status }) });
    return { status };
  }

  async function invalidate(token: string): Promise<boolean> {
    const { held, version } = await read();
    if (held.token !== token) return true;
    // Given up already: there is hope as long as asking for another has not failed.
    if (!isFresh(held)) return clock() >= held.retry_at;
    if (clock() < held.early_refresh_at + BETWEEN_EARLY_REFRESHES) return false;
    const next = { ...held, given_up: true, early_refresh_at: clock() };
    return write(next, version).then(
      () => true,
      () => false,
    );
  }

  return { current, invalidate };
}
