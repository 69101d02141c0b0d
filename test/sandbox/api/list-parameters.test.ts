import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { operations } from '../operations.ts';
import type { Parameters } from '../support.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireProblem } from '../wire.ts';

// Every list and every parameter of the spec's tables (Common list parameters, Per-operation list
// parameters). Each has to matter somewhere: one that is accepted and does nothing would mislead a
// client without a word.

/** Values that are of the wrong type. Every text is one that `match` can search for. */
const wrongValues = {
  order: 'colour',
  integer: 'ten',
  integers: '1,,2',
  number: 'cheap',
  boolean: 'perhaps',
  zeroOrOne: 'true',
  list: '',
  timestamp: '2026-11-21',
  type: 'ANY',
  status: 'RESERVED',
  geolocation: '52,13,53',
  text: undefined,
} as const;

type Table = Readonly<Record<string, keyof typeof wrongValues>>;

const common: Table = {
  order: 'order',
  limit: 'integer',
  offset: 'integer',
  accept: 'list',
  exclude: 'list',
  fields: 'list',
  with_count: 'boolean',
  match: 'text',
  delta_since: 'timestamp',
};

const eventTable: Table = {
  category: 'integer',
  categories: 'integers',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  preferred_categories: 'integers',
  type: 'type',
  available_from: 'timestamp',
  geolocation: 'geolocation',
  with_private_prices: 'boolean',
  only_root_events: 'boolean',
  only_main_duration: 'boolean',
};

const dateTable: Table = {
  available: 'boolean',
  start_date: 'timestamp',
  end_date: 'timestamp',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  accept_events: 'list',
  exclude_events: 'list',
  category: 'integer',
  geolocation: 'geolocation',
  ignore_latest_booking_time: 'boolean',
};

const productTable: Table = {
  available: 'zeroOrOne',
  requires_shipping: 'zeroOrOne',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  min_price: 'number',
  max_price: 'number',
  with_private_products: 'boolean',
};

const orderTable: Table = {
  start_date: 'timestamp',
  end_date: 'timestamp',
  start_event_date: 'timestamp',
  end_event_date: 'timestamp',
  status: 'status',
  accept_external_reference: 'list',
  accept_code: 'list',
  accept_dates: 'list',
};

/** "An integration example passes from and to" (Table A). */
const exampleTable: Table = { from: 'timestamp', to: 'timestamp' };

interface List {
  readonly section: string;
  /** Here `VENDOR` is the vendor in Berlin, and `EVENT` the bicycle tour there. */
  readonly path: string;
  readonly table: Table;
}

const lists: readonly List[] = [
  { section: 'Vendor list', path: '/v3/vendors', table: {} },
  { section: 'Event lists', path: '/v3/events', table: eventTable },
  { section: 'Event lists', path: '/v3/vendors/VENDOR/events', table: eventTable },
  { section: 'Event lists', path: '/v3/merged_events', table: eventTable },
  { section: 'Date lists', path: '/v3/dates', table: dateTable },
  { section: 'Date lists', path: '/v3/vendors/VENDOR/dates', table: dateTable },
  {
    section: 'Date lists',
    path: '/v3/events/EVENT/dates',
    table: { ...dateTable, ...exampleTable },
  },
  { section: 'Date lists', path: '/v3/merged_dates', table: dateTable },
  { section: 'Date lists', path: '/v3/eventDates', table: dateTable },
  { section: 'Date lists', path: '/v3/vendors/VENDOR/eventDates', table: dateTable },
  { section: 'Product list', path: '/v3/products', table: productTable },
  { section: 'Order list', path: '/v3/orders', table: orderTable },
  { section: 'Order list', path: '/v3/vendors/VENDOR/orders', table: orderTable },
];

const allNames = [common, ...lists.map(({ table }) => table)].flatMap((table) =>
  Object.keys(table),
);

/**
 * A world in which every parameter matters: orders of two vendors, with three statuses and at two
 * times, that leave one product without stock.
 */
