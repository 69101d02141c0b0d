import assert from 'node:assert/strict';
import { test } from 'vitest';
import { firstDayOf, nextDateOf, soldOutMonth } from '../../src/domain/next-date.ts';

const AS_OF = Date.parse('2026-11-21T09:00:00Z');
const known = { known_until: '2026-12-01T00:00:00Z', as_of: '2026-11-21T09:00:00Z' };
const soldOut = { ...known, date: null };
const QUARTER = 15 * 60_000;

test('what is known of places is shown for a quarter of an hour', () => {
  assert.equal(nextDateOf({ next: soldOut }, AS_OF + QUARTER - 1), soldOut);
  assert.equal(nextDateOf({ next: soldOut }, AS_OF + QUARTER), undefined);
  assert.equal(nextDateOf({}, AS_OF), undefined);
});

for (const timezone of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati']) {
  test(`an event in ${timezone} that is sold out opens with the days after the known months`, () => {
    const first_date = '2026-11-24T09:00:00Z';

    assert.equal(firstDayOf({ timezone, first_date, next: soldOut }), '2026-12-01');
    assert.equal(soldOutMonth(soldOut.known_until), '2026-11');
  });
}

test('an event opens with the day of its next date, else of its first one, in its own time zone', () => {
  const timezone = 'America/Los_Angeles';
  const next = { ...known, date: '2026-12-01T03:00:00Z' };

  assert.equal(firstDayOf({ timezone, first_date: '2026-10-02T09:00:00Z', next }), '2026-11-30');
  assert.equal(firstDayOf({ timezone, first_date: '2027-01-01T03:00:00Z' }), '2026-12-31');
  assert.equal(firstDayOf({ timezone, first_date: null }), undefined);
});
