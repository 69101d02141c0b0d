import type { ListedEvent } from '#contract/event.schema';
import type { FirstResponses } from '#contract/first-responses';
import { MINUTE } from '#contract/milliseconds';
import type { Site } from '#contract/site.schema';
import { createUrls, limitFor, type ProxyUrls } from './urls.ts';

/** The responses that came in the script, and the address of the proxy that wrote them. */
export interface ServedResponses {
  readonly responses: FirstResponses;
  readonly servedBy: string;
}

/** The first page of the list, and its site, as they came in the script. */
export interface FirstPage {
  readonly site: Site;
  readonly events: ListedEvent[];
  /** The request that these events are the response to. */
  readonly url: string;
}

/** Milliseconds after which what came in the script is too old to be shown. */
const TTL = 10 * MINUTE;

/** What came in the script, if it is of the same proxy and site, and young enough to be shown. */
export function firstPageOf(
  { responses: { at, site, settings, events }, servedBy }: ServedResponses,
  wanted: ProxyUrls,
  now: number,
): FirstPage | undefined {
  const urls = createUrls(servedBy, site ?? undefined);
  // A customer's clock may be wrong by minutes, either way.
  if (Math.abs(now - at) > TTL || urls.site() !== wanted.site()) return undefined;
  return { site: settings, events: [...events], url: urls.events({ limit: limitFor(1) }) };
}
