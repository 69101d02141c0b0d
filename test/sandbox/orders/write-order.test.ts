import assert from 'node:assert/strict';
import test from 'node:test';
import { createScheduler } from '../../../demo/sandbox/world/scheduler.ts';
import { createWorld } from '../../../demo/sandbox/world/seed/create-world.ts';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { updateAvailability } from '../../../demo/sandbox/orders/changes.ts';
import { orderInput } from '../../../demo/sandbox/orders/input.ts';
import { writeOrder } from '../../../demo/sandbox/orders/create.ts';
import { scenarios } from '../../../demo/sandbox/scenarios.ts';
import { find, SATURDAY } from '../support.ts';

test('draws another code when an order has the drawn one already', () => {
  const world = createWorld(scenarios.calm().data, SATURDAY);
  const input = orderInput.parse({
    date: '2026-11-21T09:00:00Z',
    status: 'ACCEPTED',
    lang: 'en',
    currency: 'EUR',
    email: 'ada@example.com',
    name: 'Ada Moreau',
  });
  const context = {
    world,
    scheduler: createScheduler(),
    updateAvailability,
    notify: () => undefined,
  };
  const checked = {
    input,
    vendor: find([...world.vendors.values()], () => true),
    tickets: [],
    products: [],
    voucherValues: [],
    flexOffers: [],
    redeemed: { coupons: [], vouchers: [] },
    additional_discount: 0,
    total: 0,
  };
  // One number for the id and six for the code: the second order draws the code of the first one,
  // then a new one.
  let drawn = 0;
  const random = () => ((drawn += 1) <= 14 ? 0 : 0.5);
  const writeAndGetCode = () =>
    writeOrder(context, checked, sandboxClients.reseller, SATURDAY + drawn, random).code;

  assert.deepEqual([writeAndGetCode(), writeAndGetCode()], ['222222', 'HHHHHH']);
});
