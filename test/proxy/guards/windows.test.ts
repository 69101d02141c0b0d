import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { ProxyContext } from '../../../proxy/context.ts';
import { createSharedCounts, type SharedCounts } from '../../../proxy/guards/shared-counts.ts';
import { createWindows } from '../../../proxy/guards/windows.ts';
import type { Store } from '../../../proxy/store/store.ts';

const LENGTH = 60_000;

test('no window ever exceeds its limit, and a client that waits gets through', () => {
  const anyUse = fc.record({
    gap: fc.integer({ min: 0, max: 40_000 }),
    amount: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(anyUse, { maxLength: 60 }), (uses) => {
      const time = { now: 0 };
      const windows = createWindows({ name: 'calls', length: LENGTH, clock: () => time.now });
      const passed: { at: number; amount: number }[] = [];
      for (const { gap, amount } of uses) {
        time.now += gap;
        const wait = windows.waitFor('a', amount, 8);
        assert.ok(wait >= 0 && wait <= LENGTH);
        time.now += wait;
        assert.equal(windows.waitFor('a', amount, 8), 0);
        windows.add('a', amount, 8);
        passed.push({ at: time.now, amount });
      }
      for (const { at } of passed) {
        const within = passed.filter((use) => use.at >= at && use.at < at + LENGTH);
        // Two windows at most touch any stretch of their length.
        assert.ok(within.reduce((sum, { amount }) => sum + amount, 0) <= 16);
      }
    }),
  );
});

test('a key that has used up its limit does not affect another key', () => {
  const windows = createWindows({ name: 'calls', length: LENGTH, clock: () => 0 });
  windows.add('a', 8, 8);
  assert.ok(windows.waitFor('a', 1, 8) > 0);
  assert.equal(windows.waitFor('b', 8, 8), 0);
});

test('a use that is removed is free again, in its own window only', () => {
  const time = { now: 0 };
  const windows = createWindows({ name: 'places', length: LENGTH, clock: () => time.now });
  const removeFirst = windows.add('a', 5, 8);
  const removeLast = windows.add('a', 3, 8);
  removeFirst();
  assert.equal(windows.waitFor('a', 5, 8), 0);
  assert.ok(windows.waitFor('a', 6, 8) > 0);

  time.now += LENGTH;
  windows.add('a', 8, 8);
  removeLast();
  assert.ok(windows.waitFor('a', 1, 8) > 0);
});

/** Instances on a store that counts; `onCount` is called while it does. */
function createInstances(onCount = () => {}) {
  const counted = new Map<string, number>();
  const count: Store['count'] = async (uses) => {
    onCount();
    for (const { key, amount } of uses) counted.set(key, (counted.get(key) ?? 0) + amount);
    return new Map(uses.map(({ key }) => [key, { used: counted.get(key) ?? 0, endsIn: LENGTH }]));
  };
  const context = { store: { hasOthers: true, count }, config: {} } as unknown as ProxyContext;
  return [createSharedCounts(context), createSharedCounts(context)] as const;
}

function windowsOf(sharedCounts: SharedCounts) {
  return createWindows({ name: 'places', length: LENGTH, clock: () => 0, sharedCounts });
}

test('a use that is removed is free again at another instance that refuses', async () => {
  const [here, there] = createInstances();
  const [windows, others] = [windowsOf(here), windowsOf(there)];
  const remove = windows.add('a', 6, 8);
  await here.save();
  others.add('a', 2, 8);
  await there.save();
  assert.ok(others.waitFor('a', 1, 8) > 0);

  remove();
  await here.save();
  assert.ok(others.waitFor('a', 1, 8) > 0);
  await there.save();

  assert.equal(others.waitFor('a', 6, 8), 0);
  assert.ok(others.waitFor('a', 7, 8) > 0);
});

test('what is used while a count is saved counts at once', async () => {
  const [here] = createInstances(() => void windows.add('a', 3, 8));
  const windows = windowsOf(here);
  windows.add('a', 5, 8);

  await here.save();

  assert.ok(windows.waitFor('a', 1, 8) > 0);
});

test('nobody without the secret can tell from the store who has visited', async () => {
  const keysUnder = async (PROXY_SECRET: string) => {
    const keys: string[] = [];
    const count: Store['count'] = async (uses) => {
      keys.push(...uses.map(({ key }) => key));
      return new Map();
    };
    const context = { store: { hasOthers: true, count }, config: { PROXY_SECRET } };
    const counts = createSharedCounts(context as unknown as ProxyContext);
    windowsOf(counts).add('203.0.113.9', 8, 8);
    await counts.save();
    return keys;
  };

  const ours = await keysUnder('ours');

  assert.deepEqual(await keysUnder('ours'), ours);
  assert.notDeepEqual(await keysUnder('theirs'), ours);
  assert.equal(ours.length, 1);
  assert.doesNotMatch(ours.join(), /203\.0\.113\.9/);
});

test('instances count together what is in use, also what is removed during a save', async () => {
  const anyInstance = fc.constantFrom(0, 1);
  const anyChange = fc.oneof(
    fc.record({ added: fc.integer({ min: 1, max: 5 }), by: anyInstance }),
    fc.record({ removed: fc.nat(9) }),
  );
  const changes = fc.array(anyChange, { maxLength: 4 });
  const anySave = fc.record({ before: changes, by: anyInstance, during: changes });
  await fc.assert(
    fc.asyncProperty(fc.array(anySave), async (saves) => {
      const uses: { readonly amount: number; readonly remove: () => void }[] = [];
      const change = (step: (typeof saves)[number]['before'][number]) => {
        if ('removed' in step) return uses.splice(step.removed, 1)[0]?.remove();
        const remove = windows[step.by]?.add('a', step.added, 8);
        if (remove) uses.push({ amount: step.added, remove });
      };
      let during: (typeof saves)[number]['during'] = [];
      const instances = createInstances(() => during.forEach(change));
      const windows = instances.map(windowsOf);
      for (const save of saves) {
        save.before.forEach(change);
        during = save.during;
        await instances[save.by]?.save();
      }
      during = [];
      // In the second round each reads what the other has saved in the first.
      for (const instance of [...instances, ...instances]) {
        for (const window of windows) assert.ok(window.waitFor('a', 1_000, 8) > 0);
        await instance.save();
      }

      const used = uses.reduce((sum, { amount }) => sum + amount, 0);
      for (const window of windows) {
        assert.equal(window.waitFor('a', 1, used + 1), 0);
        assert.ok(window.waitFor('a', 1, used) > 0);
      }
    }),
  );
});

test('a clock that is set back makes no client wait longer than a window', () => {
  const time = { now: 1_000_000 };
  const windows = createWindows({ name: 'calls', length: LENGTH, clock: () => time.now });
  windows.add('a', 8, 8);
  time.now -= 500_000;
  assert.equal(windows.waitFor('a', 1, 8), 0);
});
