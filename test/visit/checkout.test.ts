import { expect } from '@open-wc/testing';
import { ORDER } from '../elements/visit.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice, noResponse } from '../support/builders.ts';
import { focused, hear, page } from '../support/page.ts';
import { type CheckoutLook, complete, openCheckout, problemOf } from './checkout.ts';

const shipped = aQuotedOrder({ shipping_address: true });

describe('booking-checkout', () => {
  const looks: Record<string, CheckoutLook> = {
    empty: {},
    'filled in': { details: complete, termsUrl: '/terms', privacyUrl: '/privacy' },
    'with an address to send to': { order: shipped },
    'for a request': { order: aQuotedOrder({ kind: 'REQUEST' }) },
    'while the order is placed': { busy: 'ordering' },
    'with an order that was not taken': { failure: noResponse },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await openCheckout(change)).to.be.accessible();
    });
  }

  it('is accessible with invalid fields', async () => {
    const el = await openCheckout({ order: shipped });
    await page(el).click('button', ORDER);

    await expect(el).to.be.accessible();
  });

  it('asks for name, e-mail and phone in fields that a browser can fill in', async () => {
    const checkout = page(await openCheckout());

    const tokens = ['Full name', 'E-mail', /^Phone/].map((label) => {
      const { type, autocomplete } = checkout.find<HTMLInputElement>('textbox', label);
      return [type, autocomplete];
    });

    expect(tokens).to.deep.equal([
      ['text', 'name'],
      ['email', 'email'],
      ['tel', 'tel'],
    ]);
  });

  it('reports the input of each field', async () => {
    const el = await openCheckout();
    const typed = hear(el, 'detail-type');

    await page(el).fill('Full name', 'Ida');

    expect(typed.at(-1)).to.deep.equal({ key: 'name', value: 'Ida' });
  });

  it('asks for an address only when a product is sent by post', async () => {
    expect(page(await openCheckout()).has('heading', 'Where shall we send it?')).to.equal(false);

    const checkout = page(await openCheckout({ order: shipped }));
    const tokens = ['Street', /^Number/, 'Postcode', 'Town'].map(
      (label) => checkout.find<HTMLInputElement>('textbox', label).autocomplete,
    );
    const country = checkout.find<HTMLSelectElement>('combobox', 'Country');

    expect([...tokens, country.autocomplete]).to.deep.equal([
      'shipping address-line1',
      'shipping address-line2',
      'shipping postal-code',
      'shipping address-level2',
      'shipping country',
    ]);
    expect(country.value).to.equal('');
    expect([...country.options].map(({ text }) => text)).to.include('Japan');
  });

  it('asks for each participant’s name, and the vendor’s question', async () => {
    const prices = [
      aQuotedPrice({ amount: 2 }),
      aQuotedPrice({ price_id: 2, title: 'Child', amount: 1 }),
    ];
    const lines = [aQuotedLine({ prices, participant_hint: 'How tall are you?' })];

    const el = await openCheckout({ order: aQuotedOrder({ lines }) });
    const typed = hear<{ value: string }>(el, 'detail-type');
    const labels = page(el).names('textbox').slice(3, -1);
    await page(el).within('group', 'Adult 2').fill('How tall are you?', '180');

    expect(labels).to.deep.equal(
      ['Adult 1', 'Adult 2', 'Child 1'].flatMap(() => ['Name', 'How tall are you?']),
    );
    expect(typed.at(-1)?.value).to.equal('180');
  });

  it('asks no vendor’s question if the vendor has none', async () => {
    expect(
      page(await openCheckout())
        .names('textbox')
        .slice(3, -1),
    ).to.deep.equal(['Adult 1']);
  });

  it('says what is wrong beside each field, after the first try and not before', async () => {
    const el = await openCheckout({
      order: shipped,
      details: new Map([['email', 'ida.example.com']]),
    });
    const checkout = page(el);
    expect(problemOf(checkout.find('textbox', 'Full name'))).to.equal(undefined);

    await checkout.click('button', ORDER);

    expect(problemOf(checkout.find('textbox', 'Full name'))).to.equal('Your name is missing.');
    expect(problemOf(checkout.find('textbox', 'E-mail'))).to.match(/^An e-mail address has an @/);
    expect(problemOf(checkout.find('combobox', 'Country'))).to.equal('The country is missing.');
    expect(problemOf(checkout.find('checkbox'))).to.equal('Tick this to order.');
    expect(page(checkout.find('alert')).text()).to.equal('7 entries are missing or not right yet.');
  });

  it('moves the focus to the first invalid field', async () => {
    const el = await openCheckout({ details: new Map([['name', 'Ida Meyer']]) });

    await page(el).click('button', ORDER);

    expect(focused()).to.equal(page(el).find('textbox', 'E-mail'));
  });

  it('removes a problem as soon as it is corrected', async () => {
    const el = await openCheckout();
    await page(el).click('button', ORDER);

    await page(el).fill('Full name', 'Ida Meyer');

    expect(problemOf(page(el).find('textbox', 'Full name'))).to.equal(undefined);
    expect(page(page(el).find('alert')).text()).to.equal('2 entries are missing or not right yet.');
  });

  for (const [where, ofCart, way] of [
    ['the date and the participants', false, /Change date or participants$/],
    ['the cart, if all of it is ordered', true, /Your selection$/],
  ] as const) {
    it(`leads back to ${where}`, async () => {
      const el = await openCheckout({ ofCart });
      const changes = hear(el, 'choice-change');

      await page(el).click('button', way);

      expect(changes).to.have.length(1);
    });
  }

  it('moves the focus to its title', async () => {
    const el = await openCheckout();

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Your details'));
  });
});
