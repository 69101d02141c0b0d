import { expect } from '@open-wc/testing';
import { withOtherLine } from '../elements/two-vendors.ts';
import {
  fillInContact,
  goToCheckout,
  ORDER,
  type Proxy,
  reload,
  visit,
} from '../elements/visit.ts';
import { expectLog } from '../support/page-log.ts';

describe('booking-widget with a cart of two vendors', () => {
  it('sends none of them when the host page refuses one', async () => {
    const me = await visit({}, { toProxy: withOtherLine() });
    await goToCheckout(me);
    await fillInContact(me);
    const asked: unknown[] = [];
    me.el.addEventListener('booking-before-order', ({ detail }) => {
      asked.push(detail.value);
      if (asked.length === 2) detail.refuse?.('Not this one.');
    });

    await me.press(ORDER);
    await me.says('Not this one.');

    expect(new Set(asked).size).to.equal(2);
    expect(me.calls).not.to.include('POST /checkout/orders');
  });

  it('says which is placed and which is not, and orders the rest when told to', async () => {
    expectLog(/price-changed/);
    let orders = 0;
    const quotes = withOtherLine();
    const toProxy = (proxy: Proxy): Proxy => {
      const quoting = quotes(proxy);
      return (request) => {
        if (!request.url.endsWith('/checkout/orders')) return quoting(request);
        orders += 1;
        const refused = { type: '', title: '', status: 409, code: 'price-changed', errors: [] };
        return orders === 2
          ? Promise.resolve(Response.json(refused, { status: 409 }))
          : proxy(request);
      };
    };
    const before = await visit({}, { toProxy });
    await goToCheckout(before);
    await fillInContact(before);
    await before.click('button', ORDER);
    await before.appears('button', 'Order the rest');
    const [first] = await before.books();
    expect(before.text()).to.contain(`Code ${first?.code}`);
    await expect(before.el).to.be.accessible();

    const me = await reload(before);
    await me.press('Order the rest');
    await me.appears('heading', 'Your details');
    expect(me.text()).to.contain(`Order ${first?.code}`);
    await fillInContact(me);
    await me.press(ORDER);
    await me.gone('heading', 'Your details');

    const books = await me.books();
    expect(books).to.have.length(2);
    for (const { code } of books) expect(me.text()).to.contain(`Code ${code}`);
    expect(me.heard.filter(({ type }) => type === 'booking-order')).to.have.length(2);
  });
});
