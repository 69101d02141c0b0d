import type { Every } from './background.ts';
import { type Catalogue, createCatalogue } from './catalog/catalogue.ts';
import type { ProxyContext, SiteContext } from './context.ts';
import { type CorsHeaders, createCorsHeaders } from './http/cors.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPlatform } from './platform/platform.ts';
import { createResilience, type Resilience } from './platform/resilience.ts';
import type { SiteConfig } from './sites.ts';
import { COMPLETE_EVERY, REREAD_EVERY, TIDY_EVERY } from './time-limits.ts';

/** A site at work: its settings, and what visitors of its pages can see and order. */
export interface Site {
  readonly settings: SiteConfig;
  readonly catalogue: Catalogue;
  readonly orders: Orders;
  readonly corsHeaders: CorsHeaders;
}

export interface SiteRegistry {
  /** The site that a request names by `?site=`, which may be left out where there is only one. */
  find(key: string | undefined): Site | undefined;
}

export function createSiteRegistry(context: ProxyContext, every: Every): SiteRegistry {
  const sites = new Map<string | undefined, Site>();
  /** By client: sites that have it in common see the same platform fail. */
  const resiliences = new Map<string, Resilience>();
  for (const settings of context.config.sites) {
    const resilience = resiliences.get(settings.client.id) ?? createResilience(context);
    resiliences.set(settings.client.id, resilience);
    const site = openSite({ ...context, site: settings }, resilience);
    every(COMPLETE_EVERY, site.orders.completeOpen);
    every(REREAD_EVERY, site.orders.rereadPending);
    every(TIDY_EVERY, site.orders.tidy);
    sites.set(settings.key, site);
  }
  const [only] = sites.values();
  if (sites.size === 1 && only) sites.set(undefined, only);

  return { find: (key) => sites.get(key) };
}

function openSite(context: SiteContext, resilience: Resilience): Site {
  const { site: settings } = context;
  const platform = createPlatform(context, resilience);
  const catalogue = createCatalogue(platform, context);
  return {
    settings,
    catalogue,
    orders: createOrders(platform, catalogue, context),
    corsHeaders: createCorsHeaders(settings.origins),
  };
}
