import { DAY } from '#contract/milliseconds';
import {
  createDates,
  createEvents,
  createProducts,
  type Fields,
  type Item,
  type MinimalEvent,
  type MinimalOrder,
  type MinimalPrice,
  Refusal,
  showDate,
  showEvent,
  showProduct,
} from './minimal-items.ts';
import { createWrites } from './minimal-writes.ts';

/**
 * A second platform, written from the specification and independent of the sandbox. Wherever the
 * spec leaves something open, it differs from the sandbox: ids have all kinds of characters and up
 * to 200 of them; there is no `timezone`, no `public` and no `Link`; a page has at most seven
 * items; creating responds with 200; errors have another shape; items have more fields in another
 * order; an order does not repeat its reference.
 */
type Fetch = (request: Request) => Promise<Response>;

export interface MinimalPlatformOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether there is a list of all dates at `/v3/dates`: the spec fixes no path for it. */
  readonly listsAllDates?: boolean;
  /** Whether `delta_since` shows a date whose places have changed. */
  readonly deltasShowPlaces?: boolean;
  /** Space-separated. */
  readonly scope?: string;
  /** Receives a notification of each order, without OAuth (spec, Events 2). */
  readonly receiver?: { readonly url: string; readonly fetch: Fetch };
}

export const minimalClient = { id: 'client:1', secret: 'minimal-secret' };

const TOKEN = 'minimal.token';
const MOST_ITEMS = 7;

