import { expect } from '@open-wc/testing';
import type { ListedStart } from '#contract/event.schema';
import { type ListFilter, unfiltered } from '../../src/domain/list-filter.ts';
import type { EventList, ListedEvent } from '../../src/index.ts';
import { aDate, aListedEvent, aSite, noResponse, NOW } from '../support/builders.ts';
import { clickOn, focused, hear, page, painted, press } from '../support/page.ts';
import { holdTime, until } from '../support/time.ts';
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
const firstTuesday = /First date Tue,? 24 Nov, 10:00/;

/** What the proxy knows of the places. */
const next = (date: string | null, as_of = NOW) => ({
  next: { date, known_until: '2026-12-01T00:00:00Z', as_of: new Date(as_of).toISOString() },
});

const filtered = (filter: Partial<ListFilter>) => ({ filter: { ...unfiltered, ...filter } });

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

  it('leaves no gap for a duration that says nothing', async () => {
    const { renderRoot } = await open({
      events: [kayak, { ...kayak, id: 'bath', opening_hours: true }],
    });

    const starts = [...renderRoot.querySelectorAll('.meta')].map((meta) => {
      const [first] = [...meta.children].filter((part) => part.getBoundingClientRect().width > 0);
      return first!.getBoundingClientRect().left - meta.getBoundingClientRect().left;
    });

    expect(starts).to.deep.equal([0, 0]);
  });

  it('shows an event’s title, duration, place, vendor, lowest price and next date', async () => {
    const list = page(await open());

    const [first, second] = list.all('article').map((card) => page(card).text());

    expect(first).to.match(/Kayak on the Spree.*See Berlin from the water\./);
    expect(first).to.contain('2 h Berlin Spree Adventures');
    expect(first).to.contain('from €24.00');
    expect(first).to.match(firstTuesday);
    expect(second).to.contain('1 h 30 min Kyoto Kamo Workshops');
  });

  it('shows no duration that is not known, nor hours of opening as one', async () => {
    const events = [
      { ...tea, duration: 0 },
      { ...tea, id: 'bath', duration: 540, opening_hours: true },
    ];

    const texts = page(await open({ events }))
      .all('article')
      .map((card) => page(card).text());

    for (const text of texts) expect(text).not.to.match(/\d (h|min)\b/);
  });

  it('writes a currency without minor units without decimals', async () => {
    const list = page(await open({ events: [tea] }));

    expect(list.find('article').textContent).to.match(/from\s+¥5,500\s/);
  });

  const nextDates: [title: string, change: Partial<ListedEvent>, words: RegExp][] = [
    ['the first, where the places are not known', {}, firstTuesday],
    ['today', next('2026-11-21T19:00:00Z'), /Next today, 20:00/],
    ['none, where the known ones are full', next(null), /Sold out until the end of November 2026/],
    ['the first, once what was known is old', next(null, NOW - 15 * 60_000), firstTuesday],
    ['no date', { first_date: null }, /No dates right now/],
    ['a request', { type: 'REQUEST' }, /On request Tue,? 24 Nov, 10:00/],
  ];
  for (const [title, change, words] of nextDates) {
    it(`shows the next date: ${title}`, async () => {
      const list = page(await open({ events: [aListedEvent(change)] }));

      expect(page(list.find('article')).text()).to.match(words);
    });
  }

  for (const type of ['BOOKING', 'REQUEST'] as const) {
    it(`shows no date if it is unknown: ${type}`, async () => {
      const unknown = aListedEvent({ type, first_date: null, first_date_known: false });
      const el = await open({ events: [unknown] });

      expect(page(page(el).find('article')).text()).to.match(/from €24\.00$/);
      await expect(el).to.be.accessible();
    });
  }

  it('shows no price if there is none', async () => {
    const list = page(await open({ events: [aListedEvent({ summary: '', from_price: null })] }));

    expect(list.text()).not.to.match(/from|€/);
  });

  it('reports the chosen event, by mouse and by keyboard', async () => {
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

    await page(el).fill(/Search/, ' kayak', 'searchbox');
    expect(filters).to.deep.equal([]);
    time.pass(200);

    expect(filters).to.deep.equal([{ ...unfiltered, match: 'kayak' }]);
  });

  it('keeps what is being typed when the widget updates it meanwhile', async () => {
    const el = await open();
    const filters = hear<ListFilter>(el, 'list-filter');
    const time = holdTime();

    await page(el).fill(/Search/, 'kayak', 'searchbox');
    // As in every update of the widget.
    el.filter = { ...unfiltered };
    await el.updateComplete;

    expect(page(el).find<HTMLInputElement>('searchbox', /Search/).value).to.equal('kayak');
    time.pass(200);
    expect(filters).to.deep.equal([{ ...unfiltered, match: 'kayak' }]);
  });

  it('narrows to a category, keeps the search, and shows the active one', async () => {
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

    expect(filters).to.deep.equal([{ ...unfiltered, match: 'tea', category: '5' }]);
    expect(pressed()).to.deep.equal(['Culture']);

    await list.click('button', 'All');

    expect(filters.at(-1)).to.deep.equal({ ...unfiltered, match: 'tea' });
    expect(pressed()).to.deep.equal(['All']);
  });

  it('has the categories in one control where they do not fit beside each other', async () => {
    const el = await open();
    el.style.width = '288px';
    await el.updateComplete;
    const list = page(el);
    const filters = hear<ListFilter>(el, 'list-filter');

    const select = list.find<HTMLSelectElement>('combobox', 'Categories');
    expect(list.has('button', 'Culture')).to.equal(false);
    expect([...select.options].map(({ text }) => text)).to.deep.equal([
      'All',
      'Outdoors',
      'Culture',
    ]);
    select.value = '5';
    select.dispatchEvent(new Event('change'));

    expect(filters).to.deep.equal([{ ...unfiltered, category: '5' }]);
    const chips = el.shadowRoot?.querySelector('.chips');
    expect(chips?.scrollWidth).to.equal(chips?.clientWidth);
    await expect(el).to.be.accessible();
  });

  it('offers categories of several vendors with the same title as one', async () => {
    const ofTwo = [...categories, { id: 8, title: 'Culture' }];
    const el = await open({}, aSite({ categories: ofTwo }));
    const filters = hear<ListFilter>(el, 'list-filter');
    holdTime();

    await page(el).click('button', 'Culture');

    expect(filters).to.deep.equal([{ ...unfiltered, category: '5,8' }]);
    expect(page(el).find('button', 'Culture').ariaPressed).to.equal('true');
  });

  it('offers no categories where there is only one', async () => {
    const list = page(await open({}, aSite({ categories: [{ id: 2, title: 'Outdoors' }] })));

    expect(list.has('group', 'Categories')).to.equal(false);
  });

  it('names the search that matches nothing, and leads back to everything', async () => {
    const el = await open();
    const list = page(el);
    const filters = hear<ListFilter>(el, 'list-filter');
    const time = holdTime();
    await list.fill(/Search/, 'moon', 'searchbox');
    time.pass(200);
    el.events = [];
    await el.updateComplete;

    expect(list.all('status').map((said) => page(said).text())).to.include(
      'Nothing matches “moon”. Show all',
    );
    await list.click('button', 'Show all');

    expect(filters.at(-1)).to.deep.equal(unfiltered);
    expect(list.find<HTMLInputElement>('searchbox').value).to.equal('');
    // The button disappeared with the empty list.
    expect(focused()).to.equal(list.find('searchbox'));
  });

  it('offers what there is instead of nothing, and leads to it', async () => {
    const offers = [
      { label: 'Sunday 29 November', change: { day: '2026-11-29' } },
      { label: 'for 2 participants', change: { participants: 2 } },
    ];
    const el = await open({ ...filtered({ match: 'moon', participants: 9 }), events: [], offers });
    const filters = hear<ListFilter>(el, 'list-filter');
    await expect(el).to.be.accessible();

    await page(el).click('button', 'for 2 participants');

    expect(filters).to.deep.equal([{ ...unfiltered, match: 'moon', participants: 2 }]);
    // The button disappears with the empty list; a focused field would open a phone's keyboard.
    expect(focused()).to.equal(page(el).find('search'));
  });

  it('says that there is nothing yet, without a button to show everything', async () => {
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
    await painted();
    const { height } = el.getBoundingClientRect();

    el.events = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => aListedEvent({ id }));
    await painted();

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

  const saturday = '2026-11-28';
  const at = (date: string, available_slots = 12): ListedStart => ({
    ...aDate({ date, available_slots }),
    price: { value: 4500, currency: 'EUR', title: 'Adult', adult: true },
  });
  const withPlaces = (change: Partial<ListedEvent> = {}) =>
    aListedEvent({ starts: [at('2026-11-28T10:00:00Z')], no_starts: null, ...change });
  const full = aListedEvent({ ...tea, starts: [], no_starts: 'full' });

  it('is accessible with a day, its calendar open', async () => {
    const el = await open({
      ...filtered({ day: saturday, participants: 3 }),
      events: [withPlaces(), full],
    });
    await page(el).click('button', /^Choose a day: Sat,? 28 Nov$/);

    await expect(el).to.be.accessible();
  });

  it('shows only events with places on a day, their times and prices, and their number', async () => {
    const starts = [at('2026-11-28T10:00:00Z'), at('2026-11-28T13:30:00Z')];
    const events = [withPlaces({ starts }), full];
    const list = page(await open({ ...filtered({ day: saturday, participants: 3 }), events }));

    const cards = list.all('article').map((card) => page(card).text());
    expect(cards).to.have.length(1);
    expect(cards[0]).to.match(/from €45\.00 Sat,? 28 Nov 11:00 14:30$/);
    expect(list.text()).to.match(/\b1 with places for 3 participants on Sat,? 28 Nov/);
  });

  it('says that there may be more on the day than this page has', async () => {
    const list = page(
      await open({ ...filtered({ day: saturday }), events: [withPlaces()], more: true }),
    );

    expect(list.text()).to.match(/1\+ with places for 1 participant on Sat,? 28 Nov/);
  });

  it('says how few places are left where there is one time, and how many more times there are', async () => {
    const few = withPlaces({ starts: [at('2026-11-28T10:00:00Z', 3)] });
    const hours = ['09', '10', '11', '12', '13'];
    const many = withPlaces({
      id: 'many',
      starts: hours.map((hour) => at(`2026-11-28T${hour}:00:00Z`)),
    });
    const list = page(await open({ ...filtered({ day: saturday }), events: [few, many] }));

    const [first, second] = list.all('article').map((card) => page(card).text());
    expect(first).to.match(/3 left 11:00$/);
    expect(second).to.match(/10:00 11:00 12:00 \+2$/);
  });

  it('shows everything, and says why, if places are unknown', async () => {
    const unknown = { starts: [], no_starts: 'not-known' as const };
    const events = [aListedEvent(unknown), aListedEvent({ ...tea, ...unknown })];
    const list = page(await open({ ...filtered({ day: saturday }), events }));

    expect(list.all('article')).to.have.length(2);
    expect(list.text()).to.contain('Places are not known right now.');
  });

  it('calls nothing full while it still shows the previous list, and says that it loads', async () => {
    const list = page(await open({ ...filtered({ day: saturday }), busy: true }));

    expect(list.all('article')).to.have.length(2);
    expect(list.text())
      .to.contain('Loading')
      .and.not.to.match(/Nothing|with places|not known/);
  });

  it('shows the day of each time while those of another day load', async () => {
    const list = page(
      await open({ ...filtered({ day: '2026-12-05' }), busy: true, events: [withPlaces()] }),
    );

    expect(page(list.find('article')).text()).to.match(/Sat,? 28 Nov 11:00$/);
  });

  it('does not offer more if the further events have no places', async () => {
    const list = page(
      await open({ ...filtered({ day: saturday }), events: [withPlaces(), full], more: true }),
    );

    expect(list.has('button', 'Show more')).to.equal(false);
    expect(list.text()).to.contain('1 with places');
  });

  it('reports the time that was pressed on a card, apart from its event', async () => {
    const el = await open({ ...filtered({ day: saturday }), events: [withPlaces()] });
    const chosen = hear(el, 'event-choose');
    const pressed = hear<{ event: ListedEvent; date: string }>(el, 'start-open');

    await page(el).click('button', '11:00, Kayak on the Spree');

    expect(chosen).to.deep.equal([]);
    expect(pressed.map(({ event, date }) => [event.title, date])).to.deep.equal([
      ['Kayak on the Spree', '2026-11-28T10:00:00Z'],
    ]);
    await expect(el).to.be.accessible();
  });

  it('leads back to everything from a day that nothing has places on', async () => {
    const el = await open({ ...filtered({ day: saturday, participants: 4 }), events: [full] });
    const filters = hear<ListFilter>(el, 'list-filter');

    expect(page(el).text()).to.contain(
      'No places for 4 participants on Saturday, 28 November 2026.',
    );
    await page(el).click('button', 'Show all');

    expect(filters).to.deep.equal([{ ...unfiltered, participants: 4 }]);
  });

  it('narrows to a day of its calendar, which closes and gives the keyboard back', async () => {
    const el = await open();
    const list = page(el);
    const filters = hear<ListFilter>(el, 'list-filter');

    await list.click('button', 'Choose a day: Any day');
    await list.click('button', 'Later days');
    await list.click('button', /Saturday,? 26 December 2026$/);

    expect(filters).to.deep.equal([{ ...unfiltered, day: '2026-12-26' }]);
    expect(list.has('grid')).to.equal(false);
    expect(focused()).to.equal(list.find('button', /^Choose a day: Sat,? 26 Dec$/));
  });

  it('leads from a day back to everything, and keeps what was searched for', async () => {
    const el = await open({
      ...filtered({ day: saturday, match: 'kayak' }),
      events: [withPlaces(), full],
    });
    const filters = hear<ListFilter>(el, 'list-filter');

    await page(el).click('button', 'Show all');

    expect(filters).to.deep.equal([{ ...unfiltered, match: 'kayak' }]);
  });

  it('closes its calendar with Escape, and when the keyboard goes elsewhere', async () => {
    const list = page(await open());
    for (const leave of [() => press('Escape'), () => list.find('searchbox').focus()]) {
      await list.click('button', 'Choose a day: Any day');
      expect(list.has('grid')).to.equal(true);
      await leave();
      await until(() => !list.has('grid'), 'the calendar to close');
    }
  });

  it('keeps the Escape that closes its calendar from a dialog around it', async () => {
    const el = await open();
    const isPrevented: boolean[] = [];
    el.addEventListener('keydown', (event) => isPrevented.push(event.defaultPrevented));

    await page(el).click('button', 'Choose a day: Any day');
    await press('Escape', 'Escape');

    expect(isPrevented).to.deep.equal([true, false]);
  });

  it('keeps its calendar open while the keyboard goes on to later weeks', async () => {
    const list = page(await open());
    await list.click('button', 'Choose a day: Any day');
    list.find('button', /21 November 2026/).focus();

    for (let weeks = 0; weeks < 14; weeks += 1) {
      await press('ArrowDown');
      await painted();
    }

    expect(list.has('grid', /^25\sJan\s–\s28\sFeb\s2027$/)).to.equal(true);
    expect(focused()?.getAttribute('aria-label')).to.contain('27 February 2027');
  });

  it('takes the number of participants in one field, from one', async () => {
    const el = await open();
    const filters = hear<ListFilter>(el, 'list-filter');
    const select = page(el).find<HTMLSelectElement>('combobox', 'Participants');
    expect(select.selectedOptions[0]?.text).to.equal('1 participant');
    expect(select.options).to.have.length(20);
    expect([...select.options].at(-1)?.value).to.equal('99');

    select.value = '3';
    select.dispatchEvent(new Event('change'));

    expect(filters.map(({ participants }) => participants)).to.deep.equal([3]);
  });

  it('offers a number of participants that a page has named', async () => {
    const el = await open(filtered({ participants: 17 }));
    const select = page(el).find<HTMLSelectElement>('combobox', 'Participants');
    expect(select.selectedOptions[0]?.text).to.equal('17 participants');

    el.filter = { ...unfiltered, participants: 99 };
    await el.updateComplete;

    expect(select.selectedOptions[0]?.text).to.equal('99 participants');
    expect([...select.options].map(({ value }) => value)).not.to.include('17');
  });

  it('reports once which event is hovered or focused', async () => {
    const el = await open();
    const likely = hear<ListedEvent>(el, 'event-prefetch');
    const time = holdTime();

    page(el).find('button', 'Kayak on the Spree').focus();
    time.pass(50);
    page(el).find('button', 'Tea ceremony').focus();
    time.pass(100);

    expect(likely).to.deep.equal([tea]);
  });

  it('says whose price it is if it is not an adult’s', async () => {
    const child = { value: 900, currency: 'EUR', title: 'Child', adult: false };
    const list = page(await open({ events: [aListedEvent({ from_price: child })] }));

    expect(page(list.find('article')).text()).to.contain('from €9.00 Child');
  });

  it('says only “free” if an event costs nothing', async () => {
    const nothing = { value: 0, currency: 'EUR', title: 'Adult', adult: true };
    const list = page(await open({ events: [aListedEvent({ from_price: nothing })] }));

    expect(page(list.find('article')).text()).to.contain('Spree Adventures free');
  });
});
