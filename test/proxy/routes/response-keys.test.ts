import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { QuoteRequest } from '#contract/quote.schema';
import { createResponseCache } from '../../../proxy/cache/response-cache.ts';
import { toInstant } from '../../../proxy/clock.ts';
import { cartOf, createWorld, START } from '../../support/world.ts';

// Visitors can invent any number of requests. These tests limit how much of the cache they take.

/** Counts the rendered responses, each of which is hashed once. */
async function countRendered(send: () => Promise<unknown>): Promise<number> {
  const digest = mock.method(crypto.subtle, 'digest');
  await send();
  const count = digest.mock.callCount();
  digest.mock.restore();
  return count;
}

async function openWorld() {
  const world = createWorld();
  const { body: events } = await world.get<ListedEvent[]>('/v3/events');
  const statusesOf = async (paths: readonly string[]) => {
    const statuses = new Set<number>();
    for (const path of paths) statuses.add((await world.get(path)).status);
    return [...statuses];
  };
  return { world, events, statusesOf };
}

test('45,000 lists of 200 invented ids are one entry; these are the first 300 of them', async () => {
  const { statusesOf } = await openWorld();
  const lists = Array.from({ length: 300 }, (_, list) => {
    const ids = Array.from({ length: 200 }, (_, id) => `invented-${list}-${id}`);
    return `/v3/events?accept=${ids.join()}`;
  });
  const rendered = await countRendered(async () => {
    assert.deepEqual(await statusesOf(lists), [200]);
  });
  assert.equal(rendered, 1);
});

test('requests that mean the same are rendered once', async () => {
  const { events, statusesOf } = await openWorld();
  const [first, second] = events;
  assert.ok(first && second);
  const hexadecimal = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
  const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 86_400_000)}`;
  const vendor = first.vendor_id;
  const groups: readonly string[][] = [
    [
      `/v3/events?accept=${first.id},${second.id}&limit=5`,
      `/v3/events?limit=5&site=default&accept=${second.id},${first.id},x,${second.id}`,
    ],
    [`/v3/events?match=a+b`, `/v3/events?match=B%20a%20`],
    [
      `/v3/events/${first.id}/dates?${range}`,
      `/v3/events/${hexadecimal(first.id)}/dates?site=default&${range}`,
    ],
    [
      `/v3/merged_events/${first.id}`,
      `/v3/merged_events/${hexadecimal(first.id)}?`,
      `/v3/merged_events/${first.id}?site=default`,
    ],
    [`/v3/products?accept_vendors=${vendor}`, `/v3/products?accept_vendors=x,${vendor},y`],
    [`/v3/vendors/${vendor}`, `/v3/vendors/${hexadecimal(vendor)}`],
    ['/site', '/site?', '/site?site=default'],
  ];
  for (const paths of groups) {
    const rendered = await countRendered(async () => {
      assert.deepEqual(await statusesOf(paths), [200]);
    });
    assert.equal(rendered, 1, paths[0]);
  }
});

test('unknown things are neither rendered nor cached', async () => {
  const { statusesOf } = await openWorld();
  const paths = Array.from({ length: 50 }, (_, id) => [
    `/v3/merged_events/x${id}`,
    `/v3/vendors/x${id}`,
  ]).flat();
  const rendered = await countRendered(async () => {
    assert.deepEqual(await statusesOf(paths), [404]);
  });
  assert.equal(rendered, 0);
});

test('of any number of distinct keys only 32 MB are cached', async () => {
  const cache = createResponseCache({});
  const renderings: number[] = [];
  const keys = Array.from({ length: 8_000 }, (_, index) => `${index}`.padEnd(3_000, 'x'));
  const ask = (key: string, index: number) =>
    cache.get({ key, ifNoneMatch: undefined, acceptEncoding: undefined }, [], () => {
      renderings.push(index);
      return { body: '[]', headers: {} };
    });
  for (const [index, key] of keys.entries()) await ask(key, index);
  renderings.splice(0);

  let cached = 0;
  for (const [index, key] of [...keys.entries()].reverse()) {
    await ask(key, index);
    if (renderings.length > 0) break;
    cached += 1;
  }
  assert.ok(cached > 3_000 && cached * (2 * 3_000 + 2_000) <= 32 * 1024 * 1024, `${cached}`);
});

test('carts of the same dates cause one call in whatever sequence, and those of invented events none', async () => {
  const world = createWorld({ env: { DATES_PER_MONTH: '1' } });
  const choice = await world.choose();
  const [{ date }, other] = [choice, (await world.datesOf(choice.event.id)).at(-1)];
  assert.ok(other && other.id !== date.id);
  const [line] = cartOf(choice, [1]).lines;
  assert.ok(line);
  const lines = [line, { ...line, date_id: other.id }];
  const callsOf = async (send: () => Promise<unknown>) => {
    world.calls.splice(0);
    await send();
    return world.calls.length;
  };
  world.advance(10 * 60_000);
  await world.get('/v3/events');

  const ofTwo = await callsOf(() => world.quote({ lines, products: [] }));
  const ofSame = await callsOf(() => world.quote({ lines: lines.toReversed(), products: [] }));
  assert.ok(ofTwo > 0);
  assert.equal(ofSame, 0);

  const invented = await callsOf(async () => {
    for (let id = 0; id < 20; id += 1) {
      const lines: QuoteRequest['lines'] = [{ ...line, event_id: `x${id}`, date_id: `y${id}` }];
      assert.equal((await world.quote({ lines, products: [] })).status, 409);
    }
  });
  assert.equal(invented, 0);
});
