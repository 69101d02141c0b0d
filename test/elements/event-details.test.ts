import { expect } from '@open-wc/testing';
import type { EventDetails } from '../../src/index.ts';
import { aGroup, anEvent } from '../support/builders.ts';
import { focused, page } from '../support/page.ts';
import { mount } from './mount.ts';

const open = (change: Partial<EventDetails> = {}) =>
  mount('booking-event-details', { event: anEvent(), ...change });

/** What stands beside a term in the list of facts. */
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

  it('says what to know before going', async () => {
    const el = await open({ event: anEvent({ hint: 'Come early.' }) });

    expect(fact(el, 'Duration')).to.equal('2 h');
    expect(fact(el, 'Meet at')).to.contain('Boathouse, Lichtkai 7, 10245 Berlin');
    expect(fact(el, 'Bring')).to.equal('A towel.');
    expect(fact(el, 'Good to know')).to.equal('You should be able to swim. Come early.');
    expect(fact(el, 'Sold by')).to.equal('Spree Adventures');
    expect(fact(el, 'On request')).to.equal(undefined);
  });

  it('names each duration once', async () => {
    const groups = [aGroup(), aGroup({ event_id: 'weekend' }), aGroup({ duration: 240 })];

    expect(fact(await open({ event: anEvent({ price_groups: groups }) }), 'Duration')).to.equal(
      '2 h · 4 h',
    );
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

  it('takes the keyboard to its title', async () => {
    const el = await open();

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Kayak on the Spree'));
  });
});
