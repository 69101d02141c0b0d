import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { attemptsOf } from '../../src/state/steps.ts';
import { aProblem } from '../support/builders.ts';
import { openOrigin } from './origin.ts';
import { attemptFor, checkOutTwo, keysOf, statesOf } from './several-orders.ts';
import { at, createStorage, isIntent, isOrder, itemsOf, reload } from './visit.ts';

const keyOf = ({ headers }: Request) => headers.get('Idempotency-Key') ?? '';
const offline = () => Promise.reject(new TypeError('offline'));

test('a cart of two vendors is two orders on the platform, each once and under its own key', async () => {
  const { flow, visit, world, requests } = await checkOutTwo();
  const keys = keysOf(flow.step);

  await visit.order();

  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'placed']);
  assert.deepEqual(requests.filter(isOrder).map(keyOf), keys);
  assert.equal(new Set(keys).size, 2);
  const codes = attemptsOf(flow.step).map(({ intent }) => intent?.order?.code);
  assert.deepEqual((await world.books()).map(({ code }) => code).sort(), [...codes].sort());
  assert.equal(visit.placed.length, 2);
});

test('the rest of a cart has a price and a key of its own, and only it is sent', async () => {
  let isRefused = true;
  const { flow, visit, world, other, quoted, requests } = await checkOutTwo({
    between: (proxy) => (request) => {
      const isSecond = isOrder(request) && keyOf(request) === second;
      return isSecond && isRefused
        ? Promise.resolve(Response.json(aProblem('price-changed'), { status: 409 }))
        : proxy(request);
    },
  });
  const second = attemptFor(flow.step, other).key;
  await visit.order();
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'refused']);
  isRefused = false;

  await visit.orderRest();
  assert.deepEqual(statesOf(at(flow.step, 'checkout')), ['placed', 'ready']);
  assert.notEqual(attemptFor(flow.step, other).key, second);
  assert.deepEqual(
    quoted.at(-1)?.lines.map(({ date_id }) => date_id),
    [other.date.id],
  );
  await visit.order();
  await visit.order();

  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'placed']);
  assert.equal(requests.filter(isOrder).length, 3);
  assert.equal((await world.books()).length, 2);
  assert.equal(visit.placed.length, 2);
});

test('after a clear refusal nothing else of the cart is sent', async () => {
  const { flow, visit, world, one, requests } = await checkOutTwo();
  await world.take(one.date.id, one.date.available_slots);
  world.advance(61_000);

  await visit.order();

  assert.deepEqual(statesOf(at(flow.step, 'checkout')), ['refused', 'ready']);
  assert.equal(requests.filter(isOrder).length, 1);
  assert.equal((await world.books()).length, 0);
});

test('without a connection only one order is in doubt, and it is sent again under its key before the next', async () => {
  let isDown = true;
  const { flow, visit, world, requests } = await checkOutTwo({
    between: (proxy) => (request) =>
      isDown && (isOrder(request) || isIntent(request)) ? offline() : proxy(request),
  });
  const keys = keysOf(flow.step);

  await visit.order();
  assert.deepEqual(statesOf(at(flow.step, 'checkout')), ['unclear', 'ready']);
  isDown = false;
  await visit.order();

  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'placed']);
  assert.deepEqual(requests.filter(isOrder).map(keyOf), [keys[0], keys[0], keys[1]]);
  assert.equal((await world.books()).length, 2);
});

test('every key is stored before the first byte goes, and each is looked up after a reload', async () => {
  const storage = createStorage();
  const stored: string[] = [];
  const before = await checkOutTwo({
    storage,
    between: (proxy) => async (request) => {
      if (isOrder(request)) stored.push(JSON.stringify(itemsOf(storage)));
      const response = await proxy(request);
      // The page is reloaded before the response to the second one.
      return isOrder(request) && stored.length === 2 ? new Promise(() => undefined) : response;
    },
  });
  const keys = keysOf(before.flow.step);
  void before.visit.order();
  while ((await before.world.books()).length < 2) await new Promise(setImmediate);
  assert.ok(keys.every((key) => stored[0]?.includes(key)));
  mock.timers.enable({ apis: ['setTimeout'] });

  const { flow, visit } = reload(before, storage);
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'checking']);
  while (statesOf(flow.step)[1] !== 'placed') {
    mock.timers.tick(1000);
    await new Promise(setImmediate);
  }

  assert.equal((await before.world.books()).length, 2);
  // The host page has heard of the first one from the page before.
  assert.deepEqual(
    visit.placed.map(({ key }) => key),
    [keys[1]],
  );
});

test('no order of a cart is sent before the customer confirms, if another tab has ordered a part of it', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, order } = openOrigin(t);
  const first = await checkOutTwo({ openChannel });
  const second = await checkOutTwo({ world: first.world, openChannel });
  await order(first);

  await order(second);
  assert.deepEqual(statesOf(at(second.flow.step, 'checkout')), ['ready', 'ready']);
  assert.equal(second.requests.filter(isOrder).length, 0);
  await order(second, { again: true });

  assert.deepEqual(statesOf(at(second.flow.step, 'result')), ['placed', 'placed']);
  assert.equal((await first.world.books()).length, 4);
});

test('names are asked for once, and a vendor gets only the names of its own participants', async () => {
  const { flow, visit, requests, one, other } = await checkOutTwo();
  for (const { event } of [one, other]) {
    const order = attemptsOf(flow.step).find(({ order }) => order.vendor_id === event.vendor_id);
    const { vendor_id = '', currency = '', kind = '', lines = [] } = order?.order ?? {};
    const title = lines[0]?.prices[0]?.title;
    const key = JSON.stringify(['name', 0, title, 1, vendor_id, currency, kind]);
    flow.send({ type: 'type-detail', key, value: `Guest of ${vendor_id}` });
  }

  await visit.order();

  const bodies = await Promise.all(requests.filter(isOrder).map((request) => request.text()));
  for (const [index, { event }] of [one, other].entries()) {
    assert.match(bodies[index] ?? '', /Ida Meyer/);
    assert.equal(bodies[index]?.split('Guest of ').length, 2);
    assert.ok(bodies[index]?.includes(`Guest of ${event.vendor_id}`));
  }
});
