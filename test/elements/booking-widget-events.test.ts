import { expect } from '@open-wc/testing';
import type { BookingEvent } from '../../src/index.ts';
import { fillIn, goToCheckout, ORDER, visit } from './visit.ts';

const typesOf = (events: BookingEvent[]) => events.map(({ type }) => type);

describe('booking-widget, as its host page hears it', () => {
  it('tells each step once, in the shape of GA4’s items', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.click('button', ORDER);
    await me.says('You have tickets');
    const [order] = await me.books();

    expect(typesOf(me.heard)).to.deep.equal([
      'booking-ready',
      'booking-list-view',
      'booking-event-view',
      'booking-line-add',
      'booking-checkout-begin',
      'booking-before-order',
      'booking-order',
    ]);
    const [, list, event, , , , placed] = me.heard.map(({ detail }) => detail);
    const kayak = {
      item_name: 'Kayak on the Spree',
      item_brand: 'Kiez & Kanal',
      item_category: 'On the water',
    };
    expect(list?.items?.[0]).to.include(kayak);
    expect(event?.items).to.have.length(1);
    expect(event?.items?.[0]).to.include(kayak);
    expect(placed).to.include({ transaction_id: order?.code, currency: 'EUR', value: 98 });
    const items = placed?.items?.map(({ item_name, item_variant, price, quantity }) => [
      ...[item_name, item_variant, price, quantity],
    ]);
    expect(items).to.deep.equal([
      ['Kayak on the Spree', 'Adult', 45, 1],
      ['Kayak on the Spree', 'Child, 8 to 14 years', 29, 1],
      ['Picnic for two', undefined, 24, 1],
    ]);
  });

  it('tells nothing of who orders, and nothing of what moves inside', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.click('button', ORDER);
    await me.says('You have tickets');

    expect(JSON.stringify(me.heard.map(({ detail }) => detail))).not.to.match(
      /Ida|Meyer|example\.com/,
    );
    expect(me.escaped).to.deep.equal([]);
  });

  it('bubbles through the page, out of whatever it stands in', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    const [ready] = me.heard;

    expect(ready).to.include({ bubbles: true, composed: true, cancelable: false });
    expect(ready?.target).to.equal(me.el);
  });

  it('sends nothing when the host page prevents the order', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    me.el.addEventListener('booking-before-order', (event) => event.preventDefault());

    await me.click('button', ORDER);

    expect(me.calls).not.to.include('POST /checkout/orders');
    expect(me.has('button', ORDER)).to.equal(true);
    expect(me.heard.at(-1)).to.include({ type: 'booking-before-order', defaultPrevented: true });
  });

  it('does not list again what is still the same list', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    await me.click('button', /All experiences/);
    await me.appears('button', 'Kayak on the Spree');

    expect(typesOf(me.heard)).to.deep.equal([
      'booking-ready',
      'booking-list-view',
      'booking-event-view',
    ]);
  });
});
