import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toInstant } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import type { Fetch, ProxyContext, SiteContext } from '../context.ts';
import { createFetch } from '../http/fetch.ts';
import type { LogEntry } from '../log.ts';
import { budgetedCalls, monthlyUsage } from '../platform/budget.ts';
import { PlatformRefused, TokenUnavailable } from '../platform/errors.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import type { PlatformEvent } from '../platform/translate.ts';
import { openStore } from '../server.ts';
import type { SiteConfig } from '../sites.ts';
import { readAssets } from './assets.ts';
import { examineOrder } from './doctor-order.ts';
import type { Say } from './say.ts';

interface Options extends Omit<ProxyContext, 'log'> {
  readonly hasWidget: boolean;
}

const STORE_KEY = 'doctor';
const LIVEZ_TIMEOUT = 5_000;
const DATES_WITHIN = 60 * 86_400_000;
/** From this share on, background work stops. */
const LOW_BUDGET = 0.8;
/** In seconds. */
const SKEW_TO_WARN = 30;
const SKEW_TO_FAIL = 300;

/** Hosts that browsers trust without TLS. */
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** What to do about a refused token request, by its status. */
const tokenAdvice: Readonly<Record<number, string>> = {
  400: 'credentials: refused; are id and secret right?',
  401: 'credentials: refused; are id and secret right?',
  404: 'platform: it gives no tokens; is PLATFORM_URL its address, without /v3?',
  429: 'credentials: another program has their token, for an hour at most; use one store for all',
};

/** Says what is well and what is not, in plain words and without a secret. It orders nothing. */
export async function examine(options: Options, say: Say): Promise<void> {
  const { sites } = options.config;
  checkWidget(options, say);
  checkAddressIsSafe(options, say);
  await checkAddressResponds(options, say);
  // Without a store there is no token either.
  if (!(await checkStore(options, say))) return;
  for (const site of sites) {
    const prefix = sites.length > 1 ? `${site.key}: ` : '';
    await examineSite(site, options, (level, text) => say(level, prefix + text));
  }
}

function checkWidget({ hasWidget }: Options, say: Say): void {
  if (hasWidget) say('ok', 'widget: it is built');
  else say('warn', 'widget: dist/booking-widget.js is missing; npm run build makes it');
}

function checkAddressIsSafe({ config: { PUBLIC_URL } }: Options, say: Say): void {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:' || localHosts.has(hostname)) return;
  say('warn', `address: ${PUBLIC_URL} is not https; pages that are will not load it`);
}

async function checkAddressResponds({ config, fetch }: Options, say: Say): Promise<void> {
  const { PUBLIC_URL } = config;
  const signal = AbortSignal.timeout(LIVEZ_TIMEOUT);
  const response = await fetch(new Request(`${PUBLIC_URL}/livez`, { signal })).catch(
    () => undefined,
  );
  if (response?.ok) say('ok', `address: ${PUBLIC_URL} answers`);
  else say('warn', `address: ${PUBLIC_URL}/livez does not answer here; is the proxy running?`);
}

async function checkStore({ store }: Options, say: Say): Promise<boolean> {
  try {
    const entry = await store.get(STORE_KEY);
    const version = await store.put(STORE_KEY, '', entry?.version ?? 0);
    if (version === undefined) throw new Error('another process wrote first');
    say('ok', 'store: it can be written');
    return true;
  } catch {
    say('fail', 'store: it cannot be written; set STORE_URL to another file');
    return false;
  }
}

async function examineSite(site: SiteConfig, options: Options, say: Say): Promise<void> {
  const platformClock = createPlatformClock(options);
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry) => void entries.push(entry);
  const context: SiteContext = { ...options, site, log, fetch: platformClock.fetch };
  const platform = createPlatform(context);
  try {
    const events = await checkEvents(platform, say);
    await checkDates(platform, events, context, say);
    await checkProducts(platform, say);
    await checkVendors(platform, events, site, say);
  } catch (error) {
    say('fail', explain(error, entries));
  }
  checkItems(entries, say);
  checkClock(platformClock.skew(), say);
  await checkBudget(context, say);
  say('ok', `origins: ${[...site.origins].join(', ')}`);
}

/** The first call of all, so that it shows whether there is a token. */
async function checkEvents(platform: Platform, say: Say): Promise<readonly PlatformEvent[]> {
  const events = await platform.events('order');
  say('ok', 'credentials: the platform takes them');
  const sold = events.filter(isSold).length;
  say(sold > 0 ? 'ok' : 'fail', `events: ${events.length}, ${sold} can be sold`);
  return events;
}

function isSold({ price_group }: PlatformEvent): boolean {
  return price_group.prices.length > 0;
}

