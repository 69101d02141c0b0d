import { entryPriceOf } from '#contract/entry-price';
import {
  type EntryPrice,
  type ListedEvent,
  listedEvent,
  type MergedEvent,
  mergedEvent,
} from '#contract/event.schema';
import type { PlatformEvent } from '../platform/translate.ts';
import type { SiteConfig } from '../sites.ts';
import { furtherDurations } from './durations.ts';

/** All events of the platform, and the merged events made of them. */
export interface Events {
  /** Root and child events by their own id. */
  readonly byId: ReadonlyMap<string, PlatformEvent>;
  readonly listed: readonly ListedEvent[];
  /** By root id. */
  readonly merged: ReadonlyMap<string, MergedEvent>;
  /**
   * The root id of every event that belongs to a merged event, including that of the root itself.
   */
  readonly rootOf: ReadonlyMap<string, string>;
  /** The ids of all events in the family of this one; undefined if it is not on sale. */
  readonly familyOf: (eventId: string) => readonly string[] | undefined;
  /** Vendors that have events. */
  readonly vendorIds: ReadonlySet<string>;
  /** Categories of the listed events. */
  readonly categoryIds: ReadonlySet<number>;
  /** Whether first dates could be loaded; until then, nobody knows which events have none. */
  readonly areDated: boolean;
}

/**
 * The first date of each event that has one; null if it is too late to book that one, so that the
 * first that can be booked is not known.
 */
export type FirstDates = ReadonlyMap<string, string | null>;

/** A root event, first, and its children. */
type Family = readonly [root: PlatformEvent, ...children: PlatformEvent[]];

/** All fields but those that follow from dates. */
const listedShape = listedEvent.omit({ next: true, starts: true, no_starts: true }).shape;
const listedFields = Object.keys(listedShape) as (keyof typeof listedShape)[];
/** All fields but those that follow from dates, or depend on other events. */
const mergedShape = mergedEvent.omit({ next: true, further_durations: true }).shape;
const mergedFields = Object.keys(mergedShape) as (keyof typeof mergedShape)[];

/** What a site adds to the platform's events. */
type EventSettings = Partial<Pick<SiteConfig, 'images' | 'durations'>>;

/**
 * Merges children into their roots; yields after each family. `firstDates` is undefined if they
 * could not be loaded. Left out are children without their root, and families without a public
 * price, which nobody can book.
 */
export function* mergeEvents(
  events: readonly PlatformEvent[],
  firstDates: FirstDates | undefined,
  { images = {}, durations = [] }: EventSettings = {},
): Generator<void, Events> {
  // A map, because an event may be called `constructor`.
  const imagesById = new Map(Object.entries(images));
  const listed: ListedEvent[] = [];
  const merged = new Map<string, MergedEvent>();
  const byId = new Map<string, PlatformEvent>();
  const rootOf = new Map<string, string>();
  const families = new Map<string, readonly string[]>();

  for (const family of toFamilies(events)) {
    const [root] = family;
    // The others, such as a root whose weekend alone is for sale, have nothing that can be bought.
    const sold = family.filter(({ price_group }) => price_group.prices.length > 0);
    const price_groups = sold.map(({ price_group }) => price_group);
    const from_price = lowestPrice(price_groups);
    if (!from_price) continue;
    const event = {
      ...root,
      ...firstDateOf(sold, firstDates),
      images: imagesById.get(root.id) ?? [],
      from_price,
      price_groups,
    };
    listed.push(pick(event, listedFields));
    merged.set(root.id, pick(event, mergedFields));
    families.set(
      root.id,
      family.map(({ id }) => id),
    );
    for (const { id } of family) rootOf.set(id, root.id);
    for (const member of family) {
      byId.set(member.id, member.timezone ? member : { ...member, timezone: root.timezone });
    }
    yield;
  }
  const further = yield* furtherDurations(merged, durations);
  for (const [id, further_durations] of further) {
    const event = merged.get(id);
    if (event) merged.set(id, { ...event, further_durations: [...further_durations] });
  }
  const familyOf = (eventId: string) => families.get(rootOf.get(eventId) ?? '');
  const vendorIds = new Set([...byId.values()].map(({ vendor_id }) => vendor_id));
  const categoryIds = new Set(listed.flatMap(({ categories }) => categories.map(({ id }) => id)));
  const areDated = firstDates !== undefined;
  return { byId, listed, merged, rootOf, familyOf, vendorIds, categoryIds, areDated };
}

/** A child is an event that names a root; main and duration events name none (spec, Event). */
function toFamilies(events: readonly PlatformEvent[]): Iterable<Family> {
  const families = new Map<string, [PlatformEvent, ...PlatformEvent[]]>();
  for (const event of events) if (event.root_event_id === '') families.set(event.id, [event]);
  for (const event of events) families.get(event.root_event_id)?.push(event);
  return families.values();
}

function firstDateOf(
  family: readonly PlatformEvent[],
  firstDates: FirstDates | undefined,
): Pick<ListedEvent, 'first_date' | 'first_date_known'> {
  const dates = family.flatMap(({ id }) => firstDates?.get(id) ?? []);
  // Instants in the same form sort as text.
  const [first_date = null] = dates.toSorted();
  const isAnyUnknown = family.some(({ id }) => firstDates?.get(id) === null);
  const isNone = firstDates !== undefined && !isAnyUnknown;
  return { first_date, first_date_known: first_date !== null || isNone };
}

/**
 * The lowest price in the currency of the first one, because amounts in two currencies cannot be
 * compared.
 */
function lowestPrice(groups: readonly PlatformEvent['price_group'][]): EntryPrice | null {
  const prices = groups.flatMap((group) => entryPriceOf(group.prices) ?? []);
  const currency = prices[0]?.currency;
  const comparable = prices.filter((price) => price.currency === currency);
  return comparable.toSorted((a, b) => a.value - b.value)[0] ?? null;
}

/** Only what the contract names leaves the proxy. */
function pick<T, Field extends keyof T>(event: T, fields: readonly Field[]): Pick<T, Field> {
  return Object.fromEntries(fields.map((field) => [field, event[field]])) as Pick<T, Field>;
}
