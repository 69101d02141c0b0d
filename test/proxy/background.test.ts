import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { createBackground } from '../../proxy/background.ts';
import type { LogEntry } from '../../proxy/log.ts';

const EVERY = 1_000;

/** A job whose runs end when the test says so. */
function openJob() {
  mock.timers.enable({ apis: ['setTimeout'] });
  const entries: LogEntry[] = [];
  const background = createBackground((entry) => entries.push(entry));
  const runs: Run[] = [];
  background.every(EVERY, () => {
    const run = beginRun();
    runs.push(run);
    return run.promise;
  });
  const pass = async (milliseconds: number) => {
    mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };
  return { background, entries, runs, pass };
}

/** A run of the job. */
interface Run {
  readonly promise: Promise<void>;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

function beginRun(): Run {
  let end = () => {};
  let fail: Run['fail'] = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { promise, end, fail };
}

test('nothing runs before the start, and the first run is one interval later', async () => {
  const { background, runs, pass } = openJob();
  await pass(10 * EVERY);
  assert.equal(runs.length, 0);

  background.start();
  await pass(EVERY - 1);
  assert.equal(runs.length, 0);
  await pass(1);
  assert.equal(runs.length, 1);
});

test('the next run begins one interval after the last one has ended, and never in parallel', async () => {
  const { background, runs, pass } = openJob();
  background.start();
  await pass(EVERY);
  await pass(10 * EVERY);
  assert.equal(runs.length, 1);

  runs[0]?.end();
  await pass(0);
  await pass(EVERY);
  assert.equal(runs.length, 2);
});

test('a run that fails is logged, and the next one follows', async () => {
  const { background, entries, runs, pass } = openJob();
  background.start();
  await pass(EVERY);

  runs[0]?.fail(new TypeError('the store is away'));
  await pass(0);
  await pass(EVERY);

  assert.deepEqual(
    entries.map(({ event }) => event),
    ['background-failed'],
  );
  assert.equal(runs.length, 2);
});

test('after stop no run begins, and stop waits for the current one', async () => {
  const { background, runs, pass } = openJob();
  background.start();
  await pass(EVERY);
  let hasStopped = false;
  const stopped = background.stop().then(() => (hasStopped = true));
  await pass(10 * EVERY);
  assert.equal(hasStopped, false);

  runs[0]?.end();
  await stopped;
  await pass(10 * EVERY);
  assert.equal(runs.length, 1);
});
