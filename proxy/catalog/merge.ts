import {
  listedEvent,
  type ListedEvent,
  mergedEvent,
  type MergedEvent,
} from '../../src/contract/event.schema.ts';
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

const listedFields = Object.keys(listedEvent.shape) as (keyof ListedEvent)[];
const mergedFields = Object.keys(mergedEvent.shape) as (keyof MergedEvent)[];

/**
 * A child is an event that names a root; main and duration events name none (spec, Event). Left out
 * are children whose root is not there, and events that nothing can be bought of: without a public
 * price anywhere.
 */
export function mergeEvents(
  events: readonly PlatformEvent[],
  firstDates: ReadonlyMap<string, string> | undefined,
  images: SiteConfig['images'] = {},
): Events {
  const families = new Map<string, PlatformEvent[]>();
  for (const event of events) if (event.root_event_id === '') families.set(event.id, [event]);
  for (const event of events) families.get(event.root_event_id)?.push(event);

  // An event may be called `constructor`.
  const pictures = new Map(Object.entries(images));
  const listed: ListedEvent[] = [];
  const merged = new Map<string, MergedEvent>();
  const byId = new Map<string, PlatformEvent>();
  const rootOf = new Map<string, string>();
  for (const [id, family] of families) {
    const [root] = family;
    const price_groups = family.map((event) => event.price_group);
    const from_price = cheapest(price_groups);
    if (!root || !from_price) continue;
    // Times of one form sort as text.
    const [first_date = null] = family
      .flatMap((event) => firstDates?.get(event.id) ?? [])
      .toSorted();
    const known = {
      first_date,
      first_date_known: firstDates !== undefined,
      images: pictures.get(id) ?? [],
    };
    const whole = { ...root, ...known, from_price, price_groups };
    listed.push(pick(whole, listedFields));
    merged.set(id, pick(whole, mergedFields));
    for (const event of family) {
      byId.set(event.id, event);
      rootOf.set(event.id, id);
    }
  }
  return { byId, listed, merged, rootOf };
}

/** Only what the contract names leaves the proxy. */
function pick<T, Field extends keyof T>(event: T, fields: readonly Field[]): Pick<T, Field> {
  return Object.fromEntries(fields.map((field) => [field, event[field]])) as Pick<T, Field>;
}

/** In the currency of the first price. */
function cheapest(groups: readonly PlatformEvent['price_group'][]): ListedEvent['from_price'] {
  const prices = groups.flatMap((group) => group.prices);
  const currency = prices[0]?.currency;
  if (currency === undefined) return null;
  const values = prices.filter((price) => price.currency === currency).map(({ value }) => value);
  return { value: Math.min(...values), currency };
}
