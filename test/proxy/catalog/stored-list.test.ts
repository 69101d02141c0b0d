import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { Product } from '#contract/product.schema';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createWorld, type WorldOptions } from '../../support/world.ts';

// Tests catalog/stored-list.ts: what the first visitor after a restart sees.

const paths = ['/site', '/v3/events', '/v3/products'];

/** A proxy that visitors have used, and whose platform can hang. */
async function createVisitedWorld(options: WorldOptions = {}) {
  const platform = { hangs: false };
  const world = createWorld({
    ...options,
    between:
      (up): Fetch =>
      (request) =>
        platform.hangs ? new Promise<Response>(() => {}) : up(request),
  });
  const before = await Promise.all(paths.map((path) => world.get(path)));
  await untilStored(world);
  return { ...world, platform, before: before.map(({ body }) => body) };
}

/** Without the first dates, because what can be booked first depends on the time. */
function undated(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'first_date' ? undefined : value,
  );
}

/** Compression runs in other threads. */
async function untilStored({ store }: Pick<ReturnType<typeof createWorld>, 'store'>) {
  while ((await store.list('catalog/')).length < 2)
    await new Promise((resolve) => setImmediate(resolve));
}

test('the first visitor after a restart sees the last list without waiting', async () => {
  const { get, platform, restart, advance, before } = await createVisitedWorld();
  platform.hangs = true;
  advance(600_000);
  restart();

  const after = await Promise.all(paths.map((path) => get(path)));

  assert.deepEqual(
    after.map(({ body }) => undated(body)),
    before.map(undated),
  );
});

test('a list that was stored long ago is marked stale while the platform is down', async () => {
  const store = createMemoryStore();
  const { advance } = await createVisitedWorld({ store });
  advance(0);
  const later = createWorld({
    store,
    now: Date.parse('2026-11-22T09:00:00Z'),
    between: () => async () => new Response('', { status: 500 }),
  });

  for (const path of paths) {
    const { status, headers } = await later.get(path);
    assert.deepEqual([status, headers.get('Booking-Stale')], [200, 'true']);
  }
});

test('it is refreshed in the background', async () => {
  const { get, calls, restart, advance } = await createVisitedWorld();
  advance(600_000);
  restart();
  calls.splice(0);

  await get('/v3/products');
  while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));

  assert.deepEqual(calls, ['GET /v3/products']);
});

test('a row that cannot be read is ignored and logged', async () => {
  const { get, lines, restart, store, before } = await createVisitedWorld();
  for (const { key, version } of await store.list('catalog/')) {
    await store.put(key, 'H4sIAAAAAAAAA6tWSlSyqgYAqDHhUQcAAAA=', version);
  }
  restart();

  assert.deepEqual((await get('/v3/products')).body, before[2]);
  assert.ok(lines.some((line) => line.includes('"row-unreadable","kind":"catalog"')));
});

test('vendors that the site does not sell any more are left out', async () => {
  const { before, store } = await createVisitedWorld();
  const [, listed, products] = before as [unknown, ListedEvent[], Product[]];
  const vendor = listed[0]?.vendor_id ?? '';
  const now = createWorld({
    store,
    env: {
      PLATFORM_CLIENT_ID: '',
      PLATFORM_CLIENT_SECRET: '',
      ALLOWED_ORIGINS: '',
      SITES_FILE: 'sites.json',
      ID: 'sandbox-reseller',
      SECRET: 'sandbox-reseller-secret',
    },
    readText: () =>
      JSON.stringify([
        {
          key: 'default',
          vendors: [vendor],
          client_id_from: 'ID',
          client_secret_from: 'SECRET',
          origins: ['https://shop.example'],
        },
      ]),
    between: () => () => new Promise<Response>(() => {}),
  });

  const isOfVendor = ({ vendor_id }: { readonly vendor_id: string }) => vendor_id === vendor;
  assert.deepEqual((await now.get('/v3/events')).body, listed.filter(isOfVendor));
  assert.deepEqual((await now.get('/v3/products')).body, products.filter(isOfVendor));
});
