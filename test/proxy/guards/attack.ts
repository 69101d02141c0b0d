import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { MINUTE } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import type { OrderRequest } from '#contract/order.schema';
import { paths, pathTo } from '#contract/paths';
import type { Problem } from '#contract/problem.schema';
import type { Scenario } from '../../../demo/sandbox/scenarios.ts';
import type { Peer } from '../../../proxy/ports.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type World,
} from '../../support/world.ts';

/** A request of an attacker; a GET if there is no body. */
export interface AttackRequest {
  readonly path: string;
  readonly body?: string;
}

export interface Attack {
  /** The attackers' addresses; undefined for an attacker that no limit counts. */
  readonly addresses: readonly (string | undefined)[];
  /** Requests of each attacker per minute, besides its orders. */
  readonly perMinute: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly minutes?: number;
  readonly scenario?: Scenario;
  /** Restricts the attack to paths that contain this text. */
  readonly only?: string;
  /** Called before the first minute and after the last. */
  readonly measure?: () => number;
}

export interface AttackReport {
  /** Platform reads; orders are measured by their places. */
  readonly calls: number;
  readonly placesTaken: number;
  /** Requests of honest visitors, and the number of refused ones. */
  readonly honest: number;
  readonly refused: number;
  readonly requests: number;
  /** Admitted reads in the minute with the most of them. */
  readonly reads: number;
  /** Admitted reads of new days and search words in such a minute. */
  readonly distinctReads: number;
  /** Bytes that were read of the largest body. */
  readonly bodyBytes: number;
  /** The most words of a search that had an effect. */
  readonly words: number;
  /** The problem codes that attackers received. */
  readonly codes: ReadonlySet<string>;
  readonly limitLines: readonly string[];
  /** The results of `measure`. */
  readonly measured: readonly [before: number, after: number];
}

const MONTHS = 26;
const ORDERS_PER_MINUTE = 20;
const WORDS_OF_SEARCH = 100;
const IDS_OF_QUERY = 200;
const BIG_BODY = 300_000;
const PLACES_OF_ORDER = 8;
/** More than a visitor may place. */
const ORDERS = 100;
/** As many as an address may write to. */
const MAILBOXES = 20;
/** Bytes of a body chunk, as on a socket. */
const CHUNK = 16_384;
const WORDS_HEEDED = 8;

/** A client with an address, as the listener names it. Without an address, no limit counts it. */
export function clientAt(world: World, address: string | undefined) {
  const peer: Peer | undefined = address === undefined ? undefined : { address };
  const send = async (path: string, init?: RequestInit) => {
    const { status, headers, text } = await world.read(new Request(PROXY + path, init), peer);
    return { status, headers, body: JSON.parse(text) as unknown };
  };
  const postText = (path: string, body: string, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { Origin: SHOP, 'Content-Type': 'application/json', ...headers },
      body,
    });
  const post = (path: string, body: unknown, headers = {}) =>
    postText(path, JSON.stringify(body), headers);
  return {
    get: (path: string) => send(path),
    /**
     * Sends the body in chunks, and calls `onTaken` with the number of bytes that were read so far.
     */
    async attack({ path, body }: AttackRequest, onTaken: (bytes: number) => void) {
      if (body === undefined) return send(path);
      const chunks = body.length > CHUNK ? inChunks(body, onTaken) : body;
      const headers = { Origin: SHOP, 'Content-Type': 'application/json' };
      return send(path, { method: 'POST', headers, body: chunks, duplex: 'half' } as RequestInit);
    },
    quote: (cart: unknown) => post(paths.quotes, cart),
    place: (request: unknown, key: string) =>
      post(paths.orders, request, { 'Idempotency-Key': key }),
  };
}

function inChunks(text: string, onTaken: (bytes: number) => void): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let taken = 0;
  return new ReadableStream({
    pull(controller) {
      if (taken >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(taken, taken + CHUNK));
      taken += CHUNK;
      onTaken(taken);
    },
  });
}

/**
 * Words of an event, then one that no event has. The search finds the event only if the last word
 * was ignored.
 */
