import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mailLinkOf, withdrawableGoods } from '../../src/visit/withdrawable-goods.ts';
import { aPlacedIntent, aQuotedOrder } from '../support/builders.ts';

const towel = {
  product_id: 'towel',
  name: 'Towel',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: false,
};
const print = { ...towel, product_id: 'print', name: 'Print', shipping_address: true };
const poster = { ...print, product_id: 'poster' };

function goodsOf(change: Parameters<typeof aPlacedIntent>[0] = {}) {
  const { order } = aPlacedIntent(change);
  assert(order);
  const products = [towel, { ...towel, shipping_address: false }, print, poster];
  return withdrawableGoods(aQuotedOrder({ products }), order);
}

test('only products that are sent by post can be withdrawn from', () => {
  assert.deepEqual(goodsOf(), [print, poster]);
});

test('a cancelled product needs no withdrawal', () => {
  const canceled = { product_id: 'print', title: 'Print', amount: 2, status: 'CANCELED' } as const;

  assert.deepEqual(goodsOf({ products: [canceled] }), [poster]);
});

test('a mail keeps every character of its address, subject and lines', () => {
  const link = mailLinkOf('a&b@spree.example', 'Order 7 & 8?', 'Jörg #1\n100 % + "x"');

  const [to, query = ''] = link.split('?');
  assert.equal(to, 'mailto:a%26b@spree.example');
  const [subject, body] = query.split('&').map((part) => part.split('=')[1] ?? '');
  assert.equal(decodeURIComponent(subject ?? ''), 'Order 7 & 8?');
  assert.equal(decodeURIComponent(body ?? ''), 'Jörg #1\r\n100 % + "x"');
  assert.equal(link.includes('+'), false, 'a plus is read as a space by some mail programs');
});
