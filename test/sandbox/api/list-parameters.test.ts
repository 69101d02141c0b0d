import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { operations } from '../operations.ts';
import type { Parameters } from '../support.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireProblem } from '../wire.ts';
import { lists, wrongValues } from './lists-of-spec.ts';

// Each parameter of each list has to matter somewhere: one that is accepted and does nothing misleads
// a client without a word.

const allNames = lists.flatMap(({ table }) => Object.keys(table));

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
  await sandbox.post(`/sandbox/events/${wall.id}/raise-prices`, { percent: 10 });
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

function attributeOf(item: Item, attribute: string): unknown {
  const { categories, prices, price_groups: groups = [{ prices }] } = item;
  if (attribute === 'category_id') return (categories as readonly Item[])[0]?.id;
  if (attribute !== 'price' || 'price' in item) return item[attribute];
  const pricelists = groups as readonly { prices: readonly { value: number }[] }[];
  return Math.min(...pricelists.flatMap((list) => list.prices.map(({ value }) => value)));
}

/** A summary has no attributes, and all dates or orders of one owner have the same one. */
const isComparable = (path: string, attribute: string) =>
  !path.endsWith('/eventDates') &&
  !(path.includes('EVENT') && attribute === 'event_id') &&
  !(path.includes('VENDOR') && /^vendor_/.test(attribute));

/**
 * By section, for each parameter a value that leaves out some of the items with these ids, or shows
 * them differently.
 */
function valuesIn({ wall, kayak, lisbon, first, last }: World, ids: readonly string[]) {
  const later = '2026-12-24T00:00:00Z';
  const morning = '2026-11-21T00:00:00Z';
  const shared = {
    limit: '1',
    offset: '1',
    accept: ids[1] ?? '',
    exclude: ids[0] ?? '',
    fields: 'id',
    with_count: 'true',
    delta_since: '2026-11-21T09:00:30Z',
    accept_vendors: lisbon.vendor_id,
    exclude_vendors: wall.vendor_id,
    category: '2',
    geolocation: '38,-10,39,-9',
  };
  const values: Readonly<Record<string, Parameters>> = {
    'Vendor list': { ...shared, order: 'name', match: 'maré' },
    'Event lists': {
      ...shared,
      order: '-title',
      match: 'kayak',
      categories: '22,12',
      preferred_categories: '4,12',
      type: 'REQUEST',
      available_from: later,
      with_private_prices: 'true',
      only_root_events: 'true',
      only_main_duration: 'true',
    },
    'Date lists': {
      ...shared,
      order: '-date',
      // A summary has no id.
      fields: 'id,events',
      match: 'kayak',
      available: 'false',
      start_date: later,
      end_date: later,
      accept_events: kayak.id,
      exclude_events: wall.id,
      ignore_latest_booking_time: 'true',
      from: later,
      to: later,
    },
    'Product list': {
      ...shared,
      order: '-price',
      match: 'picnic',
      available: '1',
      requires_shipping: '1',
      min_price: '10',
      max_price: '10',
      with_private_products: 'true',
    },
    'Order list': {
      ...shared,
      order: 'name',
      match: 'zoe',
      start_date: morning,
      end_date: morning,
      start_event_date: last,
      end_event_date: later,
      status: 'ALL',
      accept_external_reference: first.external_reference,
      accept_code: first.code,
      accept_dates: first.tickets[0]?.date_id ?? '',
    },
  };
  return values;
}

for (const { section, path, table, attributes } of lists) {
  for (const name of Object.keys(table)) {
    test(`${section}: ${name} of ${path} changes the response`, async () => {
      const here = await world;
      const plain = await read(here, pathIn(here, path), {});
      const value = valuesIn(here, idsIn(plain.body))[section]?.[name];

      const changed = await read(here, pathIn(here, path), { [name]: value ?? assert.fail(name) });

      assert.notDeepEqual(changed, plain);
    });
  }

  for (const attribute of attributes) {
    if (!isComparable(path, attribute)) continue;
    test(`${section}: order=${attribute} of ${path} ascends, and descends with a minus`, async () => {
      const here = await world;
      const from = attribute === 'first_date' ? { available_from: '2026-11-22T00:00:00Z' } : {};
      const values = async (order: string) => {
        const { body } = await read(here, pathIn(here, path), { ...from, order });
        return body.map((item) => attributeOf(item, attribute));
      };

      const ascending = await values(attribute);

      assert.deepEqual(ascending, ascending.toSorted(compare));
      assert.deepEqual(await values(`-${attribute}`), ascending.toReversed());
      assert.ok(new Set(ascending).size > 1, 'they are not all the same');
    });
  }

  for (const [name, type] of Object.entries(table)) {
    const wrong = wrongValues[type];
    if (wrong === undefined) continue;
    test(`Errors: ${name}=${wrong} of ${path} is refused by name`, async () => {
      const here = await world;

      await refusesParameter(here, 'GET', pathIn(here, path), name, wrong);
    });
  }

  test(`Errors: what ${path} has no parameter for is refused by name`, async () => {
    const here = await world;

    for (const name of ['colour', ...allNames.filter((other) => !(other in table))]) {
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
