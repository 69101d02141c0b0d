import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { describe, it } from 'vitest';
import { readSelection } from './selection.ts';

const files = Array.from({ length: 30 }, (_, index) => `test/${index}.test.ts`);

function sampleOf(all: readonly string[], ...given: string[]): string[] {
  const print = mock.method(console, 'log', () => {});
  try {
    return readSelection(given).sample(all, String);
  } finally {
    print.mock.restore();
  }
}

describe('What a command’s arguments select', () => {
  it('is all without a sample', () => {
    assert.deepEqual(readSelection(['money', 'cart']).words, ['money', 'cart']);
    assert.deepEqual(sampleOf(files, 'money'), files);
  });

  it('is the same again by the same seed, and other files by another one', () => {
    const first = sampleOf(files, '--sample', '6', '--seed', 'a');
    assert.equal(new Set(first).size, 6);
    assert.deepEqual(sampleOf(files, '--sample', '6', '--seed', 'a'), first);
    assert.notDeepEqual(sampleOf(files, '--sample', '6', '--seed', 'b'), first);
  });

  it('stays, but for at most one file, when a file is added', () => {
    const first = sampleOf(files, '--sample', '6');
    const more = sampleOf(['test/new.test.ts', ...files], '--sample', '6');
    assert.ok(first.filter((file) => more.includes(file)).length >= 5);
  });

  it('is refused without a number', () => {
    for (const size of ['0', 'some', '-1']) {
      assert.throws(() => readSelection([`--sample=${size}`]), /--sample takes a number/);
    }
    assert.throws(() => readSelection(['--samples', '3']));
  });
});
