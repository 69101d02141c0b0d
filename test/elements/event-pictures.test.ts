import { expect } from '@open-wc/testing';
import { aListedEvent, anEvent } from '../support/builders.ts';
import { page, painted } from '../support/page.ts';
import { until } from '../support/time.ts';
import { mount } from './mount.ts';

const there = `${location.origin}/pictures/9x90.svg`;
const wide = `${location.origin}/pictures/999x90.svg`;
const broken = `${location.origin}/package.json`;

const list = (...images: string[]) =>
  mount('booking-event-list', { events: [aListedEvent({ images })] });
const details = (...images: string[]) =>
  mount('booking-event-details', { event: anEvent({ images }) });
/** Where the text of a ticket begins in it. */
const offsetOfTitle = (card: Element) => {
  const [from, to] = [card, page(card).find('heading')].map((box) => box.getBoundingClientRect());
  return { left: Math.round(to!.left - from!.left), top: Math.round(to!.top - from!.top) };
};
const imageIn = (el: HTMLElement) => el.shadowRoot?.querySelector('img');

describe('pictures of events', () => {
  afterEach(() => document.body.removeAttribute('style'));

  it('are accessible, in the list and in the details', async () => {
    await expect(await list(there)).to.be.accessible();
    await expect(await details(there)).to.be.accessible();
  });

  it('are each event’s first picture, if there is one', async () => {
    expect(imageIn(await list(there, broken))?.src).to.equal(there);
    expect(imageIn(await list())).to.equal(null);
    expect(imageIn(await list('data:image/svg+xml,%3Csvg%3E'))).to.equal(null);
    expect(imageIn(await details())).to.equal(null);
  });

  it('load when they scroll into view, and are decorative', async () => {
    const inList = await list(there);

    expect(imageIn(inList)?.loading).to.equal('lazy');
    expect(page(inList).has('img')).to.equal(false);
    // The title beside it says what an alternative text could say.
    expect(page(await details(there)).has('img')).to.equal(false);
  });

  for (const width of [300, 420, 600]) {
    it(`take the same space at any size, so that nothing moves, ${width} px wide`, async () => {
      document.body.style.width = `${width}px`;
      const lists = [await list(there), await list(wide)];
      for (const el of lists) {
        el.scrollIntoView();
        await until(() => imageIn(el)?.naturalWidth, 'the picture');
      }

      // A ticket that scrolls into view is laid out some frames later.
      const heights = () =>
        lists.map((el) => page(el).find('article').getBoundingClientRect().height);
      await until(() => new Set(heights()).size === 1, 'tickets of one height');
      expect(heights()[0]).to.be.greaterThan(100);
    });
  }

  it('make the ticket beside them taller, but not its stub', async () => {
    document.body.style.width = '700px';
    const [withPicture, without] = [[there], []].map((images) => aListedEvent({ images }));
    const events = [withPicture!, { ...without!, id: 'without' }];
    const el = await mount('booking-event-list', { events });
    await until(() => imageIn(el)?.naturalWidth, 'the picture');

    const heights = () =>
      [...el.shadowRoot!.querySelectorAll('.stub')].map(
        (stub) => stub.getBoundingClientRect().height,
      );
    await until(() => new Set(heights()).size === 1, 'stubs of one height');
    expect(heights()).to.have.lengthOf(2);
  });

  const rows: [width: number, images: string[], title: string, offset: 'as one with' | 'none'][] = [
    [1100, [there], 'beside its text', 'as one with'],
    [700, [there], 'above its text', 'as one with'],
    [360, [there], 'nowhere, where each has a row of its own', 'none'],
    [1100, [], 'nowhere, where no event has a picture', 'none'],
  ];
  for (const [width, images, title, offset] of rows) {
    it(`have the sign of its category beside them for an event without one: ${title}`, async () => {
      document.body.style.width = `${width}px`;
      const events = [aListedEvent({ images }), aListedEvent({ id: 'without', images: [] })];
      const el = await mount('booking-event-list', { events });
      await painted();

      const [first, without] = page(el).all('article').map(offsetOfTitle);
      expect(without).to.deep.equal(offset === 'none' ? { left: 17, top: 17 } : first);
    });
  }

  it('leave the sign in their place if they cannot be loaded, so that nothing moves', async () => {
    document.body.style.width = '700px';
    const el = await list(broken);
    const card = page(el).find('article');
    const before = offsetOfTitle(card);
    await until(() => imageIn(el)?.hidden, 'the picture to be given up');
    await painted();

    expect(offsetOfTitle(card)).to.deep.equal(before);
    expect(before.top).to.be.greaterThan(100);
  });

  it('are shown again when another one can be loaded', async () => {
    const el = await details(broken);
    await until(() => imageIn(el)?.hidden, 'the picture to be given up');

    el.event = anEvent({ images: [there] });
    await el.updateComplete;

    expect(imageIn(el)?.hidden).to.equal(false);
  });
});
