import { expect } from '@open-wc/testing';
import type { Site } from '#contract/site.schema';
import { Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import {
  aCart,
  aGroup,
  aListedEvent,
  anAttemptWith,
  aPlacedIntent,
  aPrice,
  aProduct,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aSite,
  aStart,
} from '../support/builders.ts';
import { page } from '../support/page.ts';
import { loaded, shownDates } from './loadables.ts';
import { type Context, mount } from './mount.ts';

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
    (context) => mount('booking-date-picker', { dates: shownDates(loaded([aStart()])) }, context),
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
    'Total plus VAT €39.00',
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

  it('are said to be so in the visit, at whatever rate', async () => {
    const el = await mount('booking-cart', { cart: aCart() }, { site });

    expect(page(el).text()).to.contain('Total plus VAT €39.00');
  });

  const prices = [aQuotedPrice({ value: 0 })];
  const free = aQuotedOrder({ lines: [aQuotedLine({ date_id: aStart().date.id, prices })] });
  const intent = aPlacedIntent({ total: 0 });
  const freePlaces: [what: string, show: (site: Site) => Promise<HTMLElement>][] = [
    [
      'a ticket of the list',
      (site) =>
        mount(
          'booking-event-list',
          { events: [aListedEvent({ from_price: { ...aListedEvent().from_price!, value: 0 } })] },
          { site },
        ),
    ],
    [
      'the prices',
      (site) =>
        mount(
          'booking-price-selection',
          { group: aGroup({ prices: [aPrice({ value: 0 })] }) },
          { site },
        ),
    ],
    [
      'the products',
      (site) => mount('booking-products', { products: [aProduct({ price: 0 })] }, { site }),
    ],
    ['the visit', (site) => mount('booking-cart', { cart: aCart({ orders: [free] }) }, { site })],
    ['the order', (site) => mount('booking-order-summary', { order: free }, { site })],
    [
      'the tickets',
      (site) => mount('booking-confirmation', { attempts: [anAttemptWith(intent)] }, { site }),
    ],
  ];
  for (const [what, show] of freePlaces) {
    it(`say nothing of VAT in ${what} where they are free`, async () => {
      for (const includesVat of [true, false]) {
        const text = page(await show(aSite({ prices_include_vat: includesVat }))).text();

        expect(text).to.match(/free|[^\d.]0\.00/);
        expect(text).not.to.contain('VAT');
      }
    });
  }
});
