import assert from 'node:assert/strict';
import test from 'node:test';
import type { OrderOptions } from '../../src/domain/attempt.ts';
import { attemptsOf } from '../../src/state/steps.ts';
import { aCheckingIntent, aProblem } from '../support/builders.ts';
import { openOrigin } from './origin.ts';
import { attemptFor, checkOutTwo, keysOf, statesOf, typeDetails } from './several-orders.ts';
import { at, codeOf, createStorage, isIntent, isOrder, itemsOf, reload } from './visit.ts';

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

test('a sold-out order is refused, a placed one stays, and the rest is ordered again under another key', async () => {
  const { flow, visit, world, one, other, quoted, requests } = await checkOutTwo();
  const keys = keysOf(flow.step);
  await world.take(other.date.id, other.date.available_slots);
  world.advance(61_000);

  await visit.order();
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'refused']);
  assert.equal(codeOf(attemptFor(flow.step, other).failure), 'sold-out');
  assert.equal((await world.books()).length, 1);

  await visit.orderRest();
  assert.deepEqual(
    quoted.at(-1)?.lines.map(({ date_id }) => date_id),
    [other.date.id],
  );
  // It is still sold out, so it cannot be quoted; the placed order stays visible.
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'refused']);
  await visit.order();
  assert.equal(requests.filter(isOrder).length, 2);

  await visit.changeChoice();
  const { choice, placed } = at(flow.step, 'event');
  assert.deepEqual(
    placed.map(({ key }) => key),
    [keys[0]],
  );
  assert.equal(choice.start, null);
  assert.equal(attemptFor({ name: 'result', choice, attempts: placed }, one).state, 'placed');
});

test('the rest of a cart has a price and a key of its own, and only it is sent', async () => {
  let isRefused = true;
  const { flow, visit, world, other, requests } = await checkOutTwo({
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

test('an order that is being checked does not delay the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let first = '';
  let isKnown = false;
  const { host, flow, visit } = await checkOutTwo({
    between: (proxy) => (request) => {
      if (isOrder(request)) first ||= keyOf(request);
      const isFirst = (isOrder(request) || isIntent(request)) && keyOf(request) === first;
      return isFirst && !isKnown
        ? Promise.resolve(Response.json(aCheckingIntent()))
        : proxy(request);
    },
  });

  await visit.order();
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['checking', 'placed']);
  await visit.orderRest();
  assert.equal(flow.step.name, 'result');
  isKnown = true;
  t.mock.timers.tick(1000);
  // Its journal has never had it.
  await host.until(() => statesOf(flow.step)[0] === 'forgotten');
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

test('what was not sent keeps its key when the rest is ordered', async () => {
  let isDown = true;
  const { flow, visit, world, other } = await checkOutTwo({
    between: (proxy) => (request) => {
      const isSecond = isOrder(request) && keyOf(request) === second;
      return isSecond && isDown ? offline() : proxy(request);
    },
  });
  const second = attemptFor(flow.step, other).key;
  await visit.order();
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'unrecorded']);
  isDown = false;

  await visit.orderRest();
  await visit.order();

  assert.equal(attemptFor(at(flow.step, 'result'), other).key, second);
  assert.deepEqual(statesOf(flow.step), ['placed', 'placed']);
  assert.equal((await world.books()).length, 2);
});

test('every key is stored before the first byte goes, and each is looked up after a reload', async (t) => {
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
  t.mock.timers.enable({ apis: ['setTimeout'] });

  const { flow, visit } = reload(before, storage);
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'checking']);
  while (statesOf(flow.step)[1] !== 'placed') {
    t.mock.timers.tick(1000);
    await new Promise(setImmediate);
  }

  assert.equal((await before.world.books()).length, 2);
  // The host page has heard of the first one from the page before.
  assert.deepEqual(
    visit.placed.map(({ key }) => key),
    [keys[1]],
  );
});

test('what was not sent before a reload is ordered after it', async () => {
  const storage = createStorage();
  let isDown = true;
  const before = await checkOutTwo({
    storage,
    between: (proxy) => (request) => {
      const isSecond = isOrder(request) && keyOf(request) === second;
      return isSecond && isDown
        ? Promise.resolve(Response.json(aProblem('platform-busy'), { status: 503 }))
        : proxy(request);
    },
  });
  const second = attemptFor(before.flow.step, before.other).key;
  await before.visit.order();
  assert.deepEqual(statesOf(before.flow.step), ['placed', 'refused']);
  isDown = false;

  const { flow, visit } = reload(before, storage);
  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'ready']);
  await visit.orderRest();
  typeDetails({ flow });
  await visit.order();

  assert.deepEqual(statesOf(at(flow.step, 'result')), ['placed', 'placed']);
  assert.equal((await before.world.books()).length, 2);
});

test('no order of a cart is sent before the customer confirms, if another tab has ordered a part of it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, delivered } = openOrigin(t);
  const first = await checkOutTwo({ openChannel });
  const second = await checkOutTwo({ world: first.world, openChannel });
  const order = async (tab: typeof first, options?: OrderOptions) => {
    let isOver = false;
    void tab.visit.order(options).finally(() => (isOver = true));
    await delivered();
    while (!isOver) {
      t.mock.timers.tick(90);
      await new Promise(setImmediate);
    }
  };
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
