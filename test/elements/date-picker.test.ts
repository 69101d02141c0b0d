import { expect } from '@open-wc/testing';
import { type Start, startsFor } from '../../src/domain/availability.ts';
import type { DatePicker } from '../../src/index.ts';
import { aGroup, aPrice, aWeekendGroup, noResponse, NOW } from '../support/builders.ts';
import { hear, page, press } from '../support/page.ts';
import { at, open, type Picker, startsAt, times, tuesday } from './date-picker.ts';
import { loaded, shownDates } from './loadables.ts';

const christmas = startsAt([at('2026-12-23T09:00:00Z')]);

const longRound = { id: 'long', title: 'Kayak on the Spree 4 h', duration: 240 };

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

  it('shows no time zone while the event loads', async () => {
    const el = await open({ isLoading: true });
    el.event = undefined;
    await el.updateComplete;

    expect(page(el).text()).not.to.contain('time');
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

  it('leaves days open that are still being loaded, beside those that are there', async () => {
    const el = await open();
    el.dates = { ...shownDates(loaded(tuesday)), isWhole: false };
    await el.updateComplete;

    expect(page(el).has('button', /24 November 2026, from/)).to.equal(true);
    expect(page(el).find('grid')).to.have.attribute('aria-busy', 'true');
    expect(page(el).names('button').join()).not.to.contain('no dates');
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
    const el = await open({
      starts: [],
      event: { first_date: '2026-11-30T10:00:00Z', next },
    });

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
