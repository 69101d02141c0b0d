import { isSetBack } from '#contract/age';
import type { Problem, ProblemCode, ProblemDetail } from '#contract/problem.schema';
import { allWithBookableUntil } from '../catalog/bookable-until.ts';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import type { Clock } from '../clock.ts';
import { toProblem } from '../http/problems.ts';
import { type Quote, signedAt } from '../journal/quote.ts';
import type { Platform } from '../platform/platform.ts';
import { checkQuote } from './check.ts';
import type { Offer } from './price-line.ts';

/** What the platform offers now, for what was quoted. */
export interface LiveOffers {
  /** The offer for the dates and products of a quote, read from the platform. */
  read(quote: Quote): Promise<Offer>;
  /**
   * The problems of a quote with the live offer. If they show that the cached catalog is stale, it
   * is invalidated: otherwise the same would be quoted and refused again.
   */
  check(quote: Quote, offer: Offer): ProblemDetail[];
  /**
   * Why the platform has refused the order of a quote: its error codes are not public, so the reason
   * is derived from the live offer.
   */
  explainRefusal(quote: Quote): Promise<Problem>;
}

interface Parts {
  readonly platform: Pick<Platform, 'eventsById' | 'productsById'>;
  readonly catalog: Pick<SiteCatalog, 'liveDates' | 'invalidateOffers'>;
}

/** Problems that show that the cached catalog is stale. */
const staleCatalogCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'event-gone',
  // The date's event may have another time zone now.
  'date-gone',
  'price-gone',
  'price-changed',
  'product-gone',
  'product-sold-out',
]);

export function createLiveOffers(
  { platform, catalog }: Parts,
  { clock }: { readonly clock: Clock },
): LiveOffers {
  let invalidatedAt = 0;

  async function read(quote: Quote): Promise<Offer> {
    // The root too, because a child may take its time zone from it.
    const eventIds = new Set(
      quote.lines.flatMap(({ event_id, root_event_id = event_id }) => [event_id, root_event_id]),
    );
    const [liveEvents, liveDates, products] = await Promise.all([
      platform.eventsById([...eventIds]),
      catalog.liveDates(quote.lines),
      platform.productsById(quote.products.map(({ product_id }) => product_id)),
    ]);
    const events = new Map(liveEvents.map((event) => [event.id, event]));
    return { events, dates: allWithBookableUntil(liveDates, events), products, now: clock() };
  }

  function check(quote: Quote, offer: Offer): ProblemDetail[] {
    const problems = checkQuote(quote, offer);
    const isStale = problems.some(({ code }) => staleCatalogCodes.has(code));
    if (isStale && isNews(quote)) {
      invalidatedAt = clock();
      catalog.invalidateOffers();
    }
    return problems;
  }

  /**
   * A quote from before the last invalidation shows nothing new. There may be any number of such
   * quotes, and no visitor is charged for listing everything again.
   */
  function isNews(quote: Quote): boolean {
    return signedAt(quote) >= invalidatedAt || isSetBack(invalidatedAt, clock());
  }

  async function explainRefusal(quote: Quote): Promise<Problem> {
    const offer = await read(quote).catch(() => undefined);
    const problems = offer ? check(quote, offer) : [];
    return toProblem(problems[0]?.code ?? 'order-refused', problems);
  }

  return { read, check, explainRefusal };
}
