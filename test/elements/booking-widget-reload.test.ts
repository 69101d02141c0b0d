import { expect, nextFrame } from '@open-wc/testing';
import { page, painted } from '../support/page.ts';
import { until } from '../support/time.ts';
import {
  choose,
  fillIn,
  goToCheckout,
  isOrder,
  ORDER,
  reload,
  visit,
  type Proxy,
  type Visit,
} from './visit.ts';

/** The platform gets every order, but the widget never gets a response. */
const silent =
  (proxy: Proxy): Proxy =>
  (request) => {
    const response = proxy(request);
    return isOrder(request) ? new Promise(() => undefined) : response;
  };

const KAYAK = 'Kayak on the Spree';
const REFUSED = 'The order was not accepted';

/** The platform refuses every order without a reason. */
const refusing =
  (platform: Proxy): Proxy =>
  async (request) =>
    isOrder(request)
      ? Response.json({ message: '', code: '1' }, { status: 400 })
      : platform(request);

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

  it('shows the event anew where a record has a value that nobody can show', async () => {
    const before = await visit();
    await choose(before);
    await before.click('button', 'Continue');
    await before.appears('heading', 'Your details');
    // What it stores when it is left.
    before.el.remove();
    const stored = Object.entries<string>(sessionStorage);
    const ofBerlin = stored.filter(([, record]) => record.includes('Europe/Berlin'));
    expect(ofBerlin).not.to.have.length(0);
    for (const [name, record] of ofBerlin) {
      sessionStorage.setItem(name, record.replaceAll('Europe/Berlin', 'Mars/Base'));
    }

    const me = await reload(before);
    await me.appears('heading', KAYAK);

    expect(me.has('radio')).to.equal(false);
    expect(me.has('alert')).to.equal(false);
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

  it('finds the order that was being sent, and shows the tickets', async () => {
    const before = await visit({}, { toProxy: silent });
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.appears('button', 'Placing your order');
    while ((await before.books()).length === 0) await nextFrame();

    const me = await reload(before);
    me.timers.fly();
    await me.says('Booked. See you');

    expect(await me.books()).to.have.length(1);
  });

  it('shows the tickets again without another event, until something else is booked', async () => {
    const before = await visit();
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.says('Booked. See you');
    const code = (await before.books())[0]?.code;

    const again = await reload(before);
    await again.says('Booked. See you');
    expect(again.text()).to.contain(`Code ${code}`);
    await again.press('Book something else');
    await again.appears('button', 'Kayak on the Spree');
    const me = await reload(again);
    await me.appears('button', 'Kayak on the Spree');

    expect(me.has('heading', 'Your details')).to.equal(false);
    expect(me.heard.filter(({ type }) => type === 'booking-order')).to.have.length(1);
  });

  it('names who comes on the ticket, until the page is loaded again: names are stored nowhere', async () => {
    const before = await visit();
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.says('Booked. See you');
    expect(before.text()).to.contain('Ida Adult');

    const me = await reload(before);
    await me.says('Booked. See you');

    expect(me.text()).not.to.contain('Ida');
    expect(me.text()).to.contain('1 × Adult €45.00');
    expect(JSON.stringify({ ...sessionStorage })).not.to.match(/\bIda\b/);
  });

  const outcomes: [what: string, happen: (me: Visit) => Promise<void>, said: string][] = [
    ['a changed price', (me) => me.changePrice(KAYAK, 'Adult', 47.5), 'The price has changed'],
    ['sold-out places', (me) => me.takeAll(KAYAK, '2026-11-28T13:00:00Z'), 'has sold out'],
    ['a refusal', async () => {}, REFUSED],
  ];
  for (const [what, happen, said] of outcomes) {
    it(`restores the cart without names after ${what}, and has booked nothing`, async () => {
      const isRefused = said === REFUSED;
      const before = await visit({}, isRefused ? { toPlatform: refusing } : {});
      await goToCheckout(before);
      await fillIn(before);
      await happen(before);
      await before.click('button', ORDER);
      await before.says(said);
      expect(JSON.stringify({ ...sessionStorage })).not.to.match(/\bIda\b|ida@/);

      const me = await reload(before);
      await me.appears('heading', 'Your details');

      expect(me.text()).to.contain('1 × Picnic for two');
      expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('');
      expect(await me.books()).to.deep.equal([]);
      await expect(me.el).to.be.accessible();
    });
  }

  it('goes on when it is put back after having been taken out', async () => {
    const me = await visit();
    await goToCheckout(me);
    const { el } = me;
    const parent = el.parentElement;

    el.remove();
    parent?.append(el);
    await el.updateComplete;
    expect(me.has('heading', 'Your details')).to.equal(true);
    const again = await reload(me);

    await again.appears('heading', 'Your details');
  });

  it('does not restore the state of another widget on the page', async () => {
    const before = await visit();
    await goToCheckout(before);
    const other = document.createElement('booking-widget');
    Object.assign(other, before.settings);
    before.el.parentElement?.append(other);
    await until(() => page(other).has('button', 'Lantern night walk'), 'the other widget');

    expect(page(other).has('heading', 'Your details')).to.equal(false);
    expect(before.has('heading', 'Your details')).to.equal(true);
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
