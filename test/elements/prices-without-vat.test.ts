import { expect } from '@open-wc/testing';
import { Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import {
  aGroup,
  aListedEvent,
  aPlacedIntent,
  aPrice,
  aProduct,
  aQuotedOrder,
  aStart,
  NOW,
} from '../support/builders.ts';
import { page } from '../support/page.ts';
import { mount } from './mount.ts';

const words = new Words('de', de);

/** Every place that shows a price, and what it says of it where VAT comes on top. */
const places: [what: string, show: (change: object) => Promise<HTMLElement>, said: string][] = [
  [
    'a ticket of the list',
    (change) => mount('booking-event-list', { events: [aListedEvent()], now: NOW, ...change }),
    'from €24.00 plus VAT',
  ],
  [
    'the calendar',
    (change) =>
      mount('booking-date-picker', { month: '2026-11', starts: [aStart()], now: NOW, ...change }),
    'Prices plus VAT',
  ],
  [
    'the prices',
    (change) => mount('booking-price-selection', { group: aGroup(), ...change }),
    '€39.00 plus VAT',
  ],
  [
    'the products',
    (change) => mount('booking-products', { products: [aProduct()], ...change }),
    '€9.00 plus VAT',
  ],
  [
    'the order',
    (change) => mount('booking-cart', { order: aQuotedOrder(), ...change }),
    'plus VAT',
  ],
  [
    'the tickets',
    (change) =>
      mount('booking-confirmation', { order: aQuotedOrder(), intent: aPlacedIntent(), ...change }),
    '€39.00 plus VAT',
  ],
];

describe('prices that VAT is added to', () => {
  for (const [what, show, said] of places) {
    it(`say so in ${what}`, async () => {
      expect(page(await show({})).text()).not.to.contain('plus VAT');

      const added = page(await show({ includesVat: false })).text();

      expect(added).to.contain(said);
      expect(added).not.to.contain('incl.');
      expect(page(await show({ includesVat: false, words })).text()).to.contain('zzgl. MwSt.');
    });
  }

  it('say nothing of VAT where they are free', async () => {
    const group = aGroup({ prices: [aPrice({ value: 0 })] });
    const el = await mount('booking-price-selection', { group, includesVat: false });

    expect(page(el).text()).to.contain('free');
    expect(page(el).text()).not.to.contain('VAT');
  });
});
