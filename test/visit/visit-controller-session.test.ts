import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { aCheckingIntent, aPlacedIntent, aProblem } from '../support/builders.ts';
import { createWorld } from '../support/world.ts';
import {
  at,
  attemptAt,
  checkOut,
  choose,
  codeOf,
  createStorage,
  intentAt,
  isIntent,
  isOrder,
  itemsOf,
  losingResponses,
  pass,
  reload,
  typeDetails,
  withoutResponse,
} from './visit.ts';

test('a customer can continue choosing after a reload, and orders the choice', async () => {
  const storage = createStorage();
  const before = await choose({ storage });
  const { choice } = at(before.flow.step, 'event');

  const { flow, visit, isResumed } = reload(before, storage);
  assert.equal(isResumed, true);
  assert.deepEqual(at(flow.step, 'event').choice, choice);
  await visit.quote();
  typeDetails({ flow });
  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await before.world.books())[0]?.tickets[0]?.date_id, before.date.id);
});

test('the days that were shown when the widget was left are shown after a reload', async () => {
  const storage = createStorage();
  const before = await choose({ storage });
  before.flow.send({ type: 'show-days', day: '2027-01-25' });
  before.flow.hostDisconnected();

  const { flow } = reload(before, storage);

  assert.equal(at(flow.step, 'event').choice.shownDay, '2027-01-25');
});

test('what the page has cleared is not stored again when it is left', async () => {
  const storage = createStorage();
  const { flow } = await choose({ storage });
  flow.send({ type: 'show-days', day: '2027-01-25' });
  storage.clear();

  flow.updateSession();

  assert.deepEqual(itemsOf(storage), []);
});

test('the checkout is restored under its key, without the input', async () => {
  const storage = createStorage();
  const before = await checkOut({ storage });
  const { key, order } = attemptAt(before.flow.step, 'checkout');

  const { flow, visit } = reload(before, storage);
  while (!before.requests.some(isIntent)) await new Promise(setImmediate);

  const attempt = attemptAt(flow.step, 'checkout');
  assert.deepEqual([attempt.key, attempt.order, attempt.state], [key, order, 'ready']);
  assert.equal(visit.details.size, 0);
});

test('an expired quote is requested again after a reload', async () => {
  const storage = createStorage();
  const before = await checkOut({ storage });
  const { key } = attemptAt(before.flow.step, 'checkout');
  before.world.advance(31 * 60_000);

  const { host, flow } = reload(before, storage);
  await host.until(() => attemptAt(flow.step, 'checkout').key !== key);

  const { failure, expires } = attemptAt(flow.step, 'checkout');
  assert.deepEqual([at(flow.step, 'checkout').busy, failure], [null, null]);
  assert.ok(Date.parse(expires) > before.world.clock());
});

/** The products of a vendor are not loaded yet when the price is asked for. */
test('products stay in the cart when it is priced right after a reload', async () => {
  const storage = createStorage();
  const before = await choose({ storage });
  await before.host.until(() => before.flow.data.hasProducts);
  const product = before.flow.data.products.find(({ dependencies }) => dependencies.length === 0);
  assert.ok(product);
  before.flow.send({ type: 'set-product', productId: product.id, amount: 1 });

  const { flow, visit } = reload(before, storage);
  await visit.quote();

  assert.equal(attemptAt(flow.step, 'checkout').order.products[0]?.product_id, product.id);
});

for (const [outcome, refusal] of [
  ['placed', undefined],
  ['refused', aProblem('order-refused')],
  ['sold out', aProblem('sold-out')],
  ['priced again', aProblem('price-changed')],
] as const) {
  test(`nothing that a customer typed is ever stored, whose order is ${outcome}`, async () => {
    const storage = createStorage();
    const stored = new Set<string>();
    const see = () => itemsOf(storage).forEach(([, value]) => stored.add(value));
    const { flow, visit } = await checkOut({
      storage,
      between: (proxy) => (request) => {
        see();
        const isRefused = refusal && isOrder(request);
        return isRefused
          ? Promise.resolve(Response.json(refusal, { status: 409 }))
          : proxy(request);
      },
    });
    for (const key of ['phone', 'street', 'answers.hotel']) {
      flow.send({ type: 'type-detail', key, value: `canary ${key}` });
    }
    await visit.order();
    see();

    assert.ok(stored.size > 3);
    assert.doesNotMatch([...stored].join('\n'), /\bIda\b|Meyer|example\.com|canary/);
  });
}

