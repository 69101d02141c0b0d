import { expect } from '@open-wc/testing';
import {
  choose,
  fillIn,
  goToCheckout,
  isOrder,
  ORDER,
  type Proxy,
  reload,
  visit,
} from '../elements/visit.ts';
import { page, painted } from '../support/page.ts';
import { until } from '../support/time.ts';

/** The platform gets every order, but the widget never gets a response. */
const silent =
  (proxy: Proxy): Proxy =>
  (request) => {
    const response = proxy(request);
    return isOrder(request) ? new Promise(() => undefined) : response;
  };

const KAYAK = 'Kayak on the Spree';
describe('booking-widget, when its page is reloaded', () => {
  it('restores the chosen day, time, amounts and products', async () => {
    const before = await visit();
    await choose(before);
    // The text is measured some frames later.
    await painted();
    const chosen = before.text();

    const me = await reload(before);
    await me.appears('button', 'Continue');
    await me.appears('radio', /^14:00/);
    await me.appears('button', 'One less: Picnic for two');
    await me.appears('link', /map/);

    expect(me.find<HTMLInputElement>('radio', /^14:00/).checked).to.equal(true);
    await until(() => me.text() === chosen, `the page as it was: ${chosen}`);
    await expect(me.el).to.be.accessible();
  });

  it('warns of an order in doubt that another release of the script has stored', async () => {
    const before = await visit({}, { toProxy: silent });
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    const names = Object.keys(sessionStorage);
    const name = names.find((each) => each.startsWith('booking order')) ?? '';
    const record = JSON.parse(sessionStorage.getItem(name) ?? '') as object;
    sessionStorage.setItem(name, JSON.stringify({ ...record, version: 3 }));

    const me = await reload(before);
    await me.appears('heading', KAYAK);

    expect(page(me.find('alert')).text()).to.contain('An earlier order of yours may have gone');
    await me.press(/All experiences/);
    await me.appears('button', KAYAK);
    expect(me.has('alert')).to.equal(true);
  });

  it('restores the checkout with the same cart and an empty form, without repeating its events', async () => {
    const before = await visit();
    await goToCheckout(before);
    await fillIn(before);

    const me = await reload(before);
    await me.appears('heading', 'Your details');

    expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('');
    expect(me.text()).to.contain('1 × Picnic for two');
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
    const begun = me.heard.filter(({ type }) => type === 'booking-checkout-begin');
    expect(begun).to.have.length(1);
  });

  it('shows the tickets again, but no names, which are stored nowhere, and without another event', async () => {
    const before = await visit();
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.says('Booked. See you');
    expect(before.text()).to.contain('Ida Adult');
    const code = (await before.books())[0]?.code;

    const me = await reload(before);
    await me.says('Booked. See you');

    expect(me.text()).to.contain(`Code ${code}`);
    expect(me.text()).not.to.contain('Ida');
    expect(me.text()).to.contain('1 × Adult €45.00');
    expect(JSON.stringify({ ...sessionStorage })).not.to.match(/\bIda\b/);
    expect(me.heard.filter(({ type }) => type === 'booking-order')).to.have.length(1);
  });

  it('keeps the choice and the input when it is moved in the page, and the choice after that', async () => {
    const before = await visit();
    await goToCheckout(before);
    await before.fill('Full name', 'Ida Meyer');
    const place = document.createElement('aside');
    before.el.parentElement?.append(place);

    place.append(before.el);
    await before.el.updateComplete;
    expect(before.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    const me = await reload(before);

    await me.appears('heading', 'Your details');
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('opens the tag’s own event, whether or not something was begun', async () => {
    const list = await visit();
    await list.appears('button', 'Kayak on the Spree');
    const event = list.heard[1]?.detail.items?.[0]?.item_id ?? '';
    const before = await visit({ event });
    await before.appears('button', /28 November 2026, from/);
    await before.click('button', /28 November 2026, from/);

    const me = await reload(before);
    await me.appears('radio', /^14:00/);

    expect(me.has('button', /All experiences/)).to.equal(false);
  });

  it('books as usual on a page without storage', async () => {
    const { setItem, getItem } = Storage.prototype;
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    Object.assign(Storage.prototype, { setItem: refuse, getItem: refuse });
    try {
      const me = await visit();
      await goToCheckout(me);
      await fillIn(me);
      await me.press(ORDER);
      await me.says('Booked. See you');

      expect(await me.books()).to.have.length(1);
    } finally {
      Object.assign(Storage.prototype, { setItem, getItem });
    }
  });
});
