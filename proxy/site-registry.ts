import { type Catalogue, createCatalogue } from './catalog/catalogue.ts';
import { createSharing } from './http/cors.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPlatform } from './platform/platform.ts';
import { invalid, ProblemError } from './http/problems.ts';
import type { SiteConfig } from './sites.ts';
import type { ProxyContext } from './context.ts';

/** A site at work: its settings, and what visitors of its pages can see and order. */
export interface Site {
  readonly settings: SiteConfig;
  readonly catalogue: Catalogue;
  readonly orders: Orders;
  readonly shareWith: ReturnType<typeof createSharing>;
}
/**
 * The site that a request means by `?site=`, which may be left out where there is one only. @throws
 * {ProblemError}
 */
export type FindSite = (key: string | undefined) => Site;

export function openSites(context: ProxyContext): FindSite {
  const sites = new Map<string | undefined, Site>();
  for (const settings of context.config.sites) {
    const own = { ...context, site: settings };
    const platform = createPlatform(own);
    const catalogue = createCatalogue(platform, own);
    const orders = createOrders(platform, catalogue, own);
    sites.set(settings.key, { settings, catalogue, orders, shareWith: createSharing(settings) });
  }
  const [only] = sites.values();
  if (sites.size === 1 && only) sites.set(undefined, only);

  return (key) => {
    const site = sites.get(key);
    if (site) return site;
    const { code, errors } = invalid('site', 'there is no such site on this proxy');
    // Whose page it is cannot be known, so every page may read what is wrong with it.
    throw new ProblemError(code, errors, { 'Access-Control-Allow-Origin': '*' });
  };
}
