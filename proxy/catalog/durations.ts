import type { FurtherDuration, MergedEvent } from '#contract/event.schema';

/** The fields that decide whether another event is the same thing for longer or shorter. */
type Timed = Pick<
  MergedEvent,
  'id' | 'title' | 'duration' | 'vendor_id' | 'location' | 'location_lat' | 'location_lng'
>;

/** More than this many side by side are a list of events, not a choice of a duration. */
const MOST_TOGETHER = 6;

/**
 * Minutes per unit, with the words for it in titles. "Half-day" is missing, because it names no
 * number of minutes that could be compared.
 */
const units: readonly [minutes: number, words: string][] = [
  [1, 'minutes|minute|minuten|mins|min'],
  [60, 'hours|hour|hrs|hr|h|stunden|stunde|std'],
  [24 * 60, 'days|day|tage|tag'],
];

const partsOfTitle = units.map(([minutes, words]) => {
  const pattern = `(?<![\\p{L}\\p{N}.,:])(\\d{1,3}(?:[.,]\\d{1,2})?)[\\s-]?(?:${words})(?![\\p{L}\\p{N}])\\.?`;
  return { minutes, pattern: new RegExp(pattern, 'gu') };
});

/** A title without its duration, normalised, and the minutes that it names. */
interface TitleParts {
  readonly rest: string;
  readonly minutes: number;
}

/**
 * Takes durations out of a title: a number, then a space, a hyphen or nothing, then the word of a
 * unit ("2 h", "90-min", "1,5 Stunden"). Several are added up ("1 h 30 min"). Undefined if the
 * title has no duration, or nothing else.
 */
export function splitTitle(title: string): TitleParts | undefined {
  let rest = withoutExtraSpace(title.normalize('NFC').toLowerCase());
  let minutes = 0;
  for (const unit of partsOfTitle) {
    rest = rest.replace(unit.pattern, (_, amount: string) => {
      minutes += Number(amount.replace(',', '.')) * unit.minutes;
      return '\0';
    });
  }
  if (minutes === 0 || !/\p{L}/u.test(rest)) return undefined;
  // Adjacent durations leave one gap, so that "1 h 30 min" is like "2 h".
  return { rest: rest.replace(/\0( ?\0)+/g, '\0'), minutes };
}

/**
 * The key that an event shares with its further durations; undefined if its title names none. Two
 * events share it if they have the same vendor, the same place (`location`, ignoring case and
 * spacing, and coordinates) and the same title once the duration is taken out, ignoring case and
 * spacing. What the title names has to be the event's own `duration`: "24 h" on a ticket of two
 * hours is something else.
 */
function keyOf(event: Timed): string | undefined {
  const parts = splitTitle(event.title);
  if (!parts || Math.round(parts.minutes) !== event.duration) return undefined;
  const { vendor_id, location_lat, location_lng } = event;
  const location = withoutExtraSpace(event.location.toLowerCase());
  return JSON.stringify([vendor_id, location, location_lat, location_lng, parts.rest]);
}

/**
 * The further durations of each event that has any, shortest first: events that share its key, and
 * those of the groups that the site names, whatever they are. If two events with the same key have
 * the same duration, nobody knows which one is meant, so neither is offered. Yields after each
 * event.
 */
export function* furtherDurations(
  events: ReadonlyMap<string, Timed>,
  named: readonly (readonly string[])[],
): Generator<void, ReadonlyMap<string, readonly FurtherDuration[]>> {
  const equal = new Map<string, Timed[]>();
  for (const event of events.values()) {
    const key = keyOf(event);
    const others = equal.get(key ?? '');
    if (others) others.push(event);
    else if (key !== undefined) equal.set(key, [event]);
    yield;
  }
  const further = new Map<string, Map<string, FurtherDuration>>();
  const groups = [
    ...[...equal.values()].map(withOwnDuration).filter(({ length }) => length <= MOST_TOGETHER),
    ...named.map((ids) => ids.flatMap((id) => events.get(id) ?? [])),
  ];
  for (const group of groups) {
    for (const event of group) {
      const others = further.get(event.id) ?? new Map<string, FurtherDuration>();
      for (const { id, title, duration } of group) {
        if (id !== event.id) others.set(id, { id, title, duration });
      }
      if (others.size > 0) further.set(event.id, others);
    }
    yield;
  }
  return new Map(Array.from(further, ([id, others]) => [id, shortestFirst(others.values())]));
}

/** Those whose duration is unique among them. */
function withOwnDuration(events: readonly Timed[]): Timed[] {
  const last = new Map(events.map((event) => [event.duration, event]));
  const repeated = new Set(
    events.flatMap((event) => (event === last.get(event.duration) ? [] : event.duration)),
  );
  return events.filter(({ duration }) => !repeated.has(duration));
}

function shortestFirst(durations: Iterable<FurtherDuration>): FurtherDuration[] {
  return [...durations].sort((a, b) => a.duration - b.duration);
}

function withoutExtraSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
