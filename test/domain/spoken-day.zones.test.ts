import assert from 'node:assert/strict';
import { test } from 'vitest';
import { unfiltered } from '../../src/domain/list-filter.ts';
import { withSpokenDay } from '../../src/domain/spoken-day.ts';

/** Near the two ends of a Saturday; at one of them UTC has another day, unless it is the own zone. */
const times = [
  [0, 30],
  [23, 30],
] as const;

for (const [match, day] of [
  ['today', '2026-11-21'],
  ['tomorrow', '2026-11-22'],
  ['saturday', '2026-11-21'],
  ['friday', '2026-11-27'],
  ['21 november', '2026-11-21'],
  ['20 november', '2027-11-20'],
] as const) {
  test(`“${match}” is ${day} from the first to the last hour of the customer's own day`, () => {
    for (const [hour, minute] of times) {
      const now = new Date(2026, 10, 21, hour, minute).getTime();

      assert.equal(withSpokenDay({ ...unfiltered, match }, 'en', now).day, day);
    }
  });
}
