import type { Catalogue } from '../catalog/catalogue.ts';
import { priceCart } from './price-cart.ts';
import type { Offer } from './price-line.ts';
import type { Quote } from './quote.ts';
import type { StatusRecords } from './status.ts';

/** Records what orders are, for whoever has no more of one than its link. */
export interface Summaries {
  /** `offer`: as it was just now. Nothing of an order rests on it, so a failure is nobody's. */
  save(id: string, quote: Quote, offer: Offer): Promise<void>;
}

export function createSummaries(
  catalogue: Pick<Catalogue, 'events'>,
  statuses: Pick<StatusRecords, 'saveSummary'>,
): Summaries {
  async function summarise(quote: Quote, offer: Offer) {
    // Customers know a date by the title of its root, which was not read for the order.
    const { value: cached } = await catalogue.events();
    const live = [...offer.events.values()];
    const roots = live.flatMap(({ root_event_id }) => cached.byId.get(root_event_id) ?? []);
    const events = new Map([...roots, ...live].map((event) => [event.id, event]));
    return priceCart(quote, { ...offer, events }).orders[0];
  }

  return {
    async save(id, quote, offer) {
      try {
        const summary = await summarise(quote, offer);
        if (summary) await statuses.saveSummary(id, summary);
      } catch {
        // The link shows the order's code and state all the same.
      }
    },
  };
}
