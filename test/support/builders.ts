import { defaultFields } from '#contract/checkout-fields';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent, Price, PriceGroup } from '#contract/event.schema';
import type { IntentResponse } from '#contract/order.schema';
import type { Problem, ProblemDetail } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { Attempt } from '../../src/domain/attempt.ts';
import type { Start } from '../../src/domain/availability.ts';
import { type CartLine, type CartState, emptyCart } from '../../src/domain/cart.ts';
import type { Choice } from '../../src/domain/choice.ts';
import type { Failure } from '../../src/domain/failure.ts';

/**
 * A small world in which a test shows only what matters to it: a kayak tour in Berlin with weekday
 * and weekend prices, and one place on Tuesday, 24 November 2026 at ten. Plain data, so that tests
 * in Node and in browsers share it.
 */

/** A Saturday at ten in Berlin, the current time of this world. */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

export function aPrice(change: Partial<Price> = {}): Price {
  return {
    id: 1,
    title: 'Adult',
    value: 3900,
    currency: 'EUR',
    category: 'Adult',
    vat: 19,
    entry_units: [{ type: 'ADULT' }],
    ...change,
  };
}

/** Weekday prices of the root event: adults (1) and children (2). */
export function aGroup(change: Partial<PriceGroup> = {}): PriceGroup {
  return {
    id: 'kayak',
    name: 'Kayak on the Spree',
    event_id: 'kayak',
    duration: 120,
    latest_booking_time: 60,
    min_participants: 0,
    max_participants: 12,
    prices: [aPrice(), aPrice({ id: 2, title: 'Child', value: 2400, category: 'Child' })],
    ...change,
  };
}

/** Weekend prices, of a child event: the same titles, other ids (11, 12) and values. */
export function aWeekendGroup(change: Partial<PriceGroup> = {}): PriceGroup {
  return aGroup({
    id: 'kayak-weekend',
    name: 'Kayak on the Spree, weekend',
    event_id: 'kayak-weekend',
    prices: [
      aPrice({ id: 11, value: 4500 }),
      aPrice({ id: 12, title: 'Child', value: 2900, category: 'Child' }),
    ],
    ...change,
  });
}

const common = {
  id: 'kayak',
  title: 'Kayak on the Spree',
  type: 'BOOKING',
  duration: 120,
  timezone: 'Europe/Berlin',
  location: 'Lichtkai 7, 10245 Berlin',
  location_lat: 52.5019,
  location_lng: 13.4553,
  vendor_id: 'spree',
  vendor_name: 'Spree Adventures',
  categories: [
    { id: 2, title: 'Outdoors' },
    { id: 21, title: 'On the water' },
  ],
  images: [],
  first_date: '2026-11-24T09:00:00Z',
  first_date_known: true,
} satisfies Partial<ListedEvent>;

export function aListedEvent(change: Partial<ListedEvent> = {}): ListedEvent {
  return {
    ...common,
    summary: 'See Berlin from the water.',
    from_price: { value: 2400, currency: 'EUR', title: 'Adult', adult: true },
    ...change,
  };
}

/** By default with weekday prices only. */
export function anEvent(change: Partial<MergedEvent> = {}): MergedEvent {
  return {
    ...common,
    description: [{ tag: 'p', children: ['See Berlin from the water.'] }],
    pre_time: 15,
    meeting_location: 'Boathouse, Lichtkai 7, 10245 Berlin',
    meeting_location_lat: 52.5019,
    meeting_location_lng: 13.4553,
    bring: 'A towel.',
    advice: 'You should be able to swim.',
    hint: '',
    participant_hint: '',
    youtubeVideoId: '',
    voucher_checkout_url: '',
    highlights: ['Twelve people at most'],
    tags: [],
    price_groups: [aGroup()],
    ...change,
  };
}

export function aDate(change: Partial<EventDate> = {}): EventDate {
  return {
    id: 'tuesday',
    event_id: 'kayak',
    date: '2026-11-24T09:00:00Z',
    available_slots: 8,
    total_slots: 12,
    bookable_until: '2026-11-24T08:00:00Z',
    ...change,
  };
}

/** By default with free places. */
export function aStart(change: Partial<Start> = {}): Start {
  return {
    date: aDate(),
    day: '2026-11-24',
    group: aGroup(),
    state: 'free',
    scarce: false,
    ...change,
  };
}

/** Saturday, 28 November at ten, at weekend prices. */
export function aWeekendStart(change: Partial<Start> = {}): Start {
  return aStart({
    date: aDate({
      id: 'saturday',
      event_id: 'kayak-weekend',
      date: '2026-11-28T09:00:00Z',
      bookable_until: '2026-11-28T08:00:00Z',
    }),
    day: '2026-11-28',
    group: aWeekendGroup(),
    ...change,
  });
}

/** A cart line: two adults on the Tuesday. */
export function aCartLine(change: Partial<CartLine> = {}): CartLine {
  return { ...aChoice(), start: aStart(), ...change };
}

/** A cart with that line, and the order that it is quoted in. */
export function aCart(change: Partial<CartState> = {}): CartState {
  const order = aQuotedOrder({ lines: [aQuotedLine({ date_id: aStart().date.id })] });
  const cart = { lines: [aCartLine()], orders: [order], expires: '2026-11-21T09:30:00Z' };
  return { ...emptyCart, ...cart, ...change };
}

