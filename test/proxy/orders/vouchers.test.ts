import assert from 'node:assert/strict';
import { test } from 'vitest';
import { intentResponse } from '#contract/order.schema';
import { loadChanged } from '../changed-copy.ts';
import { FLEX_CODE, placeWithVouchers, VOUCHER_CODE } from './vouchers-world.ts';

// Vouchers, coupons and flex tickets of an order, which nobody buys here.

test('a customer sees the vouchers and flex tickets of an order, and what was redeemed', async () => {
  const { placed, found } = await placeWithVouchers();

  for (const intent of [placed, found]) {
    const { order } = intentResponse.parse(intent);
    assert.deepEqual(order?.voucher_orders, [{ code: VOUCHER_CODE, value: 5000, currency: 'EUR' }]);
    assert.deepEqual(order?.flex_tickets, [
      {
        code: FLEX_CODE,
        title: 'Ten mornings on the river',
        status: 'ACCEPTED',
        redemption_available: 9,
      },
      { code: '', title: 'All year', status: null, redemption_available: null },
    ]);
    assert.deepEqual(order?.redemptions, [
      { title: 'Welcome', redeemed_value: 500 },
      { title: '', redeemed_value: 2000 },
    ]);
  }
});

test('a copied link shows what they are, and no code that could be spent', async () => {
  const { viewed, lines } = await placeWithVouchers();

  const { order } = intentResponse.parse(viewed);
  assert.deepEqual(order?.voucher_orders, [{ code: '', value: 5000, currency: 'EUR' }]);
  assert.equal(order?.flex_tickets?.[0]?.title, 'Ten mornings on the river');
  assert.doesNotMatch(JSON.stringify(viewed), new RegExp(`${VOUCHER_CODE}|${FLEX_CODE}`));
  assert.doesNotMatch(lines.join(), new RegExp(`${VOUCHER_CODE}|${FLEX_CODE}`));
});

test('a copied link would show the codes without the guard', async () => {
  const changed = await loadChanged<{ placeWithVouchers: typeof placeWithVouchers }>(
    {
      file: 'proxy/orders/describe.ts',
      line: "  const isShown = reader === 'customer';",
      instead: '  const isShown = Boolean(reader);',
    },
    ['test/proxy/orders/vouchers-world.ts'],
  );
  const { viewed } = await changed.placeWithVouchers();
  await changed.close();

  assert.match(JSON.stringify(viewed), new RegExp(VOUCHER_CODE));
});
