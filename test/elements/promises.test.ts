import { expect } from '@open-wc/testing';
import type { SitePromises } from '#contract/site.schema';
import { Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { aQuotedLine, aQuotedOrder, aSite } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { type Context, mount } from './mount.ts';
import { choose, visit } from './visit.ts';

const promises: SitePromises = {
  orders: ['pay-nothing-now', { free_cancellation_hours: 24 }, { en: 'Small groups' }],
  vendors: {},
};
const line = aQuotedLine({ date: '2026-11-28T09:00:00Z', timezone: 'Europe/Berlin' });

async function show(given: SitePromises, now: string, context: Partial<Context> = {}) {
  const site = aSite({ promises: given });
  const order = aQuotedOrder({ lines: [line] });
  const about = { site, now: Date.parse(now), ...context };
  const summary = await mount('booking-order-summary', { order }, about);
  await expect(summary).to.be.accessible();
  return (
    page(summary)
      .all('listitem')
      // Some years of CLDR have a comma after the weekday.
      .map((item) => item.textContent.trim().replace('Fri,', 'Fri'))
  );
}

describe('what a site promises', () => {
  it('is said beside the price of an event, and beside the total of the order', async () => {
    const me = await visit({}, { site: { promises } });
    await choose(me);
    await me.says('You pay nothing now');
    await me.says('27 Nov, 14:00');
    await me.says('Small groups');
    await expect(me.el).to.be.accessible();

    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await me.says('27 Nov, 14:00');
  });

  it('is said with the end that it has for the chosen time', async () => {
    expect(await show(promises, '2026-11-21T09:00:00Z')).to.deep.equal([
      'You pay nothing now',
      'Free cancellation until Fri 27 Nov, 10:00',
      'Small groups',
    ]);
  });

  it('is not said any more once its end has passed', async () => {
    const said = await show(promises, '2026-11-27T09:00:00Z');
    expect(said).to.deep.equal(['You pay nothing now', 'Small groups']);
  });

  it('is said in the words of the language, and in those of the site where it has no others', async () => {
    const words = new Words('de', de);
    expect(await show(promises, '2026-11-21T09:00:00Z', { words })).to.deep.equal([
      'Jetzt ist nichts zu zahlen',
      'Kostenlos stornierbar bis Fr., 27. Nov., 10:00',
      'Small groups',
    ]);
  });

  it('is what the vendor promises, where that is something else', async () => {
    const vendors = { [aQuotedOrder().vendor_id]: [] };
    expect(await show({ ...promises, vendors }, '2026-11-21T09:00:00Z')).to.deep.equal([]);
  });

  it('is nothing where nothing is set', async () => {
    const none = { orders: [], vendors: {} };
    expect(await show(none, '2026-11-21T09:00:00Z')).to.deep.equal([]);
  });
});
