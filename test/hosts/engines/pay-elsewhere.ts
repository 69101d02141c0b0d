import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { testCards } from '#contract/test-cards';
import { openShop, type Shop } from '../../../demo/shop.ts';
import { ORDER } from '../../support/customer/customer.ts';
import { freePorts } from '../../support/free-port.ts';
import { type BookedOrder, SATURDAY } from '../../support/journey.ts';
import type { HostPlace } from './host-place.ts';

/** Tests that customers with this browser come back from the page of a bank, and have paid. */
export function payElsewhere(place: HostPlace): void {
  let shop: Shop;
  beforeAll(async () => {
    const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
    const ports = { demo, proxy, sandbox };
    shop = await openShop({ ports, clock: () => SATURDAY, payment: 'required', log: () => {} });
  });
  afterAll(() => shop.close());

  test(`${place.engine.name}: a customer pays on the page of a bank, and comes back to the tickets`, async () => {
    const me = await place.arriveAt(`${shop.demo}/`);
    await me.chooseKayak();
    await me.fillIn('Ngozi Adichie-Brown');
    await me.fill('Card number', testCards.leavesPage);
    await me.press(ORDER);
    await me.click('link', 'Approve the payment');
    await me.says('Booked. See you');

    await me.holds('location.search === ""');
    const response = await fetch(`${shop.sandbox}/sandbox/orders`);
    const names = ((await response.json()) as BookedOrder[]).map(({ name }) => name);
    assert.deepEqual(names, ['Ngozi Adichie-Brown']);
  });
}
