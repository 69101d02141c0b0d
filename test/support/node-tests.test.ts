import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs files of `node-tests/` as one group, and resolves to the output and the count. */
async function runFiles(...names: string[]) {
  const program = ['--import', 'tsx', 'test/support/node-tests/run.ts'];
  const { stdout } = await execute(process.execPath, [...program, ...names]);
  const [, output = '', count = ''] = /^(.*?)(\{[^{]*\})\n$/s.exec(stdout) ?? [];
  return { output, count: JSON.parse(count) as object };
}

test('counts the tests of every file, and names those that failed', async () => {
  const { output, count } = await runFiles('passes', 'fails', 'passes-too');

  assert.deepEqual(count, { passed: 3, failed: 1, skipped: 0 });
  assert.match(output, /✗ fails\n.*fails\.ts/);
});

test('a file that ends its process fails, and the files after it still run', async () => {
  const { output, count } = await runFiles('passes', 'ends-its-process', 'passes-too');

  assert.deepEqual(count, { passed: 2, failed: 1, skipped: 0 });
  assert.match(output, /✗ .*ends-its-process\.ts/);
});

test('a test that waits for something that never comes fails, and later files still run', async () => {
  const { output, count } = await runFiles('waits-in-vain', 'passes');

  // The test that waits, the one after it and the file.
  assert.deepEqual(count, { passed: 2, failed: 3, skipped: 0 });
  assert.match(output, /✗ waits in vain\n.*waits-in-vain\.ts/);
});

test('a file that hangs is killed and named, and later files still run', async () => {
  const { output, count } = await runFiles('passes', 'hangs', 'passes-too');

  assert.deepEqual(count, { passed: 2, failed: 1, skipped: 0 });
  assert.match(output, /✗ .*\/hangs\.ts\n.*hangs/);
});

test('a process that does not end after its tests fails', async () => {
  const { output, count } = await runFiles('leaves-something-open');

  assert.deepEqual(count, { passed: 1, failed: 1, skipped: 0 });
  assert.match(output, /✗ .*leaves-something-open\.ts\n.*hangs/);
});

test('an error that comes after its test has ended fails, and is printed', async () => {
  const { output, count } = await runFiles('fails-late');

  assert.deepEqual(count, { passed: 1, failed: 1, skipped: 0 });
  assert.match(output, /an error that comes late/);
});

test('a file without a test fails, and so does one that cannot be read', async () => {
  const { output, count } = await runFiles('has-no-test', 'cannot-be-read', 'passes');

  assert.deepEqual(count, { passed: 1, failed: 2, skipped: 0 });
  assert.match(output, /✗ .*has-no-test\.ts/);
  assert.match(output, /✗ .*cannot-be-read\.ts/);
});
