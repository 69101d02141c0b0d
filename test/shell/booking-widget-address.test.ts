import { expect } from '@open-wc/testing';
import { type Visit, visit } from '../elements/visit.ts';
import { focused } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';

const parameter = (name: string) => new URLSearchParams(location.search).get(`booking-${name}`);

/** Adds the parameters of a link to the page's address. */
function arriveBy(query: Record<string, string>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  history.replaceState(null, '', url);
}

async function openKayak(me: Visit): Promise<void> {
  await me.event('Kayak on the Spree');
  await me.appears('button', /28 November 2026, from/);
}

describe('booking-widget, and the address of its page', () => {
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  it('never touches the address without deep-links, nor follows it', async () => {
    arriveBy({ 'booking-day': '2026-11-28' });
    const { href } = location;

    const me = await visit();
    await openKayak(me);

    expect(location.href).to.equal(href);
    expect(me.has('radio')).to.equal(false);
  });

  it('leads back to the list and forward to the event again', async () => {
    const me = await visit({ deepLinks: true });
    await openKayak(me);
    await until(() => parameter('event') !== null, 'the address to name the event');

    history.back();
    await me.appears('button', 'Kayak on the Spree');
    expect(parameter('event')).to.equal(null);

    history.forward();
    await me.appears('button', /28 November 2026, from/);
    expect(parameter('event')).not.to.equal(null);
  });

  it('opens at the event, day and party of a link', async () => {
    const first = await visit({ deepLinks: true });
    await openKayak(first);
    const event = parameter('event') ?? '';
    first.el.remove();
    arriveBy({ 'booking-event': event, 'booking-day': '2026-11-28', 'booking-participants': '3' });

    const me = await visit({ deepLinks: true });
    await me.time(/^14:00/);

    expect(me.text()).to.contain('3 participants');
    expect(me.has('button', /All experiences/)).to.equal(true);
    expect(parameter('participants')).to.equal('3');
  });

  it('shows the list instead of an unknown event, says so, and warns the reseller', async () => {
    let me!: Visit;
    const texts = await warningsOf(async () => {
      me = await visit({ event: 'no-such-event' });
      await me.appears('button', 'Kayak on the Spree');
    });

    expect(me.find('alert').textContent).to.contain('This event cannot be booked any more.');
    // The customer did not navigate, so the focus stays where it was.
    expect(focused()).to.equal(document.body);
    expect(texts).to.deep.equal([
      '<booking-widget> event="no-such-event" is not on sale here; the list is shown instead.',
    ]);
    await expect(me.el).to.be.accessible();
    await me.event('Kayak on the Spree');
    await me.appears('button', /All experiences/);
  });

  it('shows the list again when the page takes its event away', async () => {
    expectLog(/event="no-such-event" is not on sale/);
    const list = await visit();
    await list.appears('button', 'Kayak on the Spree');
    const event = list.heard.at(-1)?.detail.items?.[0]?.item_id ?? '';
    list.el.remove();
    const me = await visit({ event });
    await me.appears('button', /28 November 2026, from/);

    me.el.event = 'no-such-event';
    await me.says('This event cannot be booked any more.');
    me.el.event = event;
    await me.appears('button', /28 November 2026, from/);
    me.el.event = '';
    await me.appears('button', 'Sourdough morning');

    expect(me.text()).not.to.contain('cannot be booked any more');
  });

  it('warns the reseller once of each wrong attribute, and ignores it', async () => {
    const texts = await warningsOf(async () => {
      const me = await visit({ day: 'tomorrow', participants: 500 });
      await me.appears('button', 'Kayak on the Spree');
      me.el.participants = 500;
      await me.el.updateComplete;
    });

    expect(texts).to.deep.equal([
      '<booking-widget> day="tomorrow" is not a day like 2026-11-28.',
      '<booking-widget> participants="500" is not a number from 1 to 99.',
    ]);
  });

  it('warns the reseller which attributes leave the list empty', async () => {
    const texts = await warningsOf(async () => {
      const me = await visit({ vendor: 'no-such-vendor', events: 'no-such-event,nor-this' });
      await me.says('What this page offers is not on sale right now.');
      await me.el.updateComplete;
      expect(me.has('alert')).to.equal(false);
    });

    expect(texts).to.have.length(1);
    expect(texts[0]).to.match(
      /nothing on sale here fits vendor="no-such-vendor" events="no-such-event,nor-this"; there is vendor=".+" \(.+\)/,
    );
  });

  it('warns the reseller of a category that is not an id, and shows the customer a friendly message', async () => {
    const texts = await warningsOf(async () => {
      const me = await visit({ category: 'boats' });
      await me.says('Booking is not set up for this site.');

      // Trying again would fail the same way.
      expect(me.has('button', 'Try again')).to.equal(false);
      await expect(me.el).to.be.accessible();
    });

    expect(texts).to.deep.equal([
      '<booking-widget> invalid-request: A value is not valid. Correct the one that is named. category="boats": a whole number is expected.',
    ]);
  });

  it('does not warn when the customer’s own search leaves the list empty', async () => {
    const texts = await warningsOf(async () => {
      const all = await visit();
      await all.appears('button', 'Kayak on the Spree');
      const [item] = all.heard.at(-1)?.detail.items ?? [];
      all.el.remove();

      const me = await visit({ events: item?.item_id ?? '' });
      await me.appears('button', item?.item_name);
      await me.fill(/Search/, 'submarine');
      me.timers.fly();
      await me.says('Nothing matches “submarine”.');
    });

    expect(texts).to.deep.equal([]);
  });

  it('warns the reseller once that the proxy is not an address, and shows the customer a friendly message', async () => {
    const texts = await warningsOf(async () => {
      const me = await visit({ proxy: 'ftp://book.example' });
      await me.appears('alert');
      expect(me.has('button', 'Try again')).to.equal(true);
      me.el.event = 'kayak';
      await me.el.updateComplete;
      await me.appears('alert');
    });

    expect(texts).to.deep.equal([
      '<booking-widget> proxy="ftp://book.example" is not an http(s) address.',
    ]);
  });

  it('says that the day of a link has no places for the party', async () => {
    const list = await visit({ day: '2026-11-28' });
    await list.appears('button', 'Kayak on the Spree');
    const id = list.heard.at(-1)?.detail.items?.[0]?.item_id ?? '';
    list.el.remove();

    const me = await visit({ event: id, day: '2026-11-25', participants: 90 });

    await me.says('No places for 90 participants on Wednesday');
  });

  it('lists only the events that its attribute names', async () => {
    const all = await visit();
    await all.appears('button', 'Kayak on the Spree');
    const items = all.heard.at(-1)?.detail.items ?? [];
    all.el.remove();

    const me = await visit({
      events: items
        .slice(1, 3)
        .map(({ item_id }) => item_id)
        .join(','),
    });
    await me.appears('button', items[1]?.item_name);

    expect(me.all('article')).to.have.length(2);
  });
});