function searchBeyond({ title, location, summary, vendor_name }: ListedEvent): string {
  const words = `${title} ${location} ${vendor_name} ${summary}`.toLowerCase().match(/\p{L}+/gu);
  const own = [...new Set(words)].slice(0, WORDS_HEEDED);
  return `${paths.events}?match=${encodeURIComponent([...own, 'nowhere'].join(' '))}`;
}

/** A cart with invented date ids, which only the platform can check. */
export function inventedCart({ event, group, date }: Choice, number: number) {
  return cartOf({ event, group, date: { ...date, id: `invented-${number}` } }, [2]);
}

/** Endlessly yields requests that could use up calls, memory or CPU. */
export function* attackRequests(
  choice: Choice,
  eventIds: readonly string[],
): Generator<AttackRequest> {
  for (let number = 0; ; number += 1) {
    const eventId = eventIds[number % eventIds.length] ?? '';
    yield { path: monthOf(eventId, Math.floor(number / eventIds.length)) };
    yield { path: paths.quotes, body: JSON.stringify(inventedCart(choice, number)) };
    yield { path: monthOf(`invented-${number}`, number) };
    yield { path: pathTo(paths.vendor, `invented-${number}`) };
    yield { path: `${paths.events}?match=${searchOf(number)}` };
    yield { path: `${paths.events}?accept=${idsOf(number, eventIds)}&offset=${number % 7}` };
    const day = new Date(Date.UTC(2026, 10, 21 + (number % 700))).toISOString().slice(0, 10);
    yield { path: `${paths.events}?day=${day}&participants=${1 + (number % 99)}` };
    if (number % 20 === 0) yield { path: paths.quotes, body: ' '.repeat(BIG_BODY) };
  }
}

function nextOf(sequence: Iterator<AttackRequest>, only: string): AttackRequest {
  for (;;) {
    const request = sequence.next().value as AttackRequest;
    if (request.path.includes(only)) return request;
  }
}

/** Whether a read asks for a new day or search. Other parameters have many equivalent forms. */
function isDistinct({ path }: AttackRequest, asked: Set<string>): boolean {
  if (!path.includes('?day=') && !path.includes('?match=')) return false;
  const isNew = !asked.has(path);
  asked.add(path);
  return isNew;
}

function monthOf(eventId: string, number: number): string {
  const month = new Date(Date.UTC(2026, 10 + (number % MONTHS), 1)).toISOString().slice(0, 7);
  const [start_date, end_date] = monthRange(month);
  const range = new URLSearchParams({ start_date, end_date }).toString();
  return `${pathTo(paths.eventDates, eventId)}?${range}`;
}

function searchOf(number: number): string {
  return Array.from({ length: WORDS_OF_SEARCH }, (_, word) => `w${number}x${word}`)
    .join('+')
    .slice(0, 200);
}

function idsOf(number: number, eventIds: readonly string[]): string {
  const invented = Array.from({ length: IDS_OF_QUERY / 2 }, (_, n) => `i${number}-${n}`);
  const existing = eventIds.filter((_, index) => (number >> (index % 16)) & 1);
  return [...invented, ...existing].join(',');
}

/** Prepares orders of many places each, to several mailboxes, of any event but the spared one. */
async function ordersBeside(world: World, spared: string, ids: readonly string[]) {
  const orders: { readonly key: string; readonly request: OrderRequest }[] = [];
  for (const id of ids) {
    if (id === spared || orders.length >= ORDERS) continue;
    const { body: event } = await world.get<MergedEvent>(pathTo(paths.mergedEvent, id));
    for (const date of await world.datesOf(id)) {
      const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
      if (!group || date.available_slots < PLACES_OF_ORDER) continue;
      const { status, body } = await world.quote(cartOf({ event, group, date }, [PLACES_OF_ORDER]));
      const [order] = status === 200 ? body.orders : [];
      const contact = { name: 'Ida Meyer', email: `ida${orders.length % MAILBOXES}@example.com` };
      if (order) orders.push({ key: newKey(), request: requestFor(order, { contact }) });
    }
  }
  return orders;
}

/**
 * Runs an attack at full rate on virtual time, while honest visitors browse, quote a cart every
 * minute and order every half hour. Without attackers, it measures the honest visitors alone.
 */
