import { expect, nextFrame } from '@open-wc/testing';
import type { InnerEvent } from '../../src/events.ts';
import type { MonthGrid } from '../../src/index.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { mount } from './mount.ts';
import { aDay, byDay, dayOf, november, on } from './november.ts';

/** Shows a requested month asynchronously, as the widget does, and its dates later still. */
async function open(change: Partial<MonthGrid> = {}): Promise<MonthGrid> {
  const el = await mount('booking-month-grid', { ...november, ...change });
  el.addEventListener('month-show', (event) => {
    const { detail: month } = event as InnerEvent<string>;
    queueMicrotask(() => Object.assign(el, { month, days: byDay() }));
  });
  return el;
}

const reachable = (el: MonthGrid) => {
  const days = page(el).all('button');
  return days.filter(({ tabIndex }) => tabIndex === 0).map(dayOf);
};

describe('booking-month-grid by keyboard', () => {
  it('is accessible on a day that was reached by arrow keys', async () => {
    const el = await open();
    await page(el).click('button', on(24));
    await press('ArrowDown');

    await expect(el).to.be.accessible();
  });

  for (const [title, change, day] of [
    ['the chosen day', { selected: '2026-11-28' }, '2026-11-28'],
    ['the first free day', {}, '2026-11-24'],
    ['the first of a month without dates', { month: '2027-02', days: byDay() }, '2027-02-01'],
  ] as const) {
    it(`lets Tab reach ${title} and no other`, async () => {
      expect(reachable(await open(change))).to.deep.equal([day]);
    });
  }

  it('lets Tab reach the first free day when dates come after the month', async () => {
    const el = await open({ days: byDay() });

    el.days = november.days;
    await el.updateComplete;

    expect(reachable(el)).to.deep.equal(['2026-11-24']);
  });

  const keys: [key: string, from: number, to: string][] = [
    ['ArrowRight', 24, '2026-11-25'],
    ['ArrowLeft', 24, '2026-11-23'],
    ['ArrowDown', 17, '2026-11-24'],
    ['ArrowUp', 24, '2026-11-17'],
    ['Home', 25, '2026-11-23'],
    ['End', 25, '2026-11-29'],
  ];
  for (const [key, from, to] of keys) {
    it(`moves by ${key} from the ${from}th to ${to}`, async () => {
      const el = await open({ today: '2025-11-24' });
      const months = hear(el, 'month-show');
      await page(el).click('button', on(from));

      await press(key);

      expect(dayOf(focused())).to.equal(to);
      expect(reachable(el)).to.deep.equal([to]);
      expect(months).to.deep.equal([]);
    });
  }

  const crossings: [key: string, from: number, to: string][] = [
    ['ArrowRight', 30, '2026-12-01'],
    ['ArrowLeft', 1, '2026-10-31'],
    ['ArrowDown', 24, '2026-12-01'],
    ['ArrowUp', 1, '2026-10-25'],
    ['Home', 1, '2026-10-26'],
    ['End', 30, '2026-12-06'],
    ['PageUp', 24, '2026-10-24'],
    ['PageDown', 24, '2026-12-24'],
    ['Shift+PageUp', 24, '2025-11-24'],
    ['Shift+PageDown', 24, '2027-11-24'],
  ];
  for (const [key, from, to] of crossings) {
    it(`requests the month of ${to} on ${key}, and moves there`, async () => {
      const el = await open({ today: '2025-11-24' });
      const months = hear<string>(el, 'month-show');
      await page(el).click('button', on(from));

      await press(key);
      await nextFrame();

      expect(months).to.deep.equal([to.slice(0, 7)]);
      expect(dayOf(focused())).to.equal(to);
      expect(reachable(el)).to.deep.equal([to]);
    });
  }

  it('goes to the last day of a shorter month', async () => {
    const el = await open({ month: '2027-01', days: byDay() });
    await page(el).click('button', on(31));

    await press('PageDown');
    await nextFrame();

    expect(dayOf(focused())).to.equal('2027-02-28');
  });

  it('stays on its day when the dates of the new month arrive', async () => {
    const el = await open();
    await page(el).click('button', on(30));
    await press('ArrowRight');
    await nextFrame();

    el.days = byDay(aDay('2026-12-09'));
    await el.updateComplete;

    expect(dayOf(focused())).to.equal('2026-12-01');
    expect(reachable(el)).to.deep.equal(['2026-12-01']);
  });

  it('does not go to a day that has passed', async () => {
    const el = await open();
    const months = hear(el, 'month-show');
    await page(el).click('button', on(21));

    await press('ArrowLeft', 'ArrowUp', 'Home', 'PageUp', 'Shift+PageUp');

    expect(months).to.deep.equal([]);
    expect(dayOf(focused())).to.equal('2026-11-21');
  });

  it('goes back to today where a month back would be before it', async () => {
    const el = await open({ month: '2026-12', days: byDay() });
    const months = hear<string>(el, 'month-show');
    await page(el).click('button', on(5));

    await press('PageUp');
    await nextFrame();

    expect(months).to.deep.equal(['2026-11']);
    expect(dayOf(focused())).to.equal('2026-11-21');
  });

  it('lets Tab reach today in a month without free days', async () => {
    expect(reachable(await open({ days: byDay() }))).to.deep.equal(['2026-11-21']);
  });

  it('does not move the focus when the month is changed from outside', async () => {
    const el = await open();

    Object.assign(el, { month: '2026-12', days: byDay() });
    await el.updateComplete;

    expect(focused()).to.equal(document.body);
    expect(reachable(el)).to.deep.equal(['2026-12-01']);
  });

  it('leaves other keys to the page', async () => {
    const el = await open();
    const next = document.createElement('button');
    el.after(next);
    await page(el).click('button', on(24));

    await press('Tab');

    expect(focused()).to.equal(next);
  });

  it('swaps left and right in right-to-left languages', async () => {
    const el = await open();
    el.dir = 'rtl';
    await page(el).click('button', on(24));

    await press('ArrowLeft');
    expect(dayOf(focused())).to.equal('2026-11-25');
    await press('ArrowRight', 'ArrowRight');

    expect(dayOf(focused())).to.equal('2026-11-23');
  });
});
