import { DAY } from '#contract/milliseconds';
import { type Source, storedSource } from '../catalog/dates-source.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { budgetedCalls, LOW_BUDGET, monthlyUsage } from '../platform/budget.ts';
import {
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  RefusedWithoutJson,
  TokenUnavailable,
} from '../platform/errors.ts';
import { pathOf } from '../platform/operations.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { childrenWithoutRoot, type PlatformEvent, toEventsIn } from '../platform/translate.ts';
import type { Fetch } from '../ports.ts';
import { explainConnection } from './connection-error.ts';
import { checkScopes, checkTokenOpens, explainNoToken } from './doctor-credentials.ts';
import { checkPayments } from './doctor-payments.ts';
import type { Say } from './say.ts';

/** As many as an operator needs to see what is wrong. */
const NAMED_EVENTS = 5;
const DATES_WITHIN = 60 * DAY;
/** In seconds. */
const SKEW_TO_WARN = 30;
const SKEW_TO_FAIL = 300;
/** A reference that no order has, because real ones are longer. */
const NO_REFERENCE = 'DOCTOR';

/** Checks every operation of the platform that a site needs. */
export async function examineSite(options: Omit<SiteContext, 'log'>, say: Say): Promise<void> {
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry) => void entries.push(entry);
  const connection = watchConnection(options);
  const context: SiteContext = { ...options, log, fetch: connection.fetch };
  if (!(await checkTokenOpens(context, say))) return;
  const platform = createPlatform(context);
  let events: readonly PlatformEvent[] = [];
  try {
    events = await checkEvents(platform, say);
    checkUnsellable(events, connection.listedEvents(), context, say);
    checkDurations(events, context, say);
    checkPreferred(events, context, say);
    await checkDates(platform, events, context, say);
    await checkDatesSource(context, say);
    await checkProducts(platform, say);
    await checkVendors(platform, events, context, say);
    await platform.findOrders(NO_REFERENCE);
    say('ok', 'orders: what became of them can be asked');
  } catch (error) {
    const reason = connection.failure();
    const { PLATFORM_URL } = context.config;
    if (reason === undefined) say('fail', await explainPlatform(error, context));
    else say('fail', `platform: ${PLATFORM_URL} cannot be reached from here: ${reason}`);
  }
  await checkScopes(context, say);
  checkItems(entries, say);
  checkClock(connection.skew(), say);
  await checkBudget(context, say);
  await checkPayments(events, context, say);
  say('ok', `origins: ${[...context.site.origins].join(', ')}`);
}

/** The first call, which also shows whether the credentials work. */
async function checkEvents(platform: Platform, say: Say): Promise<readonly PlatformEvent[]> {
  const events = await platform.events('order');
  say('ok', 'credentials: the platform takes them');
  const sold = events.filter(isSold).length;
  const found = `events: ${events.length}, ${sold} can be sold`;
  const remedy = "the platform's operator says which ones the client may sell";
  if (sold > 0) say('ok', found);
  else say('fail', `${found}; ${remedy}`);
  return events;
}

function isSold({ price_group }: PlatformEvent): boolean {
  return price_group.prices.length > 0;
}

/** Which events customers do not see or cannot book, by reason. */
function checkUnsellable(
  events: readonly PlatformEvent[],
  listed: readonly unknown[],
  { site }: SiteContext,
  say: Say,
): void {
  const reasons = new Map<string, Set<unknown>>();
  /** Events without a readable id are counted one by one, as they cannot be told apart. */
  const note = (reason: string, id: unknown = Symbol('unnamed')) => {
    reasons.set(reason, (reasons.get(reason) ?? new Set()).add(id));
  };
  for (const event of events) if (!isSold(event)) note('has no public price', event.id);
  const readable = toEventsIn(site.time_zone)(listed, (kind, field, id) => {
    if (kind === 'price') note(`price has no readable ${field}`, id);
    else if (field === 'timezone')
      note('has no time zone that exists; TIME_ZONE is that of such events', id);
    else if (field !== 'id') note(`has no readable ${field}`, id);
  });
  for (const { id } of childrenWithoutRoot(readable)) {
    note('names a root event that is not listed', id);
  }
  for (const [reason, ids] of reasons) {
    const named = [...ids].filter((id) => typeof id === 'string').slice(0, NAMED_EVENTS);
    const names = named.length > 0 ? `: ${named.join(', ')}` : '';
    say('warn', `events: ${ids.size} unsellable: ${reason}${names}`);
  }
}

/** `durations` may only name root events, because children are merged into their root. */
function checkDurations(events: readonly PlatformEvent[], { site }: SiteContext, say: Say): void {
  const roots = new Set(events.flatMap((event) => (event.root_event_id === '' ? event.id : [])));
  const unknown = site.durations.flat().filter((id) => !roots.has(id));
  const ids = [...new Set(unknown)].join(', ');
  if (ids) say('warn', `durations: ${ids} are no events on sale here; are the ids right?`);
}