async function openWorld() {
  const sandbox = await openSandbox();
  const wall = await sandbox.event('The Wall by bike');
  const kayak = await sandbox.event('Kayak on the Spree');
  const lisbon = await sandbox.event('Fado evening by candlelight');
  const order = async (title: string, changes: object) => {
    const { status, body } = await sandbox.order(await orderFor(sandbox, title, { ...changes }));
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const print = await sandbox.product('Print');
  const first = await order(wall.title, {
    name: 'Zoe Adler',
    date: '2026-11-20T09:00:00Z',
    external_reference: 'first',
    products: [{ product_id: print.id, amount: print.available }],
    shipping_name: 'Zoe Adler',
    shipping_street: 'Quai 1',
    shipping_zip: '75001',
    shipping_city: 'Paris',
    shipping_country: 'FR',
  });
  await order(kayak.title, { status: 'CANCELED' });
  await order(lisbon.title, { name: 'Bo Lind' });
  sandbox.clock.now += MINUTE;
  const [date] = await sandbox.datesOf(wall.title, { order: '-date' });
  await sandbox.take(date?.id ?? '', 1);
  await sandbox.send(`/sandbox/events/${wall.id}/raise-prices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"percent": 10}',
  });
  await order(wall.title, {
    tickets: [{ date_id: date?.id, participants: [{ price_id: wall.prices[0]?.id }] }],
  });
  return { sandbox, wall, kayak, lisbon, first, last: date?.date ?? '' };
}

// Only read from here on, so all tests share it.
const world = openWorld();
type World = Awaited<typeof world>;

const pathIn = ({ wall }: World, path: string) =>
  path.replace('VENDOR', wall.vendor_id).replace('EVENT', wall.id);

type Item = { readonly id: string } & Readonly<Record<string, unknown>>;

/** What a client sees of a list besides `Link`, which repeats every parameter. */
async function read({ sandbox }: World, path: string, parameters: Parameters) {
  const response = await sandbox.send(`${path}?${new URLSearchParams(parameters)}`);
  const body = (await response.json()) as readonly Item[];
  assert.equal(response.status, 200, JSON.stringify(body));
  return { body, count: response.headers.get('X-Total_Count') };
}

/** A summary is one item; its ids are those of its dates. */
function idsIn(body: readonly Item[]): string[] {
  return body.flatMap((item) => (item['dates'] ?? item) as Item).map(({ id }) => id);
}

/** The attributes that `order` takes, by section, and what of an item they compare. */
const orderAttributes: Readonly<Record<string, Readonly<Record<string, (item: Item) => unknown>>>> =
  {
    'Vendor list': { name: ({ name }) => name },
    'Event lists': {
      title: ({ title }) => title,
      duration: ({ duration }) => duration,
      max_participants: (item) => item['max_participants'],
      vendor_name: (item) => item['vendor_name'],
      price: cheapest,
      category_id: ({ categories }) => (categories as readonly Item[])[0]?.id,
      first_date: (item) => item['first_date'],
    },
    'Date lists': {
      date: ({ date }) => date,
      available_slots: (item) => item['available_slots'],
      event_id: (item) => item['event_id'],
    },
    'Product list': { name: ({ name }) => name, price: ({ price }) => price },
    'Order list': {
      name: ({ name }) => name,
      date: ({ date }) => date,
      vendor_id: (item) => item['vendor_id'],
    },
  };

function cheapest({ prices, price_groups: groups }: Item): number {
  const lists = (groups ?? [{ prices }]) as readonly { prices: readonly { value: number }[] }[];
  return Math.min(...lists.flatMap((list) => list.prices.map(({ value }) => value)));
}

/** A summary has no attributes, and all dates or orders of one owner have the same one. */
const isComparable = (path: string, attribute: string) =>
  !path.endsWith('/eventDates') &&
  !(path.includes('EVENT') && attribute === 'event_id') &&
  !(path.includes('VENDOR') && /^vendor_/.test(attribute));

const later = '2026-12-24T00:00:00Z';

/** For each parameter a value that chooses some items and not others, or shows them differently. */
function valueOf(name: string, section: string, ids: readonly string[], world: World): string {
  const { wall, kayak, lisbon, first, last } = world;
  const isOfOrders = section === 'Order list';
  const order = { 'Vendor list': 'name', 'Event lists': '-title', 'Order list': 'name' };
  const match = { 'Vendor list': 'maré', 'Product list': 'picnic', 'Order list': 'zoe' };
  const values: Record<string, string> = {
    order: (order as Parameters)[section] ?? (section === 'Date lists' ? '-date' : '-price'),
    limit: '1',
    offset: '1',
    accept: ids[1] ?? '',
    exclude: ids[0] ?? '',
    fields: section === 'Date lists' ? 'id,events' : 'id',
    with_count: 'true',
    match: (match as Parameters)[section] ?? 'kayak',
    delta_since: '2026-11-21T09:00:30Z',

    category: '2',
    categories: '22,12',
    accept_vendors: lisbon.vendor_id,
    exclude_vendors: wall.vendor_id,
    preferred_categories: '4,12',
    type: 'REQUEST',
    available_from: later,
    geolocation: '38,-10,39,-9',
    with_private_prices: 'true',
    only_root_events: 'true',
    only_main_duration: 'true',

    available: section === 'Date lists' ? 'false' : '1',
    start_date: isOfOrders ? '2026-11-21T00:00:00Z' : later,
    end_date: isOfOrders ? '2026-11-21T00:00:00Z' : later,
    accept_events: kayak.id,
    exclude_events: wall.id,
    ignore_latest_booking_time: 'true',
    from: later,
    to: later,

    requires_shipping: '1',
    min_price: '10',
    max_price: '10',
    with_private_products: 'true',

    start_event_date: last,
    end_event_date: later,
    status: 'ALL',
    accept_external_reference: first.external_reference,
    accept_code: first.code,
    accept_dates: first.tickets[0]?.date_id ?? '',
  };
  return values[name] ?? assert.fail(`no value of ${name}`);
}

for (const { section, path, table } of lists) {
  for (const name of Object.keys({ ...common, ...table })) {
    test(`${section}: ${name} of ${path} changes the response`, async () => {
      const here = await world;
      const plain = await read(here, pathIn(here, path), {});
      const value = valueOf(name, section, idsIn(plain.body), here);

      const changed = await read(here, pathIn(here, path), { [name]: value });

      assert.notDeepEqual(changed, plain);
    });
  }

  for (const [attribute, valueIn] of Object.entries(orderAttributes[section] ?? {})) {
    if (!isComparable(path, attribute)) continue;
    test(`${section}: order=${attribute} of ${path} ascends, and descends with a minus`, async () => {
      const here = await world;
      const from = attribute === 'first_date' ? { available_from: '2026-11-22T00:00:00Z' } : {};
      const values = async (order: string) =>
        (await read(here, pathIn(here, path), { ...from, order })).body.map(valueIn);

      const ascending = await values(attribute);

      assert.deepEqual(ascending, ascending.toSorted(compare));
      assert.deepEqual(await values(`-${attribute}`), ascending.toReversed());
      assert.ok(new Set(ascending).size > 1, 'they are not all the same');
    });
  }

  for (const [name, type] of Object.entries({ ...common, ...table })) {
    const wrong = wrongValues[type];
    if (wrong === undefined) continue;
    test(`Errors: ${name}=${wrong} of ${path} is refused by name`, async () => {
      const here = await world;

      await refusesParameter(here, 'GET', pathIn(here, path), name, wrong);
    });
  }

  test(`Errors: what ${path} has no parameter for is refused by name`, async () => {
    const here = await world;
    const others = allNames.filter((name) => !(name in { ...common, ...table }));

    for (const name of ['colour', ...others]) {
      await refusesParameter(here, 'GET', pathIn(here, path), name, '1');
    }
  });
}

for (const call of Object.values(operations)) {
  const [method = '', path = ''] = call.split(' ');
  const isList = lists.some((list) => list.path.replace(/VENDOR|EVENT/, '{id}') === path);
  if ((isList && method === 'GET') || path === '/oauth/token') continue;
  test(`Errors: ${call} is no list, so it has no parameters`, async () => {
    const here = await world;

    for (const name of allNames) await refusesParameter(here, method, path, name, '1');
  });
}

function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b), 'en');
}

async function refusesParameter(
  { sandbox }: World,
  method: string,
  path: string,
  name: string,
  value: string,
): Promise<void> {
  const query = new URLSearchParams({ [name]: value });
  const response = await sandbox.send(`${path}?${query}`, { method });
  const { message, code } = (await response.json()) as WireProblem;
  assert.equal(response.status, 400, message);
  assert.equal(code, '40004', message);
  assert.ok(message.startsWith(`${name}: `), message);
}
