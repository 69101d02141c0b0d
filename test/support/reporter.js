import { inspect } from 'node:util';

// JavaScript, because Node loads a reporter before anything that reads TypeScript.

/**
 * Prints what failed and why, and ends with one line that counts tests, not the suites and files
 * around them.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* reporter(source) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for await (const event of source) {
    if (event.type === 'test:stderr') yield event.data.message;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file, line, skip, todo, details } = event.data;
    if (event.type === 'test:fail') {
      yield `\n✗ ${name}\n  ${file}:${line}\n${inspect(details.error?.cause ?? details.error)}\n`;
    }
    if (details.type === 'suite') continue;
    if (event.type === 'test:fail') count.failed += 1;
    else if (skip !== undefined || todo !== undefined) count.skipped += 1;
    else count.passed += 1;
  }
  yield `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`;
}
