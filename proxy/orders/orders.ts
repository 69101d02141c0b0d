import type { IntentResponse, OrderRequest } from '../../src/contract/order.schema.ts';
import type { QuoteRequest, QuoteResponse } from '../../src/contract/quote.schema.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { throwProblems } from '../http/problems.ts';
import type { Platform } from '../platform/platform.ts';
import { deriveKey } from '../secrets.ts';
import type { Intent, IntentState } from './intent.ts';
import { createJournal } from './journal.ts';
import { createMomentClock } from './moment.ts';
import { createOrderPlacer } from './place.ts';
import { priceCart } from './price-cart.ts';
import type { Offer } from './price-line.ts';
import { QUOTE_LIFETIME, signQuote } from './quote.ts';
import { createReconciler } from './reconcile.ts';

/** The checkout: from a cart to an order on the platform. */
export interface Orders {
  /** Prices and checks a cart. @throws {ProblemError} with all that is wrong with it */
  quote(cart: QuoteRequest): Promise<QuoteResponse>;
  /**
   * Places an order once per key. `isFirst`: it was this very request that was sent.
   * @throws {ProblemError} when nothing was sent
   */
  place(request: OrderRequest, key: string): Promise<{ intent: IntentResponse; isFirst: boolean }>;
  /** The intent under a key, as far as the platform knows of it; undefined when there is none. */
  find(key: string): Promise<IntentResponse | undefined>;
}

const publicStates: Readonly<Record<IntentState, IntentResponse['state']>> = {
  new: 'open',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
};

export function createOrders(
  platform: Platform,
  catalogue: Catalogue,
  context: SiteContext,
): Orders {
  const { config, site, clock } = context;
  // What one site has signed is worth nothing at another.
  const quoteKey = deriveKey(config.PROXY_SECRET, `quote/${site.key}`);
  const journal = createJournal(context);
  const now = createMomentClock(platform, context);
  const reconciler = createReconciler({ platform, journal, now }, context);
  const placer = createOrderPlacer(
    { platform, catalogue, journal, reconciler, now, quoteKey },
    context,
  );

  /** The live dates, and the cached catalogue. */
  async function currentOffer(cart: QuoteRequest): Promise<Offer> {
    const [dates, events, products] = await Promise.all([
      catalogue.liveDates(cart.lines.map(({ date_id }) => date_id)),
      catalogue.events(),
      cart.products.length > 0 ? catalogue.products() : { value: [] },
    ]);
    return { events: events.value.byId, dates, products: products.value, now: clock() };
  }

  /** The intent as its customer may see it. */
  function describe({ state, order, sent_at, send_time = 0, problem }: Intent): IntentResponse {
    const publicState = publicStates[state];
    // One second later, because times are rounded down.
    const settledAt = sent_at + send_time + (config.ORDER_SETTLE_SECONDS + 1) * 1000;
    return {
      state: publicState,
      order: order && { ...order, selfservice_url: selfserviceUrl(order.id) },
      settled_by: publicState === 'checking' ? toInstant(settledAt) : null,
      problem,
    };
  }

  /** Spec, Events 7. */
  function selfserviceUrl(orderId: string): string | null {
    const base = config.SELFSERVICE_URL;
    return base ? `${base}/viewOrder/${encodeURIComponent(orderId)}` : null;
  }

  return {
    async quote(cart) {
      const offer = await currentOffer(cart);
      const { orders, problems } = priceCart(cart, offer);
      // The live dates contradict those that visitors are shown.
      if (problems.length > 0)
        catalogue.invalidateDates(cart.lines.map(({ event_id }) => event_id));
      throwProblems(problems);

      const expires_at = offer.now + QUOTE_LIFETIME;
      const key = await quoteKey;
      const quotedOrders = orders.map(async (order) => ({
        quote: await signQuote(order, expires_at, key),
        ...order,
      }));
      return { expires_at: toInstant(expires_at), orders: await Promise.all(quotedOrders) };
    },

    async place(request, key) {
      const { intent, isFirst } = await placer.place(request, key);
      return { intent: describe(intent), isFirst };
    },

    async find(key) {
      const intent = await journal.find(key);
      return intent && describe(await reconciler.reconcile(key, intent));
    },
  };
}
