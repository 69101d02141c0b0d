import { expect } from '@open-wc/testing';
import type { Ga4Event, IntentResponse, MergedEvent } from '../../src/index.ts';
import {
  between,
  choose,
  fillIn,
  goToCheckout,
  ORDER,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { ga4Faults } from '../support/ga4.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';

const KAYAK = 'Kayak on the Spree';
const TEA = 'Tea ceremony in a town house';

/** What Google's script reads, for the length of a test. */
const page: { dataLayer?: object[] } = window as object;

const pushed = () => (page.dataLayer ?? []) as (Ga4Event | { ecommerce: null })[];
const ga4Of = (me: Visit) => me.heard.flatMap(({ detail: { ga4 } }) => ga4 ?? []);
const namesOf = (events: Ga4Event[]) => events.map(({ event }) => event);
const faultsOf = (events: Ga4Event[]) => events.flatMap(ga4Faults);

async function add(me: Visit, title: string, day: RegExp, product?: RegExp): Promise<void> {
  await me.press(title);
  await me.press(day);
  const [time] = me.names('radio');
  if (time) await me.time(time);
  await me.press(/^One more: Adult/);
  if (product) {
    await me.press(product);
  }
  await me.press('Add to your selection');
  await me.appears('heading', 'Your selection');
  await until(() => !me.within('region', 'Total').text().includes('…'), 'the total');
}

/** Prefilled customer data, so that nothing has to be typed. */
const regular = {
  prefillName: 'Ida Meyer',
  prefillEmail: 'ida@example.com',
  prefill: { street: 'Lichtkai', zip: '10245', city: 'Berlin', country: 'DE' },
};

describe('booking-widget with GA4', () => {
  afterEach(() => delete page.dataLayer);

  it('tells a whole visit by GA4’s own table, in the page’s data layer too', async () => {
    const me = await visit({ dataLayer: true, id: 'berlin', ...regular });
    await add(me, KAYAK, /28 November 2026, from/, /^One more: Print/);
    await me.press(/Keep looking/);
    await add(me, TEA, /30 November 2026, from/);
    await me.press(`Remove: ${TEA}`);
    await me.gone('button', `Remove: ${TEA}`);
    await me.press('Check out');
    await me.appears('heading', 'Your details');
    await me.click('checkbox');
    await me.press(ORDER);
    await me.says('Booked. See you');

    const events = ga4Of(me);
    expect(namesOf(events)).to.deep.equal([
      ...['view_item_list', 'select_item', 'view_item', 'add_to_cart', 'view_cart'],
      ...['select_item', 'view_item', 'add_to_cart', 'view_cart', 'view_cart', 'remove_from_cart'],
      ...['begin_checkout', 'add_shipping_info', 'purchase'],
    ]);
    expect(faultsOf(events)).to.deep.equal([]);
    expect(pushed()).to.deep.equal(events.flatMap((event) => [{ ecommerce: null }, event]));
  });

  it('says of a weekend’s order the root event, its category, the tax and the code', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    const [order] = await me.books();
    const { ecommerce: listed } = ga4Of(me).find(({ event }) => event === 'view_item') as Ga4Event;
    const { event, ecommerce } = ga4Of(me).at(-1) as Ga4Event;
    expect(event).to.equal('purchase');
    expect(ecommerce).to.include({ transaction_id: order?.code, value: 98, tax: 13.39 });
    const [adult, child, picnic] = ecommerce.items ?? [];
    for (const item of [adult, child]) {
      expect(item).to.include({
        item_id: listed.items?.[0]?.item_id,
        item_category: 'On the water',
      });
    }
    expect(picnic?.item_id).not.to.equal(adult?.item_id);
  });

  it('names the list by the widget’s own id, with the place in it', async () => {
    const me = await visit({ id: 'berlin' });
    await me.appears('button', TEA);
    const place = me.all('button').findIndex((button) => button.textContent.includes(TEA));
    await me.event(TEA);
    await me.appears('button', /30 November 2026, from/);

    const [list, selected] = ga4Of(me).map(({ ecommerce }) => ecommerce);
    expect(place).to.be.greaterThan(-1);
    expect([list?.item_list_name, selected?.item_list_id]).to.deep.equal(['berlin', 'berlin']);
    const [item] = selected?.items ?? [];
    expect(list?.items?.[item?.index ?? -1]?.item_id).to.equal(item?.item_id);
  });

  it('views an event each time that it is opened, and once however often it is loaded', async () => {
    let loads = 0;
    const toProxy = between('/v3/merged_events', async (proxy, request) => {
      const event = (await (await proxy(request)).json()) as MergedEvent;
      loads += 1;
      return Response.json({ ...event, title: `Load ${loads}` });
    });
    const me = await visit({}, { toProxy });
    const views = () => namesOf(ga4Of(me)).filter((name) => name === 'view_item').length;
    const open = async () => {
      await me.event(KAYAK);
      await me.appears('button', /28 November 2026, from/);
    };
    await open();
    // Reloads the event, as after a refusal.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await me.appears('heading', 'Load 2');
    expect(views()).to.equal(1);

    await me.press(/All experiences/);
    await open();
    expect(views()).to.equal(2);
  });

  it('adds a line and begins the checkout once, however often its customer goes back', async () => {
    const me = await visit();
    await goToCheckout(me);
    await me.press(/Change/);
    await me.press('Continue');
    await me.appears('heading', 'Your details');

    const names = namesOf(ga4Of(me));
    expect(names.filter((name) => name === 'add_to_cart')).to.have.length(1);
    expect(names.filter((name) => name === 'begin_checkout')).to.have.length(2);
  });

  for (const [name, status] of [
    ['a request', 'PENDING'],
    ['an order that is declined at once', 'DECLINED'],
  ] as const) {
    it(`has no purchase of ${name}`, async () => {
      const toProxy = between('/checkout/orders', async (proxy, request) => {
        const response = await proxy(request);
        const intent = (await response.json()) as IntentResponse;
        return Response.json({ ...intent, order: { ...intent.order, status } }, response);
      });
      const me = await visit({ dataLayer: true }, { toProxy });
      await goToCheckout(me);
      await fillIn(me);
      await me.press(ORDER);
      await me.appears('button', 'Book something else');

      expect(namesOf(ga4Of(me)).at(-1)).to.equal('begin_checkout');
      expect(faultsOf(ga4Of(me))).to.deep.equal([]);
      expect(JSON.stringify(pushed())).not.to.match(/purchase|Ida|Meyer|example\.com/);
    });
  }

  it('creates no data layer by default, and goes on when the page’s own one throws', async () => {
    expectLog(/the page’s own/);
    const quiet = await visit();
    await quiet.appears('button', KAYAK);
    expect('dataLayer' in page).to.equal(false);
    quiet.el.remove();

    const errors: string[] = [];
    const onError = window.onerror;
    window.onerror = (message) => errors.push(String(message)) > 0;
    class Broken extends Array<object> {
      override push(): number {
        throw new Error('the page’s own');
      }
    }
    page.dataLayer = new Broken();
    const me = await visit({ dataLayer: true });
    await choose(me);
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    window.onerror = onError;

    expect(errors[0]).to.contain('the page’s own');
  });
});
