import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { chromiumOnly, wronglyListed, type Outcome } from './chromium-only.ts';

const file = 'test/elements/cart.test.ts';
const list = [{ file, test: 'shows lines in forced colours', because: 'no driver emulates them' }];
const outcome = (change: Partial<Outcome>): Outcome => ({
  file,
  test: 'shows lines in forced colours',
  passed: false,
  ...change,
});

describe('what is listed as Chromium’s alone', () => {
  test('stays on the list while it fails', () => {
    assert.deepEqual(wronglyListed(list, [file], [outcome({}), outcome({})]), []);
  });

  test('has to go when it passes, in one time zone even', () => {
    const [line, ...others] = wronglyListed(list, [file], [outcome({}), outcome({ passed: true })]);

    assert.match(line ?? '', /passes here too/);
    assert.deepEqual(others, []);
  });

  test('has to go when there is no such test', () => {
    const outcomes = [outcome({ test: 'shows lines' })];

    assert.match(wronglyListed(list, [file], outcomes)[0] ?? '', /has no test/);
  });

  test('is not missed where its file was not run', () => {
    assert.deepEqual(wronglyListed(list, [], []), []);
  });

  test('names files that are there', () => {
    for (const entry of chromiumOnly) assert.ok(existsSync(entry.file), entry.file);
  });
});
