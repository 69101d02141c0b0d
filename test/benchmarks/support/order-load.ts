import { IDEMPOTENCY_KEY, paths } from '#contract/paths';
import type { QuotedOrder, QuoteResponse } from '#contract/quote.schema';
import { newKey } from '../../../src/visit/key.ts';
import { loadOffers, type Offer } from '../../chaos/offers.ts';
import { createDice } from '../../simulation/dice.ts';
import { quantile } from './figures.ts';
import type { Running } from './processes.ts';
import { ORIGIN } from './servers.ts';

/** The most orders for each date, so that none sells out. */
const ORDERS_PER_DATE = 4;
const DAYS = 90;

export type Send = (index: number) => Promise<Response>;

/** Quotes one ticket for each order, of enough dates that all have places. */
export async function quoteAll(proxyUrl: string, orders: number): Promise<Quoted[]> {
  const { date_ids, pick, remove } = await loadOffers(proxyUrl, DAYS, createDice('orders'));
  const dice = createDice('dates');
  const dates: Quoted[] = [];
  const wanted = Math.ceil(orders / ORDERS_PER_DATE);
  for (let left = date_ids.length; dates.length < wanted && left > 0; left -= 1) {
    const offer = pick(dice);
    remove(offer);
    const order = await quote(proxyUrl, offer);
    if (order) dates.push({ offer, order });
  }
  // One round after the other, so that orders at the same time are for different dates.
  const quoted = [...dates];
  for (let round = 1; round < ORDERS_PER_DATE; round += 1) {
    for (const { offer } of dates) {
      const order = await quote(proxyUrl, offer);
      if (order) quoted.push({ offer, order });
    }
  }
  return quoted;
}

export interface Quoted {
  readonly offer: Offer;
  readonly order: QuotedOrder;
}

async function quote(
  proxyUrl: string,
  { event_id, date_id, price_id, least }: Offer,
): Promise<QuotedOrder | undefined> {
  if (least > 1) return undefined;
  const lines = [{ event_id, date_id, prices: [{ price_id, amount: 1 }] }];
  const response = await post(proxyUrl + paths.quotes, { lines, products: [] });
  const { orders = [] } = (await response.json()) as Partial<QuoteResponse>;
  return orders[0]?.kind === 'BOOKING' ? orders[0] : undefined;
}

export const contact = { name: 'Ida Meyer', email: 'ida@example.com' };

/** Sends orders to the proxies in turn, as a balancer does. */
export function orderAt(proxyUrls: readonly string[], quoted: readonly Quoted[]): Send {
  let next = 0;
  return (index) => {
    const { order, offer } = quoted[next++ % quoted.length]!;
    const { date_id, price_id } = offer;
    return post(
      proxyUrls[index % proxyUrls.length] + paths.orders,
      {
        quote: order.quote,
        lines: [{ date_id, participants: [{ price_id }] }],
        contact,
        lang: 'en',
      },
      { [IDEMPOTENCY_KEY]: newKey() },
    );
  };
}

export interface Timed {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time per order, in milliseconds. */
  readonly core: number;
  readonly placed: number;
}

export async function time(
  send: Send,
  orders: number,
  atOnce: number,
  servers: readonly Running[] = [],
): Promise<Timed> {
  const worked = () => servers.reduce((sum, server) => sum + server.worked(), 0);
  const waited: number[] = [];
  let placed = 0;
  const indexes = Array.from({ length: orders }).keys();
  const workedBefore = worked();
  const started = performance.now();
  const customer = async () => {
    for (const index of indexes) {
      const begun = performance.now();
      const response = await send(index);
      await response.arrayBuffer();
      waited.push(performance.now() - begun);
      if (response.status === 201) placed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, customer));
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: placed / seconds,
    p50: quantile(waited, 0.5),
    p99: quantile(waited, 0.99),
    core: servers.length > 0 ? (1000 * (worked() - workedBefore)) / orders : NaN,
    placed,
  };
}

export function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
