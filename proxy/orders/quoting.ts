import type { ProblemDetail } from '#contract/problem.schema';
import type { QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import type { SiteCatalog } from '../catalog/site-catalog.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { throwProblems } from '../http/problems.ts';
import {
  type OpenedQuote,
  openQuote,
  QUOTE_LIFETIME,
  quoteKeyOf,
  signQuote,
} from '../journal/quote.ts';
import { demandOf } from '../payments/demand.ts';
import { unpayableOrder } from '../payments/unpayable-order.ts';
import type { PlacesOfDate, Visitor } from '../ports.ts';
import { secretsOf } from '../secrets.ts';
import type { History } from '../store/history.ts';
import { findOversize } from './order-size.ts';
import { priceCart, type PricedOrder } from './price-cart.ts';
import { type Offer, sum } from './price-line.ts';

/** Signs the prices of carts, and recognises them when they come back with an order. */
export interface Quoting {
  /** Prices and checks a cart. @throws {ProblemError} with all problems of the cart */
  quote(cart: QuoteRequest, visitor: Visitor): Promise<QuoteResponse>;
  /** @throws {ProblemError} when the quote was not signed for this site */
  open(signed: string): Promise<OpenedQuote>;
}

interface Parts {
  readonly catalog: Pick<SiteCatalog, 'quotedDates' | 'events' | 'products'>;
  readonly history: Pick<History, 'mark'>;
}

export function createQuoting(
  { catalog, history }: Parts,
  { config, site, clock, payments }: SiteContext,
): Quoting {
  // Derived once, because every order needs them.
  const key = quoteKeyOf(config.PROXY_SECRET, site.key);
  const secrets = secretsOf(config).map((secret) => {
    return { secret, key: quoteKeyOf(secret, site.key) };
  });

  /** Live dates, and cached events and products. */
  async function currentOffer(cart: QuoteRequest, visitor: Visitor): Promise<Offer> {
    const [dates, events, products] = await Promise.all([
      catalog.quotedDates(cart.lines, visitor),
      catalog.events(),
      cart.products.length > 0 ? catalog.products() : { value: [] },
    ]);
    return { events: events.value.byId, dates, products: products.value, now: clock() };
  }

  /** An order that cannot be placed unpaid is told so before anybody fills in a form. */
  function findUnpayable(order: PricedOrder): ProblemDetail[] {
    if (demandOf(site.payments, order.vendor_id) !== 'required') return [];
    const code = unpayableOrder(order, payments);
    return code ? [{ code }] : [];
  }

  return {
    async quote(cart, visitor) {
      const offer = await currentOffer(cart, visitor);
      const { orders, problems } = priceCart(cart, offer);
      throwProblems(problems);
      throwProblems(orders.flatMap(findUnpayable));
      visitor.checkPlaces(placesOf(cart));

      const expires_at = offer.now + QUOTE_LIFETIME;
      const [ownKey, mark] = await Promise.all([key, history.mark()]);
      const signing = orders.map(async (order) => ({
        quote: await signQuote(order, { id: crypto.randomUUID(), expires_at, mark }, ownKey),
        ...order,
      }));
      const quotedOrders = await Promise.all(signing);
      throwProblems(quotedOrders.flatMap((order) => findOversize(order, cart, site.fields)));
      return { expires_at: toInstant(expires_at), orders: quotedOrders };
    },

    open: (signed) => openQuote(signed, secrets),
  };
}

function placesOf({ lines }: QuoteRequest): PlacesOfDate[] {
  return lines.map(({ date_id, prices }) => ({
    date_id,
    places: sum(prices.map(({ amount }) => amount)),
  }));
}
