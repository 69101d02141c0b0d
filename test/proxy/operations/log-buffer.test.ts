import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { createLogBuffer } from '../../../proxy/operations/log-buffer.ts';

/** Milliseconds: longer than a line waits for others. */
const WHILE = 1_000;

function openBuffer() {
  mock.timers.enable({ apis: ['setTimeout'] });
  const written: string[] = [];
  const buffer = createLogBuffer((text) => written.push(text));
  return { ...buffer, written, pass: () => mock.timers.tick(WHILE) };
}

test('lines of the same moment are written at once, a little later', () => {
  const { write, written, pass } = openBuffer();
  write('one');
  write('two');
  assert.deepEqual(written, []);

  pass();
  assert.deepEqual(written, ['one\ntwo\n']);
});

test('a line that comes after others were written is written too', () => {
  const { write, written, pass } = openBuffer();
  write('one');
  pass();
  write('two');
  pass();

  assert.deepEqual(written, ['one\n', 'two\n']);
});

test('a flush writes pending lines at once, once, and nothing if there are none', () => {
  const { write, flush, written, pass } = openBuffer();
  write('the last');
  flush();
  assert.deepEqual(written, ['the last\n']);

  flush();
  pass();
  assert.deepEqual(written, ['the last\n']);
});
