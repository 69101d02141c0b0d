import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'vitest';
import { chromiumOnly, type Outcome, wronglyListed } from './chromium-only.ts';

const file = 'test/visit/cart.test.ts';
const list = [{ file, test: 'shows lines in forced colours', because: 'no driver emulates them' }];
const outcome = (change: Partial<Outcome>): Outcome => ({
  file,
  test: 'shows lines in forced colours',
  passed: false,
  ...change,
});

describe('the list of tests that only Chromium passes', () => {
  test('a listed test stays on the list while it fails', () => {
    assert.deepEqual(wronglyListed(list, [file], [outcome({}), outcome({})]), []);
  });

  test('a listed test must be removed when it passes, even in one time zone only', () => {
    const [line, ...others] = wronglyListed(list, [file], [outcome({}), outcome({ passed: true })]);

    assert.match(line ?? '', /passes here too/);
    assert.deepEqual(others, []);
  });

  test('an entry without a test must be removed', () => {
    const outcomes = [outcome({ test: 'shows lines' })];

    assert.match(wronglyListed(list, [file], outcomes)[0] ?? '', /has no test/);
  });

  test('an entry is not reported if its file did not run', () => {
    assert.deepEqual(wronglyListed(list, [], []), []);
  });

  test('the list names existing files', () => {
    for (const entry of chromiumOnly) assert.ok(existsSync(entry.file), entry.file);
  });
});
