import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test, type TestContext } from 'vitest';
import { createWorld } from '../support/world.ts';
import { Host } from './host.ts';
import { openOrigin } from './origin.ts';
import {
  at,
  attemptAt,
  checkOut,
  codeOf,
  createStorage,
  intentAt,
  isOrder,
  itemsOf,
  losingResponses,
  reload,
  sessionIn,
  typeDetails,
  withoutResponse,
} from './visit.ts';

/** Opens two tabs that are about to order the same. */
async function twoTabs(t: TestContext, ...[options]: Parameters<typeof checkOut>) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, said, order } = openOrigin(t);
  const world = createWorld();
  const first = await checkOut({ world, ...options, openChannel });
  const second = await checkOut({ world, openChannel });
  return { first, second, world, said, order };
}

test('what another tab has just ordered is not ordered again before the customer confirms', async (t) => {
  const { first, second, world, order } = await twoTabs(t);
  await order(first);
  const code = intentAt(first.flow.step).order?.code;

  await order(second);
  const { failure } = attemptAt(second.flow.step, 'checkout');
  assert.deepEqual(failure, { kind: 'elsewhere', code });
  assert.equal(at(second.flow.step, 'checkout').busy, null);
  await order(second);
  assert.equal(codeOf(attemptAt(second.flow.step, 'checkout').failure), 'elsewhere');
  assert.equal((await world.books()).length, 1);
  await order(second, { again: true });

  assert.equal(intentAt(second.flow.step).state, 'placed');
  assert.equal((await world.books()).length, 2);
});

test('an order with an unknown outcome in another tab needs confirmation too', async (t) => {
  const { first, second, order } = await twoTabs(t, {
    between: losingResponses(() => true, 0),
  });
  const { client } = first.host;
  first.host.client = {
    ...client,
    order: () => Promise.reject(new TypeError()),
    intent: () => Promise.reject(new TypeError()),
  };
  await order(first);
  assert.equal(attemptAt(first.flow.step, 'checkout').state, 'unclear');

  await order(second);

  assert.deepEqual(attemptAt(second.flow.step, 'checkout').failure, {
    kind: 'elsewhere',
    code: '',
  });
  assert.equal(second.requests.filter(isOrder).length, 0);
});

test('another choice, and one that is over, are ordered at once', async (t) => {
  const { first, second, world, order } = await twoTabs(t);
  await order(first);
  first.flow.send({ type: 'show-list' });

  await order(second);

  assert.equal(intentAt(second.flow.step).state, 'placed');
  assert.equal((await world.books()).length, 2);
});

test('no key is ever sent to another tab', async (t) => {
  const { first, second, said, order } = await twoTabs(t);
  const keys = [first, second].map(({ flow }) => attemptAt(flow.step, 'checkout').key);
  await order(first);
  await order(second, { again: true });

  assert.ok(said.length > 2);
  for (const key of keys) assert.ok(!said.join().includes(key));
});

test('a duplicated tab finds the one order under its key, and leaves its announcement to the other', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, delivered } = openOrigin(t);
  const storage = createStorage();
  const first = await checkOut({ storage, openChannel });
  const copy = createStorage(itemsOf(storage));
  const passUntil = async (isSo: () => boolean) => {
    await delivered();
    while (!isSo()) {
      mock.timers.tick(90);
      await new Promise(setImmediate);
    }
  };
  const duplicate = new Host(first.client);
  duplicate.openChannel = openChannel;
  duplicate.resume(sessionIn(copy));
  typeDetails(duplicate);

  void first.visit.order();
  await passUntil(() => first.flow.step.name === 'result');
  void duplicate.visit.order();
  await passUntil(() => duplicate.flow.step.name === 'result');

  assert.equal(first.visit.placed.length, 1);
  assert.equal(duplicate.visit.placed.length, 0);
  assert.equal(intentAt(duplicate.flow.step).state, 'placed');
  assert.equal((await first.world.books()).length, 1);
});

test('an order that was checked before and after a reload is announced once, by the tab that sent it', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, delivered } = openOrigin(t);
  const storage = createStorage();
  const before = await checkOut({
    storage,
    between: withoutResponse,
  });
  void before.visit.order();
  while (!before.requests.some(isOrder)) await new Promise(setImmediate);
  const copy = createStorage(itemsOf(storage));
  const openTab = async (stored: Storage) => {
    const { flow, visit, host } = reload(before, stored, openChannel);
    await delivered();
    mock.timers.tick(90);
    await delivered();
    return { flow, visit, host };
  };
  const tab = await openTab(storage);
  const duplicate = await openTab(copy);
  const tabs = [tab.flow, duplicate.flow];
  while (tabs.some(({ step }) => intentAt(step).state !== 'placed')) {
    mock.timers.tick(90);
    await new Promise(setImmediate);
  }

  assert.deepEqual(
    [tab, duplicate].map(({ visit }) => visit.placed.length),
    [1, 0],
  );
});

test('a widget that was removed from the page sends nothing to other tabs', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open, delivered } = openOrigin(t);
  let channels = 0;
  let respond = () => {};
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  const { host, flow, visit } = await checkOut({
    openChannel: () => {
      channels += 1;
      return open();
    },
    between: (proxy) => async (request) => {
      const response = await proxy(request);
      if (isOrder(request)) await mayRespond;
      return response;
    },
  });
  void visit.order();
  await delivered();
  mock.timers.tick(90);
  await delivered();
  assert.equal(channels, 1);

  host.disconnect();
  respond();
  await host.until(() => flow.step.name === 'result');

  assert.equal(channels, 1);
});
