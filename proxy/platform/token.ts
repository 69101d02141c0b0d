import type { Surroundings } from '../surroundings.ts';
import { readJson } from './answer.ts';
import { TokenUnavailable } from './errors.ts';
import { platformRoutes } from './routes.ts';
import { wireToken } from './wire.ts';

const KEY = 'token';
/** How long an instance may take to ask for a token before another one may; longer than a request can take. */
const LEASE = 15_000;
const TIMEOUT = 10_000;
/** Between two token requests that fail: from this, doubled each time, up to a minute. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60_000;
/** A token that was refused before its time is replaced at most so often. */
const BETWEEN_EARLY_REFRESHES = 600_000;
const POLLS = 60;
const POLL_EVERY = 100;

/** What the instances know together. Times are milliseconds, 0 is never. */
interface Held {
  readonly token: string;
  readonly expires_at: number;
  readonly lease_until: number;
  readonly failures: number;
  readonly retry_at: number;
  readonly early_refresh_at: number;
}
const nothing: Held = {
  token: '',
  expires_at: 0,
  lease_until: 0,
  failures: 0,
  retry_at: 0,
  early_refresh_at: 0,
};

export interface Tokens {
  /** @throws {TokenUnavailable} */
  current(): Promise<string>;
  /** To be told when the platform refused this token twice in a row. */
  invalidate(token: string): Promise<void>;
}

/**
 * "Only one active token per client per hour" (spec, Authentication 4): asking again may answer the same token, end the
 * first one, or be refused. So the token lives in the store, is used until it expires, and one instance at a time asks.
 */
export function createTokens({ config, site, fetch, store, clock, log }: Surroundings): Tokens {
  let refreshing: Promise<string> | undefined;

  async function read(): Promise<{ held: Held; version: number }> {
    const entry = await store.get(KEY);
    const held = entry ? (JSON.parse(entry.value) as Held) : nothing;
    return { held, version: entry?.version ?? 0 };
  }

  async function write(held: Held, version: number): Promise<number | undefined> {
    return store.put(KEY, JSON.stringify(held), version);
  }

  async function current(): Promise<string> {
    const { held } = await read();
    if (isFresh(held)) return held.token;
    refreshing ??= refresh().finally(() => (refreshing = undefined));
    return refreshing;
  }

  function isFresh({ token, expires_at }: Held): boolean {
    return token !== '' && clock() < expires_at;
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
    throw new TokenUnavailable('another instance is asking for a token');
  }

  /** The platform may honour a token longer than it said; when it does not, the answer is a plain 401. */
  function lastToken({ token }: Held): string {
    if (token === '') throw new TokenUnavailable('the last token request failed');
    return token;
  }

  async function ask(held: Held, version: number): Promise<string> {
    const asked_at = clock();
    const answer = await request();
    if (!answer) {
      const failures = held.failures + 1;
      const wait = Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);
      await write({ ...held, lease_until: 0, failures, retry_at: clock() + wait }, version);
      return lastToken(held);
    }
    const { access_token: token, expires_in } = answer;
    const expires_at = asked_at + Math.min(expires_in, 3600) * 1000;
    const { early_refresh_at } = held;
    await write({ ...nothing, token, expires_at, early_refresh_at }, version);
    return token;
  }

  async function request() {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: site.client.id,
      client_secret: site.client.secret,
    });
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
      if (response.ok) return wireToken.parse(await readJson(response));
      log({ event: 'token-refused', status: response.status });
    } catch {
      log({ event: 'token-refused' });
    }
    return undefined;
  }

  async function invalidate(token: string): Promise<void> {
    const { held, version } = await read();
    const tooEarly = clock() < held.early_refresh_at + BETWEEN_EARLY_REFRESHES;
    if (held.token !== token || tooEarly) return;
    await write({ ...held, token: '', early_refresh_at: clock() }, version);
  }

  return { current, invalidate };
}
