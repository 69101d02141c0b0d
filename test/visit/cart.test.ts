import { expect } from '@open-wc/testing';
import type { CartState } from '../../src/domain/cart.ts';
import { emptyCart } from '../../src/domain/cart.ts';
import type { Cart } from '../../src/index.ts';
import { type Context, mount } from '../elements/mount.ts';
import {
  aCart,
  aCartLine,
  aDate,
  aProblem,
  aQuotedLine,
  aQuotedOrder,
  aRefusal,
  aSite,
  aStart,
  noResponse,
} from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { aSeller } from '../support/site.ts';

const towel = {
  product_id: 'towel',
  name: 'Towel',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: false,
};
const kayak = aCartLine({ products: new Map([['towel', 2]]) });
const walk = aCartLine({ start: aStart({ date: aDate({ id: 'walk' }) }) });
const kayakOrder = aQuotedOrder({
  lines: [aQuotedLine({ date_id: kayak.start.date.id })],
  products: [towel],
});
const walkOrder = {
  ...aQuotedOrder({ lines: [aQuotedLine({ date_id: 'walk', title: 'Night watch' })] }),
  vendor_id: 'watch',
  vendor_name: 'Nachtwache',
  currency: 'CHF',
  total: 5600,
};
const two = aCart({ lines: [kayak, walk], orders: [kayakOrder, walkOrder] });
const soldOut = {
  kind: 'problem' as const,
  problem: aProblem('sold-out', [{ code: 'sold-out', date_id: 'walk' }]),
};

const open = (cart: Partial<CartState> = {}, context: Partial<Context> = {}): Promise<Cart> =>
  mount('booking-cart', { cart: { ...two, ...cart } }, context);

describe('booking-cart', () => {
  const looks: Record<string, Partial<CartState>> = {
    'with lines of two vendors': {},
    'with nothing in it': emptyCart,
    'with a line that was removed': { lines: [walk], orders: [walkOrder], before: two.lines },
    'while it is priced': { isPricing: true },
    'with a line that is gone': { failure: soldOut },
    'that cannot be priced': { failure: noResponse },
  };
  for (const [look, cart] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(cart)).to.be.accessible();
    });
  }

  it('shows each line with its products, grouped by order', async () => {
    expect(page(await open()).text()).to.match(
      /booked separately, in EUR.*Kayak on the Spree €39\.00.*10:00 · 1 × Adult.*2 × Towel €18\.00.*Nachtwache · booked separately, in CHF.*Night watch/,
    );
  });

  it('adds up amounts of one currency only', async () => {
    expect(
      page(await open())
        .within('region', 'Total')
        .text(),
    ).to.match(/2 orders.*€57\.00 \+ CHF\s?56\.00/);
  });

  it('reports the line to change, and the date of a removed line', async () => {
    const el = await open();
    const changed = hear(el, 'line-change');
    const removed = hear(el, 'line-remove');

    await page(el).click('button', 'Change: Night watch');
    await page(el).click('button', 'Remove: Kayak on the Spree');

    expect(changed).to.deep.equal([walk]);
    expect(removed).to.deep.equal([kayak.start.date.id]);
  });

  it('brings back what was removed', async () => {
    const el = await open({ lines: [walk], orders: [walkOrder], before: two.lines });
    const priced = hear(el, 'cart-price');

    await page(el).click('button', 'Undo');

    expect(priced).to.deep.equal([two.lines]);
  });

  it('moves the focus to “Undo” when a line is removed', async () => {
    const el = await open();
    page(el).find('button', 'Remove: Kayak on the Spree').focus();

    el.cart = aCart({ lines: [walk], orders: [walkOrder], before: two.lines });
    await el.updateComplete;

    expect(el.shadowRoot?.activeElement).to.equal(page(el).find('button', 'Undo'));
  });

  it('marks a line that is gone, and orders nothing until it is changed', async () => {
    const el = await open({ failure: soldOut });
    const ordered = hear(el, 'check-out');
    const changed = hear(el, 'line-change');

    expect(page(page(el).find('alert')).text()).to.match(/^10:00 has sold out\./);
    await page(el).click('button', 'Check out');
    await page(el).click('button', 'Choose another time');

    expect(ordered).to.deep.equal([]);
    expect(changed).to.deep.equal([walk]);
  });

  it('says at its line that the cart is too large for one order', async () => {
    const date_id = walk.start.date.id;
    const el = await open({
      failure: aRefusal('body-too-large', [{ code: 'body-too-large', date_id }]),
    });
    const changed = hear(el, 'line-change');

    expect(page(page(el).find('alert')).text()).to.contain('That is too much for one order.');
    await page(el).click('button', 'Choose another time');

    expect(changed).to.deep.equal([walk]);
  });

  it('names the product that has sold out', async () => {
    const sold = { code: 'product-sold-out', product_id: 'towel', left: 1 } as const;
    const el = await open({ failure: aRefusal('product-sold-out', [sold]) });

    const text = page(page(el).find('alert')).text();
    expect(text).to.match(/^Towel: One of the products has sold out\. \(1 left\)/);
  });

  it('shows no unknown total, and orders nothing meanwhile', async () => {
    const el = await open({ isPricing: true });
    const ordered = hear(el, 'check-out');

    await page(el).click('button', 'Check out');

    expect(page(el).within('region', 'Total').text()).not.to.contain('+');
    expect(ordered).to.deep.equal([]);
  });

  it('says that it is too small to be paid, and whom to write to, in place of another try', async () => {
    const site = aSite({ seller: aSeller({ email: 'pay@shop.example', phone: '' }) });
    const el = await open({ failure: aRefusal('payment-too-small') }, { site });
    const note = page(el).within('alert');

    expect(note.text()).to.contain('Add something to it');
    expect(note.names('link')).to.deep.equal(['pay@shop.example']);
    expect(note.names('button')).to.deep.equal([]);
    expect(page(el).find('button', 'Check out').ariaDisabled).to.equal('true');
  });

  it('is priced again on a press after a failure', async () => {
    const el = await open({ failure: noResponse });
    const priced = hear(el, 'cart-price');

    await page(el).click('button', 'Try again');

    expect(priced).to.deep.equal([two.lines]);
  });

  it('warns of lines that overlap in time', async () => {
    const text = page(await open()).text();

    expect(text).to.contain('is not over when');
    expect(text).to.contain('You can still book both.');
  });
});
