import { expect, nextFrame } from '@open-wc/testing';
import type { Start } from '../../src/domain/availability.ts';
import { localDay, weekOf, weeksWith } from '../../src/domain/days.ts';
import { toMillis } from '../../src/domain/zone.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { DatePicker } from '../../src/index.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { inThisZone } from '../support/this-zone.ts';
import { at, open, startsAt, times } from './date-picker.ts';
import { loaded, shownDates } from './loadables.ts';

/** Shows the weeks with a day asynchronously, as the widget does. */
function showDays(el: DatePicker): void {
  el.addEventListener('days-show', (event) => {
    const weeks = weeksWith((event as InnerEvent<string>).detail, '2026-11-21', 1);
    queueMicrotask(() => (el.dates = shownDates(loaded<Start[]>([]), weeks)));
  });
}

/** Engines differ in the spaces around the dash. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

describe('booking-date-picker in the customer’s time zone', () => {
  it('calls a day of the list today only where it is the customer’s today too', async () => {
    for (const now of ['2026-11-24T07:30:00Z', '2026-11-24T15:30:00Z'].map(toMillis)) {
      const el = await open({ asList: true }, { now });
      const isToday = localDay(now) === '2026-11-24';

      expect(page(el).text().includes('today')).to.equal(isToday);
    }
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
    const line = inThisZone({
      'America/Los_Angeles': 'Central European Time, 9 h ahead of yours',
      'Asia/Tokyo': 'Central European Time, 8 h behind yours',
      'Europe/Berlin': 'Central European Time',
    });

    const text = page(await open()).text();

    expect(text.slice(text.indexOf('Central'))).to.equal(line);
  });

  it('says for the chosen day how far the zones are apart, where clocks change meanwhile', async () => {
    const date = '2027-03-30T08:00:00Z';
    const starts = startsAt([at('2027-03-01T09:00:00Z'), at(date)]);
    const line = inThisZone({
      'America/Los_Angeles': 'Central European Time, 9 h ahead of yours',
      'Asia/Tokyo': 'Central European Time, 7 h behind yours',
      'Europe/Berlin': 'Central European Time',
    });

    const text = page(await open({ starts, first: '2027-03-01', day: '2027-03-30' })).text();

    expect(text.slice(text.indexOf('Central'))).to.equal(line);
  });

  it('marks today by the event’s zone', async () => {
    const now = Date.parse('2026-11-21T16:00:00Z');

    const picker = page(await open({ event: { timezone: 'Asia/Tokyo' } }, { now }));

    const today = picker.all('button').filter((day) => day.matches('[aria-current=date]'));
    expect(today.map((day) => page(day).text())).to.deep.equal(['22']);
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

  it('leads from empty weeks to the first day with dates', async () => {
    const el = await open({ starts: [], event: { first_date: '2026-12-31T23:30:00Z' } });
    const shown = hear<string>(el, 'days-show');

    expect(page(el).text()).to.contain('No dates in these weeks.');
    await page(el).click('button', 'First dates in January 2027');

    expect(shown).to.deep.equal(['2027-01-01']);
  });
});
