import { expect } from '@open-wc/testing';
import type { ListedEvent } from '#contract/event.schema';
import { bookingEvents } from '../../src/events.ts';
import { between, hold, type Proxy, type Visit, visit } from '../elements/visit.ts';
import { page, painted } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';

const KAYAK = 'Kayak on the Spree';
const LOADING = 'Loading';
const STALE = 'Prices and dates may have changed.';

const eventsHeard = ({ heard }: Visit, type: string) =>
  heard.filter((event) => event.type === type).length;

/** The places of all cards, and of what follows the widget. */
const places = ({ el }: Visit) =>
  [...page(el).all('article'), el].map((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return [top, bottom].map(Math.round).join(' ');
  });

/** Responses to the list, changed on their way. */
const changed = (change: (events: ListedEvent[]) => ListedEvent[]) =>
  between('/v3/events', async (proxy, request) => {
    const response = await proxy(request);
    return Response.json(change((await response.json()) as ListedEvent[]));
  });

const both =
  (one: (proxy: Proxy) => Proxy, other: (proxy: Proxy) => Proxy) =>
  (proxy: Proxy): Proxy =>
    one(other(proxy));

describe('booking-widget, with the first list in the script', () => {
  it('shows the list before any response, and asks for it all the same', async () => {
    const { toProxy, letGo } = hold('/');
    const me = await visit({}, { embeds: true, toProxy });

    expect(page(me.el).all('article').length).to.be.greaterThan(3);
    expect(me.text()).not.to.contain(LOADING);
    expect(eventsHeard(me, bookingEvents.ready)).to.equal(1);
    await expect(me.el).to.be.accessible();
    await painted();
    const before = places(me);

    letGo();
    await until(() => eventsHeard(me, bookingEvents.listView) === 1, 'the response');
    await painted();

    expect(me.calls).to.include.members(['GET /site', 'GET /v3/events']);
    expect(places(me)).to.deep.equal(before);
    expect(eventsHeard(me, bookingEvents.listView)).to.equal(1);
  });

  it('shows what the response says as soon as it is there', async () => {
    const { toProxy, letGo } = hold('/v3/events');
    const renamed = changed((events) =>
      events.map((event) => (event.title === KAYAK ? { ...event, title: 'Canoe' } : event)),
    );
    const me = await visit({}, { embeds: true, toProxy: both(toProxy, renamed) });
    await me.appears('button', KAYAK);

    letGo();

    await me.appears('button', 'Canoe');
    expect(page(me.el).all('button', KAYAK)).to.have.length(0);
  });

  it('opens an event of it before the response', async () => {
    const { toProxy, letGo } = hold('/v3/events', 0, 1);
    const me = await visit({}, { embeds: true, toProxy });

    await me.event(KAYAK);
    await me.appears('heading', KAYAK);
    letGo();

    await me.appears('heading', /^21 Nov.+20 Dec$/);
  });

  it('keeps it while the request fails, says that it may be old, and tries again', async () => {
    expectLog(/cannot reach its proxy/);
    let isDown = true;
    const failing = between('/v3/events', (proxy, request) =>
      isDown ? Promise.reject(new TypeError('no network')) : proxy(request),
    );
    const me = await visit({}, { embeds: true, toProxy: failing });

    await me.says(STALE);
    await me.appears('button', KAYAK);
    await expect(me.el).to.be.accessible();
    isDown = false;
    me.timers.pass(2000);

    await until(() => !me.text().includes(STALE), 'the response');
    await me.appears('button', KAYAK);
  });

  it('shows none of it where the proxy refuses the page', async () => {
    expectLog(/origin-not-allowed/);
    const refusing = between('/v3/events', async () =>
      Response.json({ code: 'origin-not-allowed', errors: [] }, { status: 403 }),
    );
    const me = await visit({}, { embeds: true, toProxy: refusing });

    await until(() => !me.text().includes(KAYAK), 'the refusal');
    expect(page(me.el).all('article')).to.have.length(0);
  });

  for (const [what, properties] of [
    ['another category', { category: '4' }],
    ['a clock that is far from the proxy’s', { clock: () => 0 }],
  ] as const) {
    it(`shows nothing of it in a tag with ${what}`, async () => {
      const me = await visit(properties, { embeds: true, toProxy: hold('/').toProxy });

      expect(page(me.el).all('article')).to.have.length(0);
    });
  }
});
