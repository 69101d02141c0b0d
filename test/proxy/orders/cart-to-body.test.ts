import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { OrderRequest } from '#contract/order.schema';
import type { Product } from '#contract/product.schema';
import type { QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import type { Scenario } from '../../../demo/sandbox/scenarios.ts';
import { toInstant } from '../../../proxy/clock.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import {
  aShippingAddress,
  cartOf,
  type Choice,
  createWorld,
  newKey,
  requestFor,
  START,
} from '../../support/world.ts';

/** A world that records the body of every order. */
function createRecorder(scenario: Scenario, now: number) {
  const bodies: Record<string, unknown>[] = [];
  const between = (platform: Fetch): Fetch => {
    return async (request) => {
      const isCreate = request.method === 'POST' && request.url.endsWith('/v3/orders');
      if (isCreate) bodies.push((await request.clone().json()) as Record<string, unknown>);
      return platform(request);
    };
  };
  return { ...createWorld({ scenario, now, between }), bodies };
}
type Recorder = ReturnType<typeof createRecorder>;

/** The first date of a price group, by its name, that fits. */
function find(world: Recorder, name: string, fits: (choice: Choice) => boolean = () => true) {
  return world.choose((choice) => choice.group.name === name && fits(choice), 1);
}

interface Case {
  readonly scenario?: Scenario;
  readonly now?: number;
  readonly cart: (world: Recorder) => Promise<QuoteRequest>;
  readonly request?: Partial<OrderRequest>;
  /** Each order's body without reference, contact and time. */
  readonly bodies: (cart: QuoteRequest) => Record<string, unknown>[];
  /** The totals in the platform's books, in whole units. */
  readonly totals: readonly string[];
}

/** A cart of one line with `amount` of the first price of a group. */
function lineOf(name: string, amount: number, fits?: (choice: Choice) => boolean): Case['cart'] {
  return async (world) => cartOf(await find(world, name, fits), [amount]);
}

/** The tickets that the lines of a cart come to. Those of a merged event name the date's own event. */
function ticketsOf(cart: QuoteRequest, eventIds: Readonly<Record<string, string>>) {
  return cart.lines.map(({ date_id, prices }) => ({
    date_id,
    event_id: eventIds[date_id],
    participants: prices.flatMap(({ price_id, amount }) =>
      Array.from({ length: amount }, () => price_id),
    ),
  }));
}

const isMinute = (time: string) => (choice: Choice) => choice.date.date === time;
const accepted = { status: 'ACCEPTED', currency: 'EUR', products: [] };

