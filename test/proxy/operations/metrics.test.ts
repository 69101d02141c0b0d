import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readConfig } from '../../../proxy/config.ts';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { START, variables } from '../../support/world.ts';

const {
  PLATFORM_CLIENT_ID: _,
  PLATFORM_CLIENT_SECRET: __,
  ALLOWED_ORIGINS: ___,
  ...env
} = variables;
const site = { client_id_from: 'A', client_secret_from: 'S', origins: ['https://a.example'] };
const sites = [
  { ...site, key: 'one' },
  { ...site, key: 'same-client' },
  { ...site, key: 'other', client_id_from: 'B' },
];
const config = readConfig(
  { ...env, A: 'client-a', B: 'client-b', S: 'secret', SITES_FILE: 'sites.json' },
  () => JSON.stringify(sites),
);

function open() {
  const time = { now: START };
  const store = createMemoryStore();
  const clock = () => time.now;
  const metrics = createMetrics({ config, store, clock, isReady: () => true });
  const linesOf = async (name: string) =>
    (await metrics.write()).split('\n').filter((line) => line.startsWith(`booking_${name}`));
  return { time, store, metrics, linesOf };
}

test('calls of this month are counted over all proxies on the store, by client and class', async () => {
  const { time, store, linesOf } = open();
  await store.put('budget/client-a/2026-11', '{"v":1,"events":7,"orders":2,"token":1}', 0);
  await store.put('budget/client-b/2026-11', '{"v":1,"dates":5}', 0);

  assert.deepEqual(await linesOf('platform_calls_this_month'), [
    'booking_platform_calls_this_month{client="client-a",class="events"} 7',
    'booking_platform_calls_this_month{client="client-a",class="orders"} 2',
    'booking_platform_calls_this_month{client="client-a",class="token"} 1',
    'booking_platform_calls_this_month{client="client-b",class="dates"} 5',
  ]);
  time.now = Date.parse('2026-12-01T00:00:00Z');
  assert.deepEqual(await linesOf('platform_calls_this_month'), []);
});

test('refusals, alarms, skipped items and what failed are counted', async () => {
  const { metrics, linesOf } = open();
  metrics.count({ event: 'token-refused', status: 401 });
  metrics.count({ event: 'payment-key-refused', site: 'north' });
  metrics.count({ event: 'order-alarm', reason: 'order-differs' });
  metrics.count({ event: 'store-alarm', reason: 'store-went-back' });
  metrics.count({ event: 'item-skipped', kind: 'event', field: 'title', count: 3 });
  metrics.count({ event: 'platform-call', operation: 'events', ms: 40, error: 'Unreachable' });
  metrics.count({ event: 'row-unreadable', kind: 'budget' });
  metrics.count({ event: 'background-failed', error: 'TypeError' });
  metrics.count({ event: 'connection-limit', kind: '/64', count: 40 });
  metrics.count({ event: 'connection-limit', kind: '/64', count: 2 });

  assert.deepEqual(await linesOf('token_refusals'), ['booking_token_refusals_total 1']);
  assert.deepEqual(await linesOf('payment_key_refusals'), ['booking_payment_key_refusals_total 1']);
  assert.deepEqual(await linesOf('connections_closed'), [
    'booking_connections_closed_total{kind="/64"} 42',
  ]);
  assert.deepEqual(await linesOf('order_alarms'), [
    'booking_order_alarms_total{reason="order-differs"} 1',
  ]);
  assert.deepEqual(await linesOf('store_alarms'), [
    'booking_store_alarms_total{reason="store-went-back"} 1',
  ]);
  assert.deepEqual(await linesOf('items_skipped'), [
    'booking_items_skipped_total{kind="event",field="title"} 3',
  ]);
  assert.deepEqual(await linesOf('platform_call_seconds_count'), [
    'booking_platform_call_seconds_count{operation="events",end="none"} 1',
  ]);
  assert.deepEqual(await linesOf('rows_unreadable'), [
    'booking_rows_unreadable_total{kind="budget"} 1',
  ]);
  assert.deepEqual(await linesOf('background_failures'), ['booking_background_failures_total 1']);
});
