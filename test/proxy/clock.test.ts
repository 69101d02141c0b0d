import assert from 'node:assert/strict';
import { test } from 'vitest';
import { memoizeLast, toInstant } from '../../proxy/clock.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

test('a time is written in UTC and in whole seconds, rounded down', () => {
  assert.equal(toInstant(NOON + 999), '2026-11-21T12:00:00Z');
  assert.equal(toInstant(NOON + 1_000), '2026-11-21T12:00:01Z');
});

test('a time is formatted once while it stays the same, and again when it has changed', () => {
  const formatted: number[] = [];
  const format = memoizeLast((time) => {
    formatted.push(time);
    return toInstant(time);
  });

  const texts = [NOON, NOON, NOON + 1_000, NOON].map(format);

  assert.deepEqual(texts, [NOON, NOON, NOON + 1_000, NOON].map(toInstant));
  assert.deepEqual(formatted, [NOON, NOON + 1_000, NOON]);
});
