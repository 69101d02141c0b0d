import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { intentResponse } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { priceCart } from '../../../proxy/orders/price-cart.ts';
import type { Offer } from '../../../proxy/orders/price-line.ts';
import { createSummaries } from '../../../proxy/orders/summary.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { type Store, StoreUnavailable } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';
import { aDate, anEvent } from '../builders.ts';
import { createFaulty } from './faulty.ts';

// The summary of an order for someone who has only its link.

async function placeIn(world: World, fits?: Parameters<World['choose']>[0]) {
  const choice = await world.choose(fits);
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  const { body } = await world.place(requestFor(quoted), key);
  const viewed = await world.get<IntentResponse>('/checkout/intent', {
    'Booking-View-Key': body.view_key ?? '',
  });
  return { quoted, key, body, viewed: viewed.body };
}

function withoutQuote({ quote: _, ...summary }: QuotedOrder) {
  return summary;
}

test('a link to an order shows what was ordered, as it was quoted', async () => {
  const { quoted, viewed, body } = await placeIn(createWorld());

  assert.deepEqual(intentResponse.parse(viewed).summary, withoutQuote(quoted));
  assert.deepEqual(body.summary, viewed.summary);
});

test('a date of a further duration has the title that customers know', async () => {
  const { quoted, viewed } = await placeIn(
    createWorld(),
    ({ event, date }) => event.type === 'BOOKING' && date.event_id !== event.id,
  );

  assert.equal(viewed.summary?.lines[0]?.title, quoted.lines[0]?.title);
  assert.notEqual(viewed.summary?.lines[0]?.root_event_id, viewed.summary?.lines[0]?.event_id);
});

test('the summary is shown while an order is being checked, and once it was found', async () => {
  const world = createFaulty(async (request, platform) => {
    await platform(request);
    throw new Error('the connection was cut');
  });
  const { quoted, body, viewed } = await placeIn(world);

  assert.equal(body.state, 'checking');
  assert.deepEqual(body.summary, withoutQuote(quoted));
  // It was asked for meanwhile.
  assert.deepEqual([viewed.state, viewed.summary], ['placed', body.summary]);
});

test('it contains no customer input', async () => {
  const { viewed } = await placeIn(createWorld());

  assert.doesNotMatch(JSON.stringify(viewed.summary), /quote"|name":"(Ida|Ngozi)|@/);
});

test('an order is placed although its summary cannot be stored', async () => {
  const store = createMemoryStore();
  const failing: Store = {
    ...store,
    put: async (key, value, version) => {
      if (key.startsWith('status/')) throw new StoreUnavailable('the disk is full');
      return store.put(key, value, version);
    },
  };
  const { body, viewed } = await placeIn(createWorld({ store: failing }));

  assert.deepEqual([body.state, viewed.state], ['placed', 'placed']);
  assert.equal(viewed.summary, undefined);
});

test('a line whose time zone went with its root is not stored without one', async () => {
  for (const [timezone, expected] of [
    ['', 0],
    ['Asia/Tokyo', 1],
  ] as const) {
    const weekend = anEvent('weekend', { root_event_id: 'gone', timezone });
    const offer: Offer = {
      events: new Map([['weekend', weekend]]),
      dates: [aDate('d1', 'weekend')],
      products: [],
      now: Date.parse('2026-11-21T09:00:00Z'),
    };
    const lines = [{ event_id: 'weekend', date_id: 'd1', prices: [{ price_id: 1, amount: 1 }] }];
    const [order] = priceCart({ lines, products: [] }, offer).orders;
    assert.ok(order);
    const value = runAtOnce(mergeEvents([], undefined));
    const saved: unknown[] = [];
    const summaries = createSummaries(
      { events: () => Promise.resolve({ value, stale: false }) },
      { saveSummary: (_, summary) => Promise.resolve(void saved.push(summary)) },
    );

    await summaries.save(
      'id',
      { ...order, id: 'q', expires_at: 0, mark: { history: 'h', version: 0 } },
      offer,
    );

    assert.equal(saved.length, expected);
  }
});
