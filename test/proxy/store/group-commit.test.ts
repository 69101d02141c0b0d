import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createGroupCommit } from '../../../proxy/store/group-commit.ts';

/** A disk that has what was committed; statements append to it. */
function openDisk() {
  const disk: string[] = [];
  let commits = 0;
  let hold: Promise<void> | undefined;
  const { write, settled } = createGroupCommit(async (run) => {
    await hold;
    const before = [...disk];
    try {
      const result = run();
      commits += 1;
      return result;
    } catch (error) {
      disk.splice(0, disk.length, ...before);
      throw error;
    }
  });
  return {
    disk,
    settled,
    commits: () => commits,
    holdUntil: (release: Promise<void>) => (hold = release),
    put: (text: string) => write(() => disk.push(text)),
    fail: () =>
      write(() => {
        throw new Error('too large');
      }),
  };
}

test('what is written in one turn is committed together, and each write has its own result', async () => {
  const { disk, commits, put } = openDisk();

  const results = await Promise.all(['a', 'b', 'c'].map(put));

  assert.deepEqual([disk, results, commits()], [['a', 'b', 'c'], [1, 2, 3], 1]);
  await put('d');
  assert.equal(commits(), 2);
});

test('a write that fails fails no other, and leaves nothing behind', async () => {
  const { disk, put, fail } = openDisk();

  const outcomes = await Promise.allSettled([put('a'), fail(), put('b')]);

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(disk, ['a', 'b']);
});

test('a write is done when it is committed, and not before', async () => {
  const { holdUntil, settled, put } = openDisk();
  let release = () => {};
  holdUntil(new Promise((resolve) => (release = resolve)));
  const done: string[] = [];

  const writing = put('a').then(() => done.push('written'));
  const idle = settled().then(() => done.push('settled'));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.deepEqual(done, []);

  release();
  await Promise.all([writing, idle]);
  assert.deepEqual(done, ['written', 'settled']);
});
