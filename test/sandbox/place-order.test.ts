import assert from 'node:assert/strict';
import test from 'node:test';
import { createAgenda } from '../../demo/sandbox/agenda.ts';
import { openBooks } from '../../demo/sandbox/catalogue/open-books.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { countOrder } from '../../demo/sandbox/orders/count-order.ts';
import { readOrderInput } from '../../demo/sandbox/orders/order-input.ts';
import { placeOrder } from '../../demo/sandbox/orders/place-order.ts';
import { scenarios } from '../../demo/sandbox/scenarios.ts';
import { find, SATURDAY } from './support.ts';

test('draws another code when an order has the drawn one already', async () => {
  const books = openBooks(scenarios.calm().world, SATURDAY);
  const input = await readOrderInput(
    new Request('http://sandbox/v3/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        date: '2026-11-21T09:00:00Z',
        status: 'ACCEPTED',
        lang: 'en',
        currency: 'EUR',
        email: 'ada@example.com',
        name: 'Ada Moreau',
      }),
    }),
  );
  const ledger = { books, agenda: createAgenda(), count: countOrder, wrote: () => undefined };
  const checked = {
    ...{ input, vendor: find([...books.vendors.values()], () => true), tickets: [], products: [] },
    ...{ voucherValues: [], flexOffers: [], redeemed: { coupons: [], vouchers: [] } },
    ...{ additional_discount: 0, total: 0 },
  };
  // One number for the id and six for the code: the second order draws the code of the first one,
  // then a new one.
  let drawn = 0;
  const random = () => ((drawn += 1) <= 14 ? 0 : 0.5);
  const place = () =>
    placeOrder(ledger, checked, sandboxClients.reseller, SATURDAY + drawn, random).code;

  assert.deepEqual([place(), place()], ['222222', 'HHHHHH']);
});
