import { expect } from '@open-wc/testing';
import { mount } from '../elements/mount.ts';
import {
  choose,
  fillIn,
  goToCheckout,
  hold,
  ORDER,
  reload,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { customerAt } from '../support/customer/in-page.ts';
import { until } from '../support/time.ts';

const KAYAK = 'Kayak on the Spree';
const TEA = 'Tea ceremony in a town house';
/** What the page itself has in `history.state`. */
const ofPage = { router: { position: 7 } };

/** The browser goes over this many entries, and its page has heard of it. */
async function go(by: number): Promise<void> {
  const moved = new Promise((resolve) =>
    window.addEventListener('popstate', resolve, { once: true }),
  );
  history.go(by);
  await moved;
}

const back = () => go(-1);
const forward = () => go(1);

/** The customer is at the kayak's calendar. */
const atKayak = (me: Pick<Visit, 'appears'>) => me.appears('button', /28 November 2026, from/);
const atList = (me: Pick<Visit, 'appears'>) => me.appears('button', KAYAK);

async function openKayak(me: Visit): Promise<void> {
  await me.event(KAYAK);
  await atKayak(me);
}

async function book(me: Visit): Promise<void> {
  await goToCheckout(me);
  await fillIn(me);
  await me.press(ORDER);
  await me.says('Booked. See you');
}

/** Goes back until the entry that the test began at, and returns in how many presses. */
async function pressesToLeave(): Promise<number> {
  let presses = 0;
  while ((history.state as { isBefore?: true } | null)?.isBefore !== true) {
    await back();
    presses += 1;
  }
  return presses;
}

describe('booking-widget, and the history of its page', () => {
  const { href } = location;
  beforeEach(() => {
    history.replaceState({ isBefore: true }, '', href);
    history.pushState(ofPage, '', href);
  });
  afterEach(() => history.pushState(null, '', href));

  it('goes one step back and forward, with what was chosen and typed, at the same address', async () => {
    const me = await visit();
    await goToCheckout(me);
    await me.fill('Full name', 'Ida Meyer');

    await back();
    await me.appears('radio', /^14:00/);
    expect(me.find<HTMLInputElement>('radio', /^14:00/).checked).to.equal(true);
    expect(me.within('group', 'Adult').text()).to.contain('1');
    await back();
    await atList(me);
    await forward();
    await me.appears('radio', /^14:00/);
    expect(me.find<HTMLInputElement>('radio', /^14:00/).checked).to.equal(true);
    await forward();
    await me.appears('heading', 'Your details');

    expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    expect(location.href).to.equal(href);
    expect(await pressesToLeave()).to.equal(3);
  });

  it('keeps what the page has in its history, and changes nothing of it before a step', async () => {
    const me = await visit();
    await atList(me);
    expect(history.state).to.deep.equal(ofPage);

    await openKayak(me);
    expect(history.state).to.deep.include(ofPage);
    await back();
    expect(history.state).to.deep.include(ofPage);
  });

  it('leaves the history alone with history="off", which alone leads off the page', async () => {
    const entries = history.length;
    const me = await visit({ history: 'off', deepLinks: true });
    await goToCheckout(me);

    // Firefox forgets the oldest of more than fifty.
    expect(history.length).to.be.at.most(entries);
    expect(history.state).to.deep.equal(ofPage);
    expect(location.href).to.equal(href);
    await back();
    expect(me.has('heading', 'Your details')).to.equal(true);
  });

  it('moves the one of two widgets that has gone the step', async () => {
    const one = await visit();
    await openKayak(one);
    const two = customerAt(await mount('booking-widget', one.settings));
    await two.event(TEA);
    await two.appears('button', /All experiences/);

    await back();
    await atList(two);
    expect(one.has('button', /All experiences/)).to.equal(true);
    await back();
    await atList(one);
    expect(two.has('button', KAYAK)).to.equal(true);
    await go(2);
    await atKayak(one);
    await two.appears('button', /All experiences/);
  });

  it('stays where it is at an entry of the page’s own, and goes on from there', async () => {
    const me = await visit();
    await openKayak(me);
    location.hash = 'prices';
    await until(() => location.hash === '#prices', 'the fragment');
    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.add('Adult');
    await me.press('Continue');
    await me.appears('heading', 'Your details');

    await back();
    await me.appears('radio', /^14:00/);
    expect(location.hash).to.equal('#prices');
    await back();
    expect(me.has('radio', /^14:00/)).to.equal(true);
    await back();
    await atList(me);
  });

  it('is at the step of the entry at which it is put back into the page', async () => {
    const me = await visit();
    await openKayak(me);
    me.el.remove();
    await back();
    document.body.append(me.el);

    await atList(me);
    me.el.remove();
  });

  it('goes back from where it was reloaded', async () => {
    const before = await visit();
    await goToCheckout(before);

    const me = await reload(before);
    await me.appears('heading', 'Your details');
    await back();
    await me.appears('radio', /^14:00/);
    await back();

    await atList(me);
  });

  it('leads from the tickets to no checkout that is over, and forward to the tickets again', async () => {
    const me = await visit();
    await book(me);

    await back();
    await atKayak(me);
    expect(me.has('radio')).to.equal(false);
    await back();
    await atList(me);
    await go(2);
    await me.says('Booked. See you');

    expect(await me.books()).to.have.length(1);
    expect(me.heard.filter(({ type }) => type === 'booking-order')).to.have.length(1);
    expect(await pressesToLeave()).to.equal(3);
  });

  it('leads forward to the tickets even after a reload where the customer has gone back', async () => {
    const before = await visit();
    await book(before);
    await go(-2);
    await atList(before);

    const me = await reload(before);
    await atList(me);
    await go(2);

    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('does not hold fast who goes back while an order is being placed', async () => {
    const { toProxy, letGo } = hold('/checkout/orders');
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.appears('button', 'Placing your order');

    expect(await pressesToLeave()).to.equal(3);
    expect(me.has('button', 'Placing your order')).to.equal(true);
    letGo();
    await me.says('Booked. See you');
  });

  for (const deepLinks of [false, true]) {
    it(`is at the step of its entry, with what was chosen, on a page that renders anew whenever the browser goes back, ${deepLinks ? 'with' : 'without'} deep links`, async () => {
      const me = await visit({ deepLinks });
      await choose(me);
      let latest = me;
      const goAndRender = async (by: number) => {
        const render = (): Promise<Visit> => {
          history.replaceState({ router: 'anew' }, '');
          return reload(latest);
        };
        const rendered = new Promise<Visit>((resolve) =>
          window.addEventListener('popstate', () => resolve(render()), { once: true }),
        );
        history.go(by);
        latest = await rendered;
      };

      await goAndRender(-1);
      await atList(latest);
      expect(location.search).not.to.contain('booking-event');
      await goAndRender(1);
      await latest.appears('radio', /^14:00/);
      expect(location.search.includes('booking-event')).to.equal(deepLinks);
      expect(latest.find<HTMLInputElement>('radio', /^14:00/).checked).to.equal(true);
      expect(latest.within('group', 'Adult').text()).to.contain('1');
    });
  }
});
