import assert from 'node:assert/strict';
import test from 'node:test';
import { ConnectionError, ProblemError } from '../../src/client/client-errors.ts';
import { paths } from '../../src/contract/paths.ts';
import type { Step } from '../../src/state/booking-flow.ts';
import { createProxiedClient, type Send } from '../client/proxied-client.ts';
import { createWorld, type World } from '../proxy/world.ts';
import { Host } from './host.ts';

interface Options {
  world?: World;
  between?: (proxy: Send) => Send;
}

/** A customer who has chosen two places on the first date that has room for them. */
async function choose(options: Options = {}) {
  const { client, world, requests } = createProxiedClient(options);
  const { event, group, date } = await world.choose();
  const host = new Host(client);
  const { flow } = host;
  flow.send({ type: 'show-event', eventId: event.id, month: date.date.slice(0, 7) });
  await host.until(() => flow.reads.starts.some((start) => start.date.id === date.id));
  const start = flow.reads.starts.find((each) => each.date.id === date.id);
  const [price] = group.prices;
  assert.ok(start && price);
  flow.send({ type: 'choose-start', start });
  flow.send({ type: 'set-amount', group: start.group, priceId: price.id, amount: 2 });
  return { host, flow, world, requests, date };
}

async function checkOut(options: Options = {}) {
  const chosen = await choose(options);
  await chosen.flow.quote();
  chosen.flow.send({ type: 'type', field: 'name', value: 'Ida Meyer' });
  chosen.flow.send({ type: 'type', field: 'email', value: 'ida@example.com' });
  return chosen;
}

function at<Name extends Step['name']>(step: Step, name: Name): Extract<Step, { name: Name }> {
  assert.equal(step.name, name);
  return step as Extract<Step, { name: Name }>;
}
const isOrder = ({ method, url }: Request) => method === 'POST' && url.endsWith(paths.orders);
const isIntent = ({ url }: Request) => url.endsWith(paths.intent);

/** The proxy gets these requests and its answer is lost on the way back, so many times. */
function losing(isLost: (request: Request) => boolean, times: number): (proxy: Send) => Send {
  let left = times;
  return (proxy) => async (request) => {
    const response = await proxy(request);
    if (!isLost(request) || left === 0) return response;
    left -= 1;
    throw new TypeError('network error');
  };
}

/** The platform gets the order and its answer is lost on the way to the proxy. */
const worldOfLostAnswers = () =>
  createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (request.method === 'POST' && request.url.endsWith('/v3/orders')) throw new TypeError();
      return response;
    },
  });

test('a choice is priced, ordered and in the books', async () => {
  const { flow, world } = await checkOut();
  const { key, order } = at(flow.step, 'checkout');

  await flow.order();

  const { answer, ...result } = at(flow.step, 'result');
  assert.deepEqual([result.key, result.order], [key, order]);
  assert.deepEqual([answer.state, answer.order?.total], ['placed', order.total]);
  assert.deepEqual(
    (await world.books()).map(({ code }) => code),
    [answer.order?.code],
  );
});

test('the order says its language and its affiliate', async () => {
  const { host, flow, requests } = await checkOut();
  host.language = 'de';
  host.affiliate = 'partner';

  await flow.order();

  const { lang, affiliate_id } = (await requests.find(isOrder)?.json()) as Record<string, string>;
  assert.deepEqual([lang, affiliate_id], ['de', 'partner']);
});

test('an order whose answer was lost is found under its key, and not sent again', async () => {
  const { flow, world, requests } = await checkOut({ between: losing(isOrder, 1) });

  await flow.order();

  assert.equal(at(flow.step, 'result').answer.state, 'placed');
  assert.equal(requests.filter(isOrder).length, 1);
  assert.equal((await world.books()).length, 1);
});

test('when nobody can be asked the checkout says so, and ordering again places it once', async () => {
  const lost = losing((request) => isOrder(request) || isIntent(request), 2);
  const { flow, world, requests } = await checkOut({ between: lost });

  await flow.order();
  const { failure, busy } = at(flow.step, 'checkout');
  assert.ok(failure instanceof ConnectionError);
  assert.equal(busy, false);
  assert.equal(flow.details.get('name'), 'Ida Meyer');

  await flow.order();
  assert.equal(at(flow.step, 'result').answer.state, 'placed');
  assert.equal(requests.filter(isOrder).length, 2);
  assert.equal((await world.books()).length, 1);
});

