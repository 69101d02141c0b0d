import type { SiteCatalog } from '../catalog/site-catalog.ts';
import type { Quote } from '../journal/quote.ts';
import type { StatusRecords } from '../journal/status.ts';
import { priceCart } from './price-cart.ts';
import type { Offer } from './price-line.ts';

/** Records the order summaries that copied links show. */
export interface Summaries {
  /** Never rejects: placing an order does not depend on its summary. */
  save(id: string, quote: Quote, offer: Offer): Promise<void>;
}

export function createSummaries(
  catalog: Pick<SiteCatalog, 'events'>,
  statuses: Pick<StatusRecords, 'saveSummary'>,
): Summaries {
  async function summarise(quote: Quote, offer: Offer) {
    // The line's title is that of the root event, which the live offer does not have.
    const { value: cached } = await catalog.events();
    const live = [...offer.events.values()];
    const roots = live.flatMap(({ root_event_id }) => cached.byId.get(root_event_id) ?? []);
    const events = new Map([...roots, ...live].map((event) => [event.id, event]));
    const [order] = priceCart(quote, { ...offer, events }).orders;
    // A child may have lost its root, and with it its time zone, since the quote.
    return order?.lines.every(({ timezone }) => timezone) ? order : undefined;
  }

  return {
    async save(id, quote, offer) {
      try {
        const summary = await summarise(quote, offer);
        if (summary) await statuses.saveSummary(id, summary);
      } catch {
        // Without a summary, the link shows the order's code and state.
      }
    },
  };
}
