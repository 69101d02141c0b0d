import { expect } from '@open-wc/testing';
import type { BookingWidget, ListedEvent } from '../../src/index.ts';
import { choose, type Visit, visit } from '../elements/visit.ts';
import { focused } from '../support/page.ts';

const KAYAK = 'Kayak on the Spree';
const WALK = 'Lantern night walk';

/** A site that declares one event a longer duration of the other. */
async function visitWithDurations(
  propertiesOf: (ids: string[]) => Partial<BookingWidget> = () => ({}),
): Promise<Visit> {
  const first = await visit();
  const response = await first.settings.fetch?.('https://book.example/v3/events');
  const listed = (await response?.json()) as ListedEvent[];
  first.el.remove();
  const ids = [KAYAK, WALK].flatMap((name) => listed.find(({ title }) => title === name)?.id ?? []);
  return visit(propertiesOf(ids), { site: { durations: [ids] } });
}

describe('booking-widget, with events that are the same but for the duration', () => {
  it('opens another duration for the same day and party, and takes the keyboard there', async () => {
    const me = await visitWithDurations();
    await choose(me);

    await me.press(`1 h 30 min: ${WALK}`);
    await me.appears('heading', WALK);
    expect(focused()).to.equal(me.find('heading', WALK));
    await me.appears('group', 'Times on Saturday, 28 November 2026');
    expect(me.text()).to.contain('2 participants');
    await expect(me.el).to.be.accessible();

    await me.press(`2 h: ${KAYAK}`);
    await me.appears('heading', KAYAK);
    await me.appears('group', 'Times on Saturday, 28 November 2026');
    expect(me.text()).to.contain('2 participants');
  });

  it('stays without a way to a list where the page has one event alone', async () => {
    const me = await visitWithDurations(([kayak = '']) => ({ event: kayak }));
    await me.appears('button', `1 h 30 min: ${WALK}`);
    expect(me.has('button', /All experiences/)).to.equal(false);

    await me.press(`1 h 30 min: ${WALK}`);
    await me.appears('heading', WALK);
    await me.appears('button', `2 h: ${KAYAK}`);

    expect(me.has('button', /All experiences/)).to.equal(false);
  });

  it('offers no duration that the page does not list', async () => {
    const me = await visitWithDurations(([kayak = '']) => ({ events: kayak }));
    await choose(me);

    expect(me.text()).not.to.contain('Also as');
    me.el.remove();

    const both = await visitWithDurations((ids) => ({ events: ids.join() }));
    await choose(both);

    expect(both.has('button', `1 h 30 min: ${WALK}`)).to.equal(true);
  });
});
