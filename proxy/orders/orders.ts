import type { IntentResponse, OrderRequest } from '../../src/contract/order.schema.ts';
import type { QuoteResponse, QuoteRequest } from '../../src/contract/quote.schema.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import type { Platform } from '../platform/platform.ts';
import { throwProblems } from '../http/problems.ts';
import { deriveKey } from '../secrets.ts';
import type { SiteContext } from '../context.ts';
import type { Intent } from './intent.ts';
import { createJournal } from './journal.ts';
import { createPlace } from './place.ts';
import { priceCart } from './price-cart.ts';
import { QUOTE_LIFETIME, signQuote } from './quote.ts';
import { createSettle } from './reconcile.ts';

const publicStates = {
  new: 'open',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
} as const satisfies Record<Intent['state'], IntentResponse['state']>;

/** The checkout: from a cart to an order in the platform's books. */
export function createOrders(platform: Platform, catalogue: Catalogue, context: SiteContext) {
  const { config, site, clock } = context;
  // What one site has signed is worth nothing at another.
  const quoteKey = deriveKey(config.PROXY_SECRET, `quote/${site.key}`);
  const journal = createJournal(context);
  const settled = createSettle(platform, journal, context);
  const place = createPlace({ ...context, platform, catalogue, journal, settled, quoteKey });

  /** An intent as its customer may see it. */
  function describe({ state, order, sent_at, problem }: Intent): IntentResponse {
    const page = config.SELFSERVICE_URL;
    const shown = publicStates[state];
    const settled_at = sent_at + (config.ORDER_SETTLE_SECONDS + 1) * 1000;
    return {
      state: shown,
      // Spec, Events 7.
      order: order && {
        ...order,
        selfservice_url: page ? `${page}/viewOrder/${encodeURIComponent(order.id)}` : null,
      },
      settled_by: shown === 'checking' ? toInstant(settled_at) : null,
      problem,
    };
  }

  return {
    async quote(cart: QuoteRequest): Promise<QuoteResponse> {
      const [dates, events, products] = await Promise.all([
        catalogue.liveDates(cart.lines.map(({ date_id }) => date_id)),
        catalogue.events(),
        cart.products.length > 0 ? catalogue.products() : { value: [] },
      ]);
      const now = clock();
      const offer = { events: events.value.byId, dates, products: products.value, now };
      const { orders, problems } = priceCart(cart, offer);
      // The live read knows better than what visitors are shown.
      if (problems.length > 0)
        catalogue.invalidateDates(cart.lines.map(({ event_id }) => event_id));
      throwProblems(problems);

      const expires_at = now + QUOTE_LIFETIME;
      const key = await quoteKey;
      const signed = orders.map(async (order) => ({
        quote: await signQuote(order, expires_at, key),
        ...order,
      }));
      return { expires_at: toInstant(expires_at), orders: await Promise.all(signed) };
    },

    /** Answers what stands now, and whether it was this very request that was sent. */
    async place(
      request: OrderRequest,
      key: string,
    ): Promise<{ intent: IntentResponse; isFirst: boolean }> {
      const { intent, isFirst } = await place(request, key);
      return { intent: describe(intent), isFirst };
    },

    /** What is known now of the intent under a key; undefined when there is none. */
    async find(key: string): Promise<IntentResponse | undefined> {
      const intent = await journal.find(key);
      return intent && describe(await settled(key, intent));
    },
  };
}
export type Orders = ReturnType<typeof createOrders>;
