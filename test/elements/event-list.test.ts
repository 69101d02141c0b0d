import { expect } from '@open-wc/testing';
import type { ListFilter } from '../../src/elements/event-list.ts';
import type { EventList, ListedEvent } from '../../src/index.ts';
import { aListedEvent, aSite, noResponse } from '../support/builders.ts';
import { clickOn, focused, hear, page, press } from '../support/page.ts';
import { holdTime } from '../support/time.ts';
import { mount } from './mount.ts';

const kayak = aListedEvent();
const tea = aListedEvent({
  id: 'tea',
  title: 'Tea ceremony',
  duration: 90,
  timezone: 'Asia/Tokyo',
  location: 'Aburanokoji-dori 214, 604-0061 Kyoto',
  vendor_name: 'Kamo Workshops',
  categories: [{ id: 5, title: 'Culture' }],
  first_date: '2026-11-21T14:30:00Z',
  from_price: { value: 5500, currency: 'JPY', title: 'Adult', adult: true },
});
const categories = [
  { id: 2, title: 'Outdoors' },
  { id: 5, title: 'Culture' },
];

const open = (change: Partial<EventList> = {}, site = aSite({ categories })) =>
  mount('booking-event-list', { events: [kayak, tea], ...change }, { site });

/** Some years of CLDR have a comma after the weekday. */
const nextTuesday = /Next Tue,? 24 Nov, 10:00/;

