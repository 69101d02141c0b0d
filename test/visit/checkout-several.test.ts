import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { Attempt } from '../../src/domain/attempt.ts';
import type { Checkout } from '../../src/index.ts';
import { ORDER } from '../elements/visit.ts';
import {
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aRefusal,
  aVendor,
} from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { complete, openCheckout } from './checkout.ts';

const lines = [
  aQuotedLine({
    event_id: 'fado',
    date_id: 'friday',
    title: 'Fado night',
    prices: [aQuotedPrice({ value: 5500 })],
  }),
];
const fado = aQuotedOrder({ vendor_id: 'lisbon', vendor_name: 'Lisbon Nights', lines });
const lisbon = aVendor({
  id: 'lisbon',
  name: 'Lisbon Nights',
  legal_company_name: 'Lisbon Nights Lda',
  country: 'PT',
});
const second = (change: Partial<Attempt> = {}) =>
  anAttempt({ order: fado, key: 'B'.repeat(43), ...change });

const open = (attempts: Attempt[] = [anAttempt(), second()], change: Partial<Checkout> = {}) =>
  openCheckout({ attempts, vendors: [aVendor(), lisbon], details: complete, ...change });

const boxOf = (element: Element) => element.getBoundingClientRect();

describe('booking-checkout of several orders', () => {
  it('is accessible, also when one is placed and one refused', async () => {
    await expect(await open()).to.be.accessible();
    const partly = [
      anAttemptWith(aPlacedIntent()),
      second({ state: 'refused', failure: aRefusal('sold-out') }),
    ];

    await expect(await open(partly)).to.be.accessible();
  });

  it('sets each order apart from the one before', async () => {
    await setViewport({ width: 700, height: 640 });
    const { renderRoot } = await open();

    const [, next] = renderRoot.querySelectorAll('booking-order-summary');
    const [before] = renderRoot.querySelectorAll('.payment');
    // Firefox rounds.
    expect(boxOf(next!).top - boxOf(before!).bottom).to.be.at.least(15.9);
    await setViewport({ width: 800, height: 600 });
  });

  for (const width of [320, 700]) {
    it(`says with the order itself why it is not paid, and not with the one before: ${width}`, async () => {
      await setViewport({ width, height: 640 });
      const failure = { kind: 'payment', reason: 'The card was declined.' } as const;
      const { renderRoot } = await open([anAttempt({ isPaid: true }), second({ failure })]);

      const [first, other] = renderRoot.querySelectorAll('.order');
      const note = renderRoot.querySelector('.note');
      expect(note?.parentElement).to.equal(other);
      expect(boxOf(note!).top - boxOf(first!).bottom).to.be.at.least(31.9);
      await setViewport({ width: 800, height: 600 });
    });
  }

  it('says which event a name is for, where there are several', async () => {
    const names = page(await open()).names('textbox');

    expect(names).to.include.members(['Adult 1 Kayak on the Spree', 'Adult 1 Fado night']);
  });

  it('shows each order with its seller and its total, and one button for both', async () => {
    const el = await open();

    const text = page(el).text();
    expect(text).to.match(/Spree Adventures.*Kayak on the Spree.*€39\.00/);
    expect(text).to.match(/Lisbon Nights.*Fado night.*€55\.00/);
    expect(text).to.contain('Sold by Spree Adventures GmbH, Germany.');
    expect(text).to.contain('Sold by Lisbon Nights Lda, Portugal.');
    expect(
      page(el)
        .names('button')
        .filter((name) => name === ORDER),
    ).to.have.length(1);
    expect(page(el).names('checkbox')).to.deep.equal([
      'I accept the terms of Spree Adventures GmbH and Lisbon Nights Lda',
    ]);
  });

  it('asks for one contact, and for the participants of each order', async () => {
    const el = await open();
    const typed = hear<{ key: string }>(el, 'detail-type');

    expect(page(el).names('textbox').slice(0, 3)).to.have.members([
      ...['Full name', 'E-mail'],
      page(el).names('textbox')[2],
    ]);
    const participants = page(el).all('textbox').slice(3, -1) as HTMLInputElement[];
    for (const field of participants) {
      field.value = 'Ida';
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }

    expect(new Set(typed.map(({ key }) => key)).size).to.equal(2);
  });

  it('shows a placed order with its code, and orders only the rest', async () => {
    const el = await open([anAttemptWith(aPlacedIntent()), second()]);

    const text = page(el).text();
    expect(text).to.contain('Order SPREE-7');
    expect(text).not.to.contain('€39.00');
    expect(text).not.to.contain('Sold by Spree Adventures');
    expect(page(el).names('checkbox')).to.deep.equal(['I accept the terms of Lisbon Nights Lda']);
  });

  it('shows no other seller’s name while a vendor is loading', async () => {
    const el = await open(undefined, { vendors: [aVendor()] });

    expect(page(el).text()).to.contain('Sold by Lisbon Nights.');
  });

  it('names the obligation to pay on the button if any order has to be paid', async () => {
    const request = (order: Attempt['order']) => ({ ...order, kind: 'REQUEST' }) as const;
    const words = async (...orders: Attempt['order'][]) =>
      page(await open(orders.map((order, index) => anAttempt({ order, key: `${index}` })))).names(
        'button',
      );

    expect(await words(request(aQuotedOrder()), fado)).to.include(ORDER);
    expect(await words(request(aQuotedOrder()), request(fado))).to.include(
      'Request with obligation to pay',
    );
  });
});
