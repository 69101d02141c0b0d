import { DAY, HOUR } from '#contract/milliseconds';

// What the minimal platform has, and what its vendors begin with.

export type Fields = Readonly<Record<string, unknown>>;
export type Item = Fields & { readonly id: string };

const LONG_ID = `event:./=${'x'.repeat(191)}`;

export interface MinimalPrice extends Fields {
  readonly id: number;
  readonly value: number;
}
export interface MinimalEvent extends Item {
  readonly vendor_id: string;
  readonly type: string;
  readonly root_event_id: string;
  readonly categories: readonly { readonly id: number }[];
  readonly prices: readonly MinimalPrice[];
  readonly privatePrices: readonly MinimalPrice[];
  readonly changed: number;
}
export interface MinimalDate extends Item {
  readonly event_id: string;
  readonly date: string;
  readonly total_slots: number;
  available_slots: number;
  changed: number;
}
export interface MinimalProduct extends Item {
  readonly vendor_id: string;
  readonly name: string;
  readonly price: number;
  readonly total: number | '';
  readonly available: number;
  readonly shipping_address: number;
  readonly isPrivate: boolean;
  readonly changed: number;
}
export interface MinimalOrder extends Item {
  readonly reference: string;
  readonly status: string;
  readonly date: string;
  readonly code: string;
  readonly tickets: readonly (Fields & { readonly date_id: string })[];
  readonly changed: number;
}

/** Becomes an error body of another shape than the spec's sample. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

export function createEvents(changed: number): MinimalEvent[] {
  const [water, lakes, town] = [
    { title: 'Water', id: 5 },
    { title: 'Lakes', id: 51 },
    { title: 'Town', id: 6 },
  ];
  const names = ['Swim', 'Walk', 'Row', 'Dive', 'Climb', 'Sail', 'Fish', 'Cook', 'Paint', 'Sing'];
  return names.map((title, index): MinimalEvent => {
    const price = (step: number, more: Fields = {}) => ({
      vat: 19,
      value: 10 + index + step / 2,
      currency: 'EUR',
      id: 100 * index + step,
      title: `Price ${step}`,
      entry_units: [{ type: step === 2 ? 'CHILD' : 'ADULT' }],
      ...more,
    });
    return {
      mood: 'good',
      prices: [price(1), price(2)],
      privatePrices: index === 3 ? [price(3, { title: 'Partners' })] : [],
      categories: index % 2 === 0 ? [water, ...(index % 4 === 0 ? [lakes] : [])] : [town],
      vendor_id: index < 6 ? 'vendor=1' : 'vendor:2',
      vendor_name: index < 6 ? 'Vendor 1' : 'Vendor 2',
      location: 'A lake',
      location_lat: 40 + index,
      location_lng: 10 + index,
      meeting_location: 'A pier',
      meeting_location_lat: 40,
      meeting_location_lng: 10,
      max_participants: 10 + (index % 3),
      duration: 60 + 30 * (index % 4),
      description: '<p>Come along.</p>',
      type: index === 5 ? 'REQUEST' : 'BOOKING',
      root_event_id: index === 2 ? LONG_ID : '',
      title,
      id: index === 0 ? LONG_ID : `event:./=${index}`,
      changed,
    };
  });
}

/** Dates on twelve days; the last two are full. */
export function createDates(
  { id }: MinimalEvent,
  index: number,
  start: number,
  changed: number,
): MinimalDate[] {
  return Array.from({ length: 12 }, (_, day) => ({
    total_slots: 12,
    available_slots: day >= 10 ? 0 : 4 + ((day + index) % 8),
    event_id: id,
    date: instant(start + (day + 2) * DAY + 10 * HOUR + index * 60_000),
    id: `date:./=${index}.${day}`,
    booking_url: 'https://vendor.example/book',
    changed,
  }));
}

export function createProducts(changed: number): MinimalProduct[] {
  const names = ['Map', 'Towel', 'Lamp', 'Boots', 'Rope', 'Hat', 'Scarf', 'Cup'];
  return names.map((name, index) => ({
    isPrivate: index === 7,
    price: 5 + index / 2,
    currency: 'EUR',
    shipping_address: index % 2,
    available: index % 3,
    total: index === 4 ? '' : 10,
    dependencies: [],
    description: 'Useful',
    name,
    vendor_id: index === 5 ? 'vendor:2' : 'vendor=1',
    id: `product:./=${index}`,
    changed,
  }));
}

export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** An event in responses. */
export function showEvent(event: MinimalEvent, isWhole = false): Item {
  const { changed: _, privatePrices, ...fields } = event;
  if (!isWhole) return fields as unknown as Item;
  return { ...fields, prices: [...event.prices, ...privatePrices] } as unknown as Item;
}

export function showDate({ changed: _, ...date }: MinimalDate): Item {
  return date as unknown as Item;
}

export function showProduct({ changed: _, isPrivate: __, ...product }: MinimalProduct): Item {
  return product as unknown as Item;
}
