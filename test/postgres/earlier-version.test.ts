import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import type { IntentResponse } from '../../src/contract/order.schema.ts';
import { toEarlierQuote } from '../support/earlier-quote.ts';
import { cartOf, createWorld, newKey, requestFor } from '../support/world.ts';
import { startPostgres, type PostgresServer } from '../support/postgres.ts';

// Tables and rows as an earlier release has written them (version-1.sql), which stay readable.

const read = (name: string) => readFileSync(`test/postgres/${name}`, 'utf8');
/** That release's response for each order. */
const told = JSON.parse(read('version-1.json')) as Record<string, IntentResponse>;
const keys: Readonly<Record<string, string>> = {
  placed: 'A'.repeat(43),
  request: 'B'.repeat(43),
};

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

async function openEarlier() {
  const url = await server.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(read('version-1.sql'));
  await client.end();
  return openPostgresStore(url);
}

for (const [name, key] of Object.entries(keys)) {
  test(`an order that an earlier release has placed is found by its key: ${name}`, async () => {
    const store = await openEarlier();
    const world = createWorld({ store });

    const { status, body } = await world.find(key);
    const viewed = await world.get('/checkout/intent', {
      'Booking-View-Key': body.view_key ?? '',
    });

    assert.equal(status, 200);
    // Newer releases may add fields.
    const order = { ...body.order, ...told[name]?.order };
    assert.deepEqual({ ...body, ...told[name], order }, body);
    assert.deepEqual(viewed.body, body);
    await store.close();
  });
}

test('orders are placed on the tables of an earlier release, also under a key that it has seen', async () => {
  const store = await openEarlier();
  const world = createWorld({ store });
  const order = await world.quoteOne(cartOf(await world.choose(), [2]));
  const quote = await toEarlierQuote(world, order.quote);
  const request = requestFor({ ...order, quote });

  const placed = await world.place(request, newKey());
  const again = await world.place(request, keys['placed'] ?? '');

  assert.equal(placed.body.state, 'placed');
  assert.equal(again.body.order?.code, told['placed']?.order?.code);
  assert.equal((await world.books()).length, 1);
  await store.close();
});
