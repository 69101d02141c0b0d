import { describe } from 'node:test';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { Progress } from './node-tests.ts';
import { endTracing, traceTests } from './tracing.ts';

/**
 * Runs test files one after the other in this process, and tells the parent process which one
 * begins. The reporter tells it the results.
 */
const say = (progress: Progress) =>
  new Promise((resolve) => process.send?.(progress, undefined, undefined, resolve));
const files = process.argv.slice(2);

// A fixed seed, so that a failure is caused by the current change.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

// The parent process has ended, so nobody reads the results.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// When a test waits for something that never comes, Node ends and starts no further test.
let isOver = false;
process.once('beforeExit', () => (isOver = true));

for (const file of files) {
  if (isOver) break;
  // Awaited, so that a test that blocks the process is attributed to this file and not to the one
  // before.
  await say({ type: 'file-begins', file });
  // Each file is a suite, so that its hooks run only for its tests.
  traceTests();
  await describe(file, async () => {
    await import(resolve(file)).finally(endTracing);
  });
}
