import { expect } from '@open-wc/testing';
import type { BookingEvent, IntentResponse } from '../../src/index.ts';
import { between, fillIn, goToCheckout, ORDER, reload, visit } from '../elements/visit.ts';
import { until } from '../support/time.ts';

const typesOf = (events: BookingEvent[]) => events.map(({ type }) => type);

describe('booking-widget and the events that its host page receives', () => {
  it('reports each step once, in the shape of GA4’s items', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');
    const [order] = await me.books();

    expect(typesOf(me.heard)).to.deep.equal([
      'booking-ready',
      'booking-list-view',
      'booking-event-select',
      'booking-event-view',
      'booking-line-add',
      'booking-checkout-begin',
      'booking-before-order',
      'booking-order',
    ]);
    const [, list, , event, , , , placed] = me.heard.map(({ detail }) => detail);
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
    // Neither personal data nor inner events.
    expect(JSON.stringify(me.heard.map(({ detail }) => detail))).not.to.match(
      /\bIda\b|Meyer|example\.com/,
    );
    expect(me.escaped).to.deep.equal([]);
  });

  it('its events bubble through the page, out of any container', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    const [ready] = me.heard;

    expect(ready).to.include({ bubbles: true, composed: true, cancelable: false });
    expect(ready?.target).to.equal(me.el);
  });

  it('does not report the same list again', async () => {
    const me = await visit();
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    await me.press(/All experiences/);
    await me.appears('button', 'Kayak on the Spree');

    expect(typesOf(me.heard)).to.deep.equal([
      'booking-ready',
      'booking-list-view',
      'booking-event-select',
      'booking-event-view',
    ]);
  });

  it('reports a request instead of an order if the vendor has to accept', async () => {
    const toProxy = between('/checkout/quotes', async (proxy, request) => {
      const quoted = (await (await proxy(request)).json()) as { orders: object[] };
      const orders = quoted.orders.map((order) => ({ ...order, kind: 'REQUEST' }));
      return Response.json({ ...quoted, orders });
    });
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);

    await me.press('Request with obligation to pay');
    await until(() => me.has('button', 'Book something else'), 'the request to be placed');

    expect(typesOf(me.heard).slice(-2)).to.deep.equal(['booking-before-order', 'booking-request']);
  });

  it('reports when the status of the shown order changes', async () => {
    let status = 'ACCEPTED';
    const payment = { state: 'refunding', amount: 3900, currency: 'EUR', reference: 'R' };
    const toProxy = between('/checkout/intent', async (proxy, request) => {
      const response = await proxy(request);
      const intent = (await response.json()) as IntentResponse;
      return Response.json({ ...intent, order: { ...intent.order, status }, payment }, response);
    });
    const before = await visit({}, { toProxy });
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.says('Booked. See you');
    status = 'CANCELED';

    const me = await reload(before);
    await me.says('This order has been cancelled');

    const types = typesOf(me.heard).filter((type) => type.startsWith('booking-order'));
    expect(types).to.deep.equal(['booking-order', 'booking-order-status']);
    expect(me.heard.at(-1)?.detail).to.include({ status: 'CANCELED', payment: 'refunding' });
  });
});
