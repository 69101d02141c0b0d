import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { z } from 'zod';
import { eventDates } from '#contract/date.schema';
import { listedEvents, mergedEvent, nearest } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import { intentResponse } from '#contract/order.schema';
import { problem } from '#contract/problem.schema';
import { products } from '#contract/product.schema';
import { quoteResponse } from '#contract/quote.schema';
import { site } from '#contract/site.schema';
import { vendor } from '#contract/vendor.schema';
import { toInstant } from '../../../proxy/clock.ts';
import type { World } from '../../support/world.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor, START } from '../../support/world.ts';

// The responses of every route against the contract's schemas, in several scenarios of the sandbox.

const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 40 * DAY)}`;

/**
 * Requests a path and parses its response with the schema, or as a problem from 400 up, for which
 * undefined is returned.
 */
function createRequester({ read }: World) {
  return async <T extends z.ZodType>(
    schema: T,
    path: string,
    init: RequestInit = {},
  ): Promise<z.output<T> | undefined> => {
    const { status, headers, text } = await read(new Request(PROXY + path, init));
    const body: unknown = JSON.parse(text);
    const type = headers.get('Content-Type');
    if (status >= 400) {
      assert.equal(type, 'application/problem+json', path);
      assert.equal(problem.parse(body).status, status);
      return undefined;
    }
    assert.equal(type, 'application/json', path);
    return schema.parse(body);
  };
}
const postJson = (body: unknown, key = newKey()) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body: JSON.stringify(body),
});

for (const scenario of ['calm', 'busy', 'unusual', 'request-only'] as const) {
  test(`in the scenario ${scenario}, the response of every read matches the contract`, async () => {
    const request = createRequester(createWorld({ scenario }));
    const description = await request(site, '/site');
    const listed = await request(listedEvents.min(1), '/v3/events');
    assert.ok(description && listed);
    for (const query of [
      'order=-price,title',
      'match=tour',
      'limit=2&offset=1',
      'day=2026-12-24&participants=3',
      `available_from=${toInstant(START)}`,
    ])
      assert.ok(await request(listedEvents, `/v3/events?${query}`), query);
    assert.ok(await request(nearest, '/nearest?day=2026-12-24&participants=99'));
    assert.ok(await request(products, '/v3/products'));
    for (const { id } of description.vendors)
      assert.ok(await request(vendor, `/v3/vendors/${id}`), id);
    let dateCount = 0;
    for (const { id } of listed) {
      const merged = await request(mergedEvent, `/v3/merged_events/${id}`);
      const listedDates = await request(eventDates, `/v3/events/${id}/dates?${range}`);
      assert.ok(merged && listedDates, id);
      dateCount += listedDates.length;
      const groups = new Set(merged.price_groups.map(({ event_id }) => event_id));
      for (const { event_id } of listedDates) assert.ok(groups.has(event_id), id);
    }
    assert.ok(dateCount > 0);
  });

  test(`in the scenario ${scenario}, every response of the checkout matches the contract`, async () => {
    const world = createWorld({ scenario });
    const request = createRequester(world);
    let [quoted, placed] = [0, 0];
    const { body: listed } = await world.get<z.output<typeof listedEvents>>('/v3/events');
    for (const { id } of listed) {
      const event = await request(mergedEvent, `/v3/merged_events/${id}`);
      assert.ok(event);
      for (const date of (await world.datesOf(id)).slice(0, 3)) {
        const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
        assert.ok(group);
        for (const amount of [1, 99]) {
          const quotes = await request(
            quoteResponse,
            '/checkout/quotes',
            postJson(cartOf({ event, group, date }, [amount])),
          );
          for (const order of quotes?.orders ?? []) {
            quoted += 1;
            const key = newKey();
            const intent = await request(
              intentResponse,
              '/checkout/orders',
              postJson(requestFor(order), key),
            );
            if (intent?.state === 'placed') placed += 1;
            const init = { headers: { 'Idempotency-Key': key } };
            await request(intentResponse, '/checkout/intent', init);
            await request(
              intentResponse,
              '/checkout/orders',
              postJson(requestFor(order, { lang: 'en' }), key),
            );
          }
        }
      }
    }
    assert.ok(quoted > 3 && placed > 3, `${quoted} quoted, ${placed} placed`);
  });
}

test('every refusal of every route is a problem that matches the contract', async () => {
  const request = createRequester(createWorld());
  const paths = [
    '/site',
    '/v3/events',
    '/v3/products',
    '/v3/merged_events/x',
    '/v3/vendors/x',
    '/none',
  ];
  for (const path of [
    ...paths,
    `/v3/events/x/dates?${range}`,
    '/checkout/intent',
    '/checkout/orders',
  ]) {
    for (const method of ['DELETE', 'PATCH'])
      assert.equal(await request(problem, path, { method }), undefined);
    const withUnknownParameter = `${path}${path.includes('?') ? '&' : '?'}x=1`;
    assert.equal(await request(problem, withUnknownParameter), undefined);
  }
  for (const body of [null, {}, { lines: [] }, { quote: 1 }, [], 'x'])
    for (const path of ['/checkout/quotes', '/checkout/orders'])
      assert.equal(await request(problem, path, postJson(body)), undefined);
});
