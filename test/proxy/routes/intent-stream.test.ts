import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterAll, test } from 'vitest';
import { type IntentResponse, intentResponse } from '#contract/order.schema';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { STREAM_LOOK_EVERY } from '../../../proxy/time-limits.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type World,
} from '../../support/world.ts';
import { openListeningProxy } from '../http/listening-proxy.ts';
import { createFaulty, placeOne } from '../orders/faulty.ts';

const events = { Accept: 'text/event-stream', Origin: SHOP };

/** The messages of a stream, each parsed by the contract. */
function messagesOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async next(): Promise<IntentResponse> {
      const { value = '' } = await reader.read();
      return intentResponse.parse(JSON.parse(value.replace(/^data: /, '')));
    },
    leave: () => reader.cancel(),
  };
}

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request(`${PROXY}/checkout/intent`, { method, headers: { ...events, ...headers } });
}

async function placed(world: World): Promise<string> {
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  assert.equal((await world.place(requestFor(quoted), key)).status, 201);
  return key;
}

/** Lets the time between two checks of a stream pass. */
async function look(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(STREAM_LOOK_EVERY);
}

test('an order that is completed in another process is reported within two seconds', async () => {
  const store = createMemoryStore();
  const world = createFaulty(
    async (order, platform) => {
      world.faults.find = async () => Response.json([]);
      await platform(order);
      return new Response('', { status: 502 });
    },
    { store },
  );
  const { key } = await placeOne(world);
  mock.timers.enable({ apis: ['setTimeout'] });
  const stream = messagesOf(await world.respond(request({ 'Idempotency-Key': key })));
  assert.equal((await stream.next()).state, 'checking');

  world.faults.find = (list, platform) => platform(list);
  world.restart();
  world.advance(60_000);
  await world.runJobs();
  await look();

  const { state, order } = await stream.next();
  assert.deepEqual([state, order?.code], ['placed', (await world.books())[0]?.code]);
  assert.ok(STREAM_LOOK_EVERY < 2_000);
  await stream.leave();
});

test('a copied link follows its order too', async () => {
  const world = createWorld();
  const { body } = await world.find(await placed(world));
  const response = await world.respond(request({ 'Booking-View-Key': body.view_key ?? '' }));
  const stream = messagesOf(response);

  assert.deepEqual(await stream.next(), body);
  await stream.leave();
});

test('a page of the site may read it, and nobody may cache or buffer it', async () => {
  const world = createWorld();
  const { headers, body } = await world.respond(
    request({ 'Idempotency-Key': await placed(world) }),
  );

  assert.equal(headers.get('Content-Type'), 'text/event-stream');
  assert.equal(headers.get('Access-Control-Allow-Origin'), SHOP);
  assert.equal(headers.get('Cache-Control'), 'no-store');
  assert.equal(headers.get('X-Accel-Buffering'), 'no');
  await body?.cancel();
});

test('an order that cannot be followed is a problem, not a stream', async () => {
  const world = createWorld();
  const unknown = await world.respond(request({ 'Idempotency-Key': newKey() }));
  assert.equal(unknown.status, 404);
  assert.equal(unknown.headers.get('Content-Type'), 'application/problem+json');

  const keyless = await world.respond(request({}));
  assert.equal(keyless.status, 400);
});

test('HEAD, and requests that do not accept a stream, get none', async () => {
  const world = createWorld();
  const key = { 'Idempotency-Key': await placed(world) };
  const head = await world.respond(request(key, 'HEAD'));
  assert.deepEqual([head.headers.get('Content-Type'), head.body], ['application/json', null]);

  const json = await world.respond(request({ ...key, Accept: 'application/json' }));
  assert.equal(json.headers.get('Content-Type'), 'application/json');
});

test('a proxy that is stopping ends its streams at once, and then sends only one event per stream', async () => {
  const { url, retire } = await openListeningProxy();
  const headers = { Origin: SHOP, 'Content-Type': 'application/json' };
  const dates = createWorld();
  const cart = cartOf(await dates.choose(), [2]);
  const quoting = await fetch(`${url}/checkout/quotes`, {
    method: 'POST',
    headers,
    body: JSON.stringify(cart),
  });
  const { orders } = (await quoting.json()) as { orders: Parameters<typeof requestFor> };
  const key = { 'Idempotency-Key': newKey() };
  const body = JSON.stringify(requestFor(orders[0]));
  await fetch(`${url}/checkout/orders`, { method: 'POST', headers: { ...headers, ...key }, body });
  const followed = await fetch(`${url}/checkout/intent`, { headers: { ...events, ...key } });
  const reader = followed.body!.getReader();
  afterAll(() => reader.cancel());
  await reader.read();

  retire();

  assert.equal((await reader.read()).done, true);
  const again = await fetch(`${url}/checkout/intent`, { headers: { ...events, ...key } });
  assert.equal(again.headers.get('Content-Type'), 'application/json');
  assert.equal(((await again.json()) as IntentResponse).state, 'placed');
});