export function createMinimalPlatform({
  clock,
  listsAllDates = false,
  deltasShowPlaces = false,
  scope = 'calendar_read orders_read_all orders_write_all',
  receiver,
}: MinimalPlatformOptions): Fetch {
  const start = Math.ceil(clock() / DAY) * DAY;
  const born = clock() - DAY;
  const vendors = ['vendor=1', 'vendor:2'].map((id, index) => ({
    since: 'always',
    name: `Vendor ${index + 1}`,
    id,
    currency: 'EUR',
    terms: '<p>Come on time.</p>',
    service_email: 'help@vendor.example',
  }));
  const events = createEvents(born);
  const dates = events.flatMap((event, index) => createDates(event, index, start, born));
  const products = createProducts(born);
  const orders: MinimalOrder[] = [];
  const write = createWrites({ events, dates, products, clock, scope });

  function authorise(request: Request, url: URL): void {
    const header = request.headers.get('Authorization');
    const given = header?.replace(/^Bearer /, '') ?? url.searchParams.get('access_token');
    if (given !== TOKEN) throw new Refusal(401, 'who are you?');
  }

  async function giveToken(request: Request): Promise<object> {
    const form = new URLSearchParams(await request.text());
    const isRight =
      request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === minimalClient.id &&
      form.get('client_secret') === minimalClient.secret;
    if (!isRight) throw new Refusal(400, 'not you');
    return { scope, expires_in: 3600, access_token: TOKEN, token_type: 'Bearer' };
  }

  function listEvents(query: Query): Item[] {
    const type = query.oneOf('type', ['BOOKING', 'REQUEST', 'ALL']) ?? 'BOOKING';
    const from = query.moment('available_from');
    const [category, categories] = [query.integer('category'), query.integers('categories')];
    // Every event here has one duration.
    query.flag('only_main_duration');
    const wanted = category === undefined ? categories : [category];
    const preferred = query.integers('preferred_categories') ?? [];
    const box = query.rectangle();
    const isOf = (event: MinimalEvent, ids: readonly number[]) =>
      event.categories.some(({ id }) => ids.includes(id));
    const found = events
      .filter((event) => event['active'] !== 0)
      .filter((event) => type === 'ALL' || event.type === type)
      .filter((event) => !wanted || isOf(event, wanted))
      .filter((event) => query.isOfVendor(event.vendor_id))
      .filter((event) => !query.flag('only_root_events') || event.root_event_id === '')
      .filter((event) => !box || box(Number(event['location_lat']), Number(event['location_lng'])))
      .map((event) => ({ ...event, first_date: firstDate(event.id, from) }))
      .filter(({ first_date }) => from === undefined || first_date !== undefined);
    return query
      .page(found, eventAttributes, (event) => isOf(event, preferred))
      .map(({ first_date, ...event }) => {
        // With `fields`, an item has none of them.
        const isWhole = query.flag('with_private_prices') && 'privatePrices' in event;
        return { ...showEvent(event, isWhole), ...(from !== undefined && { first_date }) };
      });
  }

  function firstDate(event_id: string, from = 0): string | undefined {
    return dates
      .filter((date) => date.event_id === event_id && Date.parse(date.date) >= from)
      .map(({ date }) => date)
      .toSorted()[0];
  }

  function listDates(query: Query, ofEvents: readonly MinimalEvent[]): Item[] {
    const isFree = query.flag('available') ?? true;
    const [from, to] = [query.moment('start_date'), query.moment('end_date')];
    const category = query.integer('category');
    const box = query.rectangle();
    query.flag('ignore_latest_booking_time');
    const [accepted, excluded] = [query.ids('accept_events'), query.ids('exclude_events')];
    const eventsById = new Map(ofEvents.map((event) => [event.id, event]));
    const found = dates
      .filter(({ event_id }) => !accepted || accepted.includes(event_id))
      .filter(({ event_id }) => !excluded?.includes(event_id))
      .filter(({ available_slots }) => !isFree || available_slots > 0)
      .filter(({ date }) => from === undefined || Date.parse(date) >= from)
      .filter(({ date }) => to === undefined || Date.parse(date) <= to)
      .filter(({ event_id }) => {
        const event = eventsById.get(event_id);
        if (!event || !query.isOfVendor(event.vendor_id)) return false;
        if (box && !box(Number(event['location_lat']), Number(event['location_lng']))) return false;
        return category === undefined || event.categories.some(({ id }) => id === category);
      })
      .toSorted((a, b) => (a.date < b.date ? -1 : 1));
    return query.page(found, ['date', 'available_slots', 'event_id']).map(showDate);
  }

  function listProducts(query: Query): Item[] {
    const inStock = query.oneOf('available', ['0', '1']) === '1';
    const isSent = query.oneOf('requires_shipping', ['0', '1']) === '1';
    const [least, most] = [query.number('min_price'), query.number('max_price')];
    const found = products
      .filter(({ isPrivate }) => !isPrivate || query.flag('with_private_products'))
      .filter((product) => query.isOfVendor(product.vendor_id))
      .filter(({ total, available }) => !inStock || total === '' || available > 0)
      .filter(({ shipping_address }) => !isSent || shipping_address === 1)
      .filter(({ price }) => least === undefined || price >= least)
      .filter(({ price }) => most === undefined || price <= most);
    return query.page(found, ['name', 'price']).map(showProduct);
  }

  function listOrders(query: Query): Item[] {
    if (!/\borders_read_(all|owned)\b/.test(scope)) throw new Refusal(403, 'not for you');
    const statuses = ['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'ALL'];
    const status = query.oneOf('status', statuses) ?? 'ACCEPTED';
    const [from, to] = [query.moment('start_date'), query.moment('end_date')];
    const [eventFrom, eventTo] = [query.moment('start_event_date'), query.moment('end_event_date')];
    const references = query.ids('accept_external_reference');
    const [codes, dateIds] = [query.ids('accept_code'), query.ids('accept_dates')];
    const startsOf = (order: MinimalOrder) =>
      order.tickets.map(({ date_id }) =>
        Date.parse(dates.find(({ id }) => id === date_id)?.date ?? ''),
      );
    const found = orders
      .map(expired)
      .filter((order) => status === 'ALL' || order.status === status)
      .filter(({ date }) => from === undefined || Date.parse(date) >= from)
      .filter(({ date }) => to === undefined || Date.parse(date) <= to)
      .filter(
        (order) =>
          (eventFrom === undefined && eventTo === undefined) ||
          startsOf(order).some((at) => at >= (eventFrom ?? 0) && at <= (eventTo ?? Infinity)),
      )
      .filter((order) => query.isOfVendor(String(order['vendor_id'])))
      .filter(({ reference }) => !references || references.includes(reference))
      .filter(({ code }) => !codes || codes.includes(code))
      .filter(
        ({ tickets }) => !dateIds || tickets.some(({ date_id }) => dateIds.includes(date_id)),
      );
    return query.page(found, ['name', 'date', 'vendor_id']).map(showOrder);
  }

  function expired(order: MinimalOrder): MinimalOrder {
    const end = Date.parse(String(order['expire_date'] ?? ''));
    return end <= clock() ? { ...order, status: 'CANCELED', changed: end } : order;
  }

  function showOrder({ reference: _, changed: __, ...order }: MinimalOrder): Item {
    return order as unknown as Item;
  }

  async function createOrder(request: Request, vendor_id?: string): Promise<object> {
    if (!/\borders_write_(all|owned)\b/.test(scope)) throw new Refusal(403, 'not for you');
    const { external_reference, ...body } = (await request.json()) as OrderBody;
    checkOrder(body);
    const number = orders.length + 1;
    const tickets = (body.tickets ?? []).map((ticket, index) =>
      bookTicket(ticket, `${number}`, `${index}`, body.status),
    );
    const lines = (body.products ?? []).map(sellProduct);
    const participants = tickets.flatMap((ticket) => ticket.participants);
    const total =
      sum(participants.map(({ price_value }) => Number(price_value))) +
      sum(lines.map(({ price, amount }) => Number(price) * amount));
    const order = {
      ...body,
      ...(vendor_id !== undefined && { vendor_id }),
      code: `CODE${number}`,
      id: `order:./=${number}`,
      tickets,
      products: lines,
      total_invoice: total.toFixed(2),
      additional_discount: '0.00',
      reference: String(external_reference),
      changed: clock(),
      payment_date: '',
      cancellation_date: '',
      seller: 'us',
    } as unknown as MinimalOrder;
    orders.push(order);
    notify(order);
    return showOrder(order);
  }

  function bookTicket(ticket: TicketInput, number: string, index: string, status: unknown) {
    const date = dates.find(({ id }) => id === ticket.date_id);
    const event = events.find(({ id }) => id === ticket.event_id);
    if (!date || !event) throw new Refusal(422, 'there is no such date');
    if (event.type === 'REQUEST' && status === 'ACCEPTED') throw new Refusal(422, 'not yours');
    if (date.available_slots < ticket.participants.length) throw new Refusal(409, 'full');
    date.available_slots -= ticket.participants.length;
    if (deltasShowPlaces) date.changed = clock();
    const participants = ticket.participants.map((participant, place) => {
      const price = event.prices.find(({ id }) => id === participant.price_id);
      if (!price) throw new Refusal(422, 'there is no such price');
      return {
        ...participant,
        id: `participant/${number}.${index}.${place}`,
        status: 'ACCEPTED',
        price_value: price.value.toFixed(2),
        vat: '19.00',
        checked_in: '',
        code: `P${number}${index}${place}`,
      };
    });
    return {
      participants,
      vat: '19.00',
      code: `T${number}${index}`,
      status,
      id: `ticket/${number}.${index}`,
      date_id: date.id,
      event_id: event.id,
      event_date_id: date.id,
      cancellation_date: '',
      comment: '',
    };
  }

  function sellProduct(line: ProductInput) {
    const product = products.find(({ id }) => id === line.product_id);
    if (!product) throw new Refusal(422, 'there is no such product');
    return { ...line, status: 'ACCEPTED', title: product.name, price: product.price.toFixed(2) };
  }

  function notify(order: MinimalOrder): void {
    if (!receiver) return;
    const tickets = order.tickets.map((ticket) => ({
      ...ticket,
      title: events.find(({ id }) => id === ticket['event_id'])?.['title'],
      date: dates.find(({ id }) => id === ticket.date_id)?.date,
    }));
    const body = JSON.stringify({ payments: [], ...showOrder(order), tickets });
    const headers = { 'Content-Type': 'application/json' };
    void receiver.fetch(new Request(receiver.url, { method: 'PATCH', headers, body }));
  }

  async function respond(request: Request): Promise<object> {
    const url = new URL(request.url);
    const [method, path] = [request.method, url.pathname];
    if (method === 'POST' && path === '/oauth/token') return giveToken(request);
    authorise(request, url);
    const [, list = '', id = '', of = ''] =
      /^\/v3\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const decoded = decodeURIComponent(id);
    const ofVendor = list === 'vendors' && of === 'orders' ? decoded : undefined;
    const isOfOrders = path === '/v3/orders' || ofVendor !== undefined;
    if (!scope.includes('calendar_read') && !isOfOrders) throw new Refusal(403, 'no');
    if (method === 'POST' && isOfOrders) return createOrder(request, ofVendor);
    if (method !== 'GET') return write(request, list, decoded, of);
    const query = createQuery(url.searchParams);
    if (list === 'vendors' && of) return listOfVendor(of, decoded, query);
    if (path === '/v3/events') return listEvents(query);
    if (path === '/v3/products') return listProducts(query);
    if (path === '/v3/orders') return listOrders(query);
    if (path === '/v3/vendors') return query.page(vendors, ['name']);
    if (path === '/v3/dates' && listsAllDates) return listDates(query, events);
    const event = events.find((candidate) => candidate.id === decoded);
    if (list === 'events' && of === 'dates' && event) return listDates(query, [event]);
    const date = dates.find((candidate) => candidate.id === decoded);
    if (list === 'dates' && date) return showDate(date);
    const vendor = vendors.find((candidate) => candidate.id === decoded);
    if (list === 'vendors' && vendor) return vendor;
    throw new Refusal(404, 'nothing here');
  }

  /** What a list has of one vendor, in pages of its own. */
  function listOfVendor(list: string, vendor_id: string, query: Query): Item[] {
    const only = createQuery(query.with('accept_vendors', vendor_id));
    if (list === 'events') return listEvents(only);
    if (list === 'dates') return listDates(only, events);
    if (list === 'orders') return listOrders(only);
    throw new Refusal(404, 'nothing here');
  }

  return async (request) => {
    const headers = { Date: new Date(clock()).toUTCString() };
    try {
      return Response.json(await respond(request), { headers });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      return Response.json({ errors: [{ reason: message }] }, { status, headers });
    }
  };
}

interface OrderBody {
  readonly status?: unknown;
  readonly tickets?: readonly TicketInput[];
  readonly products?: readonly ProductInput[];
  readonly external_reference?: unknown;
  readonly [field: string]: unknown;
}
interface TicketInput {
  readonly date_id: string;
  readonly event_id: string;
  readonly participants: readonly { readonly price_id: number }[];
}
interface ProductInput {
  readonly product_id: string;
  readonly amount: number;
}

function checkOrder(body: OrderBody): void {
  const text = (name: string) => String(body[name] ?? '');
  const isValid =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text('date')) &&
    ['ACCEPTED', 'CANCELED', 'PENDING', 'OPEN', 'RESERVED'].includes(text('status')) &&
    /^[a-z]{2}$/.test(text('lang')) &&
    /^[A-Z]{3}$/.test(text('currency')) &&
    /^[^@\s]+@[^@\s]+$/.test(text('email')) &&
    text('name').length >= 2;
  if (!isValid) throw new Refusal(422, 'this is no order');
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

const eventAttributes = [
  ...['title', 'duration', 'max_participants', 'vendor_name', 'price', 'category_id'],
  'first_date',
];

type Query = ReturnType<typeof createQuery>;

/** Parses the parameters of a list (spec, Common list parameters). */
function createQuery(parameters: URLSearchParams) {
  function parsed<T>(name: string, read: (text: string) => T | undefined): T | undefined {
    const text = parameters.get(name);
    if (text === null) return undefined;
    const value = read(text);
    if (value === undefined) throw new Refusal(400, `what is ${name}?`);
    return value;
  }
  const toNumber = (text: string) =>
    text !== '' && !Number.isNaN(Number(text)) ? Number(text) : undefined;
  const toInteger = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);
  const all = <T>(list: readonly (T | undefined)[]) =>
    list.includes(undefined) ? undefined : (list as T[]);
  const flags: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

  const query = {
    with: (name: string, value: string) =>
      new URLSearchParams([...parameters].filter(([key]) => key !== name).concat([[name, value]])),
    oneOf: (name: string, values: readonly string[]) =>
      parsed(name, (text) => (values.includes(text) ? text : undefined)),
    flag: (name: string) => parsed(name, (text) => flags[text]),
    number: (name: string) => parsed(name, toNumber),
    integer: (name: string) => parsed(name, toInteger),
    integers: (name: string) => parsed(name, (text) => all(text.split(',').map(toInteger))),
    ids: (name: string) => parsed(name, (text) => text.split(',')),
    moment: (name: string) =>
      parsed(name, (text) => {
        const time = Date.parse(text);
        return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(time) ? time : undefined;
      }),
    rectangle: () =>
      parsed('geolocation', (text) => {
        const corners = all(text.split(',').map(toNumber));
        if (corners?.length !== 4) return undefined;
        const [south = 0, west = 0, north = 0, east = 0] = corners;
        return (lat: number, lng: number) =>
          lat >= south && lat <= north && lng >= west && lng <= east;
      }),
    isOfVendor: (id: string) =>
      (query.ids('accept_vendors')?.includes(id) ?? true) &&
      !query.ids('exclude_vendors')?.includes(id),

    page<T extends object>(
      items: readonly T[],
      attributes: readonly string[],
      isFirst: (item: T) => boolean = () => false,
    ): T[] {
      const [accepted, excluded] = [query.ids('accept'), query.ids('exclude')];
      const since = query.moment('delta_since');
      const [limit, offset] = [query.integer('limit') ?? 100_000, query.integer('offset') ?? 0];
      query.flag('with_count');
      const word = parameters.get('match')?.toLowerCase();
      const found = (items as readonly (T & Item & { readonly changed?: number })[])
        .filter(({ id }) => !accepted || accepted.includes(id))
        .filter(({ id }) => !excluded?.includes(id))
        .filter(({ changed = 0 }) => since === undefined || changed >= since)
        .filter((item) => !word || JSON.stringify(item).toLowerCase().includes(word))
        .toSorted(comparison(parameters.get('order') ?? '', attributes))
        .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
        .slice(offset, offset + Math.min(limit, MOST_ITEMS));
      const fields = query.ids('fields');
      if (!fields) return found;
      return found.map(
        (item) =>
          Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name))) as T,
      );
    },
  };
  return query;
}

function comparison(order: string, attributes: readonly string[]) {
  const keys = order.split(',').filter(Boolean);
  return (a: Fields, b: Fields): number => {
    for (const key of keys) {
      const name = key.replace(/^[+ -]/, '');
      if (!attributes.includes(name)) continue;
      const [one, other] = [sortable(a, name), sortable(b, name)];
      if (one !== other) return (one < other ? -1 : 1) * (key.startsWith('-') ? -1 : 1);
    }
    return 0;
  };
}

function sortable(item: Fields, name: string): string | number {
  if (name === 'category_id') return (item['categories'] as { id: number }[])[0]?.id ?? 0;
  if (name === 'price' && Array.isArray(item['prices'])) {
    return Math.min(...(item['prices'] as MinimalPrice[]).map(({ value }) => value));
  }
  return (item[name] ?? '') as string | number;
}