export function aChoice(change: Partial<Choice> = {}): Choice {
  return {
    eventId: 'kayak',
    shownDay: '2026-11-24',
    isTurned: false,
    skippedSince: null,
    day: '2026-11-24',
    wanted: null,
    start: aStart(),
    group: aGroup(),
    amounts: new Map([[1, 2]]),
    products: new Map(),
    ...change,
  };
}

export function aProduct(change: Partial<Product> = {}): Product {
  return {
    id: 'towel',
    vendor_id: 'spree',
    name: 'Towel',
    description: 'To take home.',
    available: null,
    price: 900,
    currency: 'EUR',
    shipping_address: false,
    dependencies: [],
    ...change,
  };
}

export function aVendor(change: Partial<Vendor> = {}): Vendor {
  return {
    id: 'spree',
    name: 'Spree Adventures',
    legal_company_name: 'Spree Adventures GmbH',
    legal_representative: 'Jana Thiel',
    country: 'DE',
    service_email: 'hello@spree.example',
    service_phone: '+49 30 000000',
    terms: [{ tag: 'p', children: ['Be on time.'] }],
    ...change,
  };
}

export function aSite(change: Partial<Site> = {}): Site {
  return {
    locale: 'en',
    vendors: [{ id: 'spree', name: 'Spree Adventures' }],
    categories: [{ id: 2, title: 'Outdoors' }],
    prices_include_vat: true,
    terms_url: null,
    privacy_url: null,
    seller: null,
    questions: [],
    fields: defaultFields,
    payment: {},
    ...change,
  };
}

type QuotedPrice = QuotedLine['prices'][number];

/** One adult; its total follows from amount and value. */
export function aQuotedPrice(change: Partial<Omit<QuotedPrice, 'total'>> = {}): QuotedPrice {
  const price = { price_id: 1, title: 'Adult', amount: 1, value: 3900, ...change };
  return { ...price, total: price.amount * price.value };
}

/** One adult on the Tuesday; its total follows from the prices. */
export function aQuotedLine(change: Partial<Omit<QuotedLine, 'total'>> = {}): QuotedLine {
  const prices = change.prices ?? [aQuotedPrice()];
  return {
    event_id: 'kayak',
    root_event_id: change.event_id ?? 'kayak',
    date_id: 'tuesday',
    title: 'Kayak on the Spree',
    date: '2026-11-24T09:00:00Z',
    duration: 120,
    timezone: 'Europe/Berlin',
    meeting_location: 'Boathouse, Lichtkai 7, 10245 Berlin',
    location: null,
    meeting_position: null,
    pre_time: 0,
    bring: '',
    opening_hours: false,
    participant_hint: '',
    ...change,
    prices,
    total: sum(prices),
  };
}

/** One line and no product; its total follows from both. */
export function aQuotedOrder(change: Partial<Omit<QuotedOrder, 'total'>> = {}): QuotedOrder {
  const { lines = [aQuotedLine()], products = [] } = change;
  return {
    quote: 'signed-by-the-proxy',
    kind: 'BOOKING',
    vendor_id: 'spree',
    vendor_name: 'Spree Adventures',
    currency: 'EUR',
    shipping_address: false,
    vat: 0,
    ...change,
    lines,
    products,
    total: sum(lines) + sum(products),
  };
}

function sum(items: { total: number }[]): number {
  return items.reduce((total, item) => total + item.total, 0);
}

/** 32 zero bytes in base64url. */
export const aKey = 'A'.repeat(43);

/** An attempt to place that order, by default not sent yet. */
export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    order: aQuotedOrder(),
    key: aKey,
    expires: '2026-11-21T09:30:00Z',
    state: 'ready',
    intent: null,
    failure: null,
    ...change,
  };
}

/** The attempt after the proxy has responded with an intent. */
export function anAttemptWith(intent: IntentResponse, change: Partial<Attempt> = {}): Attempt {
  return anAttempt({ state: intent.state as Attempt['state'], intent, ...change });
}

/** The intent of a placed order, which costs what was quoted. */
export function aPlacedIntent(
  change: Partial<NonNullable<IntentResponse['order']>> = {},
): IntentResponse {
  const { total = 3900, currency = 'EUR' } = change;
  return {
    state: 'placed',
    order: {
      id: 'order-1',
      code: 'SPREE-7',
      status: 'ACCEPTED',
      total,
      currency,
      selfservice_url: null,
      ordered_at: '2026-11-21T09:00:00Z',
      quoted_total: total,
      quoted_currency: currency,
      ...change,
    },
    settled_by: null,
    problem: null,
  };
}

/** The intent of an order whose outcome is unknown. */
export function aCheckingIntent(settled_by = '2026-11-21T09:15:00Z'): IntentResponse {
  return { state: 'checking', order: null, settled_by, problem: null };
}

export function aProblem(
  code: Problem['code'] = 'sold-out',
  errors: ProblemDetail[] = [],
): Problem {
  return {
    type: `urn:problem-type:booking:${code}`,
    title: 'No.',
    status: 409,
    code,
    errors,
  };
}

/** A refusal, as the flow stores it and the elements show it. */
export function aRefusal(
  code: Problem['code'] = 'sold-out',
  errors: ProblemDetail[] = [],
): Failure {
  return { kind: 'problem', problem: aProblem(code, errors) };
}

export const noResponse: Failure = { kind: 'connection' };
