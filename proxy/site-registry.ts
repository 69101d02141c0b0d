import type { Every } from './background.ts';
import { type ClientDates, createClientDates } from './catalog/client-dates.ts';
import { createSharedLists, type SharedLists } from './catalog/shared-lists.ts';
import { createSiteCatalog, type SiteCatalog } from './catalog/site-catalog.ts';
import type { ProxyContext, SiteContext } from './context.ts';
import { type CorsHeaders, createCorsHeaders } from './http/cors.ts';
import { createIntentIndex, type IntentAddress } from './journal/intent-index.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createSweep } from './orders/sweep.ts';
import { withKeyAlarm } from './payments/key-alarm.ts';
import { providerOf } from './payments/site-provider.ts';
import { reportCredentials } from './platform/credentials.ts';
import { createPlatform, type Platform } from './platform/platform.ts';
import { createResilience, type Resilience } from './platform/resilience.ts';
import type { OrderName } from './platform/translate.ts';
import type { SiteConfig } from './sites.ts';
import type { History } from './store/history.ts';
import {
  COMPLETE_EVERY,
  FORGET_EVERY,
  REREAD_EVERY,
  SWEEP_CHECK_EVERY,
  TIDY_EVERY,
} from './time-limits.ts';

/** An open site: its settings, and what visitors of its pages can see and order. */
export interface OpenSite {
  readonly settings: SiteConfig;
  readonly catalog: SiteCatalog;
  readonly orders: Orders;
  readonly corsHeaders: CorsHeaders;
}

export interface SiteRegistry {
  /** The site that a request names by `?site=`, which may be left out where there is only one. */
  find(key: string | undefined): OpenSite | undefined;
  /**
   * Whether the platform has ever given a token for the credentials of one of the sites. Until
   * then, each call loads the events, which the first visitor needs anyway.
   * @throws {StoreUnavailable}
   */
  haveCredentialsWorked(): Promise<boolean>;
}

export function createSiteRegistry(
  context: ProxyContext,
  history: History,
  every: Every,
): SiteRegistry {
  const sites = new Map<string | undefined, OpenSite>();
  /** By client: sites that share a client see the same failures of the platform. */
  const resiliences = new Map<string, Resilience>();
  /** By client, as all its sites see the same dates. */
  const datesOf = new Map<string, ClientDates>();
  const lists = createSharedLists(context, every);
  const index = createIntentIndex(context);
  const noteChange = async ({ site, id }: IntentAddress, order: OrderName) =>
    sites.get(site)?.orders.noteChange(id, order);
  for (const settings of context.config.sites) {
    const provider = providerOf(settings, context);
    const payments = provider && withKeyAlarm(provider, { ...context, site: settings });
    const siteContext = { ...context, site: settings, ...(payments && { payments }) };
    const clientId = settings.client.id;
    const resilience = resiliences.get(clientId) ?? createResilience(context);
    const platform = createPlatform(siteContext, resilience);
    const dates = datesOf.get(clientId) ?? createClientDates(platform, siteContext, lists);
    datesOf.set(clientId, dates);
    const site = openSite({ platform, dates, history, lists }, siteContext);
    every(COMPLETE_EVERY, site.orders.completeOpen);
    if (payments) every(COMPLETE_EVERY, site.orders.completePayments);
    every(REREAD_EVERY, site.orders.rereadPending);
    every(TIDY_EVERY, site.orders.tidy);
    every(FORGET_EVERY, site.orders.forgetUnplaced);
    if (!resiliences.has(clientId)) {
      const sweep = createSweep({ platform, index, noteChange }, siteContext);
      every(SWEEP_CHECK_EVERY, sweep.run);
    }
    resiliences.set(clientId, resilience);
    sites.set(settings.key, site);
  }
  const [only] = sites.values();
  if (sites.size === 1 && only) sites.set(undefined, only);

  let haveWorked = false;
  const { sites: configured } = context.config;

  async function hasStoredProof(): Promise<boolean> {
    const reports = configured.map((site) => reportCredentials({ ...context, site }));
    return (await Promise.all(reports)).some((report) => report.haveWorked);
  }

  return {
    find: (key) => sites.get(key),

    async haveCredentialsWorked() {
      haveWorked ||= await hasStoredProof();
      if (haveWorked) return true;
      const loading = configured.map(({ key }) => sites.get(key)?.catalog.events());
      await Promise.allSettled(loading);
      haveWorked = await hasStoredProof();
      return haveWorked;
    },
  };
}

interface SiteParts {
  readonly platform: Platform;
  readonly dates: ClientDates;
  readonly history: History;
  readonly lists: SharedLists;
}

function openSite({ platform, dates, history, lists }: SiteParts, context: SiteContext): OpenSite {
  const { site: settings } = context;
  const catalog = createSiteCatalog(platform, dates, context, lists);
  return {
    settings,
    catalog,
    orders: createOrders({ platform, catalog, history }, context),
    corsHeaders: createCorsHeaders(settings.origins),
  };
}
