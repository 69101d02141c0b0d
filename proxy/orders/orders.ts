import type { IntentAnswer, OrderRequest } from '../../src/contract/order.schema.ts';
import type { QuoteAnswer, QuoteRequest } from '../../src/contract/quote.schema.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { withBookableUntil } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import type { Platform } from '../platform/platform.ts';
import { refuse } from '../problems.ts';
import { deriveKey } from '../secrets.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Intent } from './intent.ts';
import { createJournal } from './journal.ts';
import type { Placed } from './place.ts';
import { createPlace } from './place.ts';
import { priceCart } from './price-cart.ts';
import { QUOTE_LIFETIME, signQuote } from './quote.ts';
import { createSettle } from './settle.ts';

/** The checkout: from a cart to an order in the platform's books. */
export interface Orders {
  quote(cart: QuoteRequest): Promise<QuoteAnswer>;
  place(request: OrderRequest, key: string): Promise<Placed>;
  /** What is known now of the intent under a key; undefined when there is none. */
  find(key: string): Promise<Intent | undefined>;
  /** An intent as its customer may see it. */
  describe(intent: Intent): IntentAnswer;
}

const publicStates = {
  new: 'open',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
} as const satisfies Record<Intent['state'], IntentAnswer['state']>;

export function createOrders(
  platform: Platform,
  catalogue: Catalogue,
  surroundings: Surroundings,
): Orders {
  const { config, site, clock } = surroundings;
  // What one site has signed is worth nothing at another.
  const quoteKey = deriveKey(config.PROXY_SECRET, `quote/${site.key}`);
  const journal = createJournal(surroundings);
  const settled = createSettle(platform, journal, surroundings);

  return {
    place: createPlace({ ...surroundings, platform, catalogue, journal, settled, quoteKey }),

    async quote(cart) {
      const [dates, events, products] = await Promise.all([
        platform.datesById(cart.lines.map(({ date_id }) => date_id)),
        catalogue.events(),
        cart.products.length > 0 ? catalogue.products() : { value: [] },
      ]);
      const now = clock();
      const { byId } = events.value;
      const { orders, problems } = priceCart(cart, {
        events: byId,
        dates: withBookableUntil(dates, byId),
        products: products.value,
        now,
      });
      // The live read knows better than what visitors are shown.
      if (problems.length > 0) catalogue.forgetDates(cart.lines.map(({ event_id }) => event_id));
      refuse(problems);

      const expires_at = now + QUOTE_LIFETIME;
      const quoted = orders.map(async (order) => {
        return { quote: await signQuote(order, expires_at, await quoteKey), ...order };
      });
      return { expires_at: toInstant(expires_at), orders: await Promise.all(quoted) };
    },

    async find(key) {
      const intent = await journal.find(key);
      return intent && settled(key, intent);
    },

    describe({ state, order, sent_at, problem }) {
      const page = config.SELFSERVICE_URL;
      const settled_at = sent_at + (config.ORDER_SETTLE_SECONDS + 1) * 1000;
      return {
        state: publicStates[state],
        // Spec, Events 7.
        order: order && {
          ...order,
          selfservice_url: page ? `${page}/viewOrder/${encodeURIComponent(order.id)}` : null,
        },
        settled_by: publicStates[state] === 'checking' ? toInstant(settled_at) : null,
        problem,
      };
    },
  };
}
