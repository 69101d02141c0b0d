import { expect } from '@open-wc/testing';
import { type ListFilter, unfiltered } from '../../src/domain/list-filter.ts';
import type { EventList } from '../../src/index.ts';
import { aListedEvent, aSite } from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { until } from '../support/time.ts';
import { mount } from './mount.ts';
import { visit } from './visit.ts';

const six = ['kayak', 'walk', 'tea', 'bees', 'surf', 'fado'].map((id) =>
  aListedEvent({ id, title: id }),
);
const vendors = [
  { id: 'spree', name: 'Spree Adventures' },
  { id: 'kamo', name: 'Kamo Workshops' },
];
const lisbon = { latitude: 38.7139, longitude: -9.1334 };

const open = (change: Partial<EventList> = {}, site = aSite({ vendors })) =>
  mount('booking-event-list', { events: six, ...change }, { site });

async function choose(el: HTMLElement, label: string, title: string): Promise<HTMLSelectElement> {
  const select = page(el).find<HTMLSelectElement>('combobox', label);
  const option = [...select.options].find(({ text }) => text.trim() === title);
  select.value = option?.value ?? 'no such option';
  select.dispatchEvent(new Event('change'));
  await (el as EventList).updateComplete;
  return select;
}

const chosen = (select: HTMLSelectElement) => select.selectedOptions[0]?.text;
const cards = (el: HTMLElement) => page(el).all('article');

/** Fakes the browser's position, and counts the requests for it. */
function locateAt(position: typeof lisbon | undefined): { asked: number } {
  const browser = { asked: 0 };
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, refused) => {
    browser.asked += 1;
    if (position) found({ coords: position } as GeolocationPosition);
    else refused?.({ code: 1 } as GeolocationPositionError);
  };
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  });
  return browser;
}

describe('the order of booking-event-list', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

  it('is offered for more than a handful of events', async () => {
    expect(page(await open()).has('combobox', 'Sort by')).to.equal(true);
    const few = page(await open({ events: six.slice(1) }));
    expect(few.has('combobox', 'Sort by')).to.equal(false);
  });

  it('is not offered if there is nothing to sort', async () => {
    const full = six.map((event) => ({ ...event, starts: [], no_starts: 'full' as const }));

    const list = page(await open({ events: full, filter: { ...unfiltered, day: '2026-11-28' } }));

    expect(list.has('article')).to.equal(false);
    expect(list.has('combobox', 'Sort by')).to.equal(false);
  });

  it('says how events are ranked by default', async () => {
    const list = page(await open());
    const select = list.find<HTMLSelectElement>('combobox', 'Sort by');
    expect(chosen(select)).to.equal('Recommended');

    const found = page(await open({ filter: { ...unfiltered, match: 'spree' } }));
    expect(chosen(found.find('combobox', 'Sort by'))).to.equal('Best match first');
  });

  it('reports the chosen order, keeps the search, and can be undone', async () => {
    const el = await open({ filter: { ...unfiltered, match: 'spree' } });
    const filters = hear<ListFilter>(el, 'list-filter');

    await choose(el, 'Sort by', 'Lowest price first');
    el.events = six.slice(4);
    await el.updateComplete;
    await choose(el, 'Sort by', 'Best match first');

    expect(filters.map(({ order, match }) => [order, match])).to.deep.equal([
      ['price', 'spree'],
      ['', 'spree'],
    ]);
  });

  it('sorts by distance only on a press, and then shows each distance', async () => {
    const browser = locateAt(lisbon);
    const el = await open();
    const filters = hear<ListFilter>(el, 'list-filter');
    expect(browser.asked).to.equal(0);

    await choose(el, 'Sort by', 'Nearest first');

    expect(browser.asked).to.equal(1);
    expect(filters.map(({ near }) => near)).to.deep.equal([lisbon]);
    expect(page(cards(el)[0]!).text()).to.match(/Berlin 2,300 km/);
    await expect(el).to.be.accessible();
  });

  it('shows no distance for an event without coordinates', async () => {
    const nowhere = aListedEvent({ location_lat: 0, location_lng: 0 });
    const el = await open({ events: [nowhere], filter: { ...unfiltered, near: lisbon } });

    expect(page(el).text()).not.to.match(/km/);
  });

  it('says politely that there is no position, and restores the previous order', async () => {
    locateAt(undefined);
    const el = await open({ filter: { ...unfiltered, order: 'price' } });
    const filters = hear<ListFilter>(el, 'list-filter');

    const select = await choose(el, 'Sort by', 'Nearest first');

    expect(page(page(el).find('alert')).text()).to.equal('Your position is not known here.');
    expect(chosen(select)).to.equal('Lowest price first');
    expect(filters).to.deep.equal([]);
    await expect(el).to.be.accessible();

    await choose(el, 'Sort by', 'Soonest first');
    expect(page(el).has('alert')).to.equal(false);
  });

  it('moves no card, with many events or few', async () => {
    for (const width of [288, 600, 1100]) {
      const tops = [six, six.slice(4)].map(async (events) => {
        const el = await open({ events });
        el.style.width = `${width}px`;
        return cards(el)[0]!.getBoundingClientRect().top - el.getBoundingClientRect().top;
      });
      const [many, few] = await Promise.all(tops);
      expect(many).to.equal(few);
    }
  });
});

