import type { Books } from '../books.ts';
import type { Event, Vendor } from '../records.ts';

/** The event that a pricelist is merged into, which for any other event is itself. */
export function mergedEventOf(books: Books, event: Event): Event {
  return books.events.get(event.root_event_id) ?? event;
}

/** Main events and further durations, each with its own pricelists (spec, Merged event). */
export function mergeEvents(
  books: Books,
  vendor: Vendor | undefined,
): { readonly event: Event; readonly pricelists: readonly Event[] }[] {
  const pricelists = new Map<Event, Event[]>();
  for (const event of books.events.values()) {
    if (vendor && event.vendor !== vendor) continue;
    const root = mergedEventOf(books, event);
    const members = pricelists.get(root) ?? [];
    if (root === event) members.unshift(event);
    else if (event.active === 1) members.push(event);
    pricelists.set(root, members);
  }
  return [...pricelists].map(([event, members]) => ({ event, pricelists: members }));
}
