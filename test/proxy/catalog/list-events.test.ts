import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { z } from 'zod';
import type { ListedEvent, ListedStart } from '#contract/event.schema';
import { listEvents, listParameters, normaliseList } from '../../../proxy/catalog/list-events.ts';
import { indexEvents, wordsOf } from '../../../proxy/catalog/search.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import { aDate, aListedEvent } from '../builders.ts';

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
      { id: 2_147_483_648, title: 'Canal' },
    ],
    vendor_id: 'b',
    vendor_name: 'Kiez & Kanal',
  }),
  aListedEvent('zoo', { title: 'Äffchen', duration: 90, from_price: null, vendor_id: 'a' }),
];

const catalog = {
  listed: events,
  merged: new Set(events.map(({ id }) => id)),
  vendorIds: new Set(events.map(({ vendor_id }) => vendor_id)),
  categoryIds: new Set(events.flatMap(({ categories }) => categories.map(({ id }) => id))),
};

const index = runAtOnce(indexEvents(events));

const normalise = (query: Record<string, string>) =>
  normaliseList(z.object(listParameters).parse(query), catalog);

function list(query: Record<string, string>): string[] {
  return listEvents(events, normalise(query), { locale: 'de', preferred: [], index }).map(
    ({ id }) => id,
  );
}

/** Lists events by the raw query, without normalising it. */
function listPlainly(query: Record<string, string>): string[] {
  const parsed = z.object(listParameters).parse(query);
  const { accept, accept_vendors, categories, match = '', order, limit, offset } = parsed;
  const plain = {
    accept: accept && [...accept],
    vendors: accept_vendors && [...accept_vendors],
    categories: categories && [...categories],
    dated: parsed.available_from === undefined ? undefined : (true as const),
    visit: undefined,
    words: wordsOf(match),
    order,
    limit,
    offset,
  };
  return listEvents(events, plain, { locale: 'de', preferred: [], index }).map(({ id }) => id);
}

