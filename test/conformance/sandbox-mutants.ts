import type { Item } from '../../demo/conformance/judge.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { byDefault, type Mutant, showing } from './mutants.ts';

/** Mutants of what the minimal platform has not. */
export const sandboxMutants: readonly Mutant[] = [
  {
    what: 'a main event has null for its parent',
    caughtBy: /^Event: root_event_id/,
    mutate: showing(/^\/v3\/events$/, (event) => ({
      ...event,
      root_event_id: event['root_event_id'] || null,
    })),
  },
  {
    what: 'an order has null for a date that is absent',
    caughtBy: /^Order: absent dates/,
    mutate: showing(/^\/v3\/orders$/, (order) => ({ ...order, payment_date: null })),
  },
  {
    what: 'an error has no user_message',
    caughtBy: /^Errors: one about a parameter/,
    mutate: (platform) => async (request) => {
      const response = await platform(request);
      if (response.status !== 400) return response;
      const { user_message: _, ...body } = (await response.json()) as Record<string, unknown>;
      return Response.json(body, { status: 400 });
    },
  },
  {
    what: 'dates past their latest_booking_time come by default',
    caughtBy: /^Date lists: dates past the latest_booking_time/,
    mutate: byDefault(/\/dates$/, 'ignore_latest_booking_time', 'true'),
  },
  {
    what: 'a merged event has prices',
    caughtBy: /^Merged event:/,
    mutate: showing(/^\/v3\/merged_events$/, (event) => ({ ...event, prices: [] })),
  },
  {
    what: 'a merged event lacks the prices of its pricelists',
    caughtBy: /^List merged events:/,
    mutate: showing(/^\/v3\/merged_events$/, (event) => ({
      ...event,
      price_groups: (event['price_groups'] as object[]).slice(0, 1),
    })),
  },
  {
    what: 'merged dates come the other way round',
    caughtBy: /^List merged dates:/,
    mutate: byDefault(/^\/v3\/merged_dates$/, 'order', '-date'),
  },
  {
    what: 'a summary is a list of dates',
    caughtBy: /^List events and dates:/,
    mutate: showing(/^\/v3\/eventDates$/, (item) => (item['dates'] as Item[])[0] ?? {}),
  },
  {
    what: 'an order of a REQUEST event is accepted at once',
    caughtBy: /^Create order: one of a REQUEST event/,
    mutate: placing({ status: 'PENDING' }, (order) => ({ ...order, status: 'ACCEPTED' })),
  },
  {
    what: 'an order outlives its expire_date',
    caughtBy: /^States: an order is canceled/,
    mutate: placing({ expire_date: '' }, (order) => order),
  },
  {
    what: "a vendor's client sees every vendor",
    caughtBy: /^List vendors: a vendor client|^Authentication 8: a vendor client/,
    mutate: (platform) => async (request) => {
      if (!request.url.endsWith('/oauth/token')) return platform(request);
      const form = (await request.text())
        .replace(sandboxClients.vendor.secret, sandboxClients.reseller.secret)
        .replace(sandboxClients.vendor.id, sandboxClients.reseller.id);
      return platform(
        new Request(request.url, { method: 'POST', body: new URLSearchParams(form) }),
      );
    },
  },
  {
    what: 'a reseller creates products',
    caughtBy: /^Authentication 7: a product/,
    mutate: (platform) => async (request) =>
      request.method === 'POST' && request.url.endsWith('/v3/products')
        ? Response.json({ id: 'product-of-a-reseller' }, { status: 201 })
        : platform(request),
  },
  {
    what: 'an event keeps another title than was sent',
    caughtBy: /^Create event:/,
    mutate: showing(/^\/v3\/events$/, (event) => ({ ...event, title: 'Another' })),
  },
  {
    what: 'an event for a vendor is of another one',
    caughtBy: /^Create event for a vendor: is of the vendor/,
    mutate: showing(/^\/v3\/vendors\/[^/]+\/events$/, (event) => ({
      ...event,
      vendor_id: 'another',
    })),
  },
  {
    what: 'an event for a vendor is in no list of that vendor',
    caughtBy: /^Create event for a vendor: is of the vendor/,
    mutate: (platform) => async (request) =>
      request.method === 'GET' && /\/vendors\/[^/]+\/events/.test(request.url)
        ? Response.json([])
        : platform(request),
  },
  {
    what: 'an event for a vendor is of the one that its body names',
    caughtBy: /^Create event for a vendor: is of no other/,
    mutate: believing(/^\/v3\/vendors\/([^/]+)\/events$/, 'vendor_id'),
  },
  {
    what: 'an event that was deactivated stays active',
    caughtBy: /^Update event:/,
    mutate: sending('PATCH', /^\/v3\/events\//, { active: 1 }),
  },
  {
    what: 'a date gets another time than was sent',
    caughtBy: /^Create date:/,
    mutate: sending('POST', /^\/v3\/dates$/, { date: '2027-05-01T10:00:00Z' }),
  },
  {
    what: 'a date for an event gets another time than was sent',
    caughtBy: /^Create date for an event: lists/,
    mutate: sending('POST', /^\/v3\/events\/[^/]+\/dates$/, { date: '2027-05-01T10:00:00Z' }),
  },
  {
    what: 'a date for an event is of the one that its body names',
    caughtBy: /^Create date for an event: is of no other/,
    mutate: believing(/^\/v3\/events\/([^/]+)\/dates$/, 'event_id'),
  },
  {
    what: 'a date for a vendor gets other places than were sent',
    caughtBy: /^Create date for a vendor:/,
    mutate: sending('POST', /^\/v3\/vendors\/[^/]+\/dates$/, { total_slots: 3 }),
  },
  {
    what: 'a date for a vendor is in no list of that vendor',
    caughtBy: /^Create date for a vendor:/,
    mutate: (platform) => async (request) =>
      request.method === 'GET' && /\/vendors\/[^/]+\/dates/.test(request.url)
        ? Response.json([])
        : platform(request),
  },
  ...(['date', 'total_slots', 'event_id'] as const).map((field) => ({
    what: `a date keeps its ${field}`,
    caughtBy: /^Update date:/,
    mutate: sending('PATCH', /^\/v3\/dates\//, { [field]: undefined }),
  })),
  {
    what: 'a date whose places are changed moves',
    caughtBy: /^Update date: changes/,
    mutate: sending('PATCH', /^\/v3\/dates\//, { date: '2027-05-01T10:00:00Z' }),
  },
  {
    what: 'an order for a vendor is of another one',
    caughtBy: /^Create order for a vendor:/,
    mutate: showing(/^\/v3\/orders$/, (order) => ({ ...order, vendor_id: 'another' })),
  },
  {
    what: 'a batch counts an item more',
    caughtBy: /^(Create|Update) dates in batch:/,
    mutate: showing(/^\/v3\/datesBatch$/, (result) => ({
      ...result,
      processed_items: Number(result['processed_items']) + 1,
    })),
  },
  {
    what: 'a product keeps its price',
    caughtBy: /^Update product:/,
    mutate: sending('PATCH', /^\/v3\/products\//, { price: 1 }),
  },
  {
    what: 'a product is listed under another name than was sent',
    caughtBy: /^Create product:/,
    mutate: sending('POST', /^\/v3\/products$/, { name: 'Another' }),
  },
];

/** Requests that write arrive with other values. */
function sending(method: string, path: RegExp, changes: Item): Mutant['mutate'] {
  return (platform) => async (request) => {
    const { url, headers } = request;
    if (request.method !== method || !path.test(new URL(url).pathname)) return platform(request);
    const body = JSON.stringify({ ...((await request.json()) as Item), ...changes });
    return platform(new Request(url, { method, headers, body }));
  };
}

/** What is created is shown with the id of its body, whatever the path says. */
function believing(path: RegExp, field: string): Mutant['mutate'] {
  return (platform) => async (request) => {
    const { url, method, headers } = request;
    const [, id] = path.exec(new URL(url).pathname) ?? [];
    if (method !== 'POST' || id === undefined) return platform(request);
    const sent = (await request.json()) as Item;
    const body = JSON.stringify({ ...sent, [field]: decodeURIComponent(id) });
    const response = await platform(new Request(url, { method, headers, body }));
    const created = (await response.json()) as Item;
    return Response.json({ ...created, [field]: sent[field] }, { status: response.status });
  };
}

/** Orders are placed with other values, and their responses are changed. */
function placing(changes: Item, show: (order: Item) => Item): Mutant['mutate'] {
  const place = sending('POST', /^\/v3\/orders$/, changes);
  return (platform) => async (request) => {
    const response = await place(platform)(request);
    const isOrder = request.method === 'POST' && request.url.endsWith('/v3/orders');
    if (!isOrder || !response.ok) return response;
    return Response.json(show((await response.json()) as Item), { status: response.status });
  };
}