export async function runAttack(attack: Attack): Promise<AttackReport> {
  const { addresses, perMinute, env = {}, minutes = 60, measure = () => 0, only = '' } = attack;
  const world = createWorld({ env, scenario: attack.scenario ?? 'calm' });
  const choice = await world.choose(undefined, 6);
  const { body: listed } = await world.get<ListedEvent[]>(paths.events);
  const eventIds = listed.map(({ id }) => id);
  const attackers = addresses.map((address, index) => ({
    client: clientAt(world, address),
    requests: attackRequests(choice, [...eventIds.slice(index), ...eventIds.slice(0, index)]),
  }));
  const orders = await ordersBeside(world, choice.event.id, eventIds);
  const codes = new Set<string>();
  const asked = new Set<string>();
  const limitLines: string[] = [];
  const statuses: number[] = [];
  let requests = 0;
  let placed = 0;
  const most = { reads: 0, distinctReads: 0, bodyBytes: 0, words: 0 };
  const minuteCounts = { reads: 0, distinctReads: 0 };
  const search = searchBeyond(listed[0] as ListedEvent);

  async function attackForAMinute({ client, requests: sequence }: (typeof attackers)[number]) {
    const found = await client.get(search);
    if (found.status === 200) {
      const words = (found.body as ListedEvent[]).length > 0 ? WORDS_HEEDED : WORDS_HEEDED + 1;
      most.words = Math.max(most.words, words);
    }
    for (let sent = 0; sent < perMinute; sent += 1) {
      const request = nextOf(sequence, only);
      const { status, body } = await client.attack(request, (bytes) => {
        most.bodyBytes = Math.max(most.bodyBytes, bytes);
      });
      const code = status >= 400 ? (body as Problem).code : undefined;
      if (code) codes.add(code);
      if (request.body !== undefined) continue;
      if (code !== 'too-many-requests') minuteCounts.reads += 1;
      if (!code && isDistinct(request, asked)) minuteCounts.distinctReads += 1;
    }
    for (const order of orders.splice(0, ORDERS_PER_MINUTE)) {
      const { status, body } = await client.place(order.request, order.key);
      if (status === 201) placed += 1;
      else {
        codes.add((body as Problem).code);
        orders.push(order);
      }
    }
    requests += perMinute + ORDERS_PER_MINUTE;
  }

  async function lookAround(minute: number): Promise<void> {
    const visitor = clientAt(world, `198.51.100.${minute % 200}`);
    const { event } = choice;
    statuses.push((await visitor.get(`${paths.events}?day=2026-12-24&participants=2`)).status);
    statuses.push((await visitor.get(pathTo(paths.mergedEvent, event.id))).status);
    statuses.push((await visitor.get(monthOf(event.id, 0))).status);
    statuses.push((await visitor.quote(cartOf(choice, [2]))).status);
    if (minute % 30 > 0) return;
    const order = requestFor(await world.quoteOne(cartOf(choice, [2])));
    statuses.push((await visitor.place(order, newKey())).status);
  }

  const calls = () => world.calls.filter((call) => call.startsWith('GET')).length;
  await lookAround(1);
  const before = measure();
  const callsBefore = calls();
  for (let minute = 0; minute < minutes; minute += 1) {
    Object.assign(minuteCounts, { reads: 0, distinctReads: 0 });
    for (const attacker of attackers) await attackForAMinute(attacker);
    most.reads = Math.max(most.reads, minuteCounts.reads);
    most.distinctReads = Math.max(most.distinctReads, minuteCounts.distinctReads);
    await lookAround(minute);
    limitLines.push(...world.lines.filter((line) => line.includes('"visitor-limit"')));
    // The world's own records must not count as the proxy's memory.
    world.lines.splice(0);
    world.advance(MINUTE);
  }
  return {
    calls: calls() - callsBefore,
    placesTaken: placed * PLACES_OF_ORDER,
    honest: statuses.length,
    refused: statuses.filter((status) => status !== 200 && status !== 201).length,
    requests,
    ...most,
    codes,
    limitLines,
    measured: [before, measure()],
  };
}
