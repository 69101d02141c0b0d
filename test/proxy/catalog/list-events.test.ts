import test from 'node:test';
import assert from 'node:assert/strict';
import { z } from 'zod';
import { listEvents, listParameters } from '../../../proxy/catalog/list-events.ts';
import { createSearch } from '../../../proxy/catalog/search.ts';
import { aListedEvent } from '../builders.ts';

const events = [
  aListedEvent('walk', {
    title: 'Grüner Spaziergang',
    location: 'Café Kranz, Köln',
    duration: 90,
    from_price: { value: 1900, currency: 'EUR', title: 'Adult', adult: true },
    first_date: '2026-12-03T10:00:00Z',
    categories: [{ id: 1, title: 'Wälder' }],
    vendor_id: 'a',
  }),
  aListedEvent('kayak', {
    title: 'Kayak',
    summary: 'On the Spree',
    duration: 120,
    from_price: { value: 3900, currency: 'EUR', title: 'Adult', adult: true },
    first_date: '2026-12-01T10:00:00Z',
    categories: [
      { id: 2, title: 'Water' },
      { id: 21, title: 'Kayak' },
    ],
    vendor_id: 'b',
    vendor_name: 'Kiez & Kanal',
  }),
  aListedEvent('zoo', { title: 'Äffchen', duration: 90, from_price: null, vendor_id: 'a' }),
];

function list(query: Record<string, string>): string[] {
  const parsed = z.object(listParameters).parse(query);
  return listEvents(events, parsed, { locale: 'de', search: createSearch() }).map(({ id }) => id);
}

const queries: [query: Record<string, string>, ids: string[]][] = [
  [{ accept: 'kayak,zoo,gone' }, ['kayak', 'zoo']],
  [{ accept_vendors: 'a' }, ['walk', 'zoo']],
  [{ categories: '21,99' }, ['kayak']],
  [{ available_from: '2026-12-02T00:00:00Z' }, ['walk', 'kayak']],
  [{ match: 'gruner' }, ['walk']],
  [{ match: 'KÖLN cafe' }, ['walk']],
  [{ match: 'köln kayak' }, []],
  [{ match: 'spree' }, ['kayak']],
  [{ match: 'kanal' }, ['kayak']],
  [{ match: 'walder' }, ['walk']],
  [{ match: '  ' }, ['walk', 'kayak', 'zoo']],
  [{ order: 'title' }, ['zoo', 'walk', 'kayak']],
  [{ order: '-title' }, ['kayak', 'walk', 'zoo']],
  [{ order: '+duration,-title' }, ['walk', 'zoo', 'kayak']],
  [{ order: ' price' }, ['walk', 'kayak', 'zoo']],
  [{ order: '-price' }, ['kayak', 'walk', 'zoo']],
  [{ order: 'first_date' }, ['kayak', 'walk', 'zoo']],
  [{ limit: '1' }, ['walk']],
  [{ limit: '5', offset: '1' }, ['kayak', 'zoo']],
  [{ offset: '9' }, []],
  [{ accept_vendors: 'a', order: 'title', limit: '1' }, ['zoo']],
];
for (const [query, ids] of queries) {
  test(`lists ${ids.join(', ') || 'nothing'} for ${JSON.stringify(query)}`, () => {
    assert.deepEqual(list(query), ids);
  });
}

const invalidQueries: Record<string, string>[] = [
  { accept: 'a\n' },
  { accept: '' },
  { categories: 'water' },
  { available_from: 'tomorrow' },
  { order: 'commission' },
  { order: 'title;drop' },
  { limit: '-1' },
  { limit: '1e9' },
  { offset: '1.5' },
  { match: 'x'.repeat(201) },
  { day: '2026-02-29' },
  { day: 'saturday' },
  { participants: '0' },
  { participants: '100' },
];
for (const query of invalidQueries) {
  test(`refuses ${JSON.stringify(query).slice(0, 60)}`, () => {
    assert.equal(z.object(listParameters).safeParse(query).success, false);
  });
}

test('does not change the cached list', () => {
  list({ order: '-title' });

  assert.deepEqual(
    events.map(({ id }) => id),
    ['walk', 'kayak', 'zoo'],
  );
});
