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

  it('leave the ticket as if without a picture if they cannot be loaded', async () => {
    const none = await list();
    await painted();
    const without = page(none).find('article').getBoundingClientRect().height;
    const el = await list(broken);
    await until(() => imageIn(el)?.hidden, 'the picture to be given up');
    await painted();

    expect(page(el).find('article').getBoundingClientRect().height).to.equal(without);
  });

  it('are shown again when another one can be loaded', async () => {
    const el = await details(broken);
    await until(() => imageIn(el)?.hidden, 'the picture to be given up');

    el.event = anEvent({ images: [there] });
    await el.updateComplete;

    expect(imageIn(el)?.hidden).to.equal(false);
  });
});
