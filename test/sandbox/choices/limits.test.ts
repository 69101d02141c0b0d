import assert from 'node:assert/strict';
import { MAX_ITEMS } from '../../../demo/sandbox/api/list.ts';
import { rule, sandboxRule } from './platform.ts';

rule('Limits: offset is 0 and limit is high by default', async ({ events }) => {
  assert.deepEqual(await events(), await events({ offset: '0', limit: '100000' }));
});

sandboxRule(
  'Limits: no response has more than 10,000 items, whatever limit says',
  async (sandbox) => {
    const { id: event_id } = await sandbox.event('Kayak on the Spree');
    const date = { event_id, date: '2030-01-01T09:00:00Z', available_slots: 1, total_slots: 1 };
    await sandbox.as('vendor').post(
      '/v3/datesBatch',
      Array.from({ length: 4000 }, () => date),
    );

    for (const limit of ['', '&limit=100000', '&limit=12000']) {
      const response = await sandbox.send(`/v3/dates?available=false&fields=id${limit}`);
      const dates = (await response.json()) as unknown[];

      assert.equal(dates.length, MAX_ITEMS);
      assert.match(response.headers.get('Link') ?? '', /offset=10000[^>]*>; rel="next"/);
    }
  },
);

rule(
  'Versioning: version 3 is in the path, and the token endpoint has no version',
  async ({ get, send }) => {
    assert.equal((await get('/v3/vendors', { limit: '1' })).status, 200);
    assert.equal((await get('/v2/vendors')).status, 404);
    assert.equal((await send('/v3/oauth/token', { method: 'POST' })).status, 404);
  },
);