describe('the vendors of booking-event-list', () => {
  it('are offered if there are several and the tag fixes none', async () => {
    const offered = async (change: Partial<EventList>, count: number) =>
      page(await open(change, aSite({ vendors: vendors.slice(0, count) }))).has(
        'combobox',
        'Sold by',
      );

    expect(await offered({}, 2)).to.equal(true);
    expect(await offered({}, 1)).to.equal(false);
    expect(await offered({ fixedVendor: true }, 2)).to.equal(false);
  });

  it('narrow the list, and lead back to all', async () => {
    const el = await open();
    const filters = hear<ListFilter>(el, 'list-filter');

    const select = await choose(el, 'Sold by', 'Kamo Workshops');
    await page(el).click('button', 'Show all');

    expect(filters.map(({ vendor }) => vendor)).to.deep.equal(['kamo', '']);
    expect(chosen(select)).to.equal('All organisers');
  });

  it('lead back from an empty list', async () => {
    const el = await open({ events: [], filter: { ...unfiltered, vendor: 'kamo' } });
    const filters = hear<ListFilter>(el, 'list-filter');

    await page(el).click('button', 'Show all');

    expect(filters).to.deep.equal([unfiltered]);
  });
});

describe('the colour of a ticket', () => {
  const categories = [4, 91, 7].map((id) => ({ id, title: `Category ${id}` }));
  const tintOf = (ticket: HTMLElement) =>
    getComputedStyle(ticket.querySelector('.stub') ?? ticket).backgroundColor;
  const of = (...ids: number[]) =>
    aListedEvent({ categories: ids.map((id) => ({ id, title: `Category ${id}` })) });

  it('goes by the order of the site’s categories, and is a fixed one without any', async () => {
    const events = [of(4, 91), of(7), of(91), of(), of(12)];
    const el = await open({ events }, aSite({ categories }));
    const [first, third, second, none, unknown] = cards(el).map(tintOf);
    const other = await open({ events: [of(91)] }, aSite({ categories: categories.slice(1) }));

    expect(new Set([first, second, third, none]).size).to.equal(4);
    expect(unknown).to.equal(none);
    expect(tintOf(cards(other)[0]!)).to.equal(first);
  });

  it('repeats if there are more categories than colours', async () => {
    const many = Array.from({ length: 7 }, (_, id) => ({ id, title: `Category ${id}` }));
    const el = await open({ events: [of(0), of(6), of(1)] }, aSite({ categories: many }));

    const [first, seventh, second] = cards(el).map(tintOf);
    expect(seventh).to.equal(first);
    expect(second).not.to.equal(first);
  });
});

describe('booking-widget, ordering its list', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

  /** A widget that records its requests. */
  async function listening() {
    const sent: string[] = [];
    const me = await visit(
      {},
      {
        toProxy: (proxy) => async (request) => {
          const headers = JSON.stringify([...request.headers]);
          sent.push(
            `${decodeURIComponent(request.url)} ${headers} ${await request.clone().text()}`,
          );
          return proxy(request);
        },
      },
    );
    await me.appears('button', 'Kayak on the Spree');
    const list = me.el.shadowRoot!.querySelector('booking-event-list')!;
    return { me, sent, list };
  }

  const wholeList = /events \[/;
  const lastPrices = ({ events = [] }: EventList) =>
    events.map(({ from_price }) => [from_price?.currency, from_price?.value]);

  it('lets the proxy sort, and shows the cheapest first', async () => {
    const { sent, list } = await listening();

    await choose(list, 'Sort by', 'Lowest price first');
    await until(() => sent.some((request) => request.includes('order=price')), 'the order');
    await until(() => lastPrices(list)[0]?.[1] === 1900, 'the cheapest');

    const euros = lastPrices(list).flatMap(([code, value]) => (code === 'EUR' ? [value] : []));
    expect(euros).to.deep.equal(euros.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('never sends the customer’s position, and lists near events first', async () => {
    locateAt(lisbon);
    const { me, sent, list } = await listening();

    await choose(list, 'Sort by', 'Nearest first');
    await until(() => sent.some((request) => wholeList.test(request)), 'the whole list');
    await until(() => /Tile|tram|surf|Fado/i.test(list.events?.[0]?.title ?? ''), 'the nearest');
    await me.press(list.events![0]!.title);
    await me.appears('button', /All experiences/);

    const towns = list.events!.map(({ timezone }) => timezone);
    expect(towns).to.deep.equal(towns.toSorted((a, b) => distanceOf(a) - distanceOf(b)));
    // Shows that the requests were recorded.
    expect(sent.join(' ')).to.contain('limit=25');
    for (const part of ['38.7', '-9.1', '38,7', 'latitude', 'near', 'geolocation']) {
      expect(sent.join(' ')).not.to.contain(part);
    }
  });

  it('lets the proxy list one vendor only', async () => {
    const { me, sent, list } = await listening();
    const select = page(list).find<HTMLSelectElement>('combobox', 'Sold by');
    const [, vendor] = select.options;

    await choose(list, 'Sold by', vendor!.text);
    await until(() => sent.some((request) => request.includes('accept_vendors=')), 'the vendor');
    await until(
      () => list.events?.every(({ vendor_name }) => vendor_name === vendor!.text),
      'the events of the vendor alone',
    );

    await me.press('Show all');
    await until(() => list.events!.some(({ vendor_name }) => vendor_name !== vendor!.text), 'all');
  });
});

const distanceOf = (timezone: string) =>
  ['Europe/Lisbon', 'Europe/Berlin', 'Asia/Tokyo'].indexOf(timezone);
