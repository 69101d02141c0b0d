import assert from 'node:assert/strict';
import { test } from 'vitest';
import { runChaos } from '../chaos/chaos.ts';
import { describe } from '../chaos/check.ts';

test('of 120 orders through three proxies none is lost, doubled, mis-told or stuck while they are killed and their database is restarted', async () => {
  const { report, customers, figures } = await runChaos({
    orders: 120,
    atOnce: 30,
    seed: 'three on one',
    onPostgres: true,
  });

  assert.deepEqual(report.findings, [], describe(report));
  assert.equal(customers.length, 120);
  assert.ok((figures.strikes['kill'] ?? 0) > 0);
  assert.ok(customers.some(({ now: [intent] }) => intent?.state === 'placed'));
});
