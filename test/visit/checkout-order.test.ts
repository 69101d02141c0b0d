import { expect, nextFrame } from '@open-wc/testing';
import { type QuotedOrder, Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { ORDER } from '../elements/visit.ts';
import {
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aVendor,
  noResponse,
} from '../support/builders.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { type CheckoutLook, complete, openCheckout } from './checkout.ts';

describe('booking-checkout, its terms and its button', () => {
  it('is accessible with every link and text open', async () => {
    const el = await openCheckout({ termsUrl: '/terms', privacyUrl: '/privacy' });
    await page(el).click('button', 'Spree Adventures GmbH');
    await nextFrame();

    await expect(el).to.be.accessible();
  });

  it('requires the terms to be accepted, and never ticks them itself', async () => {
    const el = await openCheckout({ details: complete });
    const submitted = hear(el, 'order-submit');
    const terms = page(el).find('checkbox', 'I accept the terms of Spree Adventures GmbH');
    expect(terms).to.have.property('checked', false);
    expect(terms).to.have.attribute('aria-required', 'true');

    await page(el).click('button', ORDER);

    expect(submitted).to.deep.equal([]);
    expect(focused()).to.equal(terms);
  });

  it('orders when all is fine, by mouse and by keyboard', async () => {
    const el = await openCheckout();
    const submitted = hear(el, 'order-submit');
    await page(el).fill('Full name', 'Ida Meyer');
    await page(el).fill('E-mail', 'ida@example.com');
    await page(el).click('checkbox');

    await page(el).click('button', ORDER);
    expect(submitted).to.have.length(1);
    page(el).find('button', ORDER).focus();
    await press('Enter');

    expect(submitted).to.have.length(2);
  });

  it('orders nothing while an order is being placed', async () => {
    const el = await openCheckout({ details: complete });
    const submitted = hear(el, 'order-submit');
    await page(el).click('checkbox');
    el.busy = 'ordering';
    await el.updateComplete;

    await page(el).click('button', 'Placing your order');

    expect(submitted).to.deep.equal([]);
  });

  it('has no way back while an order is being placed, and one while it is priced', async () => {
    const el = await openCheckout({ busy: 'ordering' });
    const left = hear(el, 'choice-change');
    const back = page(el).find('button', /Change date or participants/);
    expect(back).to.have.property('disabled', true);
    await expect(el).to.be.accessible();
    await page(el).click('button', /Change date or participants/);
    expect(left).to.deep.equal([]);

    el.busy = 'pricing';
    await el.updateComplete;
    await page(el).click('button', /Change date or participants/);

    expect(left).to.have.length(1);
  });

  const free = aQuotedOrder({ lines: [aQuotedLine({ prices: [aQuotedPrice({ value: 0 })] })] });
  const kinds: [title: string, order: QuotedOrder, en: string, german: string][] = [
    ['paid', aQuotedOrder(), ORDER, 'Zahlungspflichtig bestellen'],
    ['free', free, 'Book free of charge', 'Kostenlos buchen'],
    [
      'requested',
      aQuotedOrder({ kind: 'REQUEST' }),
      'Request with obligation to pay',
      'Zahlungspflichtig anfragen',
    ],
    [
      'requested and free',
      { ...free, kind: 'REQUEST' },
      'Send booking request',
      'Verbindlich anfragen',
    ],
  ];
  for (const [title, order, english, german] of kinds) {
    it(`says “${english}” for what is ${title}, whatever else is shown`, async () => {
      const buttons = async (change: CheckoutLook, words?: Words) =>
        page(await openCheckout({ order, ...change }, words && { words })).names('button');

      expect(await buttons({})).to.include(english);
      expect(await buttons({ failure: noResponse })).to.include(english);
      expect(await buttons({ details: complete, vendor: undefined })).to.include(english);
      expect(await buttons({}, new Words('de', de))).to.include(german);
    });
  }

  it('names the seller beside the button, and the consequences', async () => {
    const paid = page(await openCheckout()).text();
    expect(paid).to.contain('Sold by Spree Adventures GmbH, Germany.');
    expect(paid).to.contain(
      'The law gives no right to withdraw from leisure bookings for a set date. ' +
        'You can still cancel where the terms of Spree Adventures GmbH allow it.',
    );
    expect(paid).not.to.contain('sent by post');

    const request = page(await openCheckout({ order: aQuotedOrder({ kind: 'REQUEST' }) })).text();
    expect(request).to.contain('You pay only if Spree Adventures accepts.');

    const freely = page(await openCheckout({ order: { ...free, kind: 'REQUEST' } })).text();
    expect(freely).not.to.contain('You pay');
  });

  it('words the right of withdrawal for goods and for dates, and terms only if there are any', async () => {
    const order = aQuotedOrder({ shipping_address: true });
    const checkout = page(await openCheckout({ order, vendor: aVendor({ terms: [] }) }));

    expect(checkout.text()).to.contain(
      'leisure bookings for a set date. You can withdraw from what is sent by post within 14 days',
    );
    expect(checkout.text()).not.to.contain('You can still cancel');
  });

  it('leads to the vendor’s terms', async () => {
    const el = await openCheckout();
    expect(page(el).has('region', 'Terms of Spree Adventures GmbH')).to.equal(false);

    await page(el).click('button', 'Spree Adventures GmbH');
    await nextFrame();

    expect(page(el).within('region', 'Terms of Spree Adventures GmbH').text()).to.equal(
      'Be on time.',
    );
    // Whoever reads them has not accepted them yet.
    expect(page(el).find('checkbox', /I accept the terms/)).to.have.property('checked', false);
  });
});
