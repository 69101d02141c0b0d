import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSemaphore, type Semaphore } from '../../../proxy/http/semaphore.ts';

/** Jobs that end when the test says so, and the order in which they have begun. */
function createJobs({ run }: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name: string, owner?: string) =>
      run(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, owner),
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('as many jobs run at once as may, the others in the order in which they came', async () => {
  const { begun, add, end } = createJobs(createSemaphore({ atOnce: 2, backlog: 9 }));
  for (const name of ['a', 'b', 'c', 'd']) void add(name);
  await settled();
  assert.deepEqual(begun, ['a', 'b']);

  await end('b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  await end('d');
  void add('e');
  void add('f');
  void add('g');
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a job that would wait behind too many is not taken', async () => {
  const { begun, add, end } = createJobs(createSemaphore({ atOnce: 1, backlog: 2 }));
  const taken = ['a', 'b', 'c', 'd'].map((name) => add(name) !== undefined);
  assert.deepEqual(taken, [true, true, true, false]);

  await end('a');
  assert.notEqual(add('e'), undefined);
  assert.deepEqual(begun, ['a', 'b']);
});

test('owners take turns, however many jobs one of them has', async () => {
  const { begun, add, end } = createJobs(createSemaphore({ atOnce: 1, backlog: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 'a');
  void add('b1', 'b');
  void add('c1', 'c');
  void add('b2', 'b');

  for (let ended = 0; ended < 6; ended += 1) await end(begun.at(-1) ?? '');
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('the next job runs after one that has failed', async () => {
  const { run } = createSemaphore({ atOnce: 1, backlog: 1 });
  const failing = run(() => Promise.reject(new Error('no memory')));
  const next = run(async () => 'done');

  await assert.rejects(failing ?? Promise.resolve(), /no memory/);
  assert.equal(await next, 'done');
});

test('pauses after each job before the next one, also where that comes later', async () => {
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve));
  const { begun, add, end } = createJobs(createSemaphore({ atOnce: 1, backlog: 2, pause }));
  void add('a');
  void add('b');
  assert.deepEqual([begun, pauses.length], [['a'], 0]);

  await end('a');
  assert.deepEqual([begun, pauses.length], [['a'], 1]);
  pauses[0]?.();
  await settled();
  assert.deepEqual(begun, ['a', 'b']);

  await end('b');
  void add('c');
  assert.deepEqual([begun, pauses.length], [['a', 'b'], 2]);
  pauses[1]?.();
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c']);
});
