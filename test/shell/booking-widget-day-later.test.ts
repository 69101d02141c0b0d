import { expect } from '@open-wc/testing';
import { DAY } from '#contract/milliseconds';
import { between, type Visit, visit } from '../elements/visit.ts';
import { page } from '../support/page.ts';
import { until } from '../support/time.ts';

/** Of today or of a date: it depends on where the customer is. */
const NEXT = ', 11:00';

/** What the first card says. */
const first = (me: Visit) => page(me.all('article')[0]!).text();
const showsNext = (me: Visit) => until(() => first(me).includes(NEXT), 'what is next');

describe('booking-widget, a day later', () => {
  it('has its list up to date once it is in sight again, and keeps it without a network', async () => {
    let isOffline = false;
    let failures = 0;
    const toProxy = between('/v3/events', (proxy, request) => {
      if (!isOffline) return proxy(request);
      failures += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const me = await visit({}, { toProxy });
    await me.appears('button', 'Kayak on the Spree');
    await showsNext(me);
    const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

    isOffline = true;
    me.timers.pass(DAY);
    comeBack();
    await until(() => failures > 0, 'the list to be requested');
    await until(() => !first(me).includes(NEXT), 'yesterday to be over');
    expect(me.has('alert')).to.equal(false);
    expect(me.has('button', 'Kayak on the Spree')).to.equal(true);

    isOffline = false;
    comeBack();
    await showsNext(me);
  });

  it('shows what is next then to who comes back to the list', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    await showsNext(me);
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    me.timers.pass(DAY);
    await me.press(/All experiences/);

    await me.appears('article');
    await showsNext(me);
  });
});
