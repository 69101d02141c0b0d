import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import type { HtmlNode } from '#contract/html.schema';
import type { EventDetails, PriceGroup } from '../../src/index.ts';
import { aGroup, anEvent } from '../support/builders.ts';
import { focused, page, press } from '../support/page.ts';
import { mount } from './mount.ts';

const open = (change: Partial<EventDetails> = {}) =>
  mount('booking-event-details', { event: anEvent(), ...change });

/** The description of a term in the list of facts. */
function fact(el: EventDetails, term: string): string | undefined {
  const facts = page(el);
  const index = facts.all('term').findIndex((element) => element.textContent === term);
  const definition = facts.all('definition')[index];
  return index < 0 || !definition ? undefined : page(definition).text();
}

describe('booking-event-details', () => {
  const looks: Record<string, Partial<EventDetails>> = {
    'with an event': {},
    'with a request': { event: anEvent({ type: 'REQUEST' }) },
    'while the event loads': { event: undefined, eventTitle: 'Kayak on the Spree' },
    'without a title while the event loads': { event: undefined },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('shows the title, the vendor’s text and the highlights', async () => {
    const event = anEvent({
      description: [
        { tag: 'p', children: ['Two ', { tag: 'strong', children: ['quiet'] }, ' hours.'] },
      ],
      highlights: ['Oberbaum Bridge', 'Twelve people at most'],
    });

    const details = page(await open({ event }));

    expect(details.names('heading')).to.deep.equal(['Kayak on the Spree']);
    expect(details.text()).to.contain('Two quiet hours.');
    expect(details.all('listitem').map(({ textContent }) => textContent)).to.deep.equal(
      event.highlights,
    );
  });

  it('shows what to know before going', async () => {
    const el = await open();

    expect(fact(el, 'Duration')).to.equal('2 h');
    expect(fact(el, 'Meet at')).to.contain('Boathouse, Lichtkai 7, 10245 Berlin');
    expect(fact(el, 'Be there')).to.equal('15 min before the start');
    expect(fact(el, 'Bring')).to.equal('A towel.');
    expect(fact(el, 'Good to know')).to.equal('You should be able to swim.');
    expect(fact(el, 'Sold by')).to.equal('Spree Adventures');
    expect(fact(el, 'On request')).to.equal(undefined);
  });

  it('shows the vendor’s tags in the vendor’s words', async () => {
    const tags = [{ title: 'Language', values: ['English', 'German'] }];

    expect(fact(await open({ event: anEvent({ tags }) }), 'Language')).to.equal('English, German');
  });

  it('leads to the video and to vouchers in new tabs, and loads nothing of them', async () => {
    const voucher_checkout_url = 'https://spree.example/vouchers';
    const event = anEvent({ youtubeVideoId: 'abcdefghijk', voucher_checkout_url });

    const el = await open({ event });

    const links = ['Watch the video', 'Buy a gift voucher'].map((name) =>
      page(el).find<HTMLAnchorElement>('link', `${name} (opens in a new tab)`),
    );
    expect(links.map(({ href }) => href)).to.deep.equal([
      'https://www.youtube.com/watch?v=abcdefghijk',
      voucher_checkout_url,
    ]);
    for (const { target, rel } of links)
      expect([target, rel]).to.deep.equal(['_blank', 'noopener']);
    expect(el.shadowRoot!.querySelectorAll('iframe, img, video')).to.have.length(0);
  });

  it('shows each text of the vendor in its own direction', async () => {
    const el = await open({
      event: anEvent({
        title: 'رحلة بحرية',
        description: [{ tag: 'p', children: ['نبحر عند الغروب'] }],
        bring: 'شاي وتمر',
      }),
    });
    const direction = (element: Element) => getComputedStyle(element).direction;

    expect(direction(page(el).find('heading'))).to.equal('rtl');
    expect(direction(el.shadowRoot!.querySelector('p')!)).to.equal('rtl');
    const directions = page(el).all('definition').map(direction);
    expect(directions).to.deep.equal(['ltr', 'ltr', 'ltr', 'rtl', 'ltr', 'ltr']);
  });

  it('aligns a title in another direction as the page is aligned, and longer texts as they are read', async () => {
    const description = [{ tag: 'p' as const, children: ['نبحر'] }];
    const el = await open({ event: anEvent({ title: 'رحلة', description }) });
    const [heading, prose] = [page(el).find('heading'), el.shadowRoot!.querySelector('p')!];
    const text = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };

    expect(text(heading).left).to.be.closeTo(heading.getBoundingClientRect().left, 1);
    expect(text(prose).right).to.be.closeTo(prose.getBoundingClientRect().right, 1);
  });

  describe('on a narrow page', () => {
    const long = Array.from({ length: 6 }, () => ({
      tag: 'p' as const,
      children: [
        'See Berlin from the water, under the brick arches of Oberbaum Bridge, and past the old warehouses. ',
        { tag: 'a' as const, href: 'https://spree.example/', children: ['More'] },
      ],
    }));
    const openAt = async (width: number, description: HtmlNode[] = long) => {
      const el = document.createElement('booking-event-details');
      const around = await fixture(html`<div>${el}</div>`);
      (around as HTMLElement).style.width = `${width}px`;
      el.event = anEvent({ description });
      await nextFrame();
      await nextFrame();
      return el;
    };
    const heightOf = (el: EventDetails) => el.shadowRoot!.querySelector('.prose')!.clientHeight;

    it('shows two lines of the text, and all of it on request', async () => {
      const el = await openAt(360);
      expect(heightOf(el)).to.equal(48);

      await page(el).click('button', 'Read more');
      expect(heightOf(el)).to.be.greaterThan(300);
      const less = page(el).find('button', 'Read less');
      expect(less.ariaExpanded).to.equal('true');

      less.focus();
      await press('Enter');
      expect(heightOf(el)).to.equal(48);
      expect(focused()).to.equal(page(el).find('button', 'Read more'));
    });

    it('does not offer to expand a short text', async () => {
      const el = await openAt(360, [{ tag: 'p', children: ['See Berlin from the water.'] }]);

      expect(page(el).has('button')).to.equal(false);
    });

    it('shows the whole text when the keyboard goes into it', async () => {
      const el = await openAt(360);

      page(el).all('link', 'More').at(-1)?.focus();
      await nextFrame();

      expect(heightOf(el)).to.be.greaterThan(300);
    });

    it('shows the whole text at once where there is room', async () => {
      const el = await openAt(900);

      expect(heightOf(el)).to.be.greaterThan(200);
      expect(page(el).has('button')).to.equal(false);
    });

    it('shows what to choose after the beginning of the description, and before the facts', async () => {
      const el = await openAt(360);
      el.append('CHOOSE');
      await nextFrame();

      expect(page(el).text()).to.match(/brick arches.*CHOOSE.*Meet at.*Be there.*Bring.*Sold by/);
    });
  });

  it('names each duration once', async () => {
    const groups = [aGroup(), aGroup({ event_id: 'weekend' }), aGroup({ duration: 240 })];

    expect(fact(await open({ event: anEvent({ price_groups: groups }) }), 'Duration')).to.equal(
      '2 h · 4 h',
    );
  });

  it('names no duration that is not known, nor hours of opening as one', async () => {
    const unknown = aGroup({ duration: 0 });
    const open9To18 = aGroup({ duration: 540, latest_booking_time: -420 });
    const durationOf = async (...price_groups: PriceGroup[]) =>
      fact(await open({ event: anEvent({ price_groups }) }), 'Duration');

    expect(await durationOf(unknown, open9To18)).to.equal(undefined);
    expect(await durationOf(aGroup(), open9To18)).to.equal('2 h');
  });

  it('leaves out what the vendor has left empty', async () => {
    const el = await open({ event: anEvent({ bring: '', advice: '', highlights: [] }) });

    expect(fact(el, 'Bring')).to.equal(undefined);
    expect(fact(el, 'Good to know')).to.equal(undefined);
    expect(page(el).has('list')).to.equal(false);
  });

  it('meets at the event’s place where no other is named', async () => {
    const el = await open({ event: anEvent({ meeting_location: '' }) });

    expect(fact(el, 'Meet at')).to.contain('Lichtkai 7, 10245 Berlin');
  });

  it('has no map for a place without coordinates', async () => {
    const event = anEvent({ meeting_location_lat: 0, meeting_location_lng: 0 });

    expect(page(await open({ event })).has('link')).to.equal(false);
  });

  it('leads to a map of the meeting point in a new tab, and says so', async () => {
    const details = page(await open());

    const link = details.find<HTMLAnchorElement>('link', 'map (opens in a new tab)');

    expect(link.href).to.contain('52.5019').and.to.contain('13.4553');
    expect(link.target).to.equal('_blank');
    expect([...link.relList]).to.include('noopener');
  });

  it('says that a request is not a booking yet', async () => {
    const el = await open({ event: anEvent({ type: 'REQUEST' }) });

    expect(fact(el, 'On request')).to.contain('Spree Adventures confirms each booking');
  });

  it('shows the title of the list while the rest loads', async () => {
    const details = page(await open({ event: undefined, eventTitle: 'Kayak on the Spree' }));

    expect(details.names('heading')).to.deep.equal(['Kayak on the Spree']);
    expect(details.text()).not.to.contain('Meet at');
  });

  it('moves the focus to its title', async () => {
    const el = await open();

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Kayak on the Spree'));
  });
});
