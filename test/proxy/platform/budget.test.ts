import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readConfig } from '../../../proxy/config.ts';
import type { LogEntry } from '../../../proxy/log.ts';
import type { Budget, BudgetedClass } from '../../../proxy/platform/budget.ts';
import { createBudget, monthlyUsage } from '../../../proxy/platform/budget.ts';
import { BudgetSpent } from '../../../proxy/platform/errors.ts';
import { createPlatform } from '../../../proxy/platform/platform.ts';
import type { Priority } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createWorld, START, variables } from '../../support/world.ts';

const BUDGET = 1_000;

function createShared({ store = createMemoryStore(), spent = 0 } = {}) {
  const config = readConfig({ ...variables, PLATFORM_BUDGET: String(BUDGET) });
  const [site] = config.sites;
  assert.ok(site);
  const time = { now: START };
  const logged: LogEntry[] = [];
  const key = `budget/${site.client.id}/2026-11`;
  const open = () =>
    createBudget({
      config,
      site,
      store,
      clock: () => time.now,
      monotonic: () => time.now,
      log: (entry) => logged.push(entry),
      fetch: async () => new Response(),
    });
  const ready = store.put(key, JSON.stringify({ v: 1, events: spent, token: 5_000 }), 0);
  const saved = () => monthlyUsage(store, site.client.id, time.now);
  /** The next call of a process, which saves its count. */
  const callAgain = async (budget: Budget) => {
    time.now += 5_000;
    await budget.admit({ class: 'orders' });
  };
  return { store, key, open, ready, time, logged, saved, callAgain };
}

const classes: BudgetedClass[] = ['events', 'products', 'vendors', 'dates', 'quotes', 'orders'];
const bands: [spent: number, background: string[], visitor: string[]][] = [
  [0, classes, classes],
  [799, classes, classes],
  [800, [], classes],
  [899, [], classes],
  [900, [], ['dates', 'quotes', 'orders']],
  [979, [], ['dates', 'quotes', 'orders']],
  [980, [], ['quotes', 'orders']],
  [5_000, [], ['quotes', 'orders']],
];
for (const [spent, background, visitor] of bands) {
  test(`with ${spent} of ${BUDGET} calls made, visitors get ${visitor.join(', ')}`, async () => {
    const { open, ready } = createShared({ spent });
    await ready;
    const admitted = async (priority: Priority) => {
      const budget = open();
      const found: BudgetedClass[] = [];
      for (const callClass of classes) {
        await budget.admit({ class: callClass, priority }).then(
          () => found.push(callClass),
          (error: unknown) => assert.ok(error instanceof BudgetSpent),
        );
      }
      return found;
    };

    assert.deepEqual(await admitted('visitor'), visitor);
    assert.deepEqual(await admitted('background'), background);
    assert.deepEqual(await admitted('order'), classes);
  });
}

test('each band is logged once', async () => {
  const { open, ready, logged } = createShared({ spent: 795 });
  await ready;
  const budget = open();
  for (let calls = 0; calls < 300; calls += 1) {
    await budget.admit({ class: 'orders' });
    budget.count('orders');
  }

  assert.deepEqual(
    logged.map(({ event, band }) => [event, band]),
    [0.8, 0.9, 0.98].map((band) => ['budget', band]),
  );
});

test('a call that is made while the count is saved is counted too', async () => {
  const { store, open, ready, saved, callAgain } = createShared();
  await ready;
  const budget = open();
  budget.count('dates');
  const { put } = store;
  store.put = async (...entry) => {
    store.put = put;
    const version = await put(...entry);
    budget.count('orders');
    return version;
  };

  await callAgain(budget);
  await callAgain(budget);

  const { dates, orders } = await saved();
  assert.deepEqual([dates, orders], [1, 1]);
});