test('an order that never reached the proxy is a failure, and can be sent again', async () => {
  let isDown = true;
  const { flow, world } = await checkOut({
    between: (proxy) => (request) =>
      isOrder(request) && isDown ? Promise.reject(new TypeError('offline')) : proxy(request),
  });

  await flow.order();
  assert.ok(at(flow.step, 'checkout').failure instanceof ConnectionError);
  isDown = false;
  await flow.order();

  assert.equal(at(flow.step, 'result').answer.state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('places that somebody else took leave the typed details, and dates that know of it', async () => {
  const { host, flow, world, date } = await checkOut();
  const isKnown = () =>
    flow.reads.starts.find((start) => start.date.id === date.id)?.date.available_slots === 1;
  await world.take(date.id, date.available_slots - 1);
  // The proxy keeps dates for a minute.
  world.advance(61_000);

  await flow.order();

  const { failure } = at(flow.step, 'checkout');
  assert.ok(failure instanceof ProblemError);
  assert.equal(failure.problem.code, 'sold-out');
  assert.equal(flow.details.get('name'), 'Ida Meyer');
  await host.until(isKnown);
  assert.equal((await world.books()).length, 0);
});

test('another time is priced under a new key, and booked with what was typed', async () => {
  const { flow, world, date } = await checkOut();
  const { key } = at(flow.step, 'checkout');
  await world.take(date.id, date.available_slots);
  await flow.order();
  const other = flow.reads.starts.find(
    ({ date: each, state }) => state === 'free' && each.id !== date.id && each.available_slots > 1,
  );
  assert.ok(other);

  await flow.quote({ type: 'take-start', start: other });
  const renewed = at(flow.step, 'checkout');
  assert.deepEqual([renewed.failure, renewed.busy], [null, false]);
  assert.notEqual(renewed.key, key);
  assert.equal(renewed.order.lines[0]?.date_id, other.date.id);
  await flow.order();

  const [booked, ...more] = await world.books();
  assert.equal(more.length, 0);
  assert.deepEqual([booked?.name, booked?.tickets[0]?.date_id], ['Ida Meyer', other.date.id]);
});

test('a choice that cannot be priced says why, and stays', async () => {
  const { flow, world, date } = await choose();
  await world.take(date.id, date.available_slots);

  await flow.quote();

  const { failure, quoting, choice } = at(flow.step, 'event');
  assert.ok(failure instanceof ProblemError);
  assert.deepEqual([failure.problem.code, quoting], ['sold-out', false]);
  assert.equal(choice.start?.date.id, date.id);
});

test('a product that is not offered with the choice does not go along', async () => {
  const { flow, requests } = await choose();
  flow.send({ type: 'set-product', productId: 'of-somebody-else', amount: 1 });

  await flow.quote();

  const quoted = requests.find(({ url }) => url.endsWith(paths.quotes));
  assert.deepEqual(((await quoted?.json()) as { products: unknown }).products, []);
  assert.equal(flow.step.name, 'checkout');
});

test('an order that is not clear yet is asked for until it is', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, flow, world } = await checkOut({ world: worldOfLostAnswers() });

  await flow.order();
  assert.equal(at(flow.step, 'result').answer.state, 'checking');
  t.mock.timers.tick(1000);
  await host.until(() => at(flow.step, 'result').answer.state !== 'checking');

  assert.equal(at(flow.step, 'result').answer.state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('a widget that is taken out of the page asks no more, and goes on when it is put back', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, flow, requests } = await checkOut({ world: worldOfLostAnswers() });
  await flow.order();

  host.disconnect();
  t.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.equal(requests.filter(isIntent).length, 0);
  host.connect();
  t.mock.timers.tick(1000);
  await host.until(() => at(flow.step, 'result').answer.state === 'placed');

  assert.equal(requests.filter(isIntent).length, 1);
});
