import MiniSearch from 'minisearch';
import type { ListedEvent } from '../../src/contract/event.schema.ts';

const fields = ['title', 'location', 'categories', 'vendor_name', 'summary'];
/** A word of so many letters may have one typo; in shorter ones it would be another word. */
const LONG_WORD = 4;

interface Index {
  readonly words: MiniSearch<ListedEvent>;
  /** All of an event's text, for words within words: "tour" is in "Stadttour". */
  readonly texts: ReadonlyMap<ListedEvent, string>;
}
/** Events in which every word is found, those that fit best first; all of them, as they come, for no words. */
export type Search = (events: readonly ListedEvent[], match: string) => ListedEvent[];

/** Each list that is searched gets its index once. */
export function createSearch(): Search {
  const indexes = new WeakMap<readonly ListedEvent[], Index>();

  return (events, match) => {
    const asked = plain(match)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (asked.length === 0) return [...events];
    const index = indexes.get(events) ?? toIndex(events);
    indexes.set(events, index);
    return find(events, index, asked);
  };
}

function find(
  events: readonly ListedEvent[],
  { words, texts }: Index,
  asked: string[],
): ListedEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const fitting = words.search(asked.join(' ')).flatMap(({ id }) => byId.get(String(id)) ?? []);
  const containing = events.filter((event) =>
    asked.every((word) => texts.get(event)?.includes(word)),
  );
  return [...new Set([...fitting, ...containing])];
}

function toIndex(events: readonly ListedEvent[]): Index {
  const words = new MiniSearch<ListedEvent>({
    fields,
    extractField: (event, field) => textOf(event, field),
    processTerm: plain,
    searchOptions: {
      prefix: true,
      fuzzy: (word) => (word.length >= LONG_WORD ? 1 : false),
      combineWith: 'AND',
      boost: { title: 3, categories: 2 },
    },
  });
  words.addAll(events);
  const texts = new Map(
    events.map((event) => [event, plain(fields.map((field) => textOf(event, field)).join('\n'))]),
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
