import MiniSearch from 'minisearch';
import type { ListedEvent } from '#contract/event.schema';
import type { Clock } from '../clock.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';

const fields = ['title', 'location', 'categories', 'vendor_name', 'summary'];
/**
 * A word of at least this many letters may have a typo; a shorter one would become another word.
 */
const TYPO_FROM = 4;
/** A word of at least this many letters is still near one with two typos, a shorter one with one. */
const TWO_TYPOS_FROM = 5;
/** Shorter words, such as “on”, say nothing of an event. */
const SHORTEST_NEAR = 3;
/** The best of these events are asked for near words. */
const NEAR_EVENTS = 50;
/** Further words are ignored: these already narrow a search down to an event. */
const MAX_WORDS = 8;

const tokenize: (text: string) => string[] = MiniSearch.getDefault('tokenize');

/** A full-text index of a list of events. */
export interface SearchIndex {
  /**
   * Events that contain every word, best matches first. Takes the words of `wordsOf`, at least one.
   */
  find(words: readonly string[]): ListedEvent[];
  /** Words of the events that are spelled like this one, or begin so, as they are written there. */
  near(word: string): string[];
}

/** The index of a list, built once, when it is first requested. */
export type SearchIndexes = (events: readonly ListedEvent[]) => Promise<SearchIndex>;

/** Indexing thousands of events takes tenths of a second, so it is done in slices. */
export function createSearchIndexes(monotonic: Clock): SearchIndexes {
  const indexes = new WeakMap<readonly ListedEvent[], Promise<SearchIndex>>();

  return (events) => {
    const existing = indexes.get(events);
    if (existing) return existing;
    const index = runInSlices(indexEvents(events), createSlices(monotonic));
    indexes.set(events, index);
    return index;
  };
}

/** Yields after each event. */
export function* indexEvents(events: readonly ListedEvent[]): Generator<void, SearchIndex> {
  const index = new MiniSearch<ListedEvent>({
    fields,
    // The event itself serves as its id, so that a search returns events.
    extractField: (event, field) => (field === 'id' ? event : textOf(event, field)),
    processTerm: normalise,
    searchOptions: {
      prefix: true,
      fuzzy: (word) => (word.length >= TYPO_FROM ? 1 : false),
      combineWith: 'AND',
      boost: { title: 3, categories: 2 },
    },
  });
  const texts: string[] = [];
  for (const event of events) {
    index.add(event);
    texts.push(normalise(fields.map((field) => textOf(event, field)).join('\n')));
    yield;
  }

  return {
    find(words) {
      const ranked = index.search(words.join(' ')).map(({ id }) => id as ListedEvent);
      // Also finds words within words, such as "tour" in "Stadttour".
      const containing = events.filter((_, position) =>
        words.every((word) => texts[position]?.includes(word)),
      );
      return [...new Set([...ranked, ...containing])];
    },

    near(word) {
      const fuzzy = word.length < TWO_TYPOS_FROM ? 1 : 2;
      const results = index.search(word, { fuzzy }).slice(0, NEAR_EVENTS);
      const near = new Map<string, string>();
      for (const { id, terms } of results) {
        for (const term of terms) {
          if (near.has(term) || term.length < SHORTEST_NEAR) continue;
          near.set(term, writtenIn(id as ListedEvent, term));
        }
      }
      return [...near.values()];
    },
  };
}

/**
 * The words of a search, normalised: the same for all texts that find the same. Distinct, because
 * each costs a pass over the index. Punctuation alone is a word that nothing contains.
 */
export function wordsOf(match: string): string[] {
  const text = normalise(match.trim());
  if (text === '') return [];
  const words = new Set(tokenize(text).filter((word) => word !== ''));
  return words.size > 0 ? [...words].slice(0, MAX_WORDS).sort() : [text];
}

/** A normalised word as the event has it. */
function writtenIn(event: ListedEvent, term: string): string {
  const words = fields.flatMap((field) => tokenize(textOf(event, field)));
  return words.find((word) => normalise(word) === term) ?? term;
}

function textOf(event: ListedEvent, field: string): string {
  if (field === 'categories') return event.categories.map(({ title }) => title).join(' ');
  return String(event[field as keyof ListedEvent]);
}

/** Removes case and accents, so that "gruner" finds "Grüner". */
function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}
