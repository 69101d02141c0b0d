import { expect } from '@open-wc/testing';
import { between, choose, fillIn, goToCheckout, hold, ORDER, visit } from '../elements/visit.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';

const SLOW = 'Still loading. This takes longer than usual.';

describe('booking-widget, with a slow proxy', () => {
  it('says after eight seconds that the list is still loading, until it is here', async () => {
    const { toProxy, letGo } = hold('/v3/events');
    const me = await visit({}, { toProxy });

    me.timers.pass(7999);
    expect(me.text()).not.to.contain(SLOW);
    me.timers.pass(1);
    await me.says(SLOW);
    await expect(me.el).to.be.accessible();

    letGo();
    await me.appears('button', 'Kayak on the Spree');
    await until(() => !me.text().includes(SLOW), 'the words to go');
  });

  it('says so for an event too', async () => {
    const { toProxy, letGo } = hold('/v3/merged_events');
    const me = await visit({}, { toProxy });
    await me.event('Kayak on the Spree');

    me.timers.pass(8000);
    await me.says(SLOW);

    letGo();
    await me.appears('heading', /^21 Nov.+20 Dec$/);
    await until(() => !me.text().includes(SLOW), 'the words to go');
  });

  it('says so for its dates, once', async () => {
    const { toProxy, letGo } = hold('/v3/events/');
    const me = await visit({}, { toProxy });
    await me.event('Kayak on the Spree');
    await me.appears('heading', 'Kayak on the Spree');

    me.timers.pass(8000);
    await me.says(SLOW);
    expect(me.text().split(SLOW)).to.have.length(2);

    letGo();
    await until(() => !me.text().includes(SLOW), 'the words to go');
  });

  it('says so beside the total, while what was chosen is priced', async () => {
    const { toProxy, letGo } = hold('/checkout/quotes');
    const me = await visit({}, { toProxy });
    await choose(me);
    await me.press('Continue');

    me.timers.pass(8000);
    await me.says(SLOW);

    letGo();
    await me.appears('heading', 'Your details');
    expect(me.text()).not.to.contain(SLOW);
  });

  it('lets its customer change the choice while it is priced, and then waits no more', async () => {
    const { toProxy, letGo } = hold('/checkout/quotes');
    const me = await visit({}, { toProxy });
    await choose(me);
    await me.press('Continue');
    expect(me.find('button', 'Continue')).to.have.attribute('aria-disabled', 'true');

    await me.add('Adult');

    expect(me.within('group', 'Adult').text()).to.contain('2');
    expect(me.find('button', 'Continue')).to.have.attribute('aria-disabled', 'false');
    letGo();
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    expect(me.names('group')).to.include('Adult 2');
  });

  it('says so at the checkout, while an order is placed', async () => {
    const { toProxy, letGo } = hold('/checkout/orders');
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.appears('button', 'Placing your order');

    me.timers.pass(8000);
    await me.says('No answer has come yet; it is still awaited.');

    letGo();
    await me.says('Booked. See you');
  });

  it('says so of a changed price, and lets its customer go back to the choice meanwhile', async () => {
    expectLog(/price-changed/);
    const { toProxy, letGo } = hold('/checkout/quotes', 1);
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);
    await me.changePrice('Kayak on the Spree', 'Adult', 47);
    await me.press(ORDER);
    await me.says('The price has changed.');

    me.timers.pass(8000);
    await me.says(SLOW);
    await me.press(/Change date or participants/);
    await me.appears('heading', 'Kayak on the Spree');
    letGo();
    await me.press('Continue');

    await me.appears('heading', 'Your details');
    expect(me.text()).to.contain('€47.00');
    expect(me.text()).not.to.contain(SLOW);
  });

  it('says so without a layout shift', async () => {
    const { toProxy } = hold('/v3/merged_events');
    const me = await visit({}, { toProxy });
    await me.event('Kayak on the Spree');
    const topOf = () => me.find('button', /All experiences/).getBoundingClientRect().top;
    const before = topOf();

    me.timers.pass(8000);
    await me.says(SLOW);

    expect(topOf()).to.equal(before);
  });

  it('shows that the list loads after a second, and gives that no room before', async () => {
    const { toProxy } = hold('/v3/events');
    const me = await visit({}, { toProxy });
    const list = me.el.renderRoot.querySelector('booking-event-list');
    const note = list?.renderRoot.querySelector<HTMLElement>('[role="status"] .late');
    const [delay] = note?.getAnimations() ?? [];
    if (!note || !delay) throw new Error('The note is not delayed.');

    delay.pause();
    delay.currentTime = 999;
    expect(note.textContent).to.equal('Loading');
    expect(note.offsetHeight).to.equal(0);
    delay.finish();

    expect(note.offsetHeight).to.be.above(0);
  });

  it('does not say so after a failure', async () => {
    expectLog(/cannot reach its proxy/);
    const me = await visit(
      {},
      { toProxy: between('/v3/events', () => Promise.reject(new TypeError())) },
    );
    await me.appears('button', 'Try again');

    me.timers.pass(60_000);
    await me.el.updateComplete;

    expect(me.text()).not.to.contain(SLOW);
  });
});
