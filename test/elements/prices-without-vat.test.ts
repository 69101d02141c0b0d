import { expect } from '@open-wc/testing';
import { Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import {
  aGroup,
  aListedEvent,
  aPlacedIntent,
  anAttemptWith,
  aPrice,
  aProduct,
  aQuotedOrder,
  aSite,
  aStart,
} from '../support/builders.ts';
import { page } from '../support/page.ts';
import { loaded } from './loadables.ts';
import { mount, type Context } from './mount.ts';

const words = new Words('de', de);
const site = aSite({ prices_include_vat: false });

/** Every place that shows a price, and its text when prices exclude VAT. */
const places: [
  what: string,
  show: (context: Partial<Context>) => Promise<HTMLElement>,
  said: string,
][] = [
  [
    'a ticket of the list',
    (context) => mount('booking-event-list', { events: [aListedEvent()] }, context),
    'from €24.00 plus VAT',
  ],
  [
    'the calendar',
    (context) =>
      mount('booking-date-picker', { dates: { month: '2026-11', ...loaded([aStart()]) } }, context),
    'Prices plus VAT',
  ],
  [
    'the prices',
    (context) => mount('booking-price-selection', { group: aGroup() }, context),
    '€39.00 plus VAT',
  ],
  [
    'the products',
    (context) => mount('booking-products', { products: [aProduct()] }, context),
    '€9.00 plus VAT',
  ],
  [
    'the order',
    (context) => mount('booking-order-summary', { order: aQuotedOrder() }, context),
    'plus VAT',
  ],
  [
    'the tickets',
    (context) =>
      mount('booking-confirmation', { attempts: [anAttemptWith(aPlacedIntent())] }, context),
    '€39.00 plus VAT',
  ],
];

describe('prices that VAT is added to', () => {
  for (const [what, show, said] of places) {
    it(`say so in ${what}`, async () => {
      expect(page(await show({})).text()).not.to.contain('plus VAT');

      const added = page(await show({ site })).text();

      expect(added).to.contain(said);
      expect(added).not.to.contain('incl.');
      expect(page(await show({ site, words })).text()).to.contain('zzgl. MwSt.');
    });
  }

  it('say nothing of VAT where they are free', async () => {
    const group = aGroup({ prices: [aPrice({ value: 0 })] });
    const el = await mount('booking-price-selection', { group }, { site });

    expect(page(el).text()).to.contain('free');
    expect(page(el).text()).not.to.contain('VAT');
  });
});
