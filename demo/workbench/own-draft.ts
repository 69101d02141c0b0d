import type { FieldProblem } from '../field-problems.ts';
import type { OwnEventInput } from '../own-event.ts';
import type { OwnEventState } from '../own-events.ts';
import { parseListedDates, singleStarts, type Start, weeklyStarts } from './own-dates.ts';

/** A form of an event, as it is typed. Rows have a key of their own, so that each keeps its controls. */
export interface OwnDraft {
  readonly title: string;
  /** Plain text; a blank line begins a paragraph. */
  readonly description: string;
  readonly type: 'BOOKING' | 'REQUEST';
  readonly minutes: string;
  readonly places: string;
  /** The ids of a path of categories, joined by commas. */
  readonly category: string;
  readonly address: string;
  /** As maps give them: `52.5019, 13.4553`. */
  readonly coordinates: string;
  /** Empty for the address. */
  readonly meeting: string;
  readonly timezone: string;
  /** One in a line. */
  readonly highlights: string;
  readonly bring: string;
  readonly hint: string;
  readonly currency: string;
  readonly groups: readonly DraftGroup[];
  readonly products: readonly DraftProduct[];
}

export interface DraftGroup {
  readonly key: string;
  readonly name: string;
  readonly prices: readonly DraftPrice[];
  readonly weekdays: readonly number[];
  /** As `19:00, 21:30`. */
  readonly times: string;
  readonly from: string;
  readonly until: string;
  readonly single: readonly DraftDate[];
  /** A start in each line: `2026-12-24 19:00 12`. */
  readonly listed: string;
}

export interface DraftPrice {
  readonly key: string;
  readonly title: string;
  readonly value: string;
}

export interface DraftDate {
  readonly key: string;
  readonly day: string;
  readonly time: string;
  readonly places: string;
}

export interface DraftProduct {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
  /** Empty for an unlimited stock. */
  readonly stock: string;
  readonly isShipped: boolean;
}

/** Ids that the platform has given, by the keys of groups, prices and products. */
export type PlatformIds = Readonly<Record<string, string | number>>;

export interface CategoryPath {
  readonly value: string;
  readonly path: readonly { readonly id: number; readonly title: string }[];
}

let lastKey = 0;
/** Unique in this tab: a draft that is kept may have keys of an earlier page. */
export function newKey(): string {
  lastKey += 1;
  return `${Date.now().toString(36)}-${lastKey}`;
}

/** The days from which until which a weekly rule is offered. */
export interface Season {
  readonly from: string;
  readonly until: string;
}

export function blankDraft(
  given: Pick<OwnDraft, 'timezone' | 'currency' | 'category'>,
  season: Season,
): OwnDraft {
  return {
    ...given,
    title: '',
    description: '',
    type: 'BOOKING',
    minutes: '120',
    places: '12',
    address: '',
    coordinates: '',
    meeting: '',
    highlights: '',
    bring: '',
    hint: '',
    groups: [blankGroup(season)],
    products: [],
  };
}

export function blankGroup({ from, until }: Season): DraftGroup {
  return {
    key: newKey(),
    name: '',
    prices: [{ key: newKey(), title: 'Adult', value: '' }],
    weekdays: [],
    times: '',
    from,
    until,
    single: [],
    listed: '',
  };
}

export function blankProduct(): DraftProduct {
  return { key: newKey(), name: '', description: '', price: '', stock: '', isShipped: false };
}

/** An event to look at, and to write over. */
export function exampleDraft(draft: OwnDraft, season: Season): OwnDraft {
  return {
    ...draft,
    title: 'Night paddle to the islands',
    description:
      'We start when the lights go on, and are back before the last train.\n\n' +
      'Your guide knows the way in the dark. You need no experience, only warm clothes.',
    minutes: '150',
    places: '12',
    address: 'Lichtkai 7, 10245 Berlin',
    coordinates: '52.5019, 13.4553',
    timezone: 'Europe/Berlin',
    bring: 'Warm clothes, and a second pair of socks.',
    highlights: 'The islands by lantern light\nHot tea on the way back',
    groups: [
      {
        ...blankGroup(season),
        prices: [
          { key: newKey(), title: 'Adult', value: '52.00' },
          { key: newKey(), title: 'Child, 10 to 14', value: '30.00' },
        ],
        weekdays: [4, 5, 6],
        times: '19:00, 21:30',
      },
    ],
    products: [],
  };
}

/** What is sent of a draft, and what this page itself finds wrong with it. */
export interface DraftInput {
  readonly input: OwnEventInput;
  readonly problems: readonly FieldProblem[];
}

