import { ageOf } from '#contract/age';
import type { FirstResponses } from '#contract/first-responses';
import { MINUTE } from '#contract/milliseconds';
import type { Clock } from '../clock.ts';
import { withinTime } from '../http/timeout.ts';
import type { OpenSite, SiteRegistry } from '../site-registry.ts';
import { firstPage, siteResponse } from './catalog.ts';

/** What is written into the script for one site; the same object until it is written anew. */
export interface ResponsesText {
  readonly at: number;
  readonly json: string;
}

/** The responses for the site that the script's address names, if they are at hand. */
export type FirstResponsesOf = (siteKey: string | undefined) => Promise<ResponsesText | undefined>;

/** Milliseconds for which a script is sent as it is, because each new one has to be compressed. */
const WRITTEN_EVERY = MINUTE;
/** Milliseconds that a script waits for events that are not in memory: it is sent without them. */
const MAX_WAIT = 50;

/** Writes the first responses of each site whose script is requested, at most once a minute. */
export function createFirstResponses(
  sites: Pick<SiteRegistry, 'find'>,
  clock: Clock,
  orderSeconds: number,
): FirstResponsesOf {
  /** By the key in the script's address; there are only as many as the proxy has sites. */
  const written = new Map<string | undefined, ResponsesText>();
  const writing = new Map<string | undefined, Promise<ResponsesText | undefined>>();

  async function write(
    key: string | undefined,
    site: OpenSite,
  ): Promise<ResponsesText | undefined> {
    const { settings, catalog } = site;
    const events = await catalog.events();
    // A list that may be out of date is marked as such, which nothing in the script can be.
    if (events.stale) return undefined;
    const responses: FirstResponses = {
      at: clock(),
      site: key ?? null,
      settings: siteResponse(settings, events.value, orderSeconds),
      events: firstPage(settings, events.value, catalog.knownDates().value),
    };
    const text = { at: responses.at, json: JSON.stringify(responses) };
    written.set(key, text);
    return text;
  }

  /** Single-flight. What fails is said by the requests of the page itself. */
  function writeOnce(key: string | undefined, site: OpenSite): Promise<ResponsesText | undefined> {
    const existing = writing.get(key);
    if (existing) return existing;
    const text = write(key, site)
      .catch(() => undefined)
      .finally(() => writing.delete(key));
    writing.set(key, text);
    return text;
  }

  return async (key) => {
    const site = sites.find(key);
    if (!site) return undefined;
    const last = written.get(key);
    if (last && ageOf(last.at, clock()) < WRITTEN_EVERY) return last;
    return withinTime(writeOnce(key, site), MAX_WAIT, undefined);
  };
}
