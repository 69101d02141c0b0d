import '../support/all-english.ts';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMessages } from '../../.config/vite/message-files.ts';
import german from '../../src/messages/de.json' with { type: 'json' };
import { en, type MessageKey, type Messages } from '../../src/messages/en.ts';
import { english, withoutMarks, Words } from '../../src/messages/words.ts';

const deutsch = new Words('de', german as Messages);
const arabic = new Words('ar', readMessages('ar') as Messages);
const withMessages = (lang: string, messages: object) => new Words(lang, messages as Messages);

for (const [words, key, values, sentence] of [
  [english, 'search', {}, 'Search'],
  [deutsch, 'search', {}, 'Suchen'],
  [english, 'zoneAhead', { zone: 'Nepal Time', duration: '4 h' }, 'Nepal Time, 4 h ahead of yours'],
  [english, 'atLeast', { count: 1 }, 'At least 1 participant'],
  [english, 'atLeast', { count: 2 }, 'At least 2 participants'],
  [english, 'participants', { count: 0 }, '0 participants'],
  [deutsch, 'atLeast', { count: 1 }, 'Mindestens 1 Person'],
  [deutsch, 'atLeast', { count: 4 }, 'Mindestens 4 Personen'],
] as const) {
  test(`${words.lang} says "${sentence}"`, () => {
    assert.equal(words.say(key, values), sentence);
  });
}

test('a gap without a value stays to be seen', () => {
  assert.equal(english.say('code'), 'Code');
  assert.equal(english.say('terms'), 'Terms of {vendor}');
});

test("a value's own braces and marks are text", () => {
  assert.equal(english.say('terms', { vendor: '{code} $& $1' }), 'Terms of {code} $& $1');
});

test('what a language has no words for is said in English', () => {
  const words = withMessages('de', { search: 'Suchen', problems: {} });

  assert.equal(words.say('search'), 'Suchen');
  assert.equal(words.say('showMore'), en.showMore);
  assert.equal(words.problem('sold-out'), en.problems['sold-out']);
});

test('a plural form that is missing is said in the form for all others', () => {
  const words = withMessages('pl', { found: { one: '{count} jeden', other: '{count} inne' } });

  assert.equal(words.say('found', { count: 1 }), '1 jeden');
  assert.equal(words.say('found', { count: 3 }), '3 inne');
});

test('a language has its own plural forms', () => {
  const found = { one: '1', few: 'few', many: 'many', other: 'other' };
  const words = withMessages('pl', { found });
  const forms = [1, 3, 5, 22].map((count) => words.say('found', { count }));

  assert.deepEqual(forms, ['1', 'few', 'many', 'few']);
});

test('a problem that a newer proxy names is said as a failure of ours', () => {
  assert.equal(english.problem('from-tomorrow' as 'sold-out'), en.problems['internal-error']);
  assert.equal(deutsch.problem('from-tomorrow' as 'sold-out'), en.problems['internal-error']);
});

for (const [minutes, inEnglish, inGerman] of [
  [0, '', ''],
  [45, '45 min', '45 Min.'],
  [60, '1 h', '1 Std.'],
  [65, '1 h 5 min', '1 Std. 5 Min.'],
  [150, '2 h 30 min', '2 Std. 30 Min.'],
  [1440, '24 h', '24 Std.'],
  [2880, '2 days', '2 Tage'],
  [2910, '48 h 30 min', '48 Std. 30 Min.'],
  [4320, '3 days', '3 Tage'],
] as const) {
  test(`${minutes} minutes are "${inEnglish}", in German "${inGerman}"`, () => {
    assert.equal(english.duration(minutes), inEnglish);
    assert.equal(deutsch.duration(minutes), inGerman);
  });
}

for (const [minutes, sentence] of [
  [1, 'دقيقة واحدة'],
  [5, '5 دقائق'],
  [15, '15 دقيقة'],
  [60, 'ساعة واحدة'],
  [120, 'ساعتان'],
  [150, 'ساعتان و30 دقيقة'],
  [180, '3 ساعات'],
] as const) {
  test(`Arabic says ${minutes} minutes in words, not in single letters`, () => {
    assert.equal(withoutMarks(arabic.duration(minutes)), sentence);
  });
}

