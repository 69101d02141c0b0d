import { expect, nextFrame } from '@open-wc/testing';
import type { EventDate } from '#contract/date.schema';
import { localDay, weekOf, weeksFrom, weeksWith } from '../../src/domain/days.ts';
import { toMillis } from '../../src/domain/zone.ts';
import { startsFor, startsOf, type Start } from '../../src/domain/availability.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { DatePicker, MergedEvent } from '../../src/index.ts';
import {
  aDate,
  aGroup,
  anEvent,
  aPrice,
  aWeekendGroup,
  noResponse,
  NOW,
} from '../support/builders.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { loaded, shownDates } from './loadables.ts';
import { mount, type Context } from './mount.ts';

const at = (date: string, change: Partial<EventDate> = {}) =>
  aDate({ id: date, date, bookable_until: date, ...change });

/** Starts as the widget derives them from an event and its dates. */
const startsAt = (dates: EventDate[], event: Partial<MergedEvent> = {}, now = NOW) =>
  startsOf(anEvent(event), dates, now);

const tuesday = startsAt([
  at('2026-11-24T09:00:00Z'),
  at('2026-11-24T13:00:00Z', { available_slots: 2 }),
  at('2026-11-24T15:00:00Z', { available_slots: 0 }),
]);

const christmas = startsAt([at('2026-12-23T09:00:00Z')]);

const longRound = { id: 'long', title: 'Kayak on the Spree 4 h', duration: 240 };

interface Picker {
  event?: Partial<MergedEvent>;
  starts?: Start[];
  /** The first of the days that are shown. */
  first?: string;
  isLoading?: boolean;
  failure?: Failure;
  day?: string;
  start?: Start;
  participants?: number;
  skippedSince?: string;
  asList?: boolean;
  narrow?: boolean;
}

/** By default an event with times on Tuesday, 24 November. */
async function open(picker: Picker = {}, context: Partial<Context> = {}): Promise<DatePicker> {
  const { event, starts = tuesday, first = '2026-11-16', isLoading = false, failure } = picker;
  const { day = '', start = null, participants = 1, skippedSince = '', narrow = false } = picker;
  const value = isLoading ? undefined : startsFor(starts, participants);
  const dates = shownDates({ value, failure }, weeksFrom(first));
  const properties = {
    event: anEvent(event),
    dates,
    day,
    start,
    participants,
    skippedSince,
    narrow,
  };
  const el = await mount('booking-date-picker', properties, context);
  if (picker.asList) await page(el).click('button', 'Next dates');
  return el;
}

/** Shows the weeks with a day asynchronously, as the widget does. */
function showDays(el: DatePicker): void {
  el.addEventListener('days-show', (event) => {
    const weeks = weeksWith((event as InnerEvent<string>).detail, '2026-11-21', 1);
    queueMicrotask(() => (el.dates = shownDates(loaded<Start[]>([]), weeks)));
  });
}

/** Engines differ in the spaces around the dash. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

const times = (el: DatePicker) => page(el).names('radio');
/** The list's days. Engines differ in the comma after the day of the week. */
const rows = (el: DatePicker) =>
  page(el)
    .all('listitem')
    .map((row) =>
      page(row)
        .text()
        .replace(/^(\w+),/, '$1'),
    );

const placeOf = (el: DatePicker, role: string): DOMRect =>
  page(el).all(role)[0]!.getBoundingClientRect();

