import { Agent, request } from 'node:http';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import { IDEMPOTENCY_KEY, paths, pathTo } from '#contract/paths';
import type { QuoteResponse } from '#contract/quote.schema';
import { newKey } from '../../../src/visit/key.ts';
import { ORIGIN } from '../support/servers.ts';

interface Sent {
  /** 0 without a response. */
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** A customer at an address of his own, with connections of his own. */
export interface Client {
  send(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  close(): void;
}

/** A ticket that can be ordered, and the reads that lead to it. */
export interface Offer {
  readonly event_id: string;
  readonly date_id: string;
  readonly price_id: number;
  readonly reads: readonly string[];
}

/** What a customer has waited for, in milliseconds. */
export interface Visited {
  readonly reads: readonly number[];
  /** From the cart to the code. */
  readonly order: number;
  /** Status and body of what was refused. */
  readonly refusals: readonly string[];
}

/** Offers, and free places of each: together more than there are customers, so that none sells out. */
const OFFERS = 300;
const PLACES = 8;
/** Milliseconds after which a customer has left. */
const TIMEOUT = 20_000;

export function openClient(port: string, localAddress: string): Client {
  const agent = new Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),

    send(path, body, more) {
      const json = body && { 'Content-Type': 'application/json' };
      const headers = { Origin: ORIGIN, 'X-Forwarded-For': localAddress, ...json, ...more };
      const method = body ? 'POST' : 'GET';
      const started = performance.now();
      return new Promise((resolve) => {
        const end = (status: number, text: string) =>
          resolve({ status, text, milliseconds: performance.now() - started });
        const options = { agent, host: '127.0.0.1', port, path, method, headers, localAddress };
        const sent = request({ ...options, timeout: TIMEOUT }, (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .once('end', () => end(response.statusCode ?? 0, text))
            .once('error', (error) => end(0, String(error)));
        })
          .once('error', (error) => end(0, String(error)))
          .once('timeout', () => sent.destroy(new Error('no response')))
          .end(body && JSON.stringify(body));
      });
    },
  };
}

/** What can be ordered, one after the other and then again from the first on. */
export interface Offers {
  readonly next: () => Offer;
  readonly eventIds: readonly string[];
}

/** Reads what can be booked in a month's time, as a customer's page does. */
export async function findOffers({ send }: Client): Promise<Offers> {
  const read = async <T>(path: string) => JSON.parse((await send(path)).text) as T;
  const now = new Date().toISOString().slice(0, 19);
  const list = `${paths.events}?available_from=${now}Z&limit=25`;
  const month = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 7);
  const [start_date, end_date] = monthRange(month);
  const range = String(new URLSearchParams({ start_date, end_date }));
  const offers: Offer[] = [];
  for (const { id } of await read<ListedEvent[]>(list)) {
    if (offers.length > OFFERS) break;
    const eventPath = pathTo(paths.mergedEvent, id);
    const datesPath = `${pathTo(paths.eventDates, id)}?${range}`;
    const { type, price_groups } = await read<MergedEvent>(eventPath);
    if (type !== 'BOOKING') continue;
    for (const date of await read<EventDate[]>(datesPath)) {
      const group = price_groups.find(({ event_id }) => event_id === date.event_id);
      const price = group && group.min_participants <= 1 ? group.prices[0] : undefined;
      if (!price || date.available_slots < PLACES) continue;
      const reads = [list, eventPath, datesPath];
      offers.push({ event_id: id, date_id: date.id, price_id: price.id, reads });
    }
  }
  let given = 0;
  return {
    next: () => offers[given++ % offers.length]!,
    eventIds: [...new Set(offers.map(({ event_id }) => event_id))],
  };
}

export function cartOf(offers: readonly Offer[]): object {
  const lines = offers.map(({ event_id, date_id, price_id }) => {
    return { event_id, date_id, prices: [{ price_id, amount: 1 }] };
  });
  return { lines, products: [] };
}

/** Quotes and orders a ticket. */
export async function order({ send }: Client, offer: Offer, key: string): Promise<Sent[]> {
  const quoted = await send(paths.quotes, cartOf([offer]));
  if (quoted.status !== 200) return [quoted];
  const [first] = (JSON.parse(quoted.text) as QuoteResponse).orders;
  if (!first) return [quoted];
  const request = {
    quote: first.quote,
    lines: [{ date_id: offer.date_id, participants: [{ price_id: offer.price_id }] }],
    contact: { name: 'Ida Meyer', email: `${key.slice(0, 12)}@example.com` },
    lang: 'en',
  };
  return [quoted, await send(paths.orders, request, { [IDEMPOTENCY_KEY]: key })];
}

/** Looks around, searches for what nobody has searched for before, and orders. */
export async function visit(client: Client, offer: Offer): Promise<Visited> {
  const key = newKey();
  const search = `${paths.events}?match=tour+${key.slice(0, 8)}&limit=25`;
  const reads: Sent[] = [];
  for (const path of [...offer.reads, search]) reads.push(await client.send(path));
  const ordered = await order(client, offer, key);
  return {
    reads: reads.map(({ milliseconds }) => milliseconds),
    order: ordered.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    refusals: [...reads, ...ordered]
      .filter(({ status }) => status === 0 || status >= 300)
      .map(({ status, text }) => `${status} ${text}`),
  };
}
