import test from 'node:test';
import assert from 'node:assert/strict';
import { readConfig } from '../../../proxy/config.ts';
import type { LogEntry } from '../../../proxy/log.ts';
import { BudgetSpent } from '../../../proxy/platform/errors.ts';
import { createPlatform } from '../../../proxy/platform/platform.ts';
import type { CallClass, Read } from '../../../proxy/platform/budget.ts';
import { createQuota, monthlyUsage } from '../../../proxy/platform/budget.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createWorld, START, variables } from '../world.ts';

const BUDGET = 1_000;

function createBudget({ store = createMemoryStore(), spent = 0 } = {}) {
  const config = readConfig({ ...variables, PLATFORM_BUDGET: String(BUDGET) });
  const [site] = config.sites;
  assert.ok(site);
  const time = { now: START };
  const logged: LogEntry[] = [];
  const key = `quota/${site.client.id}/2026-11`;
  const open = () =>
    createQuota({
      ...{ config, site, store, clock: () => time.now, log: (entry) => logged.push(entry) },
      fetch: async () => new Response(),
    });
  const ready = store.put(key, JSON.stringify({ events: spent, token: 5_000 }), 0);
  const written = () => monthlyUsage(store, site.client.id, time.now);
  /** What a process does sooner or later, if it goes on. */
  const settle = async (quota: ReturnType<typeof open>) => {
    time.now += 5_000;
    await quota.admit({ class: 'orders' });
  };
  return { store, key, open, ready, time, logged, written, settle };
}

const kinds: CallClass[] = ['events', 'products', 'vendors', 'dates', 'quotes', 'orders'];
const bands: [spent: number, background: string[], others: string[]][] = [
  [0, kinds, kinds],
  [799, kinds, kinds],
  [800, [], kinds],
  [899, [], kinds],
  [900, [], ['dates', 'quotes', 'orders']],
  [979, [], ['dates', 'quotes', 'orders']],
  [980, [], ['quotes', 'orders']],
  [5_000, [], ['quotes', 'orders']],
];
for (const [spent, background, others] of bands) {
  test(`with ${spent} of ${BUDGET} calls made, a new process goes on with ${others.join(', ')}`, async () => {
    const { open, ready } = createBudget({ spent });
    await ready;
    const admitted = async (read: Read) => {
      const quota = open();
      const found: CallClass[] = [];
      for (const kind of kinds) {
        await quota.admit({ class: kind, ...read }).then(
          () => found.push(kind),
          (error: unknown) => assert.ok(error instanceof BudgetSpent),
        );
      }
      return found;
    };

    assert.deepEqual(await admitted({}), others);
    assert.deepEqual(await admitted({ background: true }), background);
    assert.deepEqual(await admitted({ needed: true }), kinds);
  });
}

test('each band is logged once', async () => {
  const { open, ready, logged } = createBudget({ spent: 795 });
  await ready;
  const quota = open();
  for (let calls = 0; calls < 300; calls += 1) {
    await quota.admit({ class: 'orders' });
    quota.count('orders');
  }

  assert.deepEqual(
    logged.map(({ event, band }) => [event, band]),
    [0.8, 0.9, 0.98].map((band) => ['budget', band]),
  );
});

test('a new month begins with nothing', async () => {
  const { open, ready, time, logged, written, store, key, settle } = createBudget({ spent: 990 });
  await ready;
  const quota = open();
  await assert.rejects(quota.admit({ class: 'events' }), BudgetSpent);
  quota.count('orders');

  time.now = Date.parse('2026-12-01T00:00:00Z');
  await quota.admit({ class: 'events' });
  quota.count('events');

  await settle(quota);
  assert.deepEqual(await written(), { events: 1 });
  assert.deepEqual(JSON.parse((await store.get(key))?.value ?? ''), {
    ...{ events: 990, token: 5_000, orders: 1 },
  });
  assert.deepEqual(
    logged.map(({ band }) => band),
    [0.98, 0],
  );
});

test('processes on one store add up, also when they write at the same time', async () => {
  const { open, ready, written, settle } = createBudget();
  await ready;
  const quotas = Array.from({ length: 6 }, open);

  await Promise.all(
    quotas.map(async (quota) => {
      for (let calls = 0; calls < 50; calls += 1) {
        await quota.admit({ class: 'dates' });
        quota.count('dates');
      }
    }),
  );
  for (const quota of quotas) await settle(quota);

  assert.deepEqual(await written(), { events: 0, token: 5_000, dates: 300 });
});

test('a process that dies loses twenty calls at most, or those of five seconds', async () => {
  const { open, ready, written, time } = createBudget();
  await ready;
  const quota = open();
  const call = async () => {
    await quota.admit({ class: 'dates' });
    quota.count('dates');
  };

  for (let calls = 1; calls <= 205; calls += 1) {
    await call();
    const { dates = 0 } = await written();
    assert.ok(calls - dates <= 20);
  }
  time.now += 5_000;
  await call();
  assert.equal((await written()).dates, 205);
});

test('a store that fails refuses no call and forgets none', async () => {
  const memory = createMemoryStore();
  let fails = false;
  const failing = async () => {
    if (fails) throw new Error('disk');
  };
  const { open, ready, written, time, settle } = createBudget({
    store: {
      ...memory,
      get: async (key) => failing().then(() => memory.get(key)),
      put: async (...entry) => failing().then(() => memory.put(...entry)),
    },
  });
  await ready;
  const quota = open();
  fails = true;
  for (let calls = 0; calls < 45; calls += 1) {
    await quota.admit({ class: 'events' });
    quota.count('events');
    time.now += 1_000;
  }

  fails = false;
  await settle(quota);
  assert.deepEqual(await written(), { events: 45, token: 5_000 });
});

test('every call is counted by what it is for, repeated ones too', async () => {
  const { config, site, store, clock, sandbox } = createWorld();
  let rejections = 2;
  const time = { now: clock() };
  const platform = createPlatform({
    ...{ config, site, store, clock: () => time.now, log: () => {} },
    fetch: async (request) => {
      const isRejected = request.url.includes('/v3/') && (rejections -= 1) >= 0;
      return isRejected ? new Response(null, { status: 401 }) : sandbox(request);
    },
  });

  const [event] = await platform.events();
  assert.ok(event);
  await platform.firstDates();
  await platform.products();
  await platform.vendor(event.vendor_id);
  await platform.datesOf([event.id], '2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z');
  await platform.eventsById([event.id]);
  await platform.datesById(['none']);
  await platform.findOrders('none');
  time.now += 5_000;
  await platform.findOrders('none');

  assert.deepEqual(await monthlyUsage(store, site.client.id, time.now), {
    ...{ token: 1, events: 4, products: 1, vendors: 1, dates: 1, quotes: 2, orders: 1 },
  });
});
