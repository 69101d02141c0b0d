import test from 'node:test';
import assert from 'node:assert/strict';
import { endsOfMonth, monthsBetween } from '../../../proxy/catalog/months.ts';

test('a month ends one second before the next one', () => {
  assert.deepEqual(endsOfMonth('2026-12'), {
    start: '2026-12-01T00:00:00Z',
    end: '2026-12-31T23:59:59Z',
  });
  assert.equal(endsOfMonth('2028-02').end, '2028-02-29T23:59:59Z');
});

const ranges: [start: string, end: string, months: string[]][] = [
  ['2026-11-05T00:00:00Z', '2026-11-05T00:00:00Z', ['2026-11']],
  ['2026-10-31T23:00:00Z', '2026-11-30T22:59:59Z', ['2026-10', '2026-11']],
  ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', ['2026-12', '2027-01']],
  ['2026-01-31T00:00:00Z', '2026-03-01T00:00:00Z', ['2026-01', '2026-02', '2026-03']],
];
for (const [start, end, months] of ranges) {
  test(`from ${start} to ${end} there are ${months.join(', ')}`, () => {
    assert.deepEqual(monthsBetween(Date.parse(start), Date.parse(end)), months);
  });
}