describe('booking-event-list', () => {
  const looks: Record<string, Partial<EventList>> = {
    'while it loads': { events: undefined },
    'with events and more': { more: true },
    'while a newer answer is on its way': { busy: true },
    'with nothing to book': { events: [] },
    'with a problem': { events: undefined, failure: noResponse },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('shows what an event is, how long, where, by whom, from how much and when next', async () => {
    const list = page(await open());

    const [first, second] = list.all('article').map((card) => page(card).text());

    expect(first).to.match(/Kayak on the Spree.*See Berlin from the water\./);
    expect(first).to.contain('2 h Berlin Spree Adventures');
    expect(first).to.contain('from €24.00');
    expect(first).to.match(nextTuesday);
    expect(second).to.contain('1 h 30 Kyoto Kamo Workshops');
  });

  it('writes a currency without minor units without decimals', async () => {
    const list = page(await open({ events: [tea] }));

    expect(list.find('article').textContent).to.match(/from\s+¥5,500\s/);
  });

  const nextDates: [title: string, change: Partial<ListedEvent>, words: RegExp][] = [
    ['a later day', {}, nextTuesday],
    ['today', { first_date: '2026-11-21T19:00:00Z' }, /Next today, 20:00/],
    [
      'tomorrow in the event’s zone',
      { first_date: '2026-11-21T23:30:00Z' },
      /Next tomorrow, 00:30/,
    ],
    ['no date', { first_date: null }, /No dates right now/],
    ['a request', { type: 'REQUEST' }, /On request Tue,? 24 Nov, 10:00/],
  ];
  for (const [title, change, words] of nextDates) {
    it(`says when: ${title}`, async () => {
      const list = page(await open({ events: [aListedEvent(change)] }));

      expect(page(list.find('article')).text()).to.match(words);
    });
  }

  it('takes a proxy that does not say whether it knows a date to know', async () => {
    const { first_date_known: _, ...older } = aListedEvent({ first_date: null });
    const list = page(await open({ events: [older as ListedEvent] }));

    expect(list.text()).to.contain('No dates right now');
  });

  for (const type of ['BOOKING', 'REQUEST'] as const) {
    it(`says nothing of when where that is not known: ${type}`, async () => {
      const unknown = aListedEvent({ type, first_date: null, first_date_known: false });
      const el = await open({ events: [unknown] });

      expect(page(page(el).find('article')).text()).to.match(/from €24\.00$/);
      await expect(el).to.be.accessible();
    });
  }

  it('names no price where there is none', async () => {
    const list = page(await open({ events: [aListedEvent({ summary: '', from_price: null })] }));

    expect(list.text()).not.to.match(/from|€/);
  });

  it('tells which event was chosen, by mouse and by keyboard', async () => {
    const el = await open();
    const chosen = hear<ListedEvent>(el, 'event-choose');

    await page(el).click('button', 'Tea ceremony');
    page(el).find('button', 'Kayak on the Spree').focus();
    await press('Enter');

    expect(chosen).to.deep.equal([tea, kayak]);
  });

  it('opens an event wherever its ticket is pressed', async () => {
    const el = await open();
    const chosen = hear<ListedEvent>(el, 'event-choose');

    const [, second] = page(el).all('article');
    await clickOn(second!);

    expect(chosen).to.deep.equal([tea]);
  });

  it('narrows the list once, when typing pauses', async () => {
    const el = await open();
    const filters = hear<ListFilter>(el, 'list-filter');

    const time = holdTime();

    await page(el).fill(/Search/, ' kayak ', 'searchbox');
    expect(filters).to.deep.equal([]);
    time.pass(200);

    expect(filters).to.deep.equal([{ match: 'kayak', category: '' }]);
  });

  it('narrows to a category, keeps what was typed, and shows which is on', async () => {
    const el = await open();
    const list = page(el);
    const filters = hear<ListFilter>(el, 'list-filter');
    const pressed = () =>
      ['All', 'Outdoors', 'Culture'].filter((name) =>
        list.find('button', name).matches('[aria-pressed=true]'),
      );
    expect(pressed()).to.deep.equal(['All']);
    holdTime();

    await list.fill(/Search/, 'tea', 'searchbox');
    await list.click('button', 'Culture');

    expect(filters).to.deep.equal([{ match: 'tea', category: '5' }]);
    expect(pressed()).to.deep.equal(['Culture']);

    await list.click('button', 'All');

    expect(filters.at(-1)).to.deep.equal({ match: 'tea', category: '' });
    expect(pressed()).to.deep.equal(['All']);
  });

  it('offers no categories where there is only one', async () => {
    const list = page(await open({}, aSite({ categories: [{ id: 2, title: 'Outdoors' }] })));

    expect(list.has('group', 'Categories')).to.equal(false);
  });

  it('says what nothing matches, and leads back to everything', async () => {
    const el = await open();
    const list = page(el);
    const filters = hear<ListFilter>(el, 'list-filter');
    const time = holdTime();
    await list.fill(/Search/, 'moon', 'searchbox');
    time.pass(200);
    el.events = [];
    await el.updateComplete;

    expect(page(list.find('status')).text()).to.contain('Nothing matches “moon”.');
    await list.click('button', 'Show all');

    expect(filters.at(-1)).to.deep.equal({ match: '', category: '' });
    expect(list.find<HTMLInputElement>('searchbox').value).to.equal('');
    // The button went with the empty list.
    expect(focused()).to.equal(list.find('searchbox'));
  });

  it('says that there is nothing yet, without a way back to nothing', async () => {
    const list = page(await open({ events: [] }));

    expect(list.text()).to.contain('There is nothing to book here yet.');
    expect(list.has('button', 'Show all')).to.equal(false);
  });

  it('says why there is no list, and tries again when asked', async () => {
    const el = await open({ events: undefined, failure: noResponse });
    const retries = hear(el, 'list-retry');

    expect(page(page(el).find('alert')).text()).to.contain('No answer from the booking service.');
    await page(el).click('button', 'Try again');

    expect(retries).to.have.length(1);
  });

  it('keeps the list that is there when a newer one cannot be loaded', async () => {
    const list = page(await open({ failure: noResponse }));

    expect(list.all('article')).to.have.length(2);
  });

  it('says that it loads, and takes the space of the cards that will come', async () => {
    const el = await open({ events: undefined });
    expect(page(el).text()).to.contain('Loading');
    expect(page(el).has('article')).to.equal(false);
    const { height } = el.getBoundingClientRect();

    el.events = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => aListedEvent({ id }));
    await el.updateComplete;

    expect(el.getBoundingClientRect().height).to.equal(height);
  });

  it('shows more when asked, and keeps the keyboard where it was', async () => {
    const el = await open({ more: true });
    const more = hear(el, 'list-more');

    page(el).find('button', 'Show more').focus();
    await press('Space');

    expect(more).to.have.length(1);
    expect(focused()).to.equal(page(el).find('button', 'Show more'));
  });
});