async function checkDates(
  platform: Platform,
  events: readonly PlatformEvent[],
  { clock }: SiteContext,
  say: Say,
): Promise<void> {
  const event = events.find(isSold);
  if (!event) return;
  const [from, to] = [toInstant(clock()), toInstant(clock() + DATES_WITHIN)];
  const dates = await platform.datesOfEvent(event.id, from, to, 'order');
  say(dates.length > 0 ? 'ok' : 'warn', `dates: ${dates.length} of event ${event.id} in 60 days`);
}

async function checkProducts(platform: Platform, say: Say): Promise<void> {
  say('ok', `products: ${(await platform.products('order')).length}`);
}

async function checkVendors(
  platform: Platform,
  events: readonly PlatformEvent[],
  site: SiteConfig,
  say: Say,
): Promise<void> {
  const vendors = [...new Set(events.map(({ vendor_id }) => vendor_id))];
  const [vendor] = vendors;
  if (vendor !== undefined) await platform.vendor(vendor, 'order');
  say('ok', `vendors: ${vendors.join(', ') || 'none'}`);
  const withoutEvents = site.vendors.filter((id) => !vendors.includes(id)).join(', ');
  if (withoutEvents) say('warn', `vendors: ${withoutEvents} without events; are the ids right?`);
}

function checkItems(entries: readonly LogEntry[], say: Say): void {
  const skipped = entries.filter(({ event }) => event === 'item-skipped');
  if (skipped.length === 0) return;
  const fields = new Set(skipped.map(({ kind, field }) => `${kind} ${field}`));
  say('warn', `items: ${skipped.length} unreadable: ${[...fields].join(', ')}`);
}

function checkClock(skew: number | undefined, say: Say): void {
  if (skew === undefined) return say('warn', 'clock: the platform does not say what time it is');
  const seconds = Math.round(skew / 1000);
  const size = Math.abs(seconds);
  if (size <= SKEW_TO_WARN) return say('ok', "clock: it is the platform's");
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  const level = size > SKEW_TO_FAIL ? 'fail' : 'warn';
  say(level, `clock: ${size} s ${direction} the platform's; NTP sets this machine's`);
}

async function checkBudget({ config, site, store, clock }: SiteContext, say: Say): Promise<void> {
  const { PLATFORM_BUDGET } = config;
  const used = budgetedCalls(await monthlyUsage(store, site.client.id, clock()));
  const isLow = used >= LOW_BUDGET * PLATFORM_BUDGET;
  say(isLow ? 'warn' : 'ok', `budget: ${used} of ${PLATFORM_BUDGET} calls this month`);
}

interface PlatformClock {
  /** The way to the platform, which reads the `Date` of its responses. */
  readonly fetch: Fetch;
  /** Milliseconds that this machine's clock is ahead of the platform's. */
  skew(): number | undefined;
}

/** The response of the quickest round trip says the time most exactly. */
function createPlatformClock({ fetch, clock }: Options): PlatformClock {
  let skew: number | undefined;
  let quickest = Infinity;

  return {
    async fetch(request) {
      const sentAt = clock();
      const response = await fetch(request);
      const roundTrip = clock() - sentAt;
      const date = Date.parse(response.headers.get('Date') ?? '');
      if (!Number.isNaN(date) && roundTrip < quickest) {
        // The header drops the part of a second, half a second on average.
        skew = sentAt + roundTrip / 2 - (date + 500);
        quickest = roundTrip;
      }
      return response;
    },
    skew: () => skew,
  };
}

function explain(error: unknown, entries: readonly LogEntry[]): string {
  if (error instanceof TokenUnavailable) return explainToken(entries);
  if (!(error instanceof PlatformRefused)) return `platform: ${(error as Error).message}`;
  const advice = error.status === 403 ? '; the client needs the scope calendar_read' : '';
  return `platform: it answers ${error.status}${advice}`;
}

function explainToken(entries: readonly LogEntry[]): string {
  const refusal = entries.find(({ event }) => event === 'token-refused');
  if (!refusal) return 'credentials: refused a moment ago; wait a minute, and ask again';
  const { status } = refusal;
  if (status === undefined) return 'platform: no token (no answer); is it up at PLATFORM_URL?';
  return tokenAdvice[status] ?? `platform: no token (${status}); is it up at PLATFORM_URL?`;
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
    const clocks = { clock: Date.now, monotonic: () => performance.now() };
    const options = { config, store, fetch: createFetch(), ...clocks };
    const [subject, name] = process.argv.slice(2);
    if (subject === undefined) await examine({ ...options, hasWidget }, say);
    else if (subject === 'order' && name) await examineOrder(name, options, say);
    else say('fail', 'usage: npm run doctor, or npm run doctor -- order CODE');
    await store.close();
  } catch (error) {
    say('fail', error instanceof ConfigError ? error.message : (error as Error).name);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
