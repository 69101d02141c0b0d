import type { Client } from '../../demo/sandbox/clients.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import type { SandboxOptions } from '../../demo/sandbox/sandbox.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type {
  JsonResponse,
  WireDate,
  WireEvent,
  WireOrder,
  WireProduct,
  WireVendor,
} from './wire.ts';

/** A Saturday, at ten in Berlin, nine in Lisbon, six in the evening in Kyoto. */
export const SATURDAY = Date.parse('2026-11-21T09:00:00Z');

type ClientName = keyof typeof sandboxClients;
export type Parameters = Record<string, string>;

type Fetch = (request: Request) => Promise<Response>;

export interface OpenOptions extends Partial<Omit<SandboxOptions, 'clock'>> {
  readonly now?: number;
  readonly client?: ClientName | Client;
}

/** A sandbox with a clock that the test sets, and a client with its token. */
export async function openSandbox({
  now = SATURDAY,
  client = 'reseller',
  ...options
}: OpenOptions = {}) {
  const clock = { now };
  const ownClient = typeof client === 'string' ? sandboxClients[client] : client;
  const clients = [
    ...Object.values(sandboxClients),
    ...(typeof client === 'string' ? [] : [client]),
  ];
  const fetch = createSandbox({ clock: () => clock.now, clients, ...options });
  // Requested before every call, because the last token may have expired.
  async function token(): Promise<string> {
    const response = await requestToken(fetch, ownClient);
    return ((await response.json()) as { access_token: string }).access_token;
  }
  return {
    clock,
    fetch,
    token: await token(),
    ...callsOf(fetch, 'http://sandbox', token),
    /** The same sandbox, called by another client. */
    as: (other: ClientName) => {
      const tokenOf = async () => {
        const response = await requestToken(fetch, sandboxClients[other]);
        return ((await response.json()) as { access_token: string }).access_token;
      };
      return callsOf(fetch, 'http://sandbox', tokenOf);
    },
  };
}

/** The calls of a client, in process or over the network. */
export function callsOf(fetch: Fetch, base: string, token: () => Promise<string>) {
  const sendBare = (path: string, init?: RequestInit) => fetch(new Request(base + path, init));

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, Authorization: `Bearer ${await token()}` };
    return sendBare(path, { ...init, headers });
  }

  async function call<Body>(path: string, init: RequestInit = {}): Promise<JsonResponse<Body>> {
    const response = await send(path, init);
    return { status: response.status, body: (await response.json()) as Body };
  }

  function get<Body>(path: string, parameters: Parameters = {}): Promise<JsonResponse<Body>> {
    return call(`${path}?${new URLSearchParams(parameters)}`);
  }

  async function list<Item>(path: string, parameters: Parameters = {}): Promise<Item[]> {
    const { status, body } = await get<Item[]>(path, parameters);
    if (status !== 200)
      throw new Error(`${path} responded with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  const write =
    (method: string) =>
    <Body>(path: string, body: unknown): Promise<JsonResponse<Body>> => {
      const headers = { 'Content-Type': 'application/json' };
      return call(path, { method, headers, body: JSON.stringify(body) });
    };
  const post = write('POST');

  async function event(title: string): Promise<WireEvent> {
    const events = await list<WireEvent>('/v3/events', { type: 'ALL', with_private_prices: '1' });
    return find(events, (item) => item.title === title, title);
  }

  return {
    accessToken: token,
    /** Without a token. */
    sendBare,
    send,
    get,
    list,
    post,
    patch: write('PATCH'),
    event,
    events: (parameters?: Parameters) => list<WireEvent>('/v3/events', parameters),
    dates: (parameters?: Parameters) => list<WireDate>('/v3/dates', parameters),
    datesOf: async (title: string, parameters?: Parameters) =>
      list<WireDate>(`/v3/events/${(await event(title)).id}/dates`, parameters),
    products: (parameters?: Parameters) => list<WireProduct>('/v3/products', parameters),
    product: async (name: string) => {
      const products = await list<WireProduct>('/v3/products', { with_private_products: 'true' });
      return find(products, (item) => item.name.startsWith(name), name);
    },
    vendors: (parameters?: Parameters) => list<WireVendor>('/v3/vendors', parameters),
    orders: (parameters?: Parameters) => list<WireOrder>('/v3/orders', parameters),
    order: (body: unknown) => post<WireOrder>('/v3/orders', body),
    take: (date_id: string, slots: number) => post('/sandbox/take', { date_id, slots }),
  };
}

type Calls = ReturnType<typeof callsOf>;
export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

export function requestToken(
  fetch: Fetch,
  { id, secret }: Pick<Client, 'id' | 'secret'> = sandboxClients.reseller,
): Promise<Response> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  return fetch(
    new Request('http://sandbox/oauth/token', { method: 'POST', body: new URLSearchParams(form) }),
  );
}

/**
 * The body of a valid order, for one adult on the first date of an event; `changes` are
 * laid over it.
 */
export async function orderFor(
  sandbox: Calls,
  title: string,
  changes: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const event = await sandbox.event(title);
  const dates = await sandbox.datesOf(title);
  const participants = Math.max(1, event.min_participants);
  const date = find(dates, ({ available_slots }) => available_slots >= participants, 'a free date');
  const price = find(event.prices, (item) => item.public === 1, 'a public price');
  return {
    vendor_id: event.vendor_id,
    date: '2026-11-21T09:00:00Z',
    status: event.type === 'REQUEST' ? 'PENDING' : 'ACCEPTED',
    lang: 'en',
    currency: price.currency,
    email: 'ada@example.com',
    name: 'Ada Moreau',
    tickets: [
      {
        date_id: date.id,
        event_id: event.id,
        participants: Array.from({ length: participants }, () => ({ price_id: price.id })),
      },
    ],
    ...changes,
  };
}

export function find<Item>(items: readonly Item[], is: (item: Item) => boolean, what = 'it'): Item {
  const found = items.find(is);
  if (found === undefined) throw new Error(`there is no ${what}`);
  return found;
}

/** By time zone: making one takes longer than its answer. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time in a time zone, computed by Intl and so independently of the sandbox. */
export function local(moment: string, timeZone: string): { day: string; time: string } {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  const text = format.format(new Date(moment));
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

interface Vouchers {
  readonly coupons: readonly { readonly id: string }[];
  readonly vouchers: readonly { readonly id: string; readonly left: string }[];
  readonly flexOffers: readonly { readonly id: string }[];
}

/** What can be redeemed, as the control API lists it. */
export async function vouchersOf({ get }: Pick<OpenSandbox, 'get'>): Promise<Vouchers> {
  return (await get<Vouchers>('/sandbox/vouchers')).body;
}
