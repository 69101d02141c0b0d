import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lengths } from '#contract/limits';
import { orderRequest } from '#contract/order.schema';
import { saleParamsOf } from '../../src/domain/sale-params.ts';

test('only the UTM values of an address are used', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['?gclid=7&email=ida%40example.com&booking-day=2026-11-28', ''],
    ['?utm_source=newsletter&page=2&utm_medium=e-mail', 'utm_source=newsletter&utm_medium=e-mail'],
    ['?utm_campaign=Advent%20%26%20Neujahr', 'utm_campaign=Advent+%26+Neujahr'],
    ['?utm_term=&utm_id=7', 'utm_id=7'],
    ['?not_utm_source=x&UTM_source=y', ''],
  ];
  for (const [search, params] of cases) assert.equal(saleParamsOf(search), params, search);
});

test('a value that is too long for the proxy is left out, and the others are used', () => {
  const long = 'ü'.repeat(lengths.sale_params / 6);
  const params = saleParamsOf(`?utm_source=a&utm_content=${long}&utm_medium=b`);

  assert.equal(params, 'utm_source=a&utm_medium=b');
  assert.ok(orderRequest.shape.sale_params.safeParse(params).success);
});
