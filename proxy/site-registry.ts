import { type Catalogue, createCatalogue } from './catalog/catalogue.ts';
import type { Every } from './background.ts';
import type { ProxyContext } from './context.ts';
import { type CorsHeaders, createCorsHeaders } from './http/cors.ts';
import { invalidField, ProblemError } from './http/problems.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPlatform } from './platform/platform.ts';
import type { SiteConfig } from './sites.ts';

/** A site at work: its settings, and what visitors of its pages can see and order. */
export interface Site {
  readonly settings: SiteConfig;
  readonly catalogue: Catalogue;
  readonly orders: Orders;
  readonly corsHeaders: CorsHeaders;
}

export interface SiteRegistry {
  /**
   * The site that a request names by `?site=`, which may be left out where there is only one.
   * @throws {ProblemError} `invalid-request`
   */
  find(key: string | undefined): Site;
}

/** Milliseconds between two looks at the orders that are open; most looks cost no call. */
const COMPLETE_EVERY = 2_000;

export function createSiteRegistry(context: ProxyContext, every: Every): SiteRegistry {
  const sites = new Map<string | undefined, Site>();
  for (const settings of context.config.sites) {
    const site = openSite(context, settings);
    every(COMPLETE_EVERY, site.orders.completeOpen);
    sites.set(settings.key, site);
  }
  const [only] = sites.values();
  if (sites.size === 1 && only) sites.set(undefined, only);

  return {
    find(key) {
      const site = sites.get(key);
      if (!site) throw unknownSite();
      return site;
    },
  };
}

function openSite(proxyContext: ProxyContext, settings: SiteConfig): Site {
  const context = { ...proxyContext, site: settings };
  const platform = createPlatform(context);
  const catalogue = createCatalogue(platform, context);
  return {
    settings,
    catalogue,
    orders: createOrders(platform, catalogue, context),
    corsHeaders: createCorsHeaders(settings.origins),
  };
}

/** Without a site there are no allowed origins, so every page may read the problem. */
function unknownSite(): ProblemError {
  const { code, errors } = invalidField('site', 'there is no such site on this proxy');
  return new ProblemError(code, errors, { 'Access-Control-Allow-Origin': '*' });
}