test('an order whose page was reloaded while it was sent is checked at once, and found', async () => {
  const storage = createStorage();
  const before = await checkOut({
    storage,
    between: withoutResponse,
  });
  const { key } = attemptAt(before.flow.step, 'checkout');
  void before.visit.order();
  while ((await before.client.intent({ key }).catch(() => undefined))?.state !== 'placed');
  mock.timers.enable({ apis: ['setTimeout'] });

  const { flow } = reload(before, storage);
  assert.equal(intentAt(flow.step).state, 'checking');
  await pass(() => intentAt(flow.step).state === 'placed');

  assert.equal(attemptAt(flow.step, 'result').key, key);
  assert.equal((await before.world.books()).length, 1);
});

test('an order that is still on its way when its page is reloaded is waited for', async () => {
  const storage = createStorage();
  const onItsWay: (() => Promise<Response>)[] = [];
  const before = await checkOut({
    storage,
    between: (proxy) => (request) => {
      if (!isOrder(request)) return proxy(request);
      onItsWay.push(() => proxy(request));
      return new Promise(() => undefined);
    },
  });
  void before.visit.order();
  while (onItsWay.length === 0) await new Promise(setImmediate);
  mock.timers.enable({ apis: ['setTimeout'] });

  const { flow } = reload(before, storage);
  await pass(() => before.requests.filter(isIntent).length === 2);
  assert.equal(intentAt(flow.step).state, 'checking');
  await onItsWay[0]?.();
  await pass(() => intentAt(flow.step).state === 'placed');

  assert.equal((await before.world.books()).length, 1);
});

test('an order that was never sent is unclear after a reload, and is sent under its key, as a later submission', async () => {
  const storage = createStorage();
  let isDown = true;
  const before = await checkOut({
    storage,
    between: (proxy) => (request) =>
      isOrder(request) && isDown ? new Promise(() => undefined) : proxy(request),
  });
  const { key } = attemptAt(before.flow.step, 'checkout');
  void before.visit.order();
  while (!before.requests.some(isOrder)) await new Promise(setImmediate);
  mock.timers.enable({ apis: ['setTimeout'] });
  isDown = false;
  before.world.advance(1_000);

  const { flow, visit } = reload(before, storage);
  await pass(() => flow.step.name === 'checkout');
  assert.equal(before.requests.filter(isIntent).length, 3);
  assert.equal(attemptAt(flow.step, 'checkout').state, 'unrecorded');
  typeDetails({ flow });
  await visit.order();

  assert.deepEqual(
    [attemptAt(flow.step, 'result').key, (await before.world.books()).length],
    [key, 1],
  );
  const sent = before.requests.filter(isOrder).map((request) => request.json());
  const [first, second] = (await Promise.all(sent)) as { submission: number }[];
  assert.ok(first && second && second.submission > first.submission);
});

test('an order that was refused is refused after a reload too, for the same reason', async () => {
  const storage = createStorage();
  const before = await checkOut({ storage });
  await before.world.take(before.date.id, before.date.available_slots);
  await before.visit.order();
  assert.equal(codeOf(attemptAt(before.flow.step, 'checkout').failure), 'sold-out');

  const { host, flow } = reload(before, storage);
  await host.until(() => attemptAt(flow.step, 'checkout').failure !== null);

  assert.equal(codeOf(attemptAt(flow.step, 'checkout').failure), 'sold-out');
});

test('an ordered line does not return to the cart by a quote that a reload has requested', async () => {
  const storage = createStorage();
  const before = await choose({
    storage,
    between: withoutResponse,
  });
  await before.visit.addLine();
  await before.visit.checkOut();
  typeDetails(before);
  void before.visit.order();
  while ((await before.world.books()).length === 0) await new Promise(setImmediate);
  mock.timers.enable({ apis: ['setTimeout'] });

  const { client } = before;
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let priced: ReturnType<typeof client.quote> | undefined;
  const quote: typeof client.quote = (request) => {
    priced = isReleased.then(() => client.quote(request));
    return priced;
  };
  const { flow } = reload({ ...before, client: { ...client, quote } }, storage);
  assert.equal(flow.cart.lines.length, 1);
  await pass(() => intentAt(flow.step).state === 'placed');
  // The customer has gone on, so no step shows what was ordered.
  flow.send({ type: 'show-list' });
  release();
  assert.ok((await priced)?.orders.length === 1);
  await new Promise(setImmediate);

  assert.deepEqual(flow.cart.lines, []);
});

