import type { Item } from '../../demo/conformance/judge.ts';

type Fetch = (request: Request) => Promise<Response>;
type Mutate = (platform: Fetch) => Fetch;

/** A platform that breaks the spec in one place. */
export interface Mutant {
  readonly what: string;
  /** Matches the titles of the rules that catch it. */
  readonly caughtBy: RegExp;
  readonly mutate: Mutate;
}

const paths = {
  events: /^\/v3\/events$/,
  dates: /\/dates$/,
  products: /^\/v3\/products$/,
  orders: /^\/v3\/orders$/,
};

/** The request with other parameters; a value of undefined takes the parameter away. */
function asking(
  path: RegExp,
  change: (query: URLSearchParams) => Record<string, string | undefined>,
): Mutate {
  return (platform) => (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || !path.test(url.pathname)) return platform(request);
    for (const [name, value] of Object.entries(change(url.searchParams))) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return platform(new Request(url, { headers: request.headers }));
  };
}

const ignoring = (path: RegExp, name: string) => asking(path, () => ({ [name]: undefined }));
export const byDefault = (path: RegExp, name: string, value: string) =>
  asking(path, (query) => (query.has(name) ? {} : { [name]: value }));
/** A bound that leaves out the moment that it names. */
const exclusive = (path: RegExp, name: string, milliseconds: number) =>
  asking(path, (query) => {
    const time = Date.parse(query.get(name) ?? '');
    if (Number.isNaN(time)) return {};
    return { [name]: new Date(time + milliseconds).toISOString().slice(0, 19) + 'Z' };
  });

/** Every item of a list, or the only one, is another. */
export function showing(path: RegExp, change: (item: Item) => Item): Mutate {
  return (platform) => async (request) => {
    const response = await platform(request);
    if (!path.test(new URL(request.url).pathname) || !response.ok) return response;
    const body = (await response.json()) as Item | Item[];
    return Response.json(Array.isArray(body) ? body.map(change) : change(body));
  };
}

const inPrices = (change: Item) => (event: Item) => ({
  ...event,
  ...(Array.isArray(event['prices']) && {
    prices: (event['prices'] as Item[]).map((price) => ({ ...price, ...change })),
  }),
});

const inParticipants = (change: Item) => (order: Item) => ({
  ...order,
  ...(Array.isArray(order['tickets']) && {
    tickets: (order['tickets'] as Item[]).map((ticket) => ({
      ...ticket,
      participants: (ticket['participants'] as Item[]).map((one) => ({ ...one, ...change })),
    })),
  }),
});

/** A response of this status becomes one of another. */
function responding(status: number, instead: number): Mutate {
  return (platform) => async (request) => {
    const response = await platform(request);
    if (response.status !== status) return response;
    return new Response(response.body, { status: instead, headers: response.headers });
  };
}

/** Replaces a field of the request by a valid value, so that any value is accepted. */
function accepting(field: string, value: string): Mutate {
  return (platform) => async (request) => {
    const isCreate = request.method === 'POST' && request.url.endsWith('/v3/orders');
    if (!isCreate) return platform(request);
    const body = { ...((await request.json()) as Item), [field]: value };
    const { url, method, headers } = request;
    return platform(new Request(url, { method, headers, body: JSON.stringify(body) }));
  };
}

/** `available_from` also requires free places, which the spec does not say. */
const onlyWithPlaces: Mutate = (platform) => async (request) => {
  const response = await platform(request);
  const url = new URL(request.url);
  const from = url.searchParams.get('available_from');
  if (!paths.events.test(url.pathname) || from === null || !response.ok) return response;
  const events = (await response.json()) as Item[];
  const { headers } = request;
  const free = events.map(async (event) => {
    const path = `/v3/events/${encodeURIComponent(String(event['id']))}/dates?start_date=${from}`;
    const dates = (await (
      await platform(new Request(url.origin + path, { headers }))
    ).json()) as Item[];
    return dates.length > 0;
  });
  const hasPlaces = await Promise.all(free);
  return Response.json(events.filter((_, index) => hasPlaces[index]));
};