export function toInput(
  draft: OwnDraft,
  pictures: readonly string[],
  categories: readonly CategoryPath[],
  ids: PlatformIds,
  now: number,
): DraftInput {
  const problems: FieldProblem[] = [];
  const places = toNumber(draft.places);
  // Where it is no number, the places of the event say so, and not each of its dates.
  const slots = Number.isInteger(places) && places >= 0 ? places : 0;
  const [lat, lng] = toCoordinates(draft.coordinates);
  const meeting = draft.meeting.trim() || draft.address.trim();
  const { path = [] } = categories.find(({ value }) => value === draft.category) ?? {};
  if (!draft.coordinates.trim())
    problems.push({ field: 'event.location_lat', text: 'Fill this in.' });
  else if (Number.isNaN(lat) || Number.isNaN(lng)) {
    const text = 'Coordinates are two numbers, as maps give them: 52.5019, 13.4553.';
    problems.push({ field: 'event.location_lat', text });
  }
  const groups = draft.groups.map((group, index) => {
    const field = (way: string) => `groups.${index}.dates.${way}`;
    const weekly = weeklyStarts(group, slots, draft.timezone, now);
    const single = singleStarts(group.single, draft.timezone);
    const listed = parseListedDates(group.listed, slots, draft.timezone);
    for (const [way, { problem }] of Object.entries({ weekly, single, listed })) {
      if (problem) problems.push({ field: field(way), text: problem });
    }
    return {
      ...idOf(ids, group.key),
      name: index === 0 ? '' : group.name.trim(),
      prices: group.prices.map((price) => ({
        ...priceIdOf(ids, price.key),
        title: price.title.trim(),
        value: toNumber(price.value),
        currency: draft.currency,
      })),
      dates: distinct({ weekly: weekly.starts, single: single.starts, listed: listed.starts }),
    };
  });
  const [first, ...others] = groups;
  const input: OwnEventInput = {
    event: {
      title: draft.title.trim(),
      description: toHtml(draft.description),
      type: draft.type,
      duration: toNumber(draft.minutes),
      max_participants: places,
      timezone: draft.timezone,
      location: draft.address.trim(),
      location_lat: lat,
      location_lng: lng,
      meeting_location: meeting,
      meeting_location_lat: lat,
      meeting_location_lng: lng,
      images: [...pictures],
      categories: [...path],
      ...(lines(draft.highlights).length > 0 && { highlights: lines(draft.highlights) }),
      ...(draft.bring.trim() && { bring: draft.bring.trim() }),
      ...(draft.hint.trim() && { hint: draft.hint.trim() }),
    },
    groups: [first ?? { name: '', prices: [], dates: noDates }, ...others],
    products: draft.products.map((product) => ({
      ...idOf(ids, product.key),
      name: product.name.trim(),
      description: product.description.trim(),
      price: toNumber(product.price),
      currency: draft.currency,
      total: product.stock.trim() ? toNumber(product.stock) : '',
      shipping_address: product.isShipped ? 1 : 0,
    })),
  };
  return { input, problems };
}

const noDates = { weekly: [], single: [], listed: [] };

/** The ids of a draft's parts, as the platform has given them. */
export function idsOf(draft: OwnDraft, { groups, products }: OwnEventState): PlatformIds {
  const known = [
    ...draft.groups.flatMap((group, index) => [
      [group.key, groups[index]?.id ?? ''] as const,
      ...group.prices.map((price, at) => [price.key, groups[index]?.prices[at] ?? ''] as const),
    ]),
    ...draft.products.map((product, index) => [product.key, products[index] ?? ''] as const),
  ];
  return Object.fromEntries(known.filter(([, id]) => id !== ''));
}

function idOf(ids: PlatformIds, key: string): { id?: string } {
  const id = ids[key];
  return id === undefined ? {} : { id: String(id) };
}

function priceIdOf(ids: PlatformIds, key: string): { id?: number } {
  const id = ids[key];
  return id === undefined ? {} : { id: Number(id) };
}

/** A start that comes twice counts once, in the way that says most of it: a single one first. */
function distinct(dates: {
  weekly: readonly Start[];
  single: readonly Start[];
  listed: readonly Start[];
}) {
  const seen = new Set<string>();
  const unseen = (starts: readonly Start[]) =>
    starts.filter(({ date }) => !seen.has(date) && seen.add(date));
  const single = unseen(dates.single);
  const listed = unseen(dates.listed);
  return { single, listed, weekly: unseen(dates.weekly) };
}

/** NaN for what is no number, which JSON sends as null. */
export function toNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
}

function toCoordinates(text: string): [number, number] {
  const [lat = '', lng = '', ...rest] = text.split(/[,;]\s*|\s+/).filter(Boolean);
  return rest.length > 0 ? [NaN, NaN] : [toNumber(lat), toNumber(lng)];
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Plain text as the HTML that the platform wants (spec, Event: description). */
export function toHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\n/g, '<br>'))
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
}