test('tickets are there again after a reload, and go with the next booking', async () => {
  const storage = createStorage();
  const before = await checkOut({ storage });
  await before.visit.order();
  const { intent } = attemptAt(before.flow.step, 'result');

  const again = reload(before, storage);
  assert.equal(intentAt(again.flow.step).order?.code, intent?.order?.code);
  again.flow.send({ type: 'show-list' });
  const { flow, isResumed } = reload({ ...before, host: again.host }, storage);

  assert.deepEqual([flow.step.name, isResumed], ['list', false]);
});

test('tickets stay unchanged if the journal has forgotten them or cannot be reached', async () => {
  for (const response of [() => Response.error(), () => new Response('{}', { status: 404 })]) {
    const storage = createStorage();
    let isForgotten = false;
    const before = await checkOut({
      storage,
      between: (proxy) => (request) =>
        isIntent(request) && isForgotten ? Promise.resolve(response()) : proxy(request),
    });
    await before.visit.order();
    isForgotten = true;

    const asked = before.requests.length;
    const { flow } = reload(before, storage);
    while (!before.requests.slice(asked).some(isIntent)) await new Promise(setImmediate);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);

    assert.equal(intentAt(flow.step).state, 'placed');
  }
});

test('tickets that were cancelled meanwhile are shown so after a reload, and are no new order', async () => {
  const storage = createStorage();
  let isCancelled = false;
  const before = await checkOut({
    storage,
    between: (proxy) => (request) =>
      isIntent(request) && isCancelled
        ? Promise.resolve(Response.json(aPlacedIntent({ status: 'CANCELED' })))
        : proxy(request),
  });
  await before.visit.order();
  isCancelled = true;

  const { host, flow, visit } = reload(before, storage);
  await host.until(() => intentAt(flow.step).order?.status === 'CANCELED');

  assert.deepEqual(visit.placed, []);
});

test('both of two duplicated tabs that order at once show the one order', async () => {
  const world = createWorld();
  const storage = createStorage();
  const before = await checkOut({ world, storage });
  const { flow, visit } = reload(before, createStorage(itemsOf(storage)));
  flow.send({ type: 'type-detail', key: 'name', value: 'Somebody Else' });
  flow.send({ type: 'type-detail', key: 'email', value: 'else@example.com' });

  await Promise.all([before.visit.order(), visit.order()]);
  // The slower tab learns that its key has another order, and finds that one.
  await Promise.all(
    [before, { flow, visit }].map(async (each) => {
      if (each.flow.step.name === 'checkout') await each.visit.order();
    }),
  );

  assert.equal((await world.books()).length, 1);
  assert.deepEqual([before.flow.step.name, flow.step.name], ['result', 'result']);
});

test('without a storage everything goes as before', async () => {
  const { flow, visit, world } = await checkOut({
    storage: { ...createStorage(), setItem: () => assert.fail('QuotaExceededError') },
  });

  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('a page from the back/forward cache continues with the tab’s current state', async () => {
  const storage = createStorage();
  const before = await checkOut({ storage });
  const { flow, visit } = reload({ ...before, host: before.host }, storage);
  typeDetails({ flow });
  await visit.order();

  before.host.restoreAfterBack();

  assert.equal(intentAt(before.flow.step).state, 'placed');
});

test('a page that was frozen while it was checking polls again at once when it is shown, once', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const storage = createStorage();
  const lost = losingResponses(isOrder, 0);
  const { host, visit, requests } = await checkOut({
    storage,
    between: (proxy) => (request) =>
      isOrder(request) || isIntent(request)
        ? Promise.resolve(Response.json(aCheckingIntent()))
        : lost(proxy)(request),
  });
  await visit.order();

  host.restoreAfterBack();
  await pass(() => requests.filter(isIntent).length === 1);
  await pass(() => requests.filter(isIntent).length > 1);

  assert.equal(requests.filter(isIntent).length, 2);
});
