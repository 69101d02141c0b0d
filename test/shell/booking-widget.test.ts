import { expect } from '@open-wc/testing';
import type { EventDate } from '../../src/index.ts';
import {
  between,
  choose,
  fillIn,
  fillInContact,
  goToCheckout,
  ORDER,
  type Proxy,
  visit,
} from '../elements/visit.ts';
import { focused, press } from '../support/page.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';

/** Replaces November's places: every start has two. */
async function withTwoPlacesBeforeChristmas(proxy: Proxy, request: Request): Promise<Response> {
  const response = await proxy(request);
  if (!request.url.includes('/dates?')) return response;
  const dates = (await response.json()) as EventDate[];
  const left = (date: string) => (date < '2026-12-21' ? { available_slots: 2 } : {});
  return Response.json(dates.map((date) => ({ ...date, ...left(date.date) })));
}

/** The id of the first event of the list, for a tag that names it. */
async function idOfFirst(): Promise<string> {
  const list = await visit();
  await list.appears('button', 'Kayak on the Spree');
  return list.heard.at(-1)?.detail.items?.[0]?.item_id ?? '';
}

describe('booking-widget', () => {
  it('sends no requests again when a framework passes a new fetch and clock with each render', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const { fetch, clock } = me.settings;
    const before = me.calls.length;

    for (const _ of [1, 2]) {
      me.el.fetch = (...request) => fetch!(...request);
      me.el.clock = () => clock!();
      await me.el.updateComplete;
    }
    expect(me.calls).to.have.length(before);

    // Another site needs new requests, which use the current `fetch`.
    me.el.site = 'default';
    await until(() => me.calls.length > before, 'another site to be asked');
  });

  it('books by mouse, is accessible in every step, and the order is in the platform’s books once', async () => {
    const me = await visit({ affiliate: 'harbour' });
    await expect(me.el).to.be.accessible();
    await goToCheckout(me);
    await expect(me.el).to.be.accessible();
    await fillIn(me);

    await me.press(ORDER);
    await me.says('Booked. See you');
    await expect(me.el).to.be.accessible();

    const [order, ...rest] = await me.books();
    expect(rest).to.deep.equal([]);
    expect(me.text()).to.contain(`Code ${order?.code}`);
    expect(order).to.include({ name: 'Ida Meyer', status: 'ACCEPTED', lang: 'en' });
    expect(order).to.include({ total_invoice: '98.00', affiliate_id: 'harbour' });
    expect(order?.tickets[0]?.participants.map(({ name }) => name)).to.deep.equal(['Ida', '']);
    expect(order?.products.map(({ title }) => title)).to.deep.equal(['Picnic for two']);
  });

  it('shows the weekend’s price after a move from a Friday to a Saturday, and orders at it', async () => {
    const me = await visit();
    await me.event('Kayak on the Spree');
    await me.day(/27 November 2026, from/);
    await me.time(/^14:00/);
    await me.add('Adult', 2);
    await me.says('€78.00');

    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.says('€90.00');
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await fillInContact(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    const [order] = await me.books();
    const prices = order?.tickets.flatMap(({ participants }) =>
      participants.map(({ price_value }) => price_value),
    );
    expect(prices).to.deep.equal(['45.00', '45.00']);
    expect(order?.total_invoice).to.equal('90.00');
  });

  it('books for today what opened hours ago, by the clock of the place', async () => {
    const me = await visit();
    await me.event('The old bath house, day ticket');
    // It is four in the afternoon there.
    await me.day(/21 November 2026, from/);
    await me.time(/^Open 14:00 to 23:00/);
    await me.add('Adult');
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await fillInContact(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    const [order] = await me.books();
    expect(order).to.include({ total_invoice: '1200', currency: 'JPY' });
    expect(await me.startOf(order?.tickets[0]?.date_id ?? '')).to.equal('2026-11-21T05:00:00Z');
  });

  it('books by keyboard alone, with the focus on each new step', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    await me.tabTo('button', 'Kayak on the Spree');
    await press('Enter');
    await me.appears('button', /28 November 2026, from/);
    expect(focused()).to.equal(me.find('heading', 'Kayak on the Spree'));
    await me.tabTo('button', /21 November 2026, from/);
    await press('ArrowDown', 'Enter');
    await me.tabTo('radio', /^11:00/);
    await press('ArrowDown');
    await me.tabTo('button', 'One more: Adult');
    await press('Enter');
    await me.tabTo('button', 'Continue');
    await press('Enter');
    await me.appears('heading', 'Your details');
    expect(focused()).to.equal(me.find('heading', 'Your details'));
    await me.tabTo('textbox', 'Full name');
    await press(...'Ida', 'Tab', ...'ida@example.com');
    await me.tabTo('checkbox');
    await press('Space');
    await me.tabTo('button', ORDER);
    await press('Enter');
    await me.says('Booked. See you');

    expect(focused()).to.equal(me.find('heading', /^Booked. See you on Saturday,? 28 November.$/));
    expect(await me.books()).to.have.length(1);
    await me.tabTo('button', 'Book something else');
    await press('Enter');
    await me.appears('button', 'Lantern night walk');
    expect(focused()).to.equal(me.find('search'));
  });

  it('narrows the list to what is typed, and to a category', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    await me.fill(/Search/, 'indigo');
    me.timers.pass(200);
    await me.gone('button', 'Kayak on the Spree');
    expect(me.has('button', 'Indigo dyeing in the old vat')).to.equal(true);
    await me.fill(/Search/, 'nothing like it');
    me.timers.pass(200);
    await me.press('Show all');
    await me.appears('button', 'Kayak on the Spree');
    await me.press('Food & drink');
    await me.gone('button', 'Kayak on the Spree');

    expect(me.has('button', 'Sourdough morning')).to.equal(true);
  });

  it('keeps the space when a customer pauses between two words, and sends no request again', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    await me.fill(/Search/, 'indigo');
    me.timers.pass(200);
    await me.gone('button', 'Kayak on the Spree');
    const before = me.calls.length;
    await press('Space');
    me.timers.pass(200);
    await me.el.updateComplete;
    await press('d');
    me.timers.pass(200);

    await until(() => me.calls.length > before, 'the list of two words');
    expect(me.find<HTMLInputElement>('searchbox').value).to.equal('indigo d');
    expect(me.calls.length).to.equal(before + 1);
  });

  it('calls the page’s fetch without a receiver, as the browser’s own requires', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const { fetch } = me.el;
    const owners: unknown[] = [];
    me.el.fetch = function (this: unknown, input, init) {
      owners.push(this);
      return fetch(input, init);
    };

    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    expect(new Set(owners)).to.deep.equal(new Set([undefined]));
  });

  it('treats removed attributes and undefined properties as not set', async () => {
    const names = ['events', 'site', 'vendor', 'category', 'event', 'day', 'affiliate'] as const;
    const me = await visit({ participants: 3 });
    await me.appears('button', 'Kayak on the Spree');

    for (const name of names) {
      me.el.setAttribute(name, '');
      me.el.removeAttribute(name);
    }
    const warnings = await warningsOf(async () => {
      me.el.removeAttribute('participants');
      Object.assign(me.el, { fetch: undefined, clock: undefined, prefill: undefined });
      await me.el.updateComplete;
      Object.assign(me.el, me.settings, { participants: undefined });
      for (const name of names) Object.assign(me.el, { [name]: undefined });
      await me.el.updateComplete;
    });
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    expect(warnings).to.deep.equal([]);
    expect(me.calls.filter((call) => call.includes('null'))).to.deep.equal([]);
    expect(names.map((name) => me.el[name])).to.deep.equal(names.map(() => ''));
  });

  it('opens the event and the day that its attributes name, without a list behind it', async () => {
    const me = await visit({ event: await idOfFirst(), day: '2026-11-28' });
    await me.appears('radio', /^14:00/);

    expect(me.has('group', /^Times on Saturday,? 28 November 2026$/)).to.equal(true);
    expect(me.has('button', /All experiences/)).to.equal(false);
    // The weeks that it shows are in two months.
    expect(me.calls.filter((call) => call.endsWith('/dates'))).to.have.length(2);
  });

  it('goes to another day that its page gives it', async () => {
    const me = await visit({ event: await idOfFirst(), day: '2026-11-28' });
    await me.appears('radio', /^14:00/);

    me.el.setAttribute('day', '2026-12-05');

    await until(() => me.has('group', /^Times on Saturday,? 5 December 2026$/), 'its times');
  });

  it('leads from an order back to the event that its tag names', async () => {
    const me = await visit({
      event: await idOfFirst(),
      day: '2026-11-28',
      prefillName: 'Ida Meyer',
    });
    await me.time(/^14:00/);
    await me.add('Adult');
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await me.fill('E-mail', 'ida@example.com');
    await me.click('checkbox');
    await me.press(ORDER);
    await me.says('Booked. See you');

    await me.press('Book something else');

    await me.appears('radio', /^14:00/);
    expect(me.has('searchbox')).to.equal(false);
  });

  it('lists what has places on the day and for the party of its attributes, and keeps both for the event', async () => {
    const me = await visit({ day: '2026-11-28', participants: 3 });
    await me.appears('button', 'Kayak on the Spree');

    expect(me.text()).to.match(/\d with places for 3 participants on Sat,? 28 Nov/);
    await me.event('Kayak on the Spree');
    await me.time(/^14:00/);

    expect(me.within('group', 'Adult').text()).to.contain('3');
    expect(me.text()).to.contain('3 participants');
    expect(me.text()).to.contain('€135.00');
  });

  it('opens an event with the time that was pressed on its card, for the party of the list', async () => {
    const me = await visit({ day: '2026-11-28', participants: 2 });

    await me.press('14:00, Kayak on the Spree');
    await me.appears('button', 'Continue');

    expect(me.find('radio', /^14:00/)).to.have.property('checked', true);
    expect(me.text()).to.contain('2 participants');
    expect(me.text()).to.contain('€90.00');
  });

  it('opens at the first weeks with places for the party, and says that it skipped those before', async () => {
    const me = await visit(
      { participants: 3 },
      { toProxy: between('/v3/events/', withTwoPlacesBeforeChristmas) },
    );
    await me.event('Kayak on the Spree');

    await me.appears('button', /January 2027, from/);

    expect(me.text()).to.match(/No places for 3 participants before Mon,? 21 Dec\./);
    await me.press('Earlier days');
    await me.appears('button', /28 November 2026, 2 left, not enough for 3 participants/);
    expect(me.text()).not.to.contain('before Mon');
  });

  it('stays at weeks that have too few places after a participant is added', async () => {
    const me = await visit({}, { toProxy: between('/v3/events/', withTwoPlacesBeforeChristmas) });
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    for (const _ of [1, 2, 3]) await me.add('Adult');

    await me.appears('button', /28 November 2026, 2 left, not enough for 3 participants/);
  });

  it('marks the language of the page’s own texts', async () => {
    const me = await visit({ lang: 'de' });
    await me.appears('searchbox', /Suchen/);

    expect(me.el.shadowRoot?.querySelector('.root')?.getAttribute('lang')).to.equal('de');
  });

  it('loads a language that had failed when the network is back', async () => {
    let isOffline = true;
    const toProxy = between('/messages', (proxy, request) =>
      isOffline ? Promise.reject(new TypeError('Failed to fetch')) : proxy(request),
    );
    const me = await visit({ lang: 'de' }, { toProxy });
    await me.appears('searchbox', /Search/);

    isOffline = false;
    window.dispatchEvent(new Event('online'));

    await me.appears('searchbox', /Suchen/);
  });

  it('prefetches an event that is hovered, and requests nothing again when it is opened', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    me.find('button', 'Kayak on the Spree').focus();
    me.timers.pass(100);
    await until(() => me.calls.some((call) => call.endsWith('/dates')), 'dates to be asked for');
    const before = me.calls.length;

    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    const after = me.calls.slice(before).filter((call) => /merged_events/.test(call));
    expect(after).to.deep.equal([]);
  });

  it('speaks German, and orders in it', async () => {
    const me = await visit({ lang: 'de' });
    await me.appears('button', 'Kayak on the Spree');
    expect(me.has('searchbox', /Suchen/)).to.equal(true);

    await me.event('Kayak on the Spree');
    await me.appears('button', /28\. November 2026, ab 45,00\s€/);
    await me.press(/28\. November 2026/);
    await me.time(/^14:00/);
    await me.press('Mehr: Adult');
    await me.press('Weiter');
    await me.appears('heading', 'Ihre Angaben');
    await me.fill('Vor- und Nachname', 'Jörg Weiß');
    await me.fill('E-Mail', 'joerg@example.de');
    await me.click('checkbox', /^Ich akzeptiere/);
    await me.press('Zahlungspflichtig bestellen');
    await me.says('Gebucht. Bis Samstag');

    const [order] = await me.books();
    expect(order).to.include({ lang: 'de', name: 'Jörg Weiß' });
  });

  it('keeps the country that was chosen in another language of the page', async () => {
    const me = await visit();
    await choose(me);
    await me.press(/^One more: Print/);
    await me.press('Continue');
    await me.appears('combobox', 'Country');
    const country = me.find<HTMLSelectElement>('combobox', 'Country');
    country.value = 'DE';
    country.dispatchEvent(new Event('change', { bubbles: true }));

    const names: (string | undefined)[] = [];
    for (const [lang, name] of [
      ['de', 'Land'],
      ['en', 'Country'],
    ] as const) {
      me.el.lang = lang;
      await me.appears('combobox', name);
      names.push(country.selectedOptions[0]?.text);
    }

    expect(names).to.deep.equal(['Deutschland', 'Germany']);
  });
});
