import { expect } from '@open-wc/testing';
import {
  addToVisit,
  between,
  fillInContact,
  ORDER,
  priced,
  reload,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { focused } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';

const KAYAK = 'Kayak on the Spree';
const TEA = 'Tea ceremony in a town house';

async function gatherTwo(me: Visit): Promise<void> {
  await addToVisit(me, KAYAK, /28 November 2026, from/, /^11:00/);
  await me.press(/Keep looking/);
  await addToVisit(me, TEA, /30 November 2026, from/, /^10:00/);
  await me.says('2 orders');
}

const typesOf = (me: Visit) => me.heard.map(({ type }) => type);

/** Carts are priced over this network, and everything else over one that is never down. */
function quotesOver(network: { readonly isDown: boolean }) {
  return between('/checkout/quotes', (proxy, request) =>
    network.isDown ? Promise.reject(new TypeError('Failed to fetch')) : proxy(request),
  );
}

describe('booking-widget, with a cart', () => {
  it('orders events of two vendors and currencies with one press, and tells the host page of each order once', async () => {
    const me = await visit();
    await gatherTwo(me);
    expect(me.text()).to.match(/€45\.00 \+ ¥5,500/);

    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await fillInContact(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    const books = await me.books();
    expect(books.map(({ total_invoice: total }) => Number(total)).sort()).to.deep.equal([45, 5500]);
    for (const { code } of books) expect(me.text()).to.contain(`Code ${code}`);
    const placed = me.heard.filter(({ type }) => type === 'booking-order');
    expect(placed.map(({ detail }) => detail.transaction_id)).to.have.members(
      books.map(({ code }) => code),
    );
    const count = (type: string) => typesOf(me).filter((each) => each === type).length;
    expect([count('booking-before-order'), count('booking-checkout-begin')]).to.deep.equal([2, 2]);
    await me.press('Book something else');
    await me.appears('button', KAYAK);
    expect(me.has('button', 'Open your selection')).to.equal(false);
  });

  it('tells the host page of every added and removed line, and of the checkout', async () => {
    const me = await visit();
    await gatherTwo(me);
    await me.press(`Remove: ${KAYAK}`);
    await me.appears('button', 'Undo');
    await me.gone('button', `Remove: ${KAYAK}`);
    await me.press('Check out');
    await me.appears('heading', 'Your details');

    expect(typesOf(me).filter((type) => /line|checkout/.test(type))).to.deep.equal([
      'booking-line-add',
      'booking-line-add',
      'booking-line-remove',
      'booking-checkout-begin',
    ]);
    const removed = me.heard.find(({ type }) => type === 'booking-line-remove');
    expect(removed?.detail).to.deep.include({ currency: 'EUR', value: 45 });
    expect(me.escaped).to.deep.equal([]);
  });

  it('removes a line, and restores it', async () => {
    const me = await visit();
    await gatherTwo(me);

    await me.press(`Remove: ${TEA}`);
    await me.gone('button', `Remove: ${TEA}`);
    await me.press('Undo');
    await me.appears('button', `Remove: ${TEA}`);
    await priced(me);

    expect(me.names('heading')).to.include.members([KAYAK, TEA]);
    // The button is gone with what it was about.
    expect(focused()).to.equal(me.find('heading', 'Your selection'));
  });

  it('changes a line in its place', async () => {
    const me = await visit();
    await gatherTwo(me);

    await me.press(`Change: ${KAYAK}`);
    await me.press(/^One more: Adult/);
    await me.press('Change your selection');
    await me.says('2 × Adult');

    const titles = me.names('heading').filter((name) => name === KAYAK || name === TEA);
    expect(titles).to.deep.equal([KAYAK, TEA]);
    await me.says('€90.00 + ¥5,500');
  });

  it('has the same cart after a reload, without repeating its events', async () => {
    const before = await visit();
    await gatherTwo(before);

    const me = await reload(before);
    await me.appears('button', `Change: ${TEA}`);
    await me.says('€45.00 + ¥5,500');

    expect(typesOf(me).filter((type) => type === 'booking-line-add')).to.have.length(2);
  });

  it('shows the cart on another page of the site too, above the list', async () => {
    const before = await visit();
    await addToVisit(before, KAYAK, /28 November 2026, from/, /^11:00/);
    const { href } = location;
    history.replaceState(null, '', '?page=another');

    const me = await reload(before);
    history.replaceState(null, '', href);
    await me.appears('button', 'Open your selection');
    await me.says('€45.00');
    await me.press('Open your selection');

    await me.appears('button', `Change: ${KAYAK}`);
  });

  it('marks a line that has sold out meanwhile, and orders the rest', async () => {
    expectLog(/sold-out/);
    const me = await visit();
    await gatherTwo(me);
    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await fillInContact(me);
    await me.takeAll(KAYAK, '2026-11-28T10:00:00Z');
    await me.press(ORDER);
    await me.appears('button', 'Choose another time');

    await me.press('Choose another time');
    await me.appears('heading', 'Your selection');
    await me.says('11:00 has sold out.');
    expect(me.has('button', `Change: ${TEA}`)).to.equal(true);

    await me.press(`Remove: ${KAYAK}`);
    await me.gone('alert');
    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await me.click('checkbox');
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('takes other times for two lines that have sold out, one after the other', async () => {
    expectLog(/sold-out/);
    const me = await visit();
    await gatherTwo(me);
    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await fillInContact(me);
    await me.takeAll(KAYAK, '2026-11-28T10:00:00Z');
    await me.takeAll(TEA, '2026-11-30T01:00:00Z');
    await me.press(ORDER);
    await me.appears('button', 'Take 14:00');

    await me.press('Take 14:00');
    await me.says('10:00 has sold out.');
    await me.appears('button', 'Take 11:30');
    expect(me.text()).to.match(/Kayak on the Spree €45\.00 Sat,? 28 Nov, 14:00/);
    await me.press('Take 11:30');

    await me.says('€45.00 + ¥5,500');
    expect(me.has('alert')).to.equal(false);
    expect(me.text()).to.match(/Sat,? 28 Nov, 14:00 .* Mon,? 30 Nov, 11:30/);
    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await me.click('checkbox', /^I accept/);
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(2);
  });

  it('is a step of the browser’s own way back and forward, with deep-links', async () => {
    const { href } = location;
    const me = await visit({ deepLinks: true });
    await addToVisit(me, KAYAK, /28 November 2026, from/, /^11:00/);
    await me.press('Check out');
    await me.appears('heading', 'Your details');

    history.back();
    await me.appears('heading', 'Your selection');
    history.back();
    await me.appears('button', /All experiences/);
    history.forward();
    await me.appears('heading', 'Your selection');
    await priced(me);
    history.forward();

    await me.appears('heading', 'Your details');
    me.el.remove();
    history.replaceState(null, '', href);
  });

  it('is priced by itself when the network is back', async () => {
    const network = { isDown: false };
    const me = await visit({}, { toProxy: quotesOver(network) });
    await gatherTwo(me);
    network.isDown = true;
    await me.press(/Keep looking/);
    await me.press('Open your selection');
    await me.appears('alert');

    network.isDown = false;
    window.dispatchEvent(new Event('online'));

    await me.gone('alert');
    await me.says('€45.00 + ¥5,500');
  });

  it('tells the page once why it cannot be priced', async () => {
    const network = { isDown: false };
    const me = await visit({}, { toProxy: quotesOver(network) });
    await gatherTwo(me);
    network.isDown = true;

    await me.press(`Remove: ${TEA}`);
    await me.appears('alert');
    me.el.requestUpdate();
    await me.el.updateComplete;
    const problems = me.heard.filter(({ type }) => type === 'booking-problem');
    expect(problems.map(({ detail }) => detail.code)).to.deep.equal(['ConnectionError']);

    network.isDown = false;
    await me.press('Try again');
    await me.gone('alert');
    expect(focused()).to.equal(me.find('heading', 'Your selection'));
  });
});