const queries: [query: Record<string, string>, ids: string[]][] = [
  [{ accept: 'kayak,zoo,gone' }, ['kayak', 'zoo']],
  [{ accept_vendors: 'a' }, ['walk', 'zoo']],
  [{ categories: '21,99' }, ['kayak']],
  [{ categories: '2147483648' }, ['kayak']],
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

const sameQueries: [what: string, query: Record<string, string>, other: Record<string, string>][] =
  [
    ['ids in another sequence', { accept: 'kayak,walk' }, { accept: 'walk,kayak' }],
    ['an id twice', { categories: '2,1,2' }, { categories: '1,2' }],
    ['ids that there are not', { accept: 'gone,walk,x' }, { accept: 'walk,y' }],
    ['vendors that there are not', { accept_vendors: 'a,c' }, { accept_vendors: 'a' }],
    ['categories that there are not', { categories: '1,99' }, { categories: '98,1' }],
    ['nothing that there is', { accept: 'gone' }, { accept: 'gone,too' }],
    [
      'any time',
      { available_from: '2026-12-02T00:00:00Z' },
      { available_from: '2027-01-01T00:00:00Z' },
    ],
    ['participants of no day', { participants: '7' }, {}],
    ['one participant', { day: '2026-12-01', participants: '1' }, { day: '2026-12-01' }],
    ['words in another sequence and form', { match: ' Köln  CAFE cafe' }, { match: 'café koln' }],
    ['no words', { match: '  ' }, {}],
    ['an order by the same twice', { order: 'title,-price,-title' }, { order: '+title,-price' }],
    ['as many as there are', { limit: '3' }, { limit: '1000' }],
    ['the default limit and offset', { limit: '999999', offset: '0' }, {}],
    ['beyond the end', { offset: '3' }, { offset: '999999' }],
  ];
for (const [what, query, other] of sameQueries) {
  test(`queries with ${what} have one key in the cache`, () => {
    assert.equal(JSON.stringify(normalise(query)), JSON.stringify(normalise(other)));
  });
}

test('any queries with the same key list the same', () => {
  const ids = fc.uniqueArray(fc.constantFrom('walk', 'kayak', 'zoo', 'x', 'y'), { minLength: 1 });
  const anyQuery = fc.record(
    {
      accept: ids.map(String),
      accept_vendors: fc.constantFrom('a', 'b', 'c', 'b,a', 'a,b', 'a,c'),
      categories: fc.constantFrom('1', '2', '21', '21,2', '2,21', '9'),
      available_from: fc.constantFrom('2026-12-02T00:00:00Z', '2027-01-01T00:00:00Z'),
      match: fc.constantFrom('', ' ', 'kayak', 'Kayak', 'spree kayak', 'kayak spree', '?'),
      order: fc.constantFrom('title', '+title', '-title', 'title,title', 'duration,title'),
      limit: fc.constantFrom('0', '1', '2', '3', '4'),
      offset: fc.constantFrom('0', '1', '3', '4'),
    },
    { requiredKeys: [] },
  );
  const listedBy = new Map<string, string[]>();
  let shared = 0;
  fc.assert(
    fc.property(anyQuery, (query) => {
      const key = JSON.stringify(normalise(query));
      const listed = listPlainly(query);
      if (listedBy.has(key)) shared += 1;
      assert.deepEqual(listedBy.get(key) ?? listed, listed);
      listedBy.set(key, listed);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(shared > 100, `${shared}`);
});

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

test('orders by price within a currency, because amounts of two currencies cannot be compared', () => {
  const price = (id: string, value: number, currency: string) =>
    aListedEvent(id, { from_price: { value, currency, title: 'Adult', adult: true } });
  const priced = [price('tea', 5500, 'JPY'), price('surf', 6000, 'EUR'), price('walk', 900, 'EUR')];
  const ordered = (order: string) =>
    listEvents(priced, normalise({ order }), { locale: 'de', preferred: [], index }).map(
      ({ id }) => id,
    );

  assert.deepEqual(ordered('price'), ['walk', 'surf', 'tea']);
  assert.deepEqual(ordered('-price'), ['tea', 'surf', 'walk']);
});

/** The starts that are open on the day: price and time. */
const openOnDay: Record<string, [value: number, time: string][]> = {
  walk: [[2900, '18:00']],
  kayak: [
    [4900, '09:00'],
    [1500, '20:00'],
  ],
};
const ofDay: [query: Record<string, string>, ids: string[]][] = [
  [{}, ['walk', 'kayak', 'zoo']],
  [{ order: 'first_date' }, ['kayak', 'walk', 'zoo']],
  [{ order: '-first_date' }, ['walk', 'kayak', 'zoo']],
  [{ order: 'price' }, ['kayak', 'walk', 'zoo']],
  [{ order: 'title' }, ['walk', 'kayak', 'zoo']],
];
for (const [query, ids] of ofDay) {
  test(`lists what is open on a day first, by its starts there, for ${JSON.stringify(query)}`, () => {
    const starts = ({ id }: ListedEvent): ListedStart[] =>
      (openOnDay[id] ?? []).map(([value, time]) => ({
        ...aDate(`${id} ${time}`, id, { date: `2026-12-05T${time}:00Z` }),
        price: { value, currency: 'EUR', title: 'Adult', adult: true },
      }));
    const offerOf = (event: ListedEvent) => ({ starts: starts(event), no_starts: null });
    const listed = listEvents(events, normalise(query), {
      locale: 'de',
      preferred: [],
      index,
      offerOf,
    });

    assert.deepEqual(
      listed.map(({ id }) => id),
      ids,
    );
  });
}

const byPreference: [query: Record<string, string>, ids: string[]][] = [
  [{}, ['kayak', 'walk', 'zoo']],
  [{ accept: 'walk,kayak' }, ['kayak', 'walk']],
  [{ limit: '1', offset: '1' }, ['walk']],
  [{ order: 'price' }, ['walk', 'kayak', 'zoo']],
  [{ order: 'duration' }, ['walk', 'zoo', 'kayak']],
];
for (const [query, ids] of byPreference) {
  test(`a preferred category comes first of the whole list, in no other order: ${JSON.stringify(query)}`, () => {
    const listed = listEvents(events, normalise(query), { locale: 'de', preferred: [21], index });

    assert.deepEqual(
      listed.map(({ id }) => id),
      ids,
    );
  });
}

test('a search is ranked by what matches best, whatever the site prefers', () => {
  const context = { locale: 'de', index };
  const search = normalise({ match: 'ka' });

  assert.deepEqual(
    listEvents(events, search, { ...context, preferred: [1] }),
    listEvents(events, search, { ...context, preferred: [] }),
  );
});

test('does not change the cached list', () => {
  list({ order: '-title' });

  assert.deepEqual(
    events.map(({ id }) => id),
    ['walk', 'kayak', 'zoo'],
  );
});

test('by first date, an event that is sold out stands where its known places end', () => {
  const [walk, kayak] = events;
  const until = { known_until: '2027-01-01T00:00:00Z', as_of: '2026-11-21T09:00:00Z' };
  const nextOf = ({ id }: ListedEvent) => (id === 'kayak' ? { ...until, date: null } : undefined);

  const listed = listEvents(events, normalise({ order: 'first_date' }), {
    locale: 'de',
    preferred: [],
    index,
    nextOf,
  });

  assert.deepEqual(
    listed.map(({ id }) => id),
    [walk?.id, kayak?.id, 'zoo'],
  );
});