for (const [participants, sentence] of [
  [1, 'لا أماكن لشخص واحد قبل مايو.'],
  [2, 'لا أماكن لشخصين قبل مايو.'],
  [3, 'لا أماكن لـ 3 أشخاص قبل مايو.'],
  [11, 'لا أماكن لـ 11 شخصًا قبل مايو.'],
] as const) {
  test(`Arabic has ${participants} participants in the genitive after "for"`, () => {
    const forParty = arabic.say('forParty', { count: participants });

    assert.equal(withoutMarks(arabic.say('skipped', { forParty, day: 'مايو' })), sentence);
  });
}

for (const [lang, first] of [
  ['en', 1],
  ['de', 1],
  ['ja', 0],
  ['fa', 6],
] as const) {
  test(`the week of "${lang}" begins on weekday ${first}`, () => {
    assert.equal(new Words(lang).firstWeekday(), first);
  });
}

test('numbers are written as the reader writes them', () => {
  assert.equal(english.number(1234567), '1,234,567');
  assert.equal(deutsch.number(1234567), '1.234.567');
});

test('every message key can be said', () => {
  for (const key of Object.keys(en).filter((each) => each !== 'problems') as MessageKey[]) {
    assert.notEqual(english.say(key, { count: 2 }), '');
  }
});

test('a list of nothing is empty, in Arabic too', () => {
  assert.equal(english.list(), '');
  assert.equal(arabic.list(), '');
});

test('a sentence that ends with a name ends with one full stop', () => {
  const lda = { vendor: 'Maré Alta, Lda.' };

  assert.match(english.say('seller', { seller: lda.vendor }), / Lda\.$/);
  assert.match(deutsch.say('seller', { seller: lda.vendor }), / Lda\.$/);
  assert.match(arabic.say('seller', { seller: lda.vendor }), / Lda\.\u2069$/);
  assert.match(english.say('seller', { seller: 'Kiez' }), /Kiez\.$/);
});

for (const [lang, two, three] of [
  ['en', 'Kiez and Kamo', 'Kiez, Kamo and Maré'],
  ['de', 'Kiez und Kamo', 'Kiez, Kamo und Maré'],
  ['fr', 'Kiez et Kamo', 'Kiez, Kamo et Maré'],
  [
    'ar',
    '\u200f\u2068Kiez\u2069 و\u2068Kamo\u2069',
    '\u200f\u2068Kiez\u2069 و\u2068Kamo\u2069 و\u2068Maré\u2069',
  ],
] as const) {
  test(`names are joined by the "and" of "${lang}"`, () => {
    const words = new Words(lang);

    assert.equal(words.names('Kiez', 'Kamo'), two);
    assert.equal(words.names('Kiez', 'Kamo', 'Maré'), three);
    assert.equal(words.names('Kiez').replace(/[\u200f\u2068\u2069]/g, ''), 'Kiez');
    assert.equal(words.names(), '');
  });
}

test('from right to left, what stands in a sentence is kept apart from it', () => {
  const apart = '\u2068A. (Berlin) & Co.\u2069';

  assert.equal(arabic.say('terms', { vendor: 'A. (Berlin) & Co.' }), `\u200fشروط ${apart}`);
  assert.equal(arabic.list('A. (Berlin) & Co.', 'Tours'), `\u200f${apart}، \u2068Tours\u2069`);
});

test('from right to left, a list of names in a sentence is read from the right too', () => {
  const sentence = arabic.say('seller', { seller: arabic.list('A', 'B') });

  assert.equal(sentence, '\u200fالبائع: \u2068\u200f\u2068A\u2069، \u2068B\u2069\u2069.');
});

test('from left to right nothing is added, nor to a sentence without a gap', () => {
  assert.equal(english.say('terms', { vendor: 'A. (Berlin)' }), 'Terms of A. (Berlin)');
  assert.equal(english.list('A. (Berlin)', 'Tours'), 'A. (Berlin), Tours');
  assert.equal(arabic.say('search'), 'بحث');
});

for (const [count, sentence] of [
  [0, 'لا توجد تجارب'],
  [1, 'تجربة واحدة'],
  [2, 'تجربتان'],
  [3, '\u200f3 تجارب'],
  [11, '\u200f11 تجربة'],
  [100, '\u200f100 تجربة'],
] as const) {
  test(`Arabic says ${count} in the form of its own`, () => {
    assert.equal(arabic.say('found', { count }), sentence);
  });
}

test('a sentence without values is said, although the page has broken String.prototype.replace', (t) => {
  const { replace } = String.prototype;
  t.onTestFinished(() => void (String.prototype.replace = replace));
  String.prototype.replace = () => assert.fail('of another script');

  assert.equal(english.say('search'), 'Search');
});
