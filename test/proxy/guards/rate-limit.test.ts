import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { ProxyContext } from '../../../proxy/context.ts';
import { createClientOf } from '../../../proxy/guards/client.ts';
import { createRateLimit, createRateLimits } from '../../../proxy/guards/rate-limit.ts';
import { createSharedCounts } from '../../../proxy/guards/shared-counts.ts';
import { ProblemError } from '../../../proxy/http/problems.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createWorld } from '../../support/world.ts';

test('a minute’s limit can pass at once, and the next request is told how long to wait', () => {
  const time = { now: 0 };
  const limit = createRateLimit({ name: 'read', perMinute: 60, clock: () => time.now });

  const waits = Array.from({ length: 61 }, () => limit('a'));
  assert.ok(waits.slice(0, 60).every((wait) => wait === 0));
  assert.equal(waits[60], 1);

  time.now += 999;
  assert.equal(limit('a'), 1);
  time.now += 1;
  assert.equal(limit('a'), 0);
  assert.equal(limit('a'), 1);
});

test('every client has a bucket of its own', () => {
  const limit = createRateLimit({ name: 'read', perMinute: 1, clock: () => 0 });
  assert.deepEqual([limit('a'), limit('b'), limit('a')], [0, 0, 60]);
});

test('remembers ten thousand clients, and evicts the oldest in a flood', () => {
  const waitAfter = (others: number) => {
    const limit = createRateLimit({ name: 'read', perMinute: 1, clock: () => 0 });
    limit('a');
    for (let other = 0; other < others; other += 1) limit(`${other}`.padEnd(31));
    return limit('a');
  };

  assert.equal(waitAfter(10_000), 60);
  assert.equal(waitAfter(20_000), 0);
});

test('a client that waits as long as it is told passes; no minute lets more than twice the limit pass', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), steps, (perMinute, gaps) => {
      const time = { now: 0 };
      const limit = createRateLimit({ name: 'read', perMinute: perMinute, clock: () => time.now });
      const passedAt: number[] = [];
      for (const gap of gaps) {
        time.now += gap;
        const wait = limit('a');
        if (wait === 0) passedAt.push(time.now);
        else {
          time.now += wait * 1000;
          assert.equal(limit('a'), 0);
          passedAt.push(time.now);
        }
      }
      for (const start of passedAt) {
        const within = passedAt.filter((at) => at >= start && at < start + 60_000);
        assert.ok(within.length <= 2 * perMinute);
      }
    }),
  );
});

test('a client gets nothing back when the count of all instances begins anew', async () => {
  let used = 0;
  const count: Store['count'] = async (uses) =>
    new Map(uses.map(({ key, amount }) => [key, { used: (used += amount), endsIn: 60_000 }]));
  const context = { store: { hasOthers: true, count }, config: {} } as unknown as ProxyContext;
  const sharedCounts = createSharedCounts(context);
  const limit = createRateLimit({ name: 'read', perMinute: 10, clock: () => 0, sharedCounts });
  const passes = (times: number) =>
    Array.from({ length: times }, () => limit('a')).filter((wait) => wait === 0).length;

  assert.equal(passes(6), 6);
  await sharedCounts.save();
  used = 0;
  assert.equal(passes(1), 1);
  await sharedCounts.save();

  assert.equal(passes(10), 3);
});

test('a clock that is set back adds no tokens and locks no client out', () => {
  const time = { now: 1_000_000 };
  const limit = createRateLimit({ name: 'read', perMinute: 1, clock: () => time.now });
  assert.equal(limit('a'), 0);
  time.now = 0;
  assert.equal(limit('a'), 60);
  time.now = 60_000;
  assert.equal(limit('a'), 0);
});

test('the networks of one /48 together pass four times as many as one of them', () => {
  const { config, clock } = createWorld({ env: { ORDERS_PER_MINUTE: '2' } });
  const check = createRateLimits({ config, clock });
  const clientOf = createClientOf(0);
  const passes = (address: string) => {
    try {
      check('order', clientOf({ address }, undefined));
      return true;
    } catch (error) {
      assert.ok(error instanceof ProblemError && error.code === 'too-many-requests');
      return false;
    }
  };
  const passedOf = (addresses: string[]) => addresses.filter(passes).length;

  assert.equal(passedOf(Array<string>(5).fill('2001:db8:1:1::1')), 2);
  const networks = Array.from({ length: 100 }, (_, index) => `2001:db8:1:${index + 2}::1`);
  assert.equal(passedOf(networks), 6);
  // Neither another /48 nor anybody without one is concerned.
  assert.equal(passedOf(['2001:db8:2:1::1', '203.0.113.9', '203.0.113.10']), 3);
});
