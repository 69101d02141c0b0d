import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MAX_ITEMS } from '../../../demo/sandbox/api/list.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireEvent } from '../wire.ts';

/** The path of a page, as `Link` names it. */
function pageOf(headers: Headers, relation: string): string | undefined {
  const url = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.get('Link') ?? '')?.[1];
  return url && url.slice(new URL(url).origin.length);
}

test('Common list parameters: Link leads through the full list, and the last page has one without next', async () => {
  const { send, events } = await openSandbox();
  const found: WireEvent[] = [];

  let path: string | undefined = '/v3/events?limit=5';
  while (path !== undefined) {
    const response: Response = await send(path);
    found.push(...((await response.json()) as WireEvent[]));
    assert.match(response.headers.get('Link') ?? '', /rel="first"/);
    path = pageOf(response.headers, 'next');
  }

  assert.deepEqual(found, await events());
});

test('Limits: no response has more than 10,000 items, whatever limit says', async () => {
  const { send } = await openSandbox({ scenario: 'medium' });

  for (const limit of ['', '&limit=100000', '&limit=12000']) {
    const response = await send(`/v3/dates?available=false&fields=id${limit}`);

    assert.equal(((await response.json()) as unknown[]).length, MAX_ITEMS);
    assert.match(pageOf(response.headers, 'next') ?? '', /offset=10000/);
  }
});

test('Common list parameters: delta_since finds what an order, or its vendor, has changed since', async () => {
  const sandbox = await openSandbox();
  const bag = await sandbox.product('Dry bag');
  const kayak = await sandbox.event('Kayak on the Spree');
  const body = await orderFor(sandbox, kayak.title, {
    products: [{ product_id: bag.id, amount: 1 }],
  });
  const since = { delta_since: '2026-11-21T09:00:00Z' };
  const changed = async () =>
    Promise.all(
      ['events', 'dates', 'products', 'orders'].map(async (name) =>
        (await sandbox.list<{ id: string }>(`/v3/${name}`, since)).map(({ id }) => id),
      ),
    );
  assert.deepEqual(await changed(), [[], [], [], []]);

  const { body: order } = await sandbox.order(body);
  await sandbox.post(`/sandbox/events/${kayak.id}/prices/${kayak.prices[0]?.id}`, { value: 41 });

  assert.deepEqual(await changed(), [
    [kayak.id],
    [order.tickets[0]?.date_id],
    [bag.id],
    [order.id],
  ]);
});

test('Common list parameters: a parameter that is given twice is refused', async () => {
  const { send } = await openSandbox();

  assert.equal((await send('/v3/events?limit=1&limit=2')).status, 400);
});

test('Common list parameters: an order ascends with a plus, escaped or not', async () => {
  const { send, events } = await openSandbox();
  const ascending = await events({ order: 'duration' });

  assert.deepEqual(await events({ order: '+duration' }), ascending);
  assert.deepEqual(await (await send('/v3/events?order=+duration')).json(), ascending);
});

test('Common list parameters: match finds all words, in capitals or not', async () => {
  const { events } = await openSandbox();
  const titles = async (match: string) => (await events({ match })).map(({ title }) => title);

  assert.deepEqual(await titles('LANTERN walk'), ['Lantern night walk']);
  assert.deepEqual(await titles('lantern kangaroo'), []);
});

for (const path of ['vendors', 'events', 'merged_events', 'dates', 'merged_dates', 'products']) {
  test(`Common list parameters: with_count counts all of /v3/${path}, whatever the page`, async () => {
    const { send, list } = await openSandbox();
    const all = await list(`/v3/${path}`, { fields: 'id' });

    const { headers } = await send(`/v3/${path}?with_count=true&limit=2&offset=1`);

    assert.equal(headers.get('X-Total_Count'), String(all.length));
    const lastPage = await send(pageOf(headers, 'last') ?? '');
    assert.deepEqual(((await lastPage.json()) as object[]).length, all.length % 2 === 0 ? 2 : 1);
  });
}

test('Common list parameters: without with_count there is no count, and no last page', async () => {
  const { send } = await openSandbox();

  const { headers } = await send('/v3/events?limit=1');

  assert.equal(headers.get('X-Total_Count'), null);
  assert.equal(pageOf(headers, 'last'), undefined);
});

test('Common list parameters: a page in the middle links back to the one before', async () => {
  const { send, events } = await openSandbox();

  const { headers } = await send('/v3/events?limit=2&offset=3');

  const before = await send(pageOf(headers, 'prev') ?? '');
  assert.deepEqual(await before.json(), (await events()).slice(1, 3));
});

test('Common list parameters: a link carries no token', async () => {
  const { sendBare, token } = await openSandbox();

  const { headers } = await sendBare(`/v3/events?limit=1&access_token=${token}`);

  assert.match(headers.get('Link') ?? '', /rel="next"/);
  assert.ok(!headers.get('Link')?.includes(token));
});

test('Common list parameters: exclude wins over accept', async () => {
  const { events } = await openSandbox();
  const [event] = await events({ limit: '1' });
  const id = event?.id ?? '';

  assert.deepEqual(await events({ accept: id, exclude: id }), []);
});
