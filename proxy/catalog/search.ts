import MiniSearch from 'minisearch';
import type { ListedEvent } from '../../src/contract/event.schema.ts';

const fields = ['title', 'location', 'categories', 'vendor_name', 'summary'];
/** A word of so many letters may have one typo; in shorter ones it would be another word. */
const TYPO_FROM = 4;
/** More do not find an event that these have not found. */
const MAX_WORDS = 8;

const tokenize: (text: string) => string[] = MiniSearch.getDefault('tokenize');

/**
 * Events in which every word is found, those that fit best first; all of them in their own order
 * for no words. The words are those of `wordsOf`.
 */
export type Search = (events: readonly ListedEvent[], words: readonly string[]) => ListedEvent[];

/** What is built of a list once: the index of words, and the text of each event. */
interface SearchIndex {
  readonly words: MiniSearch<ListedEvent>;
  readonly texts: readonly string[];
}

export function createSearch(): Search {
  const indexes = new WeakMap<readonly ListedEvent[], SearchIndex>();

  function indexOf(events: readonly ListedEvent[]): SearchIndex {
    const index = indexes.get(events) ?? createIndex(events);
    indexes.set(events, index);
    return index;
  }

  return (events, words) => {
    if (words.length === 0) return [...events];
    const index = indexOf(events);
    const ranked = index.words.search(words.join(' ')).map(({ id }) => id as ListedEvent);
    // Words within words as well: "tour" is in "Stadttour".
    const containing = events.filter((_, position) =>
      words.every((word) => index.texts[position]?.includes(word)),
    );
    return [...new Set([...ranked, ...containing])];
  };
}

/**
 * The words of a search, in one form for all texts that find the same. Distinct, because each costs a
 * pass over the index. Punctuation alone is a word that is nowhere.
 */
export function wordsOf(match: string): string[] {
  const text = normalise(match.trim());
  if (text === '') return [];
  const words = new Set(tokenize(text).filter((word) => word !== ''));
  return words.size > 0 ? [...words].slice(0, MAX_WORDS).sort() : [text];
}

function createIndex(events: readonly ListedEvent[]): SearchIndex {
  const words = new MiniSearch<ListedEvent>({
    fields,
    // The event is its own id, so that a search finds events and not their ids.
    extractField: (event, field) => (field === 'id' ? event : textOf(event, field)),
    processTerm: normalise,
    searchOptions: {
      prefix: true,
      fuzzy: (word) => (word.length >= TYPO_FROM ? 1 : false),
      combineWith: 'AND',
      boost: { title: 3, categories: 2 },
    },
  });
  words.addAll(events);
  const texts = events.map((event) => {
    return normalise(fields.map((field) => textOf(event, field)).join('\n'));
  });
  return { words, texts };
}

function textOf(event: ListedEvent, field: string): string {
  if (field === 'categories') return event.categories.map(({ title }) => title).join(' ');
  return String(event[field as keyof ListedEvent]);
}

/** Without case and accents, so that "gruner" finds "Grüner". */
function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}
