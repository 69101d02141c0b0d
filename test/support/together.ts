import { describe } from 'node:test';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { Progress } from './node-tests.ts';

/**
 * Runs files of tests in one process, one after the other as they are named, and tells the process
 * that started it which one begins; the reporter tells it the rest.
 */
const say = (progress: Progress) =>
  new Promise((resolve) => process.send?.(progress, undefined, undefined, resolve));
const files = process.argv.slice(2);

// The same values in every run, so that a failure belongs to the change it is seen with.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

// Whoever started it is gone, so that nobody wants to know any more.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// Where a test waits for what never comes, Node ends it and starts no further one.
let isOver = false;
process.once('beforeExit', () => (isOver = true));

for (const file of files) {
  if (isOver) break;
  // A test that never gives the process back must not be taken for the one before.
  await say({ type: 'file-begins', file });
  // A suite of its own, so that its hooks are for its tests alone.
  await describe(file, async () => {
    await import(resolve(file));
  });
}
