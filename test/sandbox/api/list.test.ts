import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MAX_ITEMS } from '../../../demo/sandbox/api/list.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireEvent } from '../wire.ts';

/** The path of the next page, as `Link` names it. */
function nextPage(headers: Headers): string | undefined {
  const url = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
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
    path = nextPage(response.headers);
  }

  assert.deepEqual(found, await events());
});

test('Limits: no response has more than 10,000 items, whatever limit says', async () => {
  const { send } = await openSandbox({ scenario: 'medium' });

  for (const limit of ['', '&limit=100000', '&limit=12000']) {
    const response = await send(`/v3/dates?available=false&fields=id${limit}`);

    assert.equal(((await response.json()) as unknown[]).length, MAX_ITEMS);
    assert.match(nextPage(response.headers) ?? '', /offset=10000/);
  }
});

test('Common list parameters: delta_since finds what an order, or its vendor, has changed since', async () => {
  const sandbox = await openSandbox();
  const bag = await sandbox.product('Dry bag');
  const kayak = await sandbox.event('Kayak on the Spree');
  const body = await orderFor(sandbox, kayak.title, {
    products: [{ product_id: bag.id, amount: 1 }],
  });
  const since = { delta_since: '2026-11-21T09:00:00Z', type: 'ALL', status: 'ALL' };
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
