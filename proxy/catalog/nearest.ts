import type { ListedEvent, Nearest } from '#contract/event.schema';
import { MAX_OFFERS } from '#contract/limits';
import { DAY } from '#contract/milliseconds';
import { listEvents, type NormalList } from './list-events.ts';
import { type SearchIndex, wordsOf } from './search.ts';
import type { DayOffer, Visit } from './starts.ts';

/** How many days before and after the requested one are looked at. */
export const NEAR_DAYS = 14;

interface NearestContext {
  readonly index: SearchIndex;
  /** From an event's id to what it offers. */
  readonly offersOn: (visit: Visit) => (id: string) => DayOffer;
  /** From an event's id to whether it has so many places within these days. */
  readonly roomWithin: (days: {
    first: string;
    last: string;
    participants: number;
  }) => (id: string) => boolean;
}

/**
 * What a visitor may look for where a list has nothing, each with at least one event. The list is
 * that of `normaliseList`, without order and pages.
 */
export function nearestTo(
  events: readonly ListedEvent[],
  list: NormalList,
  { index, offersOn, roomWithin }: NearestContext,
): Nearest {
  const { visit, words } = list;
  const found = (query: NormalList) =>
    listEvents(events, query, { locale: 'en', preferred: [], index });
  const hasPlaces = (among: readonly ListedEvent[], on: Visit) => {
    const offerOf = offersOn(on);
    return among.some(({ id }) => offerOf(id).starts.length > 0);
  };

  const matching = found(list);
  if (matching.length > 0) {
    if (!visit || hasPlaces(matching, visit)) return nothing;
    const { day, participants } = visit;
    const [first, last] = [daysFrom(day, -NEAR_DAYS), daysFrom(day, NEAR_DAYS)];
    const hasRoom = roomWithin({ first, last, participants });
    const roomy = matching.filter(({ id }) => hasRoom(id));
    const isOpen = (other: string) => hasPlaces(roomy, { participants, day: other });
    return {
      days: daysAround(day).filter(firstFew(isOpen)),
      participants: largestParty(matching, visit, offersOn),
      matches: [],
    };
  }
  const isThere = (match: string) => {
    const others = found({ ...list, words: wordsOf(match) });
    return others.length > 0 && (!visit || hasPlaces(others, visit));
  };
  return { ...nothing, matches: nearWords(words ?? [], index).filter(firstFew(isThere)) };
}

const nothing: Nearest = { days: [], participants: null, matches: [] };

/** A filter that looks no further once it has found enough. */
function firstFew<T>(test: (value: T) => boolean): (value: T) => boolean {
  let count = 0;
  return (value) => {
    if (count === MAX_OFFERS || !test(value)) return false;
    count += 1;
    return true;
  };
}

/** The nearest first, and of two the later one, because time goes on. */
function daysAround(day: string): string[] {
  return Array.from({ length: NEAR_DAYS }, (_, index) => index + 1)
    .flatMap((distance) => [distance, -distance])
    .map((distance) => daysFrom(day, distance));
}

function daysFrom(day: string, distance: number): string {
  const [text = ''] = new Date(Date.parse(day) + distance * DAY).toISOString().split('T');
  return text;
}

/** The largest smaller party with places; null if there is none. */
function largestParty(
  among: readonly ListedEvent[],
  { day, participants }: Visit,
  offersOn: NearestContext['offersOn'],
): number | null {
  // Of any size: what has fewer places than the party needs, has them for fewer people.
  const offerOf = offersOn({ day, participants: 0 });
  const places = among
    .flatMap(({ id }) => offerOf(id).starts.map(({ available_slots }) => available_slots))
    .filter((count) => count < participants);
  return places.length > 0 ? places.reduce((most, count) => Math.max(most, count)) : null;
}

/** If there are several words, the nearest one to each: a word by itself finds more. */
function nearWords(words: readonly string[], index: SearchIndex): string[] {
  const each = words.length > 1 ? 1 : MAX_OFFERS;
  return [...new Set(words.flatMap((word) => index.near(word).slice(0, each)))];
}