test('a new month begins with a count of zero', async () => {
  const { open, ready, time, logged, saved, store, key, callAgain } = createShared({ spent: 990 });
  await ready;
  const budget = open();
  await assert.rejects(budget.admit({ class: 'events' }), BudgetSpent);
  budget.count('orders');

  time.now = Date.parse('2026-12-01T00:00:00Z');
  await budget.admit({ class: 'events' });
  budget.count('events');

  await callAgain(budget);
  assert.deepEqual(await saved(), { events: 1 });
  assert.deepEqual(JSON.parse((await store.get(key))?.value ?? ''), {
    v: 1,
    events: 990,
    token: 5_000,
    orders: 1,
  });
  assert.deepEqual(
    logged.map(({ band }) => band),
    [0.98, 0],
  );
});

test('calls of all processes on one store add up, also when they write at the same time', async () => {
  const { open, ready, saved, callAgain } = createShared();
  await ready;
  const budgets = Array.from({ length: 6 }, open);

  await Promise.all(
    budgets.map(async (budget) => {
      for (let calls = 0; calls < 50; calls += 1) {
        await budget.admit({ class: 'dates' });
        budget.count('dates');
      }
    }),
  );
  for (const budget of budgets) await callAgain(budget);

  assert.deepEqual(await saved(), { events: 0, token: 5_000, dates: 300 });
});

test('a process that dies loses twenty calls at most, or those of five seconds', async () => {
  const { open, ready, saved, time } = createShared();
  await ready;
  const budget = open();
  const call = async () => {
    await budget.admit({ class: 'dates' });
    budget.count('dates');
  };

  for (let calls = 1; calls <= 205; calls += 1) {
    await call();
    const { dates = 0 } = await saved();
    assert.ok(calls - dates <= 20);
  }
  time.now += 5_000;
  await call();
  assert.equal((await saved()).dates, 205);
});

test('a store that fails refuses no call and forgets none', async () => {
  const memory = createMemoryStore();
  let fails = false;
  const failing = async () => {
    if (fails) throw new Error('disk');
  };
  const { open, ready, saved, time, callAgain } = createShared({
    store: {
      ...memory,
      get: async (key) => failing().then(() => memory.get(key)),
      put: async (...entry) => failing().then(() => memory.put(...entry)),
    },
  });
  await ready;
  const budget = open();
  fails = true;
  for (let calls = 0; calls < 45; calls += 1) {
    await budget.admit({ class: 'events' });
    budget.count('events');
    time.now += 1_000;
  }

  fails = false;
  await callAgain(budget);
  assert.deepEqual(await saved(), { events: 45, token: 5_000 });
});

test('every call is counted by what it is for, repeated ones too', async () => {
  const { config, site, store, clock, sandbox } = createWorld();
  let rejections = 2;
  const time = { now: clock() };
  const platform = createPlatform({
    config,
    site,
    store,
    clock: () => time.now,
    monotonic: () => time.now,
    log: () => {},
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
  await platform.datesOfEvent(event.id, '2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z');
  await platform.eventsById([event.id]);
  await platform.datesById(['none']);
  await platform.findOrders('none');
  time.now += 5_000;
  await platform.findOrders('none');

  assert.deepEqual(await monthlyUsage(store, site.client.id, time.now), {
    token: 1,
    events: 4,
    products: 1,
    vendors: 1,
    dates: 1,
    quotes: 2,
    orders: 1,
  });
});

for (const [what, row] of [
  ['torn', '{"v":1,"eve'],
  ['negative', '{"v":1,"events":-5}'],
  ['of a version to come', '{"v":2,"events":5}'],
] as const) {
  test(`a count that is ${what} starts again at zero, and that is logged`, async () => {
    const { open, ready, saved, store, key, logged, callAgain } = createShared();
    await ready;
    await store.put(key, row, (await store.get(key))?.version ?? 0);
    const budget = open();
    budget.count('dates');
    await callAgain(budget);

    assert.deepEqual(await saved(), { dates: 1 });
    assert.deepEqual(logged, [{ event: 'row-unreadable', kind: 'budget' }]);
  });
}
