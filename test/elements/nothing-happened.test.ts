import { expect } from '@open-wc/testing';
import { page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';
import { fillIn, goToCheckout, isOrder, ORDER, type Proxy, visit } from './visit.ts';

const problem = (code: string, status: number) =>
  Response.json({ type: '', title: '', status, code, errors: [] }, { status });

/** Fails every list until it is healed. */
function failingList() {
  const state = { isDown: true, asked: 0 };
  const toProxy =
    (proxy: Proxy): Proxy =>
    (request) => {
      if (!new URL(request.url).pathname.endsWith('/v3/events')) return proxy(request);
      state.asked += 1;
      return state.isDown ? Promise.resolve(problem('platform-down', 503)) : proxy(request);
    };
  return { state, toProxy };
}

describe('booking-widget, when nothing has happened', () => {
  it('says so where the page prevents the order without a reason', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    me.el.addEventListener('booking-before-order', (event) => event.preventDefault());

    await me.click('button', ORDER);

    await me.appears('alert');
    expect(page(me.find('alert')).text()).to.equal(
      'Nothing is ordered yet. This page does not accept the order right now.',
    );
    expect(me.calls).not.to.include('POST /checkout/orders');
  });

  it('shows the list by itself once it can be loaded again', async () => {
    expectLog(/platform-down/);
    const { state, toProxy } = failingList();
    const me = await visit({}, { toProxy });
    await me.says('Booking is not available right now.');
    const note = me.find('alert');

    me.timers.pass(2_000);
    await until(() => state.asked === 2 && me.timers.isAwaited(10_000), 'a second failure');
    me.timers.pass(10_000);
    await until(() => state.asked === 3 && me.timers.isAwaited(30_000), 'a third failure');
    expect(me.find('alert') === note, 'it is not announced again').to.equal(true);
    expect(me.heard.filter(({ type }) => type === 'booking-problem')).to.have.length(1);

    state.isDown = false;
    me.timers.pass(30_000);
    await me.appears('button', 'Kayak on the Spree');
    expect(me.has('alert')).to.equal(false);
  });

  it('does not ask for a list that is no longer in the page', async () => {
    expectLog(/platform-down/);
    const { state, toProxy } = failingList();
    const me = await visit({}, { toProxy });
    await me.says('Booking is not available right now.');
    const before = state.asked;

    me.el.remove();
    me.timers.pass(100_000);
    await me.el.updateComplete;

    expect(state.asked).to.equal(before);
  });

  it('says how long placing an order may take, and then since when it waits', async () => {
    let answer = () => {};
    const toProxy =
      (proxy: Proxy): Proxy =>
      async (request) => {
        if (isOrder(request)) await new Promise<void>((resolve) => (answer = resolve));
        return proxy(request);
      };
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);

    await me.click('button', ORDER);
    await me.appears('button', 'Placing your order');
    await me.says('The booking system has up to 30 seconds to answer. Leave this page open.');

    me.timers.pass(8_000);
    await me.says('No answer has come yet; it is still awaited.');
    expect(me.text()).to.match(/Sent at \d\d:\d\d\. No answer/);
    await expect(me.el).to.be.accessible();

    answer();
    await me.says('Booked. See you');
  });
});
