import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { startsFor, startsOf } from '../../../src/domain/availability.ts';
import type { Day } from '../../../src/domain/days.ts';
import type { InnerEvent } from '../../../src/events.ts';
import type { DatePicker } from '../../../src/index.ts';
import { aDate, anEvent, NOW } from '../../support/builders.ts';
import { focused, page, painted, press } from '../../support/page.ts';
import { loaded, loading, shownDates } from '../loadables.ts';
import { mount } from '../mount.ts';

/** As many as the row has at least. */
const DAYS = 10;
const days = Array.from({ length: DAYS }, (_, index) => `2026-12-${10 + index}`);
const LAST = days.at(-1)!;

const starts = startsFor(
  startsOf(
    anEvent(),
    days.map((day) =>
      aDate({ id: day, date: `${day}T13:00:00Z`, bookable_until: `${day}T13:00:00Z` }),
    ),
    NOW,
  ),
  1,
);
const weeks = { first: '2026-11-30', last: '2027-01-03' };

/** The row in a column of a phone's width, with days as wide as some font makes them. */
async function open({ dir = 'ltr', width = 71, day = '' } = {}): Promise<DatePicker> {
  const el = await mount('booking-date-picker', {
    event: anEvent(),
    dates: shownDates(loaded(starts), weeks),
    day,
    narrow: true,
    dir,
  });
  el.style.cssText = 'display: block; width: 288px';
  for (const item of page(el).all('listitem')) {
    item.style.cssText = `min-width: ${width}px; max-width: ${width}px`;
  }
  el.addEventListener('day-choose', (event) => (el.day = (event as InnerEvent<Day>).detail));
  await painted();
  return el;
}

const buttons = (el: DatePicker) => page(el).all('button', /2026/);
const rowOf = (el: DatePicker) => page(el).find('list');

/** How many pixels of a day are cut off on either side of the row. */
function cutOff(day: Element): number {
  const row = day.closest('ul')!.getBoundingClientRect();
  const { left, right } = day.getBoundingClientRect();
  return Math.round(Math.max(0, row.left - left) + Math.max(0, right - row.right));
}

/** The place of the chosen day in the row. */
const pressedOf = (el: DatePicker) =>
  buttons(el).findIndex((button) => button.getAttribute('aria-pressed') === 'true');

describe('the row of the next days', () => {
  for (const dir of ['ltr', 'rtl']) {
    // Of the last day in the row, some of these widths show less than half, some more.
    for (const width of [71, 80, 110, 122]) {
      it(`shows the focused day whole, in ${dir}, ${width} px wide`, async () => {
        const el = await open({ dir, width });
        const shown = buttons(el);
        expect(shown).to.have.length(DAYS);
        shown[0]!.focus();

        for (const key of ['Tab', 'Shift+Tab']) {
          for (let steps = 1; steps < DAYS; steps += 1) {
            await press(key);
            await painted();
            const place = key === 'Tab' ? steps : DAYS - 1 - steps;
            expect(focused() === shown[place], `${key}, ${steps} times`).to.equal(true);
            expect(cutOff(shown[place]!), `${key}, ${steps} times`).to.equal(0);
          }
        }
      });

      it(`shows a day whole that was chosen where it is cut off, in ${dir}, ${width} px wide`, async () => {
        const el = await open({ dir, width });
        const cut = buttons(el).find((button) => cutOff(button) > 0)!;
        const { left, right, top } = rowOf(el).getBoundingClientRect();
        const x = Math.round(dir === 'ltr' ? right - 12 : left + 12);

        await sendMouse({ type: 'click', position: [x, Math.round(top + 20)] });
        await painted();

        expect(pressedOf(el)).to.equal(buttons(el).indexOf(cut));
        expect(cutOff(cut)).to.equal(0);
      });

      it(`shows a day whole that the browser scrolls into view, in ${dir}, ${width} px wide`, async () => {
        const el = await open({ dir, width });
        const cut = buttons(el).find((button) => cutOff(button) > 0)!;

        cut.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        await painted();

        expect(cutOff(cut)).to.equal(0);
      });
    }
  }

  it('stays where it is when a day is chosen that is whole in view', async () => {
    const el = await open();
    const row = rowOf(el);
    row.scrollLeft = 150;
    await painted();
    const { scrollLeft } = row;
    const whole = buttons(el).find((button) => cutOff(button) === 0)!;
    expect(scrollLeft).to.be.greaterThan(0);

    whole.click();
    await painted();

    expect(pressedOf(el)).to.equal(buttons(el).indexOf(whole));
    expect(row.scrollLeft).to.equal(scrollLeft);
  });

  it('shows the chosen day without scrolling the page, though its dates arrive later', async () => {
    const el = await open({ day: LAST });
    el.style.marginBlock = '3000px';
    const { dates } = el;
    el.dates = shownDates(loading, weeks);
    await el.updateComplete;
    const { scrollY } = window;

    el.dates = dates;
    await painted();

    expect(pressedOf(el)).to.equal(DAYS - 1);
    expect(cutOff(buttons(el)[DAYS - 1]!)).to.equal(0);
    expect(window.scrollY).to.equal(scrollY);
  });
});
