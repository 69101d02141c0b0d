import { paths } from '#contract/paths';
import { toInstant } from '../clock.ts';
import type { ProxyContext } from '../context.ts';
import { damagedAdvice, databaseAdvice } from '../store/open.ts';
import { parsePostgresUrl } from '../store/postgres-url.ts';
import { readHistory } from '../store/history-row.ts';
import { StoreDamaged, StoreUnavailable } from '../store/store.ts';
import type { Say } from './say.ts';

type Options = Omit<ProxyContext, 'log'>;

const STORE_KEY = 'doctor';
/** How long the doctor warns about a store that has gone back. */
const GAP_TOLD_FOR = 7 * 86_400_000;
/** Rows per page. */
const ROWS = 1_000;
const LIVEZ_TIMEOUT = 5_000;
/** Hosts that browsers trust without TLS. */
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const placeholder = /secret|passw|change.?me|example/i;

export function checkWidget(hasWidget: boolean, say: Say): void {
  if (hasWidget) say('ok', 'widget: it is built');
  else say('warn', 'widget: dist/booking-widget.js is missing; npm run build makes it');
}

/** Warns about addresses without TLS. */
export function checkTransport({ config }: Options, say: Say): void {
  const { PUBLIC_URL, PLATFORM_URL } = config;
  if (!isPrivate(PUBLIC_URL)) {
    say('warn', `address: ${PUBLIC_URL} is not https; pages that are will not load it`);
  }
  if (!isPrivate(PLATFORM_URL)) {
    const shown = 'secret, token and customers can be read on the way';
    say('warn', `platform: ${PLATFORM_URL} is not https; ${shown}`);
  }
}

/** With https there is a reverse proxy in front, so `TRUSTED_HOPS` must not be 0. */
export function checkHops({ config }: Options, say: Say): void {
  const { PUBLIC_URL, TRUSTED_HOPS } = config;
  if (!PUBLIC_URL.startsWith('https:') || TRUSTED_HOPS > 0) return;
  const shared = 'TRUSTED_HOPS says how many; without it all visitors share one limit';
  say(
    'warn',
    `visitors: PUBLIC_URL is https, so a proxy of yours stands before this one; ${shared}`,
  );
}

function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || localHosts.has(hostname);
}

export async function checkAddressResponds({ config, fetch }: Options, say: Say): Promise<void> {
  const { PUBLIC_URL } = config;
  const signal = AbortSignal.timeout(LIVEZ_TIMEOUT);
  const request = new Request(PUBLIC_URL + paths.livez, { signal });
  const response = await fetch(request).catch(() => undefined);
  if (response?.ok) say('ok', `address: ${PUBLIC_URL} answers`);
  else
    say('warn', `address: ${PUBLIC_URL}${paths.livez} does not answer here; is the proxy running?`);
}

export function checkSecrets({ config }: Options, say: Say): void {
  const { PROXY_SECRET, PROXY_SECRET_BEFORE, NOTIFICATION_CLIENT_SECRET } = config;
  const ours = Object.entries({ PROXY_SECRET, NOTIFICATION_CLIENT_SECRET });
  const given = config.sites.map(({ client }) => client.secret);
  for (const [name, secret] of ours) {
    if (secret === undefined) continue;
    if (placeholder.test(secret)) {
      say('warn', `secrets: ${name} can be guessed; openssl rand -base64 32 makes one that cannot`);
    }
    const others = ours.filter(([other]) => other !== name).map(([, other]) => other);
    if ([...given, ...others].includes(secret)) {
      say('warn', `secrets: ${name} is another secret too; give it one of its own`);
    }
  }
  if (PROXY_SECRET_BEFORE !== undefined) {
    say('warn', 'secrets: leave PROXY_SECRET_BEFORE out once PROXY_SECRET is an hour old');
  }
}

/** Whether the store can be written, and every row read. */
export async function checkStore({ config, store }: Options, say: Say): Promise<boolean> {
  try {
    const entry = await store.get(STORE_KEY);
    await store.put(STORE_KEY, '', entry?.version ?? 0);
    for (let afterKey: string | undefined = ''; afterKey !== undefined;) {
      const rows = await store.list('', { afterKey, limit: ROWS });
      afterKey = rows.length < ROWS ? undefined : rows.at(-1)?.key;
    }
    say('ok', 'store: it can be written');
    return true;
  } catch (error) {
    say('fail', `store: ${explainStore(error, config.STORE_URL)}`);
    return false;
  }
}

/** Since when the store knows every order. */
export async function checkHistory({ store, clock }: Options, say: Say): Promise<void> {
  const { row } = (await readHistory(store)) ?? {};
  if (!row) return say('ok', 'store: no proxy has used it yet');
  const since = toInstant(row.began_at);
  if (row.reason === 'store-new') return say('ok', `store: it has every order since ${since}`);
  if (row.reason === 'store-restored') return say('ok', `store: it was restored before ${since}`);
  const isRecent = clock() - row.began_at < GAP_TOLD_FOR;
  say(
    isRecent ? 'warn' : 'ok',
    `store: at ${since} it was found to have gone back to an earlier state, such as a backup, a ` +
      'snapshot or a replica that lagged. The orders that it has lost are on the platform: compare ' +
      'the orders there of the hours before, and find out what has replaced the store',
  );
}

function explainStore(error: unknown, url: string): string {
  const address = parsePostgresUrl(url);
  if (address) return databaseAdvice(address, (error as Error).message);
  if (error instanceof StoreDamaged) return damagedAdvice(url.replace(/^file:/, ''));
  const reason = error instanceof StoreUnavailable ? ` (${error.message})` : '';
  return `it cannot be written${reason}; set STORE_URL to another file`;
}
