import assert from 'node:assert/strict';
import { TZDate, tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { test } from 'vitest';
import { customerZone, dayIn, offsetOf } from '../../src/domain/zone.ts';

const timezone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) });
const two = (value: number) => String(value).padStart(2, '0');

test('an instant falls on the day that the clocks of the zone show', () => {
  fc.assert(
    fc.property(timezone, instant, (zone, at) => {
      const oracle = new TZDate(at, zone);
      const day = `${oracle.getFullYear()}-${two(oracle.getMonth() + 1)}-${two(oracle.getDate())}`;

      assert.equal(dayIn(zone, at), day);
    }),
    { numRuns: 500 },
  );
});

test('the offset of a zone is that of its clocks at the instant', () => {
  fc.assert(
    fc.property(timezone, instant, (zone, at) => {
      assert.equal(offsetOf(zone, at), tzOffset(zone, new Date(at)));
    }),
    { numRuns: 500 },
  );
});

test("the customer's zone is the one that this machine's clocks show", () => {
  fc.assert(
    fc.property(instant, (at) => {
      // Plus zero, because the negation of zero is another number to the assertion.
      assert.equal(offsetOf(customerZone(), at), -new Date(at).getTimezoneOffset() + 0);
    }),
  );
});
