import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openPostgresStore } from '../../proxy/store/postgres.ts';
import { providers, tellRestoredOrder } from '../proxy/payments/restored-shop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { dump } from './dump.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

for (const [name, open] of Object.entries(providers)) {
  test(`a dump that is taken while a customer pays, and restored, costs no order its money at ${name}`, async (t) => {
    const url = await server.createDatabase();
    const shop = await open();
    t.onTestFinished(() => void shop.close());
    let restore = async () => {};

    const end = await tellRestoredOrder(
      {
        url,
        open: () => openPostgresStore(url),
        backUp: async () => void (restore = dump(url)),
        restore: () => restore(),
      },
      shop,
    );

    assert.equal(end.told, 'placed, then placed');
    assert.equal(end.code, end.booked);
    assert.deepEqual(end.kept, [end.total, end.total]);
    assert.deepEqual(end.alarms, []);
  });
}