/** Whoever calls a category by an id of another platform would never see that nothing comes first. */
function checkPreferred(events: readonly PlatformEvent[], { site }: SiteContext, say: Say): void {
  const existing = new Set(events.flatMap(({ categories }) => categories.map(({ id }) => id)));
  const unknown = site.preferred_categories.filter((id) => !existing.has(id)).join(', ');
  if (unknown) {
    say('warn', `preferred_categories: ${unknown} without events on sale here; are the ids right?`);
  }
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

const sourceTexts: Readonly<Record<Source, string>> = {
  deltas: 'kept in step by one call a minute',
  listings: 'deltas show no changed places, so whole months are listed every 90 seconds',
  events: 'not listed for all events at once, so each event and month costs a call',
};

/** Which source of dates the proxies on this store use. */
async function checkDatesSource({ store, site, clock }: SiteContext, say: Say): Promise<void> {
  const stored = await storedSource(store, site.client.id);
  if (!stored || stored.until <= clock()) return say('ok', `dates: ${sourceTexts.deltas}`);
  say('warn', `dates: ${sourceTexts[stored.source]}, until ${toInstant(stored.until)}`);
}

async function checkProducts(platform: Platform, say: Say): Promise<void> {
  say('ok', `products: ${(await platform.products('order')).length}`);
}

async function checkVendors(
  platform: Platform,
  events: readonly PlatformEvent[],
  { site }: SiteContext,
  say: Say,
): Promise<void> {
  const vendors = [...new Set(events.map(({ vendor_id }) => vendor_id))];
  const [vendor] = vendors;
  say('ok', `vendors: ${vendors.join(', ') || 'none'}`);
  if (vendor !== undefined && !(await isTold(vendor, platform))) {
    say(
      'warn',
      'vendors: the platform does not tell who they are; customers see no terms of theirs',
    );
  }
  const withoutEvents = site.vendors.filter((id) => !vendors.includes(id)).join(', ');
  if (withoutEvents) say('warn', `vendors: ${withoutEvents} without events; are the ids right?`);
}

/** The spec fixes no path for a vendor (Table B), so a platform may have another one, or none. */
async function isTold(vendor: string, platform: Platform): Promise<boolean> {
  try {
    return (await platform.vendor(vendor, 'order')) !== undefined;
  } catch (error) {
    const isRefused = error instanceof PlatformRefused && [403, 404, 405].includes(error.status);
    if (isRefused || error instanceof RefusedWithoutJson) return false;
    throw error;
  }
}

/** Skipped items other than events and prices, which `checkUnsellable` reports. */
function checkItems(entries: readonly LogEntry[], say: Say): void {
  const skipped = entries.filter(
    ({ event, kind }) => event === 'item-skipped' && kind !== 'event' && kind !== 'price',
  );
  if (skipped.length === 0) return;
  const fields = new Set(skipped.map(({ kind, field }) => `${kind} ${field}`));
  say('warn', `items: unreadable: ${[...fields].join(', ')}`);
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

/**
 * Only our own errors are quoted: those of drivers and of Node quote the input that they failed on.
 */
export async function explainPlatform(error: unknown, context: SiteContext): Promise<string> {
  if (error instanceof TokenUnavailable) return explainNoToken(context);
  if (error instanceof PlatformUnreachable) return 'platform: no answer; is it up at PLATFORM_URL?';
  if (error instanceof PlatformMalformed) return `platform: ${error.message}`;
  if (!(error instanceof PlatformRefused)) return `platform: ${(error as Error).name}`;
  const { status } = error;
  // An expired token is still sent while there is no other, so the reason is that of the last token
  // request.
  if (status === 401) return explainNoToken(context, 'platform: it refuses the token it gave');
  if (status === 403) return 'platform: it answers 403; the client lacks a scope';
  if (status === 404) return 'platform: it answers 404; is PLATFORM_URL its address, without /v3?';
  return `platform: it answers ${status}`;
}

interface WatchedConnection {
  readonly fetch: Fetch;
  /** Milliseconds that this machine's clock is ahead of the platform's. */
  skew(): number | undefined;
  /** Why the last request got no response; undefined if it got one. */
  failure(): string | undefined;
  /** Every event that the platform has listed, including those that cannot be read. */
  listedEvents(): readonly unknown[];
}

/** Wraps `fetch`. The skew is that of the quickest round trip, which is the most exact. */
function watchConnection({
  fetch,
  clock,
}: Pick<SiteContext, 'fetch' | 'clock'>): WatchedConnection {
  let skew: number | undefined;
  let quickest = Infinity;
  let failure: string | undefined;
  const listed = new Map<string, unknown>();

  return {
    async fetch(request) {
      const sentAt = clock();
      const response = await fetch(request).catch((error: unknown) => {
        failure = explainConnection(error);
        throw error;
      });
      failure = undefined;
      const roundTrip = clock() - sentAt;
      const date = Date.parse(response.headers.get('Date') ?? '');
      if (!Number.isNaN(date) && roundTrip < quickest) {
        // The header drops fractions of a second, half a second on average.
        skew = sentAt + roundTrip / 2 - (date + 500);
        quickest = roundTrip;
      }
      if (response.ok && new URL(request.url).pathname.endsWith(pathOf('listEvents'))) {
        const items: unknown = await response
          .clone()
          .json()
          .catch(() => []);
        for (const item of Array.isArray(items) ? items : []) {
          listed.set(JSON.stringify(item), item);
        }
      }
      return response;
    },
    skew: () => skew,
    failure: () => failure,
    listedEvents: () => [...listed.values()],
  };
}
