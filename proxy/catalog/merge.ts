import type { ListedEvent, MergedEvent, Price } from '../../src/contract/event.schema.ts';
import type { PlatformEvent } from '../platform/translate.ts';
import type { SiteConfig } from '../sites.ts';

/** All events of the platform, and what they come to when children are folded into their roots. */
export interface Events {
  /** Root and child events by their own id. */
  readonly byId: ReadonlyMap<string, PlatformEvent>;
  readonly listed: readonly ListedEvent[];
  /** By root id. */
  readonly merged: ReadonlyMap<string, MergedEvent>;
  /** Root id of every event that belongs to a merged event, of the root itself too. */
  readonly rootOf: ReadonlyMap<string, string>;
}

/**
 * A child is an event that names a root; main and duration events name none (spec, Event). Left out are children whose
 * root is not there, and events that nothing can be bought of: without a public price anywhere.
 */
export function mergeEvents(
  events: readonly PlatformEvent[],
  firstDates: ReadonlyMap<string, string> | undefined,
  images: SiteConfig['images'] = {},
): Events {
  const families = new Map<string, PlatformEvent[]>();
  for (const event of events) if (event.root_event_id === '') families.set(event.id, [event]);
  for (const event of events) families.get(event.root_event_id)?.push(event);

  const listed: ListedEvent[] = [];
  const merged = new Map<string, MergedEvent>();
  const rootOf = new Map<string, string>();
  for (const [id, family] of families) {
    const [root] = family;
    const from_price = cheapest(family.flatMap((event) => event.price_group.prices));
    if (!root || !from_price) continue;
    const dates = {
      first_date: earliest(family.map((event) => firstDates?.get(event.id))),
      first_date_known: firstDates !== undefined,
    };
    const {
      root_event_id: _,
      summary,
      price_group: __,
      ...details
    } = {
      ...root,
      images: images[id] ?? [],
    };
    merged.set(id, {
      ...details,
      ...dates,
      price_groups: family.map((event) => event.price_group),
    });
    listed.push({ ...listedFields(details), summary, ...dates, from_price });
    for (const event of family) rootOf.set(event.id, id);
  }
  const offered = events.filter((event) => rootOf.has(event.id));
  return { byId: new Map(offered.map((event) => [event.id, event])), listed, merged, rootOf };
}

function listedFields(event: Omit<PlatformEvent, 'root_event_id' | 'summary' | 'price_group'>) {
  const { id, title, type, duration, timezone, location, location_lat, location_lng } = event;
  const { vendor_id, vendor_name, categories, images } = event;
  const place = { timezone, location, location_lat, location_lng };
  return { id, title, type, duration, ...place, vendor_id, vendor_name, categories, images };
}

function cheapest(prices: readonly Price[]): ListedEvent['from_price'] {
  const [first, ...others] = prices;
  if (!first) return null;
  const { currency } = first;
  const values = others.filter((price) => price.currency === currency).map(({ value }) => value);
  return { value: Math.min(first.value, ...values), currency };
}

/** Times of one form sort as text. */
function earliest(dates: readonly (string | undefined)[]): string | null {
  return dates.filter((date) => date !== undefined).toSorted()[0] ?? null;
}
