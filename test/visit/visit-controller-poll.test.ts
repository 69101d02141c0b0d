import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { aCheckingIntent, aPlacedIntent, aProblem } from '../support/builders.ts';
import { createWorld } from '../support/world.ts';
import {
  at,
  attemptAt,
  checkOut,
  codeOf,
  createStorage,
  intentAt,
  isIntent,
  isOrder,
  pass,
  reload,
} from './visit.ts';

/** The platform gets the order and its response is lost on the way to the proxy. */
const worldOfLostResponses = () =>
  createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (request.method === 'POST' && request.url.endsWith('/v3/orders')) throw new TypeError();
      return response;
    },
  });

test('an intent is polled while it is being checked', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { host, flow, visit, world } = await checkOut({ world: worldOfLostResponses() });

  await visit.order();
  assert.equal(intentAt(flow.step).state, 'checking');
  mock.timers.tick(1000);
  await host.until(() => intentAt(flow.step).state !== 'checking');

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('a widget that is taken out of the page polls no more, and goes on when it is put back', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { host, flow, visit, requests } = await checkOut({ world: worldOfLostResponses() });
  await visit.order();

  host.disconnect();
  mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.equal(requests.filter(isIntent).length, 0);
  host.connect();
  mock.timers.tick(1000);
  await host.until(() => intentAt(flow.step).state === 'placed');

  assert.equal(requests.filter(isIntent).length, 1);
});

/** The proxy responds with these intents one after the other. */
function respondingWith(...intents: IntentResponse[]) {
  return checkOut({
    between: (proxy) => (request) =>
      isOrder(request) || isIntent(request)
        ? Promise.resolve(Response.json(intents.shift()))
        : proxy(request),
  });
}

const unplaced = { order: null, settled_by: null, problem: null };
const unknown = () => Response.json({ ...aProblem('not-found'), status: 404 }, { status: 404 });
/** The proxy was checking the order, and then its journal is of before. */
const forgetful: readonly (readonly [how: string, response: () => Response])[] = [
  ['does not know it any more', unknown],
  ['says that nothing was sent', () => Response.json({ ...unplaced, state: 'open' })],
];
for (const [how, response] of forgetful) {
  test(`an order that was being checked is unclear when the journal ${how}, until it is known`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let current = response;
    const { flow, visit, requests } = await checkOut({
      between: (proxy) => (request) => {
        if (isOrder(request)) return Promise.resolve(Response.json(aCheckingIntent()));
        return isIntent(request) ? Promise.resolve(current()) : proxy(request);
      },
    });
    await visit.order();

    await pass(() => attemptAt(flow.step, 'result').state === 'forgotten');
    await visit.order();
    await visit.orderRest();
    await visit.quote({ type: 'renew-quote' });
    flow.send({ type: 'show-list' });
    assert.equal(attemptAt(flow.step, 'result').state, 'forgotten');
    assert.equal(requests.filter(isOrder).length, 1);

    current = () => Response.json(aCheckingIntent());
    await pass(() => attemptAt(flow.step, 'result').state === 'checking');
    current = () => Response.json(aPlacedIntent());
    await pass(() => attemptAt(flow.step, 'result').state === 'placed');
  });
}

test('an order that was being checked before a reload is unclear when the journal does not know it', async () => {
  const storage = createStorage();
  const before = await checkOut({
    storage,
    between: (proxy) => (request) => {
      if (isOrder(request)) return Promise.resolve(Response.json(aCheckingIntent()));
      return isIntent(request) ? Promise.resolve(unknown()) : proxy(request);
    },
  });
  await before.visit.order();
  const { sent } = attemptAt(before.flow.step, 'result');
  mock.timers.enable({ apis: ['setTimeout'] });

  const { flow } = reload(before, storage);
  assert.equal(attemptAt(flow.step, 'result').state, 'checking');
  await pass(() => attemptAt(flow.step, 'result').state === 'forgotten');

  assert.ok(sent);
  assert.equal(attemptAt(flow.step, 'result').sent, sent);
  assert.equal(before.requests.filter(isOrder).length, 1);
});

test('an order that the proxy has forgotten can be left, but not while the proxy cannot be asked', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let isDown = false;
  const { flow, visit } = await checkOut({
    between: (proxy) => (request) => {
      if (isOrder(request)) return Promise.resolve(Response.json(aCheckingIntent()));
      if (isIntent(request) && isDown) return Promise.reject(new TypeError('offline'));
      return proxy(request);
    },
  });
  await visit.order();
  await pass(() => attemptAt(flow.step, 'result').state === 'forgotten');

  isDown = true;
  await visit.changeChoice();
  assert.equal(codeOf(attemptAt(flow.step, 'result').failure), 'connection');
  isDown = false;
  await visit.changeChoice();

  at(flow.step, 'event');
});

test('an order that the platform does not have is shown as absent, and is not polled any more', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const absent = { ...unplaced, state: 'absent' as const };
  const { host, flow, visit, requests } = await respondingWith(
    aCheckingIntent(),
    aCheckingIntent(),
    absent,
  );

  await visit.order();
  mock.timers.tick(1000);
  await new Promise(setImmediate);
  assert.equal(intentAt(flow.step).state, 'checking');
  mock.timers.tick(2000);
  await host.until(() => intentAt(flow.step).state === 'absent');
  mock.timers.tick(60_000);
  await new Promise(setImmediate);

  assert.equal(requests.filter(isIntent).length, 2);
});

test('an intent is polled after Retry-After, and then as usual', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const responses = [
    Response.json(
      { ...aProblem('too-many-requests'), status: 429 },
      { status: 429, headers: { 'Retry-After': '30' } },
    ),
    Response.json({ ...unplaced, state: 'absent' }),
  ];
  const { flow, visit, requests } = await checkOut({
    between: (proxy) => (request) => {
      if (isOrder(request)) return Promise.resolve(Response.json(aCheckingIntent()));
      return isIntent(request) ? Promise.resolve(responses.shift() as Response) : proxy(request);
    },
  });
  const after = async (millis: number) => {
    mock.timers.tick(millis);
    await new Promise(setImmediate);
    return requests.filter(isIntent).length;
  };

  await visit.order();
  assert.equal(await after(1000), 1);
  assert.equal(await after(29_999), 1);
  assert.equal(await after(1), 2);
  assert.equal(intentAt(flow.step).state, 'absent');
});

test('a proxy that does not respond is polled less and less', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { visit, requests } = await checkOut({
    between: (proxy) => (request) => {
      if (isOrder(request)) return Promise.resolve(Response.json(aCheckingIntent()));
      return isIntent(request) ? Promise.reject(new TypeError('offline')) : proxy(request);
    },
  });

  await visit.order();
  for (let second = 0; second < 600; second += 1) {
    mock.timers.tick(1000);
    await new Promise(setImmediate);
  }

  const asked = requests.filter(isIntent).length;
  assert.ok(asked >= 10 && asked <= 20, `${asked} times in ten minutes`);
});
