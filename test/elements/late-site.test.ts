import { expect, nextFrame } from '@open-wc/testing';
import type { EventList } from '../../src/index.ts';
import { aListedEvent, aSite } from '../support/builders.ts';
import { page, painted } from '../support/page.ts';
import { mount, mountIn } from './mount.ts';
import { between, type Visit, visit } from './visit.ts';

const events = ['kayak', 'walk', 'tea', 'bees'].map((id) => aListedEvent({ id }));
/** Below this width, in pixels, the categories are the options of one control. */
const NARROW = 480;
const many = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, title: `Category ${id}` }));

const mountWithoutSite = (properties: Partial<EventList>) =>
  mountIn({ site: undefined }, 'booking-event-list', properties);

/** The positions of every card and of the element after the widget. */
function placesIn(el: HTMLElement): number[] {
  const cards = page(el).all('article');
  expect(cards.length).to.be.greaterThan(3);
  return [...cards, el].flatMap((card) => {
    const { top, bottom, left, right } = card.getBoundingClientRect();
    return [top, bottom, left, right].map(Math.round);
  });
}

/** Delays the site's response until it is released. */
function delayable() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const toProxy = between('/site', async (proxy, request) => {
    await gate;
    return proxy(request);
  });
  return { letGo: () => letGo(), toProxy };
}

/** Looks at the moment when the first cards appear. */
function atFirst(me: Visit, look: () => boolean): Promise<boolean> {
  return new Promise((resolve) =>
    me.el.addEventListener(
      'booking-list-view',
      () => void nextFrame().then(() => resolve(look())),
      { once: true },
    ),
  );
}

describe('booking-event-list, when categories and VAT arrive late', () => {
  for (const width of [288, 560, 900]) {
    for (const count of [0, 1, 2, 20]) {
      for (const includesVat of [true, false]) {
        const what = `${count} categories, prices ${includesVat ? 'with' : 'without'} VAT`;
        it(`moves no card at ${width} px: ${what}`, async () => {
          const { element: el, provideSite } = await mountWithoutSite({ events });
          el.style.width = `${width}px`;
          await painted();
          const before = placesIn(el);

          provideSite(aSite({ categories: many(count), prices_include_vat: includesVat }));
          await painted();

          expect(placesIn(el)).to.deep.equal(before);
          const role = width < NARROW ? 'option' : 'button';
          expect(page(el).all(role, /^Category/)).to.have.length(count > 1 ? count : 0);
          expect(page(el).text().includes('plus VAT')).to.equal(!includesVat);
          expect(el.shadowRoot?.querySelector('.tools')?.scrollWidth).to.be.at.most(width);
        });
      }
    }
  }

  it('is accessible before and after', async () => {
    const { element: el, provideSite } = await mountWithoutSite({ events });
    el.style.width = '288px';
    await expect(el).to.be.accessible();

    provideSite(aSite({ categories: many(20), prices_include_vat: false }));
    await el.updateComplete;

    await expect(el).to.be.accessible();
  });

  for (const width of [288, 900]) {
    for (const order of [
      ['site', 'list'],
      ['list', 'site'],
    ] as const) {
      it(`moves nothing from the skeleton to the cards when first comes the ${order[0]}: ${width} px`, async () => {
        const { element: el, provideSite } = await mountWithoutSite({});
        el.style.width = `${width}px`;
        const top = () => el.shadowRoot?.querySelector('.grid')?.getBoundingClientRect().top;
        const tops = [top()];

        for (const first of order) {
          if (first === 'site') provideSite(aSite({ categories: many(20) }));
          else el.events = events;
          await el.updateComplete;
          tops.push(top());
        }

        expect(new Set(tops).size, tops.join(', ')).to.equal(1);
      });
    }
  }

  it('reserves no room where the site came first', async () => {
    const before = await mount('booking-event-list', { events });
    await painted();
    const { height } = before.getBoundingClientRect();

    const { element: el, provideSite } = await mountWithoutSite({});
    el.events = events;
    provideSite(aSite());
    await painted();

    expect(el.getBoundingClientRect().height).to.equal(height);
  });
});

describe('booking-widget, when the site comes late', () => {
  const site = { prices_include_vat: false };

  it('waits for the site with the first cards when it arrives a little later', async () => {
    const toProxy = between('/site', async (proxy, request) => {
      await listed;
      for (let frame = 0; frame < 4; frame += 1) await nextFrame();
      return proxy(request);
    });
    let tell = () => {};
    const listed = new Promise<void>((resolve) => (tell = resolve));
    const me = await visit(
      {},
      {
        site,
        toProxy: (proxy) =>
          between('/v3/events', async (next, request) => {
            const response = await next(request);
            tell();
            return response;
          })(toProxy(proxy)),
      },
    );
    const seen = atFirst(me, () => me.has('group', 'Categories') && me.text().includes('plus VAT'));
    await me.appears('button', 'Kayak on the Spree');

    expect(await seen).to.equal(true);
  });

  for (const width of [320, 900]) {
    it(`does not wait for long, and moves no card when it is there: ${width} px`, async () => {
      const { letGo, toProxy } = delayable();
      const me = await visit({}, { site, toProxy });
      me.timers.fly();
      me.el.style.width = `${width}px`;
      await me.appears('button', 'Kayak on the Spree');
      expect(me.has('group', 'Categories')).to.equal(false);
      await painted();
      const before = placesIn(me.el);

      letGo();
      await me.says('plus VAT');
      await painted();

      expect(me.has(width < NARROW ? 'option' : 'button', 'Food & drink')).to.equal(true);
      expect(placesIn(me.el)).to.deep.equal(before);
    });
  }
});
