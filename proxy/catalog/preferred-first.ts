import type { ListedEvent } from '#contract/event.schema';

/** Events of the site's preferred categories come first, those of the category named first before. */
export function preferredFirst(
  events: readonly ListedEvent[],
  preferred: readonly number[],
): readonly ListedEvent[] {
  if (preferred.length === 0) return events;
  const ranks = new Map(preferred.map((id, rank) => [id, rank]));
  const groups = preferred.map((): ListedEvent[] => []);
  const others: ListedEvent[] = [];
  for (const event of events) {
    const rank = Math.min(...event.categories.map(({ id }) => ranks.get(id) ?? Infinity));
    (groups[rank] ?? others).push(event);
  }
  return [...groups.flat(), ...others];
}
