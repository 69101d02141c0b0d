import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createSearch } from '../../../proxy/catalog/search.ts';
import { aListedEvent } from '../builders.ts';

const events = [
  aListedEvent('walk', {
    title: 'Grüner Spaziergang',
    location: 'Café Kranz, Köln',
    summary: 'Zu Fuß durch den Park',
    categories: [{ id: 1, title: 'Wälder' }],
  }),
  aListedEvent('kayak', {
    title: 'Kayak on the Spree',
    summary: 'Paddle through Berlin',
    vendor_name: 'Kiez & Kanal',
  }),
  aListedEvent('bus', { title: 'Stadtrundfahrt', summary: 'A kayak can be seen from the bus' }),
];
const search = createSearch();
const find = (match: string) => search(events, match).map(({ id }) => id);

const cases: [match: string, ids: string[], why: string][] = [
  ['', ['walk', 'kayak', 'bus'], 'nothing was asked'],
  ['   ', ['walk', 'kayak', 'bus'], 'nothing was asked'],
  ['gruner', ['walk'], 'an accent is left out'],
  ['SPREE', ['kayak'], 'case does not count'],
  ['cafe koln', ['walk'], 'every word is found, each elsewhere'],
  ['köln kayak', [], 'one word is not found'],
  ['wald', ['walk'], 'a word begins so without its umlaut'],
  ['walder', ['walk'], 'categories count'],
  ['fuss', ['walk'], 'ß is ss'],
  ['kanal', ['kayak'], 'the vendor counts'],
  ['spazier', ['walk'], 'a word begins so'],
  ['rundfahrt', ['bus'], 'a word is within a longer one'],
  ['kayk', ['kayak', 'bus'], 'a letter is missing; the title counts more than the summary'],
  ['kajak', ['kayak', 'bus'], 'a letter is another'],
  ['kayyak', ['kayak', 'bus'], 'a letter is too many'],
  ['kajjak', [], 'two letters are wrong'],
  ['bas', [], 'a short word has no typo'],
  ['"(*?', [], 'signs are no words of anything here'],
];
for (const [match, ids, why] of cases) {
  test(`“${match}” finds ${ids.join(', ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(find(match), ids);
  });
}

test('any text is searched for without an error, and finds nothing that is not there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (match) => {
      assert.ok(search(events, match).every((event) => events.includes(event)));
    }),
  );
});

test('every word of an event finds it, as it stands and with its accents dropped', () => {
  const words = events.flatMap((event) => event.title.split(' ').map((word) => ({ event, word })));
  for (const { event, word } of words) {
    const bare = word.normalize('NFD').replace(/\p{M}/gu, '');
    for (const asked of [word, bare, word.toUpperCase()]) assert.ok(find(asked).includes(event.id));
  }
});