export const mutants: readonly Mutant[] = [
  {
    what: 'the end_date of orders is exclusive',
    caughtBy: /Order list: start_date and end_date/,
    mutate: exclusive(paths.orders, 'end_date', -1_000),
  },
  {
    what: 'the start_date of orders is exclusive',
    caughtBy: /Order list: start_date and end_date/,
    mutate: exclusive(paths.orders, 'start_date', 1_000),
  },
  {
    what: 'end_event_date is exclusive',
    caughtBy: /Order list: start_event_date/,
    mutate: exclusive(paths.orders, 'end_event_date', -1_000),
  },
  {
    what: 'available_from is exclusive',
    caughtBy: /available_from includes the moment/,
    mutate: exclusive(paths.events, 'available_from', 1_000),
  },
  {
    what: 'available_from leaves out events whose dates are full',
    caughtBy: /available_from includes events whose dates are full/,
    mutate: onlyWithPlaces,
  },
  {
    what: 'the end_date of dates is exclusive',
    caughtBy: /Date lists: start_date and end_date/,
    mutate: exclusive(paths.dates, 'end_date', -1_000),
  },
  {
    what: 'the start_date of dates is exclusive',
    caughtBy: /Date lists: start_date and end_date/,
    mutate: exclusive(paths.dates, 'start_date', 1_000),
  },
  {
    what: 'a commission is 101',
    caughtBy: /Event: commission/,
    mutate: showing(paths.events, (event) => ({ ...event, commission: 101 })),
  },
  {
    what: 'the VAT of a participant is a number',
    caughtBy: /Participant: money and VAT/,
    mutate: showing(paths.orders, inParticipants({ vat: 19 })),
  },
  {
    what: 'the value of a participant is a number',
    caughtBy: /Participant: money and VAT/,
    mutate: showing(paths.orders, inParticipants({ price_value: 39 })),
  },
  {
    what: 'the total of an order is a number',
    caughtBy: /Order: its fields/,
    mutate: showing(paths.orders, (order) => ({ ...order, total_invoice: 39 })),
  },
  {
    what: 'active is a number',
    caughtBy: /Event: its fields/,
    mutate: showing(paths.events, (event) => ({ ...event, active: 1 })),
  },
  {
    what: 'inactive events are listed',
    caughtBy: /Event: its fields/,
    mutate: showing(paths.events, (event) => ({ ...event, active: '0' })),
  },
  {
    what: 'events have images',
    caughtBy: /Event: has no images/,
    mutate: showing(paths.events, (event) => ({ ...event, images: [] })),
  },
  {
    what: 'the value of a price is a string',
    caughtBy: /Price: its fields/,
    mutate: showing(paths.events, inPrices({ value: '10.00' })),
  },
  {
    what: 'private prices are listed',
    caughtBy: /private prices come only/,
    mutate: showing(paths.events, inPrices({ public: 0 })),
  },
  {
    what: 'first_date comes always',
    caughtBy: /first_date comes with available_from alone/,
    mutate: byDefault(paths.events, 'available_from', '2026-11-21T09:00:00Z'),
  },
  {
    what: 'all types come by default',
    caughtBy: /type is BOOKING by default/,
    mutate: byDefault(paths.events, 'type', 'ALL'),
  },
  {
    what: 'orders of any status come by default',
    caughtBy: /accepted orders alone by default/,
    mutate: byDefault(paths.orders, 'status', 'ALL'),
  },
  {
    what: 'full dates come by default',
    caughtBy: /only dates with a free place/,
    mutate: byDefault(paths.dates, 'available', 'false'),
  },
  ...['limit', 'offset', 'accept', 'exclude', 'fields', 'delta_since', 'order'].map((name) => ({
    what: `${name} of products is ignored`,
    caughtBy: /Common list parameters|Errors|does not end/,
    mutate: ignoring(paths.products, name),
  })),
  ...[
    ...['category', 'preferred_categories', 'accept_vendors', 'exclude_vendors'],
    ...['geolocation', 'only_root_events'],
  ].map((name) => ({
    what: `${name} of events is ignored`,
    caughtBy: new RegExp(`Event lists: .*${name}`),
    mutate: ignoring(paths.events, name),
  })),
  ...[
    ...['accept_vendors', 'exclude_vendors', 'accept_events', 'exclude_events'],
    ...['category', 'geolocation'],
  ].map((name) => ({
    what: `${name} of dates is ignored`,
    caughtBy: new RegExp(`Date lists: .*${name}`),
    mutate: ignoring(paths.dates, name),
  })),
  {
    what: 'only_main_duration of events is ignored',
    caughtBy: /only_main_duration=perhaps/,
    mutate: ignoring(paths.events, 'only_main_duration'),
  },
  {
    what: 'only_main_duration leaves out pricelists',
    caughtBy: /Event lists: only_main_duration/,
    mutate: asking(paths.events, (query) => ({
      only_root_events: query.get('only_root_events') ?? query.get('only_main_duration') ?? 'false',
    })),
  },
  ...['available', 'requires_shipping', 'min_price', 'max_price', 'accept_vendors'].map((name) => ({
    what: `${name} of products is ignored`,
    caughtBy: new RegExp(`Product list: .*${name}`),
    mutate: ignoring(paths.products, name),
  })),
  ...['accept_external_reference', 'accept_code', 'accept_dates'].map((name) => ({
    what: `${name} of orders is ignored`,
    caughtBy: /Create order: places it|Order list: accept/,
    mutate: ignoring(paths.orders, name),
  })),
  {
    what: 'a wrong parameter is no error',
    caughtBy: /responds with 400 to limit=ten/,
    mutate: asking(paths.events, (query) => (query.get('limit') === 'ten' ? { limit: '1' } : {})),
  },
  {
    what: 'wrong credentials are 401',
    caughtBy: /Obtain token: responds with 400/,
    mutate: responding(400, 401),
  },
  {
    what: 'a wrong token is 403',
    caughtBy: /responds with 401 to a token/,
    mutate: responding(401, 403),
  },
  {
    what: 'a token has no lifetime',
    caughtBy: /Obtain token: gives/,
    mutate: showing(/^\/oauth\/token$/, ({ expires_in: _, ...token }) => token),
  },
  {
    what: 'a date has its places as a string',
    caughtBy: /Date: its fields/,
    mutate: showing(paths.dates, (date) => ({ ...date, available_slots: '5' })),
  },
  {
    what: 'a date has another form of time',
    caughtBy: /Date: its fields/,
    mutate: showing(paths.dates, (date) => ({ ...date, date: '2026-12-01T10:00:00+01:00' })),
  },
  {
    what: 'an order may have a language of three letters',
    caughtBy: /refuses a language/,
    mutate: accepting('lang', 'en'),
  },
  {
    what: 'an order needs no name',
    caughtBy: /name is required/,
    mutate: accepting('name', 'Somebody'),
  },
  {
    what: 'an order is of another status than was sent',
    caughtBy: /is the order that was sent|a pending one/,
    mutate: accepting('status', 'ACCEPTED'),
  },
];

/** Mutants of notifications, as they arrive at the receiver. */
export const notificationMutants: readonly { what: string; change: (body: Item) => Item }[] = [
  { what: 'has no payments', change: ({ payments: _, ...body }) => body },
  {
    what: 'has tickets without a title',
    change: (body) => ({
      ...body,
      tickets: (body['tickets'] as Item[]).map(({ title: _, ...ticket }) => ticket),
    }),
  },
  { what: 'is about another order', change: (body) => ({ ...body, id: 'another' }) },
];
