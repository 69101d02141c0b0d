import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { beforeEach, test } from 'vitest';
import { createReadTimeout, createTimeout, withinTime } from '../../../proxy/http/timeout.ts';
import { passSeconds } from '../seconds.ts';

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
});

/** Timers run late, and all at once, after the event loop was blocked. */
const stall = (milliseconds: number) => mock.timers.tick(milliseconds);

test('a time-out ends when its time is up, and not before', () => {
  for (const create of [createTimeout, createReadTimeout]) {
    const { signal } = create(10_000);

    passSeconds(9);
    mock.timers.tick(999);
    assert.equal(signal.aborted, false);

    mock.timers.tick(1);
    assert.equal((signal.reason as DOMException).name, 'TimeoutError');
  }
});

test('a time-out that was ended never aborts', () => {
  for (const create of [createTimeout, createReadTimeout]) {
    const { signal, end } = create(3_000);
    mock.timers.tick(1_000);
    end();

    passSeconds(5);
    assert.equal(signal.aborted, false);
  }
});

test('a stall of half a minute counts as one second of a read’s time, and for a create in full', () => {
  const read = createReadTimeout(10_000);
  const create = createTimeout(10_000);

  stall(30_000);
  assert.deepEqual([read.signal.aborted, create.signal.aborted], [false, true]);

  passSeconds(9);
  assert.equal(read.signal.aborted, true);
});

test('a value that came during a stall is not late', async () => {
  let arrive = (_: string) => {};
  const value = withinTime(new Promise<string>((resolve) => (arrive = resolve)), 2_000, 'late');

  stall(30_000);
  arrive('in time');

  assert.equal(await value, 'in time');
});
