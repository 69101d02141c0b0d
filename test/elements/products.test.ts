import { expect } from '@open-wc/testing';
import type { AmountChange } from '../../src/elements/price-selection.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { Products } from '../../src/index.ts';
import { aProduct } from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { mount } from './mount.ts';

/** Applies the amounts that it requests, as the widget does. */
async function open(change: Partial<Products> = {}): Promise<Products> {
  const el = await mount('booking-products', { products: [aProduct()], ...change });
  el.addEventListener('product-change', (event) => {
    const { id, amount } = (event as InnerEvent<AmountChange<string>>).detail;
    el.amounts = new Map(el.amounts).set(id, amount);
  });
  return el;
}

describe('booking-products', () => {
  const looks: Record<string, Partial<Products>> = {
    'with products': { products: [aProduct(), aProduct({ id: 'print', name: 'Print' })] },
    'with every piece taken': {
      products: [aProduct({ available: 2, shipping_address: true })],
      amounts: new Map([['towel', 2]]),
    },
    'without products': { products: [] },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('shows what a product is and costs, under a heading', async () => {
    const products = page(await open());

    expect(products.names('heading')).to.deep.equal(['Goes well with it']);
    const group = products.within('group', 'Goes well with it');
    for (const part of ['Towel', '€9.00', 'To take home.']) {
      expect(group.text()).to.contain(part);
    }
  });

  it('says that a product comes by post, and when few are left', async () => {
    const product = aProduct({ shipping_address: true, available: 3 });
    expect(page(await open({ products: [product] })).text()).to.contain(
      '€9.00 · sent by post · 3 left',
    );

    expect(page(await open()).text()).not.to.match(/by post|left/);
  });

  it('writes a currency without minor units without decimals', async () => {
    const product = aProduct({ price: 2600, currency: 'JPY' });

    expect(page(await open({ products: [product] })).text()).to.contain('¥2,600');
  });

  it('reports the product and its new amount', async () => {
    const el = await open();
    const changes = hear<AmountChange<string>>(el, 'product-change');

    await page(el).click('button', 'One more: Towel');
    await page(el).click('button', 'One more: Towel');
    await page(el).click('button', 'One less: Towel');

    expect(changes).to.deep.equal([
      { id: 'towel', amount: 1 },
      { id: 'towel', amount: 2 },
      { id: 'towel', amount: 1 },
    ]);
  });

  it('stops at the stock, and at zero', async () => {
    const el = await open({ products: [aProduct({ available: 1 })] });
    const changes = hear(el, 'product-change');

    await page(el).click('button', 'One less: Towel');
    await page(el).click('button', 'One more: Towel');
    await page(el).click('button', 'One more: Towel');

    expect(changes).to.deep.equal([{ id: 'towel', amount: 1 }]);
    expect(page(el).find('button', 'One more: Towel')).to.have.attribute('aria-disabled', 'true');
  });

  it('says why no more of a product can be added', async () => {
    const products = [
      aProduct({ id: 'two words', available: 2 }),
      aProduct({ id: 'print', name: 'Print' }),
    ];
    const el = await open({
      products,
      amounts: new Map([
        ['two words', 2],
        ['print', 99],
      ]),
    });

    const descriptions = ['Towel', 'Print'].map((name) => {
      const id = page(el).find('button', `One more: ${name}`).getAttribute('aria-describedby');
      return el.shadowRoot!.getElementById(id ?? '')?.textContent;
    });
    expect(descriptions).to.deep.equal(['2 is all that is left.', 'At most 99.']);
  });

  it('takes no space if nothing is offered', async () => {
    const el = await open({ products: [] });

    expect(page(el).text()).to.equal('');
    expect(el.getBoundingClientRect().height).to.equal(0);
  });
});
