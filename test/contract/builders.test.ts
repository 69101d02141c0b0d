import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { z } from 'zod';
import { eventDate } from '#contract/date.schema';
import { listedEvent, mergedEvent, price, priceGroup } from '#contract/event.schema';
import { idempotencyKey, intentResponse } from '#contract/order.schema';
import { problem } from '#contract/problem.schema';
import { product } from '#contract/product.schema';
import { quotedLine, quotedOrder } from '#contract/quote.schema';
import { site } from '#contract/site.schema';
import { vendor } from '#contract/vendor.schema';
import { startsOf } from '../../src/domain/availability.ts';
import * as built from '../support/builders.ts';

const things: [name: string, schema: z.ZodType, value: unknown][] = [
  ['price', price, built.aPrice()],
  ['price group', priceGroup, built.aGroup()],
  ['weekend price group', priceGroup, built.aWeekendGroup()],
  ['listed event', listedEvent, built.aListedEvent()],
  ['merged event', mergedEvent, built.anEvent()],
  ['date', eventDate, built.aDate()],
  ['product', product, built.aProduct()],
  ['vendor', vendor, built.aVendor()],
  ['site', site, built.aSite()],
  ['quoted line', quotedLine, built.aQuotedLine()],
  ['quoted order', quotedOrder, built.aQuotedOrder()],
  ['key', idempotencyKey, built.aKey],
  ['intent of a placed order', intentResponse, built.aPlacedIntent()],
  ['intent that is being checked', intentResponse, built.aCheckingIntent()],
  ['problem', problem, built.aProblem()],
];
for (const [name, schema, value] of things) {
  test(`a built ${name} matches the contract`, () => {
    assert.deepEqual(schema.parse(value), value);
  });

  if (typeof value === 'object') {
    test(`the contract refuses a ${name} with an unknown field`, () => {
      assert.equal(schema.safeParse({ ...value, commission: 15 }).success, false);
    });
  }
}

test('built starts equal those that the domain derives from their dates', () => {
  const event = built.anEvent({ price_groups: [built.aGroup(), built.aWeekendGroup()] });
  const starts = [built.aStart(), built.aWeekendStart()];

  assert.deepEqual(
    startsOf(
      event,
      starts.map(({ date }) => date),
      built.NOW,
    ),
    starts,
  );
});

test('built totals are the sums of their parts', () => {
  const line = built.aQuotedLine({ prices: [built.aQuotedPrice({ amount: 2, value: 3900 })] });
  const towels = {
    product_id: 'towel',
    name: 'Towel',
    amount: 2,
    price: 900,
    total: 1800,
    shipping_address: false,
  };

  assert.equal(line.total, 7800);
  assert.equal(built.aQuotedOrder({ lines: [line], products: [towels] }).total, 9600);
});
