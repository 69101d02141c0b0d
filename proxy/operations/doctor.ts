import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toInstant } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import type { LogEntry } from '../log.ts';
import { readAssets } from './assets.ts';
import { createFetch } from '../http/fetch.ts';
import { PlatformRefused, TokenUnavailable } from '../platform/errors.ts';
import { createPlatform } from '../platform/platform.ts';
import { monthlyUsage } from '../platform/budget.ts';
import { openStore } from '../server.ts';
import type { SiteConfig } from '../sites.ts';
import type { Fetch, ProxyContext } from '../context.ts';

const KEY = 'doctor';
const DATES_WITHIN = 60 * 86_400_000;
const needed = 'order';
/** By the status of a refused token request. */
const refusals: Readonly<Record<number, string>> = {
  400: 'credentials: refused; are id and secret right?',
  401: 'credentials: refused; are id and secret right?',
  404: 'platform: it gives no tokens; is PLATFORM_URL its address, without /v3?',
  429: 'credentials: another program has their token, for an hour at most; use one store for all',
};

export type Say = (level: 'ok' | 'warn' | 'fail', text: string) => void;
interface Options extends Omit<ProxyContext, 'log'> {
  readonly hasWidget: boolean;
}

/** Says what is well and what is not, in plain words and without a secret. It orders nothing. */
export async function examine(options: Options, say: Say): Promise<void> {
  const { config, fetch, store, hasWidget } = options;
  const { sites, PUBLIC_URL } = config;
  if (hasWidget) say('ok', 'widget: it is built');
  else say('warn', 'widget: dist/booking-widget.js is missing; npm run build makes it');

  const isSafe = /^(https:|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(PUBLIC_URL);
  if (!isSafe) say('warn', `address: ${PUBLIC_URL} is not https; pages that are will not load it`);
  const asked = new Request(`${PUBLIC_URL}/livez`, { signal: AbortSignal.timeout(5_000) });
  const answer = await fetch(asked).catch(() => undefined);
  if (answer?.ok) say('ok', `address: ${PUBLIC_URL} answers`);
  else say('warn', `address: ${PUBLIC_URL}/livez does not answer here; is the proxy running?`);
  const known = store.get(KEY);
  const wrote = known.then((entry) => store.put(KEY, '', entry?.version ?? 0));
  const canWrite = await wrote.catch(() => 0);
  // Without it there is no token either.
  if (!canWrite) return say('fail', 'store: it cannot be written; set STORE_URL to another file');
  say('ok', 'store: it can be written');
  for (const site of sites) {
    const name = sites.length > 1 ? `${site.key}: ` : '';
    await examineSite(site, options, (level, text) => say(level, name + text));
  }
}

async function examineSite(site: SiteConfig, options: Options, say: Say): Promise<void> {
  const { config, store, clock } = options;
  const { fetch, skew } = createTimed(options);
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry) => void entries.push(entry);
  const platform = createPlatform({ ...options, site, log, fetch });
  try {
    const events = await platform.events(needed);
    say('ok', 'credentials: the platform takes them');
    const sold = events.filter(({ price_group }) => price_group.prices.length > 0);
    const id = sold[0]?.id;
    say(id ? 'ok' : 'fail', `events: ${events.length}, ${sold.length} can be sold`);
    if (id !== undefined) {
      const [from, to] = [toInstant(clock()), toInstant(clock() + DATES_WITHIN)];
      const dates = await platform.datesOf([id], from, to, needed);
      say(dates.length > 0 ? 'ok' : 'warn', `dates: ${dates.length} of event ${id} in 60 days`);
    }
    say('ok', `products: ${(await platform.products(needed)).length}`);
    const vendors = [...new Set(events.map(({ vendor_id }) => vendor_id))];
    if (vendors[0] !== undefined) await platform.vendor(vendors[0], needed);
    say('ok', `vendors: ${vendors.join(', ') || 'none'}`);
    const unknown = site.vendors.filter((id) => !vendors.includes(id)).join(', ');
    if (unknown) say('warn', `vendors: ${unknown} without events; are the ids right?`);
  } catch (error) {
    say('fail', explain(error, entries));
  }
  const unread = entries.filter(({ event }) => event === 'item-skipped');
  const fields = new Set(unread.map(({ kind, field }) => `${kind} ${field}`));
  if (unread.length > 0)
    say('warn', `items: ${unread.length} unreadable: ${[...fields].join(', ')}`);

  const seconds = Math.round(skew() / 1000);
  const off = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the platform's`;
  if (Number.isNaN(seconds)) say('warn', 'clock: the platform does not say what time it is');
  else if (Math.abs(seconds) <= 30) say('ok', "clock: it is the platform's");
  else say(Math.abs(seconds) > 300 ? 'fail' : 'warn', `clock: ${off}; NTP sets this machine's`);

  const { PLATFORM_BUDGET } = config;
  const { token: _, ...usage } = await monthlyUsage(store, site.client.id, clock());
  const used = Object.values(usage).reduce((sum, count) => sum + count, 0);
  const isLow = used >= 0.8 * PLATFORM_BUDGET;
  say(isLow ? 'warn' : 'ok', `budget: ${used} of ${PLATFORM_BUDGET} calls this month`);
  say('ok', `origins: ${[...site.origins].join(', ')}`);
}

/** The way to the platform, which learns its time by the quickest round trip. */
function createTimed({ fetch: send, clock }: Options) {
  let [skew, quickest] = [NaN, Infinity];

  const fetch: Fetch = async (request) => {
    const sent = clock();
    const response = await send(request);
    const [date, took] = [Date.parse(response.headers.get('Date') ?? ''), clock() - sent];
    if (Number.isNaN(date) || took >= quickest) return response;
    // The header leaves out up to a second: half of one on average.
    [skew, quickest] = [sent + took / 2 - (date + 500), took];
    return response;
  };
  return { fetch, skew: () => skew };
}

function explain(error: unknown, entries: readonly LogEntry[]): string {
  if (error instanceof TokenUnavailable) {
    const refusal = entries.find(({ event }) => event === 'token-refused');
    if (!refusal) return 'credentials: refused a moment ago; wait a minute, and ask again';
    const { status = 'no answer' } = refusal;
    return refusals[Number(status)] ?? `platform: no token (${status}); is it up at PLATFORM_URL?`;
  }
  if (!(error instanceof PlatformRefused)) return `platform: ${(error as Error).message}`;
  const hint = error.status === 403 ? '; the client needs the scope calendar_read' : '';
  return `platform: it answers ${error.status}${hint}`;
}

async function main(): Promise<void> {
  const say: Say = (level, text) => {
    console.log(`${level.padEnd(5)} ${text}`);
    if (level === 'fail') process.exitCode = 1;
  };
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
    say('ok', 'configuration: every variable is there and well formed');
    const store = openStore(config.STORE_URL);
    const hasWidget = 'booking-widget.js' in readAssets('dist');
    await examine({ config, store, hasWidget, fetch: createFetch(), clock: Date.now }, say);
    await store.close();
  } catch (error) {
    say('fail', error instanceof ConfigError ? error.message : (error as Error).name);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
