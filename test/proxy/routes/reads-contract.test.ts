import assert from 'node:assert/strict';
import test from 'node:test';
import type { z } from 'zod';
import { eventDates } from '../../../src/contract/date.schema.ts';
import { listedEvents, mergedEvent } from '../../../src/contract/event.schema.ts';
import { intentResponse } from '../../../src/contract/order.schema.ts';
import { problem } from '../../../src/contract/problem.schema.ts';
import { products } from '../../../src/contract/product.schema.ts';
import { quoteResponse } from '../../../src/contract/quote.schema.ts';
import { site } from '../../../src/contract/site.schema.ts';
import { vendor } from '../../../src/contract/vendor.schema.ts';
import type { World } from '../world.ts';
import { cartOf, createWorld, instant, newKey, PROXY, requestFor, START } from '../world.ts';

const day = 86_400_000;
const range = `start_date=${instant(START)}&end_date=${instant(START + 40 * day)}`;

/** Parses what a path answers, whatever it is; a problem has to say so by its status and type. */
function parsing({ read }: World) {
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
const json = (body: unknown, key = newKey()) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body: JSON.stringify(body),
});

for (const scenario of ['calm', 'busy', 'unusual', 'request-only'] as const) {
  test(`in a world that is ${scenario}, every answer of every read is what the contract says`, async () => {
    const ask = parsing(createWorld({ scenario }));
    const about = await ask(site, '/site');
    const listed = await ask(listedEvents.min(1), '/v3/events');
    assert.ok(about && listed);
    for (const query of [
      'order=-price,title',
      'match=tour',
      'limit=2&offset=1',
      `available_from=${instant(START)}`,
    ])
      assert.ok(await ask(listedEvents, `/v3/events?${query}`), query);
    assert.ok(await ask(products, '/v3/products'));
    for (const { id } of about.vendors) assert.ok(await ask(vendor, `/v3/vendors/${id}`), id);
    let dates = 0;
    for (const { id } of listed) {
      const merged = await ask(mergedEvent, `/v3/merged_events/${id}`);
      const found = await ask(eventDates, `/v3/events/${id}/dates?${range}`);
      assert.ok(merged && found, id);
      dates += found.length;
      const groups = new Set(merged.price_groups.map(({ event_id }) => event_id));
      for (const { event_id } of found) assert.ok(groups.has(event_id), id);
    }
    assert.ok(dates > 0);
  });

  test(`in a world that is ${scenario}, every answer of the checkout is what the contract says`, async () => {
    const world = createWorld({ scenario });
    const ask = parsing(world);
    let [quoted, placed] = [0, 0];
    const { body: listed } = await world.get<z.output<typeof listedEvents>>('/v3/events');
    for (const { id } of listed) {
      const event = await ask(mergedEvent, `/v3/merged_events/${id}`);
      assert.ok(event);
      for (const date of (await world.datesOf(id)).slice(0, 3)) {
        const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
        assert.ok(group);
        for (const amount of [1, 99]) {
          const quotes = await ask(
            quoteResponse,
            '/checkout/quotes',
            json(cartOf({ event, group, date }, [amount])),
          );
          for (const order of quotes?.orders ?? []) {
            quoted += 1;
            const key = newKey();
            const intent = await ask(
              intentResponse,
              '/checkout/orders',
              json(requestFor(order), key),
            );
            if (intent?.state === 'placed') placed += 1;
            const found = { headers: { 'Idempotency-Key': key } };
            await ask(intentResponse, '/checkout/intent', found);
            await ask(
              intentResponse,
              '/checkout/orders',
              json(requestFor(order, { lang: 'en' }), key),
            );
          }
        }
      }
    }
    assert.ok(quoted > 3 && placed > 3, `${quoted} quoted, ${placed} placed`);
  });
}

test('every refusal of every route is a problem of the contract', async () => {
  const ask = parsing(createWorld());
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
      assert.equal(await ask(problem, path, { method }), undefined);
    const strange = `${path}${path.includes('?') ? '&' : '?'}x=1`;
    assert.equal(await ask(problem, strange), undefined);
  }
  for (const body of [null, {}, { lines: [] }, { quote: 1 }, [], 'x'])
    for (const path of ['/checkout/quotes', '/checkout/orders'])
      assert.equal(await ask(problem, path, json(body)), undefined);
});
