import { expect } from '@open-wc/testing';
import { addDays } from '../../src/domain/days.ts';
import { type DayGrid, type Messages, Words } from '../../src/index.ts';
import ar from '../../src/messages/ar.json' with { type: 'json' };
import de from '../../src/messages/de.json' with { type: 'json' };
import es from '../../src/messages/es.json' with { type: 'json' };
import fr from '../../src/messages/fr.json' with { type: 'json' };
import italian from '../../src/messages/it.json' with { type: 'json' };
import nl from '../../src/messages/nl.json' with { type: 'json' };
import { clickOn, focused, hear, page, press } from '../support/page.ts';
import { type Context, mount } from './mount.ts';
import { aDay, byDay, dayOf, november, on } from './november.ts';

const open = (change: Partial<DayGrid> = {}, context: Partial<Context> = {}) =>
  mount('booking-day-grid', { ...november, ...change }, context);

describe('booking-day-grid', () => {
  const looks: Record<string, Partial<DayGrid>> = {
    'with days of every kind, one of them chosen': { selected: '2026-11-24' },
    'with a chosen day that is nearly full': { selected: '2026-11-25' },
    'without days': { days: byDay() },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('is a grid of five weeks under their name, in which only days to come can be reached', async () => {
    const el = await open();

    const grid = page(el).within('grid', '21 Nov to 20 Dec');

    expect(grid.all('columnheader')).to.have.length(7);
    expect(grid.all('button')).to.have.length(30);
    expect(grid.text()).to.contain('16 17 18 19 20 21');
  });

  it('shows the days that have passed, but leaves them out where it is read aloud', async () => {
    const el = await open({ today: '2026-11-24' });
    const grid = page(el);

    expect(grid.text()).to.contain('22 23 24');
    const [first] = grid.names('gridcell').filter(Boolean);
    expect(first).to.match(/^Tuesday,? 24 November 2026, from/);
    await expect(el).to.be.accessible();
  });

  const labels: [words: string, short: string][] = [
    ['24 November 2026, from €39.00', '24 39'],
    ['25 November 2026, from €39.00, 2 left', '25 2 left'],
    ['26 November 2026, full', '26 full'],
    ['27 November 2026, closed', '27 closed'],
    ['28 November 2026, from €24.50', '28 24.50'],
    ['29 November 2026, no dates', '29'],
  ];
  for (const [words, short] of labels) {
    it(`says “${words}” and shows “${short}”`, async () => {
      const grid = page(await open());

      const day = grid.find('gridcell', new RegExp(`^\\w+,? ${words}$`));

      expect(page(day).text()).to.equal(short);
    });
  }

  it('says that a day is free of charge, and not that it is from nothing', async () => {
    const free = aDay('2026-11-24', { fromValue: 0 });
    const scarce = aDay('2026-11-25', { fromValue: 0, left: 2, scarce: true });

    const grid = page(await open({ days: byDay(free, scarce) }));

    expect(grid.has('button', /^Tuesday,? 24 November 2026, free$/)).to.equal(true);
    expect(grid.has('button', /^Wednesday,? 25 November 2026, free, 2 left$/)).to.equal(true);
  });

  it('says how many places a day has that has too few, and for how many', async () => {
    const tight = aDay('2026-11-24', { state: 'too-few-places', left: 2 });

    const grid = page(await open({ days: byDay(tight), participants: 3 }));

    const day = grid.find('gridcell', /24 November 2026, 2 left, not enough for 3 participants$/);
    expect(page(day).text()).to.equal('24 2/3');
    expect(grid.find('button', /24 November/).getAttribute('aria-disabled')).to.equal('true');
  });

  const languages = { de, es, fr, it: italian, nl, ar, en: undefined };
  for (const [lang, messages] of Object.entries(languages)) {
    it(`keeps the texts of neighbouring days apart on a phone of 320 px, in ${lang}`, async () => {
      const states = ['full', 'closed', 'too-few-places', 'free'] as const;
      const days = Array.from({ length: 30 }, (_, index) =>
        aDay(addDays('2026-11-21', index), {
          state: states[index % 4]!,
          scarce: index % 8 === 3,
          left: index % 4 === 2 ? 11 : 3,
          fromValue: index < 14 ? 12450 : 12_345_678_90,
        }),
      );
      const words = new Words(lang, messages as Messages | undefined);
      const el = await open({ days: byDay(...days), participants: 14 }, { words });
      // The width that the date picker has in a shop's page on a phone.
      const { style } = el.parentElement!;
      Object.assign(style, { containerType: 'inline-size', width: '262px' });

      for (const text of el.renderRoot.querySelectorAll('small')) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { width } = range.getBoundingClientRect();
        expect(width, text.textContent).to.be.at.most(text.closest('td')!.offsetWidth - 1);
      }
    });
  }

  it('says one place, not one places', async () => {
    const one = aDay('2026-11-24', { left: 1, scarce: true });

    const grid = page(await open({ days: byDay(one) }));

    expect(grid.has('button', /, 1 left$/)).to.equal(true);
  });

  it('reports the chosen day, by mouse and by keyboard', async () => {
    const el = await open();
    const chosen = hear<string>(el, 'day-choose');

    await page(el).click('button', on(24));
    await press('ArrowRight', 'Enter');
    await press('ArrowLeft', 'Space');

    expect(chosen).to.deep.equal(['2026-11-24', '2026-11-25', '2026-11-24']);
  });

  for (const [title, name] of [
    ['a full day', on(26)],
    ['a closed day', on(27)],
    ['a day without dates', on(29)],
  ] as const) {
    it(`lets ${title} be reached, but not chosen`, async () => {
      const el = await open();
      const chosen = hear(el, 'day-choose');
      const day = page(el).find('button', name);

      await clickOn(day);
      await press('Enter');

      expect(chosen).to.deep.equal([]);
      expect(day).to.have.attribute('aria-disabled', 'true');
      expect(focused()).to.equal(day);
    });
  }

  it('shows where a month begins, in line with the days beside it', async () => {
    const grid = page(await open());
    const first = grid.find('button', on(1, 'December'));
    const next = grid.find('button', on(2, 'December'));
    const numberIn = (day: HTMLElement) => {
      const range = document.createRange();
      range.selectNodeContents(day);
      return range.getBoundingClientRect().top;
    };

    // Firefox does not resolve the attribute.
    expect(getComputedStyle(first, '::before').content).to.be.oneOf(['"Dec"', 'attr(data-month)']);
    expect(first.dataset['month']).to.equal('Dec');
    expect(getComputedStyle(next, '::before').content).to.equal('none');
    expect(numberIn(first)).to.equal(numberIn(next));
  });

  it('strikes a full day through, and no other', async () => {
    const el = await open();

    const struck = page(el)
      .all('button')
      .filter((day) => getComputedStyle(day).textDecorationLine === 'line-through');

    expect(struck.map(dayOf)).to.deep.equal(['2026-11-26']);
  });

  it('marks the chosen day and today', async () => {
    const el = await open({ selected: '2026-11-24' });
    const grid = page(el);

    const chosen = grid.all('gridcell').filter((cell) => cell.matches('[aria-selected=true]'));
    const today = grid.all('button').filter((day) => day.matches('[aria-current=date]'));

    expect(chosen.map((cell) => page(cell).names('button')[0])).to.match(on(24));
    expect(today.map(dayOf)).to.deep.equal(['2026-11-21']);
  });

  // Older versions of Firefox do not know where a week begins, and have Monday everywhere.
  const knowsWeeks = ['getWeekInfo', 'weekInfo'].some((name) => name in Intl.Locale.prototype);
  for (const [lang, first] of [
    ['en', 'Mo'],
    ['de', 'Mo'],
    ['ja', knowsWeeks ? '日' : '月'],
  ] as const) {
    it(`begins the week as ${lang} does`, async () => {
      const [weekday] = page(await open({}, { words: new Words(lang) })).all('columnheader');

      expect(weekday?.textContent?.trim()).to.equal(first);
    });
  }

  it('writes a currency without minor units as it is', async () => {
    const yen = aDay('2026-11-24', { fromValue: 5500 });

    const grid = page(await open({ days: byDay(yen), currency: 'JPY' }));

    expect(page(grid.find('gridcell', /from ¥5,500$/)).text()).to.equal('24 5,500');
  });
});
