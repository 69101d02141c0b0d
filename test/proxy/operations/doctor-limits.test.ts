import assert from 'node:assert/strict';
import { test } from 'vitest';
import { describeLimits } from '../../../proxy/operations/doctor-limits.ts';
import * as timeLimits from '../../../proxy/time-limits.ts';

const printed = new Map(describeLimits().map((line) => [/^\w+/.exec(line)?.[0], line]));

test('every time limit is printed with its value, its unit and what it is', () => {
  const constants = Object.entries(timeLimits).filter(([, value]) => typeof value !== 'function');
  for (const [name] of constants) {
    assert.match(printed.get(name) ?? '', /^\w+ +[\d.]+ (s|days)(, [\d.]+ s)* +\w.+\.$/, name);
  }
  assert.equal(printed.size, constants.length);
});

test('values are in seconds, and in days from a day on', () => {
  assert.match(printed.get('TOKEN_POLL') ?? '', / 0\.05 s /);
  assert.match(printed.get('RETRY_PAUSES') ?? '', / 0\.15 s, 0\.4 s /);
  assert.match(printed.get('WATCH_TIME') ?? '', / 60 days /);
});

test('a comment of several lines becomes one line', () => {
  assert.match(printed.get('PROBE_INTERVAL') ?? '', / tests whether the platform is back\.$/);
});
