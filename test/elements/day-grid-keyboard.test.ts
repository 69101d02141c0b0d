import { expect, nextFrame } from '@open-wc/testing';
import { weekOf } from '../../src/domain/days.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { DayGrid } from '../../src/index.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { mount } from './mount.ts';
import { aDay, byDay, dayOf, november, on } from './november.ts';

/** Shows the weeks with a day asynchronously, as the widget does, and their dates later still. */
async function open(change: Partial<DayGrid> = {}): Promise<DayGrid> {
  const el = await mount('booking-day-grid', { ...november, ...change });
  el.addEventListener('days-show', (event) => {
    const [first] = weekOf((event as InnerEvent<string>).detail, 1);
    queueMicrotask(() => Object.assign(el, { first, days: byDay() }));
  });
  return el;
}

const reachable = (el: DayGrid) => {
  const days = page(el).all('button');
  return days.filter(({ tabIndex }) => tabIndex === 0).map(dayOf);
};

describe('booking-day-grid by keyboard', () => {
  it('is accessible on a day that was reached by arrow keys', async () => {
    const el = await open();
    await page(el).click('button', on(24));
    await press('ArrowDown');

    await expect(el).to.be.accessible();
  });

  for (const [title, change, day] of [
    ['the chosen day', { selected: '2026-11-28' }, '2026-11-28'],
    ['the first free day', {}, '2026-11-24'],
    ['the first of weeks without dates', { first: '2027-01-25', days: byDay() }, '2027-01-25'],
  ] as const) {
    it(`lets Tab reach ${title} and no other`, async () => {
      expect(reachable(await open(change))).to.deep.equal([day]);
    });
  }

  it('lets Tab reach the first free day when dates come after their weeks', async () => {
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
    ['PageDown', 17, '2026-12-17'],
  ];
  for (const [key, from, to] of keys) {
    it(`moves by ${key} from the ${from}th to ${to}`, async () => {
      const el = await open({ today: '2025-11-24' });
      const shown = hear(el, 'days-show');
      await page(el).click('button', on(from));

      await press(key);

      expect(dayOf(focused())).to.equal(to);
      expect(reachable(el)).to.deep.equal([to]);
      expect(shown).to.deep.equal([]);
    });
  }

  const crossings: [key: string, from: RegExp, to: string][] = [
    ['ArrowRight', on(20, 'December'), '2026-12-21'],
    ['ArrowLeft', on(16), '2026-11-15'],
    ['ArrowDown', on(20, 'December'), '2026-12-27'],
    ['ArrowUp', on(16), '2026-11-09'],
    ['PageUp', on(24), '2026-10-24'],
    ['PageDown', on(24), '2026-12-24'],
    ['Shift+PageUp', on(24), '2025-11-24'],
    ['Shift+PageDown', on(24), '2027-11-24'],
  ];
  for (const [key, from, to] of crossings) {
    it(`requests the weeks with ${to} on ${key}, and moves there`, async () => {
      const el = await open({ today: '2025-11-24' });
      const shown = hear<string>(el, 'days-show');
      await page(el).click('button', from);

      await press(key);
      await nextFrame();

      expect(shown).to.deep.equal([to]);
      expect(dayOf(focused())).to.equal(to);
      expect(reachable(el)).to.deep.equal([to]);
    });
  }

  it('goes to the last day of a shorter month', async () => {
    const el = await open({ first: '2027-01-25', days: byDay() });
    await page(el).click('button', on(31, 'January'));

    await press('PageDown');
    await nextFrame();

    expect(dayOf(focused())).to.equal('2027-02-28');
  });

  it('stays on its day when the dates of the new weeks arrive', async () => {
    const el = await open();
    await page(el).click('button', on(20, 'December'));
    await press('ArrowRight');
    await nextFrame();

    el.days = byDay(aDay('2026-12-30'));
    await el.updateComplete;

    expect(dayOf(focused())).to.equal('2026-12-21');
    expect(reachable(el)).to.deep.equal(['2026-12-21']);
  });

  it('does not go to a day that has passed', async () => {
    const el = await open();
    const shown = hear(el, 'days-show');
    await page(el).click('button', on(21));

    await press('ArrowLeft', 'ArrowUp', 'Home', 'PageUp', 'Shift+PageUp');

    expect(shown).to.deep.equal([]);
    expect(dayOf(focused())).to.equal('2026-11-21');
  });

  it('goes back to today where a month back would be before it', async () => {
    const el = await open({ first: '2026-12-14', days: byDay() });
    const shown = hear<string>(el, 'days-show');
    await page(el).click('button', on(15, 'December'));

    await press('PageUp');
    await nextFrame();

    expect(shown).to.deep.equal(['2026-11-21']);
    expect(dayOf(focused())).to.equal('2026-11-21');
  });

  it('lets Tab reach today in weeks without free days', async () => {
    expect(reachable(await open({ days: byDay() }))).to.deep.equal(['2026-11-21']);
  });

  it('does not move the focus when the weeks are changed from outside', async () => {
    const el = await open();

    Object.assign(el, { first: '2026-12-21', days: byDay() });
    await el.updateComplete;

    expect(focused()).to.equal(document.body);
    expect(reachable(el)).to.deep.equal(['2026-12-21']);
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
