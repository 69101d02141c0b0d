import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { indexEvents, wordsOf } from '../../../proxy/catalog/search.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
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
const index = runAtOnce(indexEvents(events));
const searchFor = (match: string) => index.find(wordsOf(match));
const find = (match: string) => searchFor(match).map(({ id }) => id);

const matches: [match: string, ids: string[], why: string][] = [
  ['', ['walk', 'kayak', 'bus'], 'there are no words'],
  ['   ', ['walk', 'kayak', 'bus'], 'there are no words'],
  ['gruner', ['walk'], 'accents do not count'],
  ['SPREE', ['kayak'], 'case does not count'],
  ['cafe koln', ['walk'], 'every word is found, each in another field'],
  ['köln kayak', [], 'one word is not found'],
  ['wald', ['walk'], 'a prefix, without its umlaut'],
  ['walder', ['walk'], 'categories are searched'],
  ['fuss', ['walk'], 'ß is ss'],
  ['kanal', ['kayak'], 'the vendor is searched'],
  ['spazier', ['walk'], 'a prefix'],
  ['rundfahrt', ['bus'], 'within a longer word'],
  ['kayk', ['kayak', 'bus'], 'a letter is missing; the title ranks before the summary'],
  ['kajak', ['kayak', 'bus'], 'one letter differs'],
  ['kayyak', ['kayak', 'bus'], 'one letter too many'],
  ['kajjak', [], 'two letters differ'],
  ['bas', [], 'a short word may have no typo'],
  ['"(*?', [], 'punctuation matches nothing'],
];
for (const [match, ids, why] of matches) {
  test(`“${match}” finds ${ids.join(', ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(find(match), ids);
  });
}

const nearWords: [word: string, near: string[], why: string][] = [
  ['kajjak', ['Kayak'], 'two letters differ, and it is as the title has it'],
  ['spazirgank', ['Spaziergang'], 'a letter is missing, and one differs'],
  ['bas', ['bus'], 'a short word may have one typo'],
  ['walde', ['Wälder'], 'a beginning, written with its umlaut'],
  ['kolnn', ['Köln'], 'the town'],
  ['moon', [], 'nothing but a short word is spelled so'],
];
for (const [word, near, why] of nearWords) {
  test(`near “${word}” is ${near.join(', ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(index.near(word), near);
  });
}

test('a town finds the events there, and so does a beginning of its name', () => {
  const towns = [
    aListedEvent('tea', { location: 'Aburanokoji-dori 214, 604-0061 Kyoto' }),
    aListedEvent('fado', { location: 'Rua de São Bento 12, 1200-816 Lisboa' }),
  ];
  const byTown = runAtOnce(indexEvents(towns));

  for (const [match, id] of [
    ['Kyoto', 'tea'],
    ['lisb', 'fado'],
    ['sao bento', 'fado'],
  ] as const) {
    assert.deepEqual(
      byTown.find(wordsOf(match)).map((event) => event.id),
      [id],
    );
  }
});

test('repeated words are searched for once, and words after the eighth not at all', () => {
  const once = find('kayak berlin');
  assert.deepEqual(find('kayak Berlin kayak '.repeat(40)), once);
  assert.deepEqual(find(`${'kayak-berlin,'.repeat(40)}`), once);

  const eight = 'kayak on the spree paddle through berlin kiez';
  assert.deepEqual(find(eight), ['kayak']);
  assert.deepEqual(find(`${eight} nowhere`), ['kayak']);
  assert.deepEqual(find(`nowhere ${eight}`), []);
});

test('any text can be searched for, and finds events of the list only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (match) => {
      assert.ok(searchFor(match).every((event) => events.includes(event)));
    }),
  );
});

test('every word of a title finds its event, with and without accents', () => {
  const words = events.flatMap((event) => event.title.split(' ').map((word) => ({ event, word })));
  for (const { event, word } of words) {
    const unaccented = word.normalize('NFD').replace(/\p{M}/gu, '');
    for (const match of [word, unaccented, word.toUpperCase()])
      assert.ok(find(match).includes(event.id));
  }
});
