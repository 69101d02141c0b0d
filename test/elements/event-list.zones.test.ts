import { expect } from '@open-wc/testing';
import type { ListedEvent } from '../../src/index.ts';
import { aListedEvent, NOW } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { inThisZone } from '../support/this-zone.ts';
import { mount } from './mount.ts';

const open = (change: Partial<ListedEvent>, now: number) =>
  mount('booking-event-list', { events: [aListedEvent(change)] }, { now });

/** Half past midnight on Sunday in Berlin, and still Saturday in Los Angeles. */
const MIDNIGHT = Date.parse('2026-11-21T23:30:00Z');

const next = (date: string, now: number) => ({
  next: { date, known_until: '2026-12-01T00:00:00Z', as_of: new Date(now).toISOString() },
});

describe('booking-event-list in the customer’s time zone', () => {
  it('calls the next date tomorrow in the event’s zone', async () => {
    const list = page(await open(next('2026-11-21T23:30:00Z', NOW), NOW));

    expect(page(list.find('article')).text()).to.contain('Next tomorrow, 00:30');
  });

  it('calls the next date today only where it is the customer’s today too', async () => {
    const list = page(await open(next('2026-11-22T09:00:00Z', MIDNIGHT), MIDNIGHT));

    expect(page(list.find('article')).text()).to.match(
      inThisZone({
        'America/Los_Angeles': /Next Sun,? 22 Nov, 10:00/,
        'Asia/Tokyo': /Next today, 10:00/,
        'Europe/Berlin': /Next today, 10:00/,
      }),
    );
  });

  it('begins its calendar with the customer’s own day', async () => {
    const list = page(await open({}, MIDNIGHT));

    await list.click('button', 'Choose a day: Any day');

    const [first] = list.all('grid').flatMap((grid) => page(grid).all('button'));
    expect(first).to.have.attribute('aria-current', 'date');
    expect(first!.getAttribute('aria-label')).to.match(
      inThisZone({
        'America/Los_Angeles': /^Saturday,? 21 November 2026/,
        'Asia/Tokyo': /^Sunday,? 22 November 2026/,
        'Europe/Berlin': /^Sunday,? 22 November 2026/,
      }),
    );
  });
});
