import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListPage, Store } from '../../../proxy/store/store.ts';

/** The contract of every store implementation. */
export function testStore(name: string, open: () => Store | Promise<Store>): void {
  const keeps = (promise: string, check: (store: Store) => Promise<void>) =>
    test(`${name} ${promise}`, async () => {
      const store = await open();
      try {
        await check(store);
      } finally {
        await store.close();
      }
    });

  keeps('resolves to undefined for a key that was never written', async (store) => {
    assert.equal(await store.get('a'), undefined);
  });

  keeps('gives back what was written, with its version', async (store) => {
    const version = await store.put('a', 'Grüße, 東京 "\n', 0);

    assert.deepEqual(await store.get('a'), { value: 'Grüße, 東京 "\n', version });
  });

  keeps('refuses to make a key that is there', async (store) => {
    await store.put('a', 'first', 0);

    assert.equal(await store.put('a', 'second', 0), undefined);
    assert.equal((await store.get('a'))?.value, 'first');
  });

  keeps('refuses a write that names an older version', async (store) => {
    const first = await store.put('a', '1', 0);
    assert.ok(first);
    const second = await store.put('a', '2', first);
    assert.ok(second);

    assert.equal(await store.put('a', '3', first), undefined);
    assert.equal((await store.get('a'))?.value, '2');
    assert.ok(await store.put('a', '4', second));
  });

  keeps('refuses to change a key that is absent', async (store) => {
    assert.equal(await store.put('a', '1', 7), undefined);
    assert.equal(await store.get('a'), undefined);
  });

  keeps('deletes only the version that was named', async (store) => {
    const first = await store.put('a', '1', 0);
    assert.ok(first);
    const second = await store.put('a', '2', first);
    assert.ok(second);

    assert.equal(await store.delete('a', first), false);
    assert.equal(await store.delete('a', second), true);
    assert.equal(await store.delete('a', second), false);
    assert.equal(await store.get('a'), undefined);
  });

  keeps('never gives a key made anew a version that it had before', async (store) => {
    const before = await store.put('a', 'old', 0);
    assert.ok(before);
    await store.delete('a', before);
    await store.put('a', 'new', 0);

    assert.equal(await store.put('a', 'late', before), undefined);
    assert.equal((await store.get('a'))?.value, 'new');
  });

  keeps('gives a write a later version than all that were seen before it began', async (store) => {
    let seen = 0;
    for (let round = 0; round < 20; round += 1) {
      const before = seen;
      await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (key) => {
          const entry = await store.get(key);
          const [write] = await Promise.all([
            round % 3 === 0 && entry
              ? store.delete(key, entry.version).then(() => undefined)
              : store.put(key, `${round}`, entry?.version ?? 0),
            store.put(`${key}/${round}`, '', 0),
          ]);
          for (const version of [write, (await store.get(`${key}/${round}`))?.version]) {
            if (version === undefined) continue;
            assert.equal(version > before, true, `${version} after ${before}`);
            seen = Math.max(seen, version);
          }
        }),
      );
    }
  });

  keeps('lists a prefix literally and by key', async (store) => {
    for (const key of ['intent/b', 'intent/a', 'intenta', 'token', 'in%', 'in_ent/x'])
      await store.put(key, key.toUpperCase(), 0);

    const keys = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key);

    assert.deepEqual(await keys('intent/'), ['intent/a', 'intent/b']);
    assert.deepEqual(await keys('in%'), ['in%']);
    assert.deepEqual(await keys('in_'), ['in_ent/x']);
    assert.equal((await keys('')).length, 6);
    assert.equal((await store.list('token'))[0]?.value, 'TOKEN');
  });

  keeps('lists page by page, also when what a page ended with is gone', async (store) => {
    for (const key of ['b/1', 'b/2', 'b/3', 'b/4', 'b/5', 'a/9', 'c/0'])
      await store.put(key, '', 0);
    const keys = async (page: ListPage) => (await store.list('b/', page)).map(({ key }) => key);

    assert.deepEqual(await keys({ limit: 2 }), ['b/1', 'b/2']);
    await store.delete('b/2', (await store.get('b/2'))?.version ?? 0);
    assert.deepEqual(await keys({ afterKey: 'b/2', limit: 2 }), ['b/3', 'b/4']);
    assert.deepEqual(await keys({ afterKey: 'b/4' }), ['b/5']);
    assert.deepEqual(await keys({ afterKey: 'b/5', limit: 2 }), []);
    assert.deepEqual(await keys({ afterKey: 'a' }), ['b/1', 'b/3', 'b/4', 'b/5']);
  });

  keeps('lets one of many racing writers win', async (store) => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, writer) => store.put('a', `${writer}`, 0)),
    );
    const [version] = made.filter((written) => written !== undefined);
    assert.equal(made.filter((written) => written !== undefined).length, 1);
    assert.ok(version);

    const changed = await Promise.all(
      Array.from({ length: 20 }, (_, writer) => store.put('a', `${writer}`, version)),
    );
    assert.equal(changed.filter((written) => written !== undefined).length, 1);
  });

  keeps(
    'grants a lease again to the instance that has it, and anew once it was released',
    async (store) => {
      assert.equal(await store.acquire('a', 60_000), true);
      assert.equal(await store.acquire('a', 60_000), true);
      await store.release('a');
      await store.release('a');

      assert.equal(await store.acquire('a', 60_000), true);
    },
  );

  keeps('tells an instance of announcements for as long as it listens', async (store) => {
    let count = 0;
    const heard = new Promise<void>((resolve) => {
      const end = store.listen(() => {
        count += 1;
        end();
        resolve();
      });
    });

    await store.announce();
    await heard;
    await store.announce();
    assert.equal(count, 1);
  });
}