describe('booking-date-picker', () => {
  it('offers further durations beside the times, each by the title of its event', async () => {
    const event = { further_durations: [longRound] };
    const el = await open({ event, day: '2026-11-24' });
    const asked = hear(el, 'event-switch');
    expect(page(el).text()).to.contain('Also as: 4 h');

    await page(el).click('button', '4 h: Kayak on the Spree 4 h');

    expect(asked).to.deep.equal([longRound]);
    expect(page(await open()).text()).not.to.contain('Also as');
  });

  const looks: Record<string, Picker> = {
    'before a day is chosen': {},
    'with times': { day: '2026-11-24', start: tuesday[0]! },
    'while dates load': { isLoading: true },
    'with empty weeks': { starts: [], event: { first_date: '2027-01-10T09:00:00Z' } },
    'as a list': { asList: true, day: '2026-11-24' },
    'with further durations': { event: { further_durations: [longRound] }, day: '2026-11-24' },
    'with a problem': { starts: [], failure: noResponse },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('offers the times of the chosen day as one group, with the places left', async () => {
    const el = await open({ day: '2026-11-24' });

    const group = page(el).within('group', /^Times on Tuesday,? 24 November 2026$/);

    expect(group.names('radio')).to.deep.equal(['10:00 8 left', '14:00 2 left', '16:00 full']);
    expect(page(el).find('radio', /^16:00/)).to.have.property('disabled', true);
  });

  it('shows no times before a day is chosen', async () => {
    expect(times(await open())).to.deep.equal([]);
  });

  it('reports the chosen start, by mouse and by keyboard', async () => {
    const el = await open({ day: '2026-11-24' });
    const chosen = hear<Start>(el, 'start-choose');

    await page(el).click('radio', /^14:00/);
    await press('ArrowUp');

    expect(chosen).to.deep.equal([tuesday[1], tuesday[0]]);
  });

  it('does not let a full time be chosen', async () => {
    const el = await open({ day: '2026-11-24' });
    const chosen = hear(el, 'start-choose');

    await page(el).click('radio', /^16:00/);

    expect(chosen).to.deep.equal([]);
  });

  it('does not offer a time with too few places, and says how many there are', async () => {
    const el = await open({ day: '2026-11-24', participants: 3 });

    expect(times(el)).to.deep.equal([
      '10:00 8 left',
      '14:00 2 left, not enough for 3 participants',
      '16:00 full',
    ]);
    expect(page(el).find('radio', /^14:00/)).to.have.property('disabled', true);
  });

  it('says until when to book if that is soon and before the start', async () => {
    const bookable_until = new Date(NOW + 2 * 3_600_000).toISOString();
    const date = new Date(NOW + 5 * 3_600_000).toISOString();
    const ending = startsAt([at(date, { bookable_until })]);

    const [time] = times(await open({ starts: ending, day: ending[0]!.day }));

    expect(time).to.equal('15:00 8 left · book by 12:00');
  });

  it('can show the days that have dates as a list, with times and prices', async () => {
    const friday = at('2026-11-27T09:00:00Z', { available_slots: 0 });
    const el = await open({ starts: [...tuesday, ...startsAt([friday])], asList: true });

    expect(page(el).has('grid')).to.equal(false);
    expect(rows(el)).to.deep.equal(['Tue 24 Nov 10:00 · 14:00, 2 left €39.00', 'Fri 27 Nov full']);
  });

  it('calls a day of the list free that costs nothing', async () => {
    const price_groups = [aGroup({ prices: [aPrice({ value: 0 })] })];
    const starts = startsAt([at('2026-11-24T09:00:00Z')], { price_groups });

    expect(rows(await open({ starts, asList: true }))).to.deep.equal(['Tue 24 Nov 10:00 free']);
  });

  it('reports the day that was chosen in the list, and shows its times there', async () => {
    const el = await open({ asList: true });
    const chosen = hear<string>(el, 'day-choose');

    await page(el).click('button', /^Tue,? 24 Nov/);
    expect(chosen).to.deep.equal(['2026-11-24']);

    el.day = '2026-11-24';
    await el.updateComplete;
    expect(times(el)).to.have.length(3);
    expect(
      page(el)
        .find('group', /^Times on/)
        .closest('li'),
    ).not.to.equal(null);
  });

  it('begins the list with the first day that can be chosen, and shows the rest when asked', async () => {
    const days = Array.from({ length: 9 }, (_, index) =>
      at(`2026-11-2${index + 1}T09:00:00Z`, { available_slots: index < 2 ? 0 : 8 }),
    );
    const el = await open({ starts: startsAt(days), asList: true });
    const names = () => rows(el).map((row) => row.slice(0, 10));

    expect(names()[0]).to.equal('Mon 23 Nov');
    expect(names()).to.have.length(6);

    await page(el).click('button', 'Show more');
    expect(names()[0]).to.equal('Sat 21 Nov');
    expect(names()).to.have.length(9);
  });

  it('calls a day of the list today only where it is the customer’s today too', async () => {
    for (const now of ['2026-11-24T07:30:00Z', '2026-11-24T15:30:00Z'].map(toMillis)) {
      const el = await open({ asList: true }, { now });
      const isToday = localDay(now) === '2026-11-24';

      expect(page(el).text().includes('today')).to.equal(isToday);
    }
  });

  it('does not let a full day of the list be chosen', async () => {
    const starts = startsAt([at('2026-11-24T09:00:00Z', { available_slots: 0 })]);
    const el = await open({ starts, asList: true });
    const chosen = hear(el, 'day-choose');

    await page(el).click('button', /^Tue,? 24 Nov/);

    expect(chosen).to.deep.equal([]);
  });

  it('says that weeks were skipped', async () => {
    const el = await open({
      first: '2026-12-21',
      starts: christmas,
      participants: 3,
      skippedSince: '2026-11-16',
    });

    expect(page(el).text()).to.match(/No places for 3 participants before Mon,? 21 Dec\./);
  });

  it('shows which time is chosen', async () => {
    const picker = page(await open({ day: '2026-11-24', start: tuesday[1]! }));

    const checked = picker.all('radio').map((radio) => (radio as HTMLInputElement).checked);

    expect(checked).to.deep.equal([false, true, false]);
  });

  it('shows opening hours from begin to end', async () => {
    const price_groups = [aGroup({ latest_booking_time: -420 })];
    const starts = startsAt([at('2026-11-24T13:00:00Z')], { price_groups });

    expect(times(await open({ starts, day: '2026-11-24' }))).to.deep.equal([
      'Open 14:00 to 16:00 8 left',
    ]);
  });

  it('shows the duration of each time if durations differ', async () => {
    const price_groups = [aGroup(), aWeekendGroup({ event_id: 'long', duration: 240 })];
    const dates = [at('2026-11-24T09:00:00Z'), at('2026-11-24T10:30:00Z', { event_id: 'long' })];
    const starts = startsAt(dates, { price_groups });

    expect(times(await open({ starts, day: '2026-11-24' }))).to.deep.equal([
      '10:00 2 h · 8 left',
      '11:30 4 h · 8 left',
    ]);
  });

  for (const [title, day, dates, words] of [
    [
      'of 23 hours',
      '2027-03-28',
      ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', '2027-03-28T21:30:00Z'],
      ['01:30 8 left', '03:30 8 left', '23:30 8 left'],
    ],
    [
      'of 25 hours',
      '2027-10-31',
      [
        '2027-10-30T22:30:00Z',
        '2027-10-31T00:30:00Z',
        '2027-10-31T02:30:00Z',
        '2027-10-31T22:30:00Z',
      ],
      ['00:30 8 left', '02:30 8 left', '03:30 8 left', '23:30 8 left'],
    ],
  ] as const) {
    it(`shows the event’s times on a day ${title}`, async () => {
      const starts = startsAt(dates.map((date) => at(date)));

      expect(times(await open({ starts, first: weekOf(day, 1)[0], day }))).to.deep.equal(words);
    });
  }

  it('names the time zone, and its difference from the customer’s', async () => {
    const lines: Record<string, string> = {
      'America/Los_Angeles': 'Central European Time, 9 h ahead of yours',
      'Asia/Tokyo': 'Central European Time, 8 h behind yours',
      'Europe/Berlin': 'Central European Time',
    };

    const text = page(await open()).text();

    expect(text.slice(text.indexOf('Central'))).to.equal(
      lines[Intl.DateTimeFormat().resolvedOptions().timeZone],
    );
  });

  it('says for the chosen day how far the zones are apart, where clocks change meanwhile', async () => {
    const date = '2027-03-30T08:00:00Z';
    const starts = startsAt([at('2027-03-01T09:00:00Z'), at(date)]);
    const lines: Record<string, string> = {
      'America/Los_Angeles': 'Central European Time, 9 h ahead of yours',
      'Asia/Tokyo': 'Central European Time, 7 h behind yours',
      'Europe/Berlin': 'Central European Time',
    };

    const text = page(await open({ starts, first: '2027-03-01', day: '2027-03-30' })).text();

    expect(text.slice(text.indexOf('Central'))).to.equal(
      lines[Intl.DateTimeFormat().resolvedOptions().timeZone],
    );
  });

  it('shows no time zone while the event loads', async () => {
    const el = await open({ isLoading: true });
    el.event = undefined;
    await el.updateComplete;

    expect(page(el).text()).not.to.contain('time');
  });

  it('marks today by the event’s zone', async () => {
    const now = Date.parse('2026-11-21T16:00:00Z');

    const picker = page(await open({ event: { timezone: 'Asia/Tokyo' } }, { now }));

    const today = picker.all('button').filter((day) => day.matches('[aria-current=date]'));
    expect(today.map((day) => page(day).text())).to.deep.equal(['22']);
  });

  it('asks for the weeks before and after', async () => {
    const el = await open({ first: '2026-12-21' });
    const shown = hear<string>(el, 'days-show');

    await page(el).click('button', 'Earlier days');
    await page(el).click('button', 'Later days');

    expect(shown).to.deep.equal(['2026-11-16', '2027-01-25']);
  });

  it('does not go before the weeks of today', async () => {
    const el = await open();
    const shown = hear(el, 'days-show');

    await page(el).click('button', 'Earlier days');

    expect(shown).to.deep.equal([]);
    expect(page(el).find('button', 'Earlier days')).to.have.attribute('aria-disabled', 'true');
  });

  it('goes on to the later days by keyboard, and names them', async () => {
    const el = await open();
    showDays(el);
    expect(page(el).names('heading').map(plain)).to.deep.equal(['21 Nov – 20 Dec']);
    await page(el).click('button', /^Sunday,? 20 December/);

    await press('ArrowRight');
    await nextFrame();

    expect(page(el).names('heading').map(plain)).to.deep.equal(['21 Dec 2026 – 24 Jan 2027']);
    expect(focused()).to.equal(page(el).find('button', /^Monday,? 21 December/));
  });

  it('leaves days open that are still being loaded, beside those that are there', async () => {
    const el = await open();
    el.dates = { ...shownDates(loaded(tuesday)), isWhole: false };
    await el.updateComplete;

    expect(page(el).has('button', /24 November 2026, from/)).to.equal(true);
    expect(page(el).find('grid')).to.have.attribute('aria-busy', 'true');
    expect(page(el).names('button').join()).not.to.contain('no dates');
  });

  it('leads from empty weeks to the first day with dates', async () => {
    const el = await open({ starts: [], event: { first_date: '2026-12-31T23:30:00Z' } });
    const shown = hear<string>(el, 'days-show');

    expect(page(el).text()).to.contain('No dates in these weeks.');
    await page(el).click('button', 'First dates in January 2027');

    expect(shown).to.deep.equal(['2027-01-01']);
  });

  it('says once that the weeks up to the last ones it skipped to have nothing', async () => {
    const event = { first_date: '2026-10-05T10:00:00Z' };
    const starts = startsAt([at('2026-11-24T09:00:00Z', { available_slots: 2 })]);
    const picker = page(await open({ starts, event, participants: 3, skippedSince: '2026-10-12' }));

    const [note, ...others] = picker.all('status').map((each) => page(each).text());
    expect(note).to.match(
      /^No places for 3 participants before Mon,? 21 Dec\. Look from Mon,? 21 Dec on$/,
    );
    expect(others).to.deep.equal([]);
    expect(picker.has('button', /^First dates/)).to.equal(false);
  });

  it('says that a search without a result has ended, and leads to where it has not looked', async () => {
    const starts = startsAt([at('2026-11-24T09:00:00Z', { available_slots: 0 })]);
    const el = await open({ starts, participants: 1, skippedSince: '2026-06-29' });
    const shown = hear<string>(el, 'days-show');

    expect(page(el).text()).to.match(/No places for 1 participant before Mon,? 21 Dec\./);
    await page(el).click('button', /^Look from Mon,? 21 Dec on$/);

    expect(shown).to.deep.equal(['2026-12-21']);
  });

  it('leads to the first month that is not known to be sold out', async () => {
    const next = { date: null, known_until: '2027-02-01T00:00:00Z', as_of: '2026-11-21T09:00:00Z' };
    const el = await open({ starts: [], event: { first_date: '2026-11-30T10:00:00Z', next } });

    expect(page(el).has('button', 'First dates in February 2027')).to.equal(true);
  });

  it('has no link when there are no dates at all', async () => {
    const picker = page(await open({ starts: [], event: { first_date: null } }));

    expect(picker.text()).to.contain('No dates right now');
    expect(picker.has('button', /^First dates/)).to.equal(false);
  });

  it('says only that the weeks are empty when other days are unknown', async () => {
    const unknown = { first_date: null, first_date_known: false };
    const picker = page(await open({ starts: [], event: unknown }));

    expect(picker.text()).to.contain('No dates in these weeks.');
    expect(picker.has('button', /^First dates/)).to.equal(false);
  });

  it('calls no weeks empty while their dates load', async () => {
    const picker = page(await open({ isLoading: true }));

    expect(picker.text()).not.to.match(/Nothing left|No dates/);
  });

  it('says above its days that none has dates, where a narrow screen shows it', async () => {
    const failed = await open({ starts: [], failure: noResponse });
    const empty = await open({ starts: [] });

    expect(placeOf(failed, 'alert').bottom).to.be.below(placeOf(failed, 'gridcell').top);
    expect(placeOf(empty, 'status').bottom).to.be.below(placeOf(empty, 'gridcell').top);
  });

  it('says above its days that they load, and moves nothing when they have', async () => {
    const el = await open({ isLoading: true });
    const before = placeOf(el, 'gridcell');
    expect(placeOf(el, 'status').bottom).to.be.at.most(before.top);

    el.dates = shownDates(loaded(startsFor(tuesday, 1)));
    await el.updateComplete;

    expect(page(el).all('status')).to.deep.equal([]);
    expect(placeOf(el, 'gridcell').top).to.equal(before.top);
  });

  it('says why there are no dates, and tries again when asked', async () => {
    const el = await open({ starts: [], failure: noResponse });
    const retries = hear(el, 'dates-retry');

    expect(page(page(el).find('alert')).text()).to.contain('No answer from the booking service.');
    expect(page(el).text()).not.to.match(/Nothing left|No dates/);
    await page(el).click('button', 'Try again');

    expect(retries).to.have.length(1);
  });
});
