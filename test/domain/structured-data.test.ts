import assert from 'node:assert/strict';
import { test } from 'vitest';
import { structuredData } from '../../src/domain/structured-data.ts';
import { aGroup, aListedEvent, anEvent, aPrice } from '../support/builders.ts';

const PAGE = 'https://shop.example/tours';

/** The structured data of each event. */
function graphOf(...events: Parameters<typeof structuredData>[0]) {
  return (structuredData(events, PAGE) as { '@graph': Record<string, unknown>[] })['@graph'];
}

test('a listed event is described with its date, place, vendor and price', () => {
  const [event] = graphOf(aListedEvent({ first_date: '2026-11-28T09:00:00Z', duration: 150 }));

  assert.equal(event?.['@type'], 'Event');
  assert.equal(event?.['name'], 'Kayak on the Spree');
  assert.equal(event?.['startDate'], '2026-11-28T09:00:00Z');
  assert.equal(event?.['duration'], 'PT150M');
  assert.deepEqual(event?.['organizer'], { '@type': 'Organization', name: 'Spree Adventures' });
  assert.deepEqual(event?.['offers'], {
    '@type': 'Offer',
    url: PAGE,
    price: 24,
    priceCurrency: 'EUR',
  });
});

test('an event is in stock or sold out where its places are known', () => {
  const known = { known_until: '2026-12-01T00:00:00Z', as_of: '2026-11-21T09:00:00Z' };
  const free = aListedEvent({ next: { ...known, date: '2026-11-29T09:00:00Z' } });
  const full = aListedEvent({ next: { ...known, date: null } });

  const events = graphOf(free, full, aListedEvent());

  assert.deepEqual(
    events.map(({ offers }) => (offers as { availability?: string }).availability),
    ['https://schema.org/InStock', 'https://schema.org/SoldOut', undefined],
  );
  assert.equal(events[0]?.['startDate'], '2026-11-29T09:00:00Z');
});

test('an open event has the lowest price that stands for it or its children', () => {
  const groups = [
    aGroup({ prices: [aPrice({ value: 5500, currency: 'JPY' })] }),
    aGroup({ prices: [aPrice({ value: 4900, currency: 'JPY' })] }),
  ];

  const [event] = graphOf(anEvent({ first_date: '2026-11-28T09:00:00Z', price_groups: groups }));

  const { price, priceCurrency } = event?.['offers'] as Record<string, unknown>;
  assert.deepEqual([price, priceCurrency], [4900, 'JPY']);
});

test('an event without a future date is left out, and missing prices and maps are omitted', () => {
  const sold = aListedEvent({ first_date: null });
  const bare = aListedEvent({
    first_date: '2026-11-28T09:00:00Z',
    from_price: null,
    location_lat: 0,
    location_lng: 0,
    images: [],
  });

  const events = graphOf(sold, bare);

  assert.equal(events.length, 1);
  assert.ok(!('offers' in events[0]!) && !('image' in events[0]!));
  assert.deepEqual(events[0]!['location'], { '@type': 'Place', address: bare.location });
});

test('an event whose next date is known has that one, also if its first date is not', () => {
  const next = {
    date: '2026-11-29T09:00:00Z',
    known_until: '2026-12-01T00:00:00Z',
    as_of: '2026-11-21T09:00:00Z',
  };
  const [event] = graphOf(aListedEvent({ first_date: null, first_date_known: false, next }));

  assert.equal(event?.['startDate'], next.date);
});
