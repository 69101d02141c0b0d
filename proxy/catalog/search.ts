import MiniSearch from 'minisearch';
import type { ListedEvent } from '../../src/contract/event.schema.ts';

const fields = ['title', 'location', 'categories', 'vendor_name', 'summary'];
/** A word of so many letters may have one typo; in shorter ones it would be another word. */
const LONG_WORD = 4;

/**
 * Events in which every word is found, those that fit best first; all of them, as they come, for no
 * words.
 */
export type Search = (events: readonly ListedEvent[], match: string) => ListedEvent[];

/** Each list that is searched gets its index once. */
export function createSearch(): Search {
  const indexes = new WeakMap<readonly ListedEvent[], ReturnType<typeof toIndex>>();

  return (events, match) => {
    const asked = plain(match).match(/\S+/g);
    if (!asked) return [...events];
    const index = indexes.get(events) ?? toIndex(events);
    indexes.set(events, index);
    const fitting = index.words.search(asked.join(' ')).map(({ id }) => id as ListedEvent);
    // Words within words as well: "tour" is in "Stadttour".
    const containing = events.filter((_, at) =>
      asked.every((word) => index.texts[at]?.includes(word)),
    );
    return [...new Set([...fitting, ...containing])];
  };
}

function toIndex(events: readonly ListedEvent[]) {
  const words = new MiniSearch<ListedEvent>({
    fields,
    // An event stands for itself, so that a search finds events and not their ids.
    extractField: (event, field) => (field === 'id' ? event : textOf(event, field)),
    processTerm: plain,
    searchOptions: {
      prefix: true,
      fuzzy: (word) => (word.length >= LONG_WORD ? 1 : false),
      combineWith: 'AND',
      boost: { title: 3, categories: 2 },
    },
  });
  words.addAll(events);
  const texts = events.map((event) =>
    plain(fields.map((field) => textOf(event, field)).join('\n')),
  );
  return { words, texts };
}

function textOf(event: ListedEvent, field: string): string {
  if (field === 'categories') return event.categories.map(({ title }) => title).join(' ');
  return String(event[field as keyof ListedEvent]);
}

/** Without case and accents, so that "gruner" finds "Grüner". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}
