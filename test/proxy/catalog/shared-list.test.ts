import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import type { Loaded } from '../../../proxy/cache/cache.ts';
import { neverListed } from '../../../proxy/catalog/list-freshness.ts';
import type { ListRecords } from '../../../proxy/catalog/list-records.ts';
import { createSharedList } from '../../../proxy/catalog/shared-list.ts';

type List = Loaded<readonly string[]>;

/** An instance that has the lease or not, and what the store has of the list. */
function setUp({ hasLease }: { readonly hasLease: boolean }) {
  const time = { now: 1_000 };
  const stored = { list: undefined as List | undefined, freshness: neverListed };
  const happened: string[] = [];
  const platform = { fails: false };
  let onNextNews = () => {};
  const records: ListRecords<string> = {
    freshness: async () => stored.freshness,
    read: async () => ({ list: stored.list, version: 0 }),
    restore: async () => stored.list,
    async replace(_, list) {
      stored.list = list;
      return true;
    },
    async publish(_, current_to) {
      stored.freshness = { ...stored.freshness, current_to };
    },
    async request(_, since) {
      happened.push(`request ${since}`);
    },
  };
  const list = createSharedList(
    {
      group: 'g',
      name: 'events',
      lease: 'l',
      item: z.string(),
      async ask({ before }) {
        happened.push(before ? 'ask, with a list of before' : 'ask');
        if (platform.fails) throw new Error('down');
        return [`at ${time.now}`];
      },
      onInvalidated: () => happened.push('invalidated'),
      onNews: async ({ value }) => void happened.push(`news ${value.join()}`),
    },
    {
      records,
      leases: {
        acquire: async () => hasLease,
        release: async () => void happened.push('release'),
      },
      news: {
        async next() {
          onNextNews();
        },
      },
    },
    { clock: () => time.now, monotonic: () => time.now },
  );
  return {
    ...list,
    time,
    stored,
    happened,
    platform,
    /** What other instances do while this one waits. */
    onWait: (act: () => void) => (onNextNews = act),
  };
}

test('the holder of the lease asks the platform, stores the list, and says up to when it is current', async () => {
  const { listSince, stored, happened } = setUp({ hasLease: true });

  const list = await listSince('events', 900, 'visitor');

  assert.deepEqual(list, { value: ['at 1000'], asOf: 1_000 });
  assert.deepEqual([stored.list, stored.freshness.current_to], [list, 1_000]);
  assert.deepEqual(happened, ['ask']);
});

test('a list that is current enough is read from the store, by the holder of the lease too', async () => {
  const { listSince, stored, happened } = setUp({ hasLease: true });
  stored.list = { value: ['stored'], asOf: 950 };
  stored.freshness = { ...neverListed, current_to: 950 };

  assert.deepEqual(await listSince('events', 950, 'visitor'), stored.list);
  assert.deepEqual(happened, []);
  await listSince('events', 951, 'visitor');
  assert.deepEqual(happened, ['ask, with a list of before']);
});

test('an instance without the lease requests the list once, and waits until another one has stored it', async () => {
  const { listSince, stored, happened, time, onWait } = setUp({ hasLease: false });
  const list = { value: ['elsewhere'], asOf: 1_500 };
  let looks = 0;
  onWait(() => {
    looks += 1;
    time.now += 500;
    if (looks === 3)
      Object.assign(stored, { list, freshness: { ...neverListed, current_to: 1_500 } });
  });

  assert.deepEqual(await listSince('events', 1_200, 'visitor'), list);
  assert.deepEqual(happened, ['request 1200']);
});

test('an instance that waits in vain for another one fails', async () => {
  const { listSince, time, onWait } = setUp({ hasLease: false });
  onWait(() => (time.now += 10_000));

  await assert.rejects(listSince('events', 1_200, 'visitor'), { name: 'PlatformUnreachable' });
});

test('a failure gives up the lease, so that another instance can try', async () => {
  const { listSince, happened, platform } = setUp({ hasLease: true });
  platform.fails = true;

  await assert.rejects(listSince('events', 900, 'visitor'), /down/);
  assert.deepEqual(happened, ['ask', 'release']);
});

test('a list that live data contradict is listed anew, however young it is', async () => {
  const { listSince, invalidate, happened } = setUp({ hasLease: true });
  await listSince('events', 900, 'visitor');

  invalidate('events');
  await listSince('events', 900, 'visitor');

  assert.deepEqual(happened, ['ask', 'invalidated', 'ask, with a list of before']);
});

test('a newer list of another instance is handed on once, and an older one never', async () => {
  const { adoptNewer, stored, happened } = setUp({ hasLease: false });
  stored.list = { value: ['theirs'], asOf: 2_000 };
  for (const current_to of [2_000, 2_000, 1_999]) {
    await adoptNewer('events', { ...neverListed, current_to });
  }

  assert.deepEqual(happened, ['news theirs']);
});

test('a request of another instance is served once by the holder of the lease, until it is repeated', async () => {
  const { serveRequest, happened, time } = setUp({ hasLease: true });
  const request = { ...neverListed, requested_to: 1_200, requested_at: 1_000 };

  await serveRequest('events', request);
  await serveRequest('events', request);
  assert.deepEqual(happened, ['ask', 'news at 1000']);
  time.now = 3_000;
  await serveRequest('events', { ...request, requested_to: 2_000, requested_at: 2_000 });
  assert.deepEqual(happened.slice(2), ['ask, with a list of before', 'news at 3000']);
});