const cases: Readonly<Record<string, Case>> = {
  'certification 1: one participant, default duration, standard list': {
    cart: lineOf('Kayak on the Spree', 1),
    bodies: () => [accepted],
    totals: ['39.00'],
  },
  'certification 2: two participants, additional duration': {
    cart: lineOf('Kayak on the Spree, long round', 2),
    bodies: () => [accepted],
    totals: ['128.00'],
  },
  'certification 3: one participant, default duration, weekend list': {
    cart: lineOf('Kayak on the Spree, weekend', 1),
    bodies: () => [accepted],
    totals: ['45.00'],
  },
  'certification 4: two participants, additional duration, weekend list': {
    cart: lineOf('Kayak on the Spree, long round, weekend', 2),
    bodies: () => [accepted],
    totals: ['144.00'],
  },
  'certification 5: one participant, opening hours, additional duration, weekend list': {
    scenario: 'unusual',
    cart: lineOf('The climbing garden, day ticket, weekend', 1),
    bodies: () => [accepted],
    totals: ['39.00'],
  },
  'opening hours, two hours after it opened': {
    scenario: 'unusual',
    // A Saturday; it opened at 10:00 in Berlin.
    now: Date.parse('2026-11-28T11:00:00Z'),
    async cart(world) {
      const choice = await find(world, 'The climbing garden, day ticket, weekend');
      const range = 'start_date=2026-11-28T00:00:00Z&end_date=2026-11-28T23:59:59Z';
      const path = `/v3/events/${choice.event.id}/dates?${range}`;
      const { body: dates } = await world.get<EventDate[]>(path);
      const today = dates.find(({ event_id }) => event_id === choice.date.event_id);
      assert.equal(today?.date, '2026-11-28T09:00:00Z');
      assert.equal(today.bookable_until, '2026-11-28T17:00:00Z');
      return cartOf({ ...choice, date: today }, [1]);
    },
    bodies: () => [accepted],
    totals: ['39.00'],
  },
  'money without decimals': {
    scenario: 'unusual',
    cart: lineOf('一番高い茶碗', 2),
    bodies: () => [{ ...accepted, currency: 'JPY' }],
    totals: ['19999998'],
  },
  'money with three decimals': {
    scenario: 'unusual',
    cart: lineOf('رحلة بحرية على متن بوم كويتي (Dhow 2 ساعة)', 3),
    bodies: () => [{ ...accepted, currency: 'KWD' }],
    totals: ['37.035'],
  },
  'a day of 23 hours': {
    scenario: 'unusual',
    now: Date.parse('2027-03-20T09:00:00Z'),
    // 03:30 in Berlin, on the day whose 02:30 is left out.
    cart: lineOf('Night watch, every hour', 1, isMinute('2027-03-28T01:30:00Z')),
    bodies: () => [accepted],
    totals: ['15.00'],
  },
  'an order that waits for its vendor': {
    scenario: 'request-only',
    cart: lineOf('Lantern night walk', 2),
    bodies: () => [{ ...accepted, status: 'PENDING' }],
    totals: ['38.00'],
  },
  'a total of zero': {
    scenario: 'unusual',
    cart: lineOf('A walk that costs nothing', 2),
    bodies: () => [accepted],
    totals: ['0.00'],
  },
  'goods that are shipped to somebody else': {
    async cart(world) {
      const choice = await find(world, 'Lantern night walk');
      const { body } = await world.get<Product[]>('/v3/products');
      const print = body.find(({ shipping_address }) => shipping_address);
      assert.ok(print);
      return cartOf(choice, [1], [{ product_id: print.id, amount: 2 }]);
    },
    request: { shipping: aShippingAddress },
    bodies: ({ products }) => [
      {
        ...accepted,
        products,
        shipping_name: 'Olga Lang',
        shipping_street: 'Am Markt',
        shipping_streetnr: '3',
        shipping_zip: '04109',
        shipping_city: 'Leipzig',
        shipping_country: 'DE',
      },
    ],
    totals: ['109.00'],
  },
  'two dates of one vendor': {
    async cart(world) {
      const [first, second] = [
        await find(world, 'Lantern night walk'),
        await find(world, 'The Wall by bike'),
      ];
      return {
        lines: [cartOf(first, [1, 1]), cartOf(second, [2])].flatMap(({ lines }) => lines),
        products: [],
      };
    },
    bodies: () => [accepted],
    totals: ['102.00'],
  },
  'two vendors': {
    async cart(world) {
      const kayak = await find(world, 'Kayak on the Spree');
      const other = await world.choose(
        ({ event }) => event.type === 'BOOKING' && event.vendor_id !== kayak.event.vendor_id,
        1,
      );
      return {
        lines: [cartOf(kayak, [1]), cartOf(other, [1])].flatMap(({ lines }) => lines),
        products: [],
      };
    },
    bodies: () => [accepted, accepted],
    totals: ['39.00', '48.00'],
  },
};

for (const [title, { scenario = 'calm', now = START, ...wanted }] of Object.entries(cases)) {
  test(`${title}: the cart goes in, and exactly this body comes out`, async () => {
    const world = createRecorder(scenario, now);
    const cart = await wanted.cart(world);
    const { status, body } = await world.post<QuoteResponse>('/checkout/quotes', cart);
    assert.equal(status, 200, JSON.stringify(body));
    const eventIds: Record<string, string> = {};
    for (const { lines } of body.orders) {
      for (const { date_id, event_id } of lines) eventIds[date_id] = event_id;
    }

    for (const order of body.orders) {
      const placed = await world.place(requestFor(order, wanted.request), newKey());
      assert.equal(placed.status, 201, JSON.stringify(placed.body));
    }

    const expected = wanted.bodies(cart);
    assert.equal(world.bodies.length, expected.length);
    for (const [index, sent] of world.bodies.entries()) {
      const { tickets, external_reference, vendor_id, ...rest } = sent;
      assert.match(String(external_reference), /^[0-9A-F]{26}$/);
      assert.equal(vendor_id, body.orders[index]?.vendor_id);
      assert.deepEqual(rest, {
        ...expected[index],
        date: toInstant(now),
        lang: 'de',
        name: 'Ida Meyer',
        email: 'ida@example.com',
      });
      const participants = tickets as { participants: { price_id: number; name: string }[] }[];
      for (const { name } of participants.flatMap((ticket) => ticket.participants)) {
        assert.match(name, /\S \d+$/);
      }
    }
    const sentTickets = world.bodies.flatMap(({ tickets }) => tickets as SentTicket[]);
    assert.deepEqual(
      sentTickets.map(({ participants, ...ticket }) => ({
        ...ticket,
        participants: participants.map(({ price_id }) => price_id),
      })),
      ticketsOf(cart, eventIds),
    );
    assert.deepEqual(
      (await world.books()).map(({ total_invoice }) => total_invoice),
      wanted.totals,
    );
  });
}

interface SentTicket {
  readonly date_id: string;
  readonly event_id: string;
  readonly participants: readonly { readonly price_id: number; readonly name: string }[];
}
