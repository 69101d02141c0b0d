import {
  type EntryPrice,
  listedEvent,
  type ListedEvent,
  mergedEvent,
  type MergedEvent,
} from '#contract/event.schema';
import type { PlatformEvent } from '../platform/translate.ts';
import type { SiteConfig } from '../sites.ts';
import { furtherDurations } from './durations.ts';
import { entryPriceOf } from '#contract/entry-price';

/** All events of the platform, and the merged events that they make. */
export interface Events {
  /** Root and child events by their own id. */
  readonly byId: ReadonlyMap<string, PlatformEvent>;
  readonly listed: readonly ListedEvent[];
  /** By root id. */
  readonly merged: ReadonlyMap<string, MergedEvent>;
  /** Root id of every event that belongs to a merged event, of the root itself too. */
  readonly rootOf: ReadonlyMap<string, string>;
  /** The ids of all events that belong together with this one; undefined when it is not on sale. */
  readonly familyOf: (eventId: string) => readonly string[] | undefined;
  /** Of whom there are events. */
  readonly vendorIds: ReadonlySet<string>;
  /** Of what is listed. */
  readonly categoryIds: ReadonlySet<number>;
}

/** A root event, first, and its children. */
type Family = readonly [root: PlatformEvent, ...children: PlatformEvent[]];

/** All but what is told of a day. */
const listedShape = listedEvent.omit({ starts: true, no_starts: true }).shape;
const listedFields = Object.keys(listedShape) as (keyof typeof listedShape)[];
/** All but what other events decide. */
const mergedShape = mergedEvent.omit({ further_durations: true }).shape;
const mergedFields = Object.keys(mergedShape) as (keyof typeof mergedShape)[];

/** What a site says of events beside the platform. */
type EventSettings = Partial<Pick<SiteConfig, 'images' | 'durations'>>;

/**
 * Folds children into their roots, a family at a time. `firstDates` is undefined where they could not be loaded.
 * Children without their root are left out, and families without a public price, which nobody can book.
 */
export function* mergeEvents(
  events: readonly PlatformEvent[],
  firstDates: ReadonlyMap<string, string> | undefined,
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
    const price_groups = family.map((event) => event.price_group);
    const from_price = lowestPrice(price_groups);
    if (!from_price) continue;
    const event = {
      ...root,
      first_date: firstDateOf(family, firstDates),
      first_date_known: firstDates !== undefined,
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
  return { byId, listed, merged, rootOf, familyOf, vendorIds, categoryIds };
}

/** A child is an event that names a root; main and duration events name none (spec, Event). */
function toFamilies(events: readonly PlatformEvent[]): Iterable<Family> {
  const families = new Map<string, [PlatformEvent, ...PlatformEvent[]]>();
  for (const event of events) if (event.root_event_id === '') families.set(event.id, [event]);
  for (const event of events) families.get(event.root_event_id)?.push(event);
  return families.values();
}

/** Instants of one form sort as text. */
function firstDateOf(
  family: Family,
  firstDates: ReadonlyMap<string, string> | undefined,
): string | null {
  const dates = family.flatMap(({ id }) => firstDates?.get(id) ?? []);
  return dates.toSorted()[0] ?? null;
}

/** In the currency of the first. */
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
