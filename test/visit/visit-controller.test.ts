import assert from 'node:assert/strict';
import { TaskStatus } from '@lit/task';
import { test } from 'vitest';
import { paths } from '#contract/paths';
import { createProxiedClient } from '../client/proxied-client.ts';
import { aProblem } from '../support/builders.ts';
import { createWorld } from '../support/world.ts';
import { Host } from './host.ts';
import {
  at,
  attemptAt,
  checkOut,
  choose,
  codeOf,
  intentAt,
  isIntent,
  isOrder,
  losingResponses,
} from './visit.ts';

test('a choice is quoted, ordered and placed on the platform', async () => {
  const { flow, visit, world } = await checkOut();
  const { key, order } = attemptAt(flow.step, 'checkout');

  await visit.order();

  const { intent, ...result } = attemptAt(flow.step, 'result');
  assert.deepEqual([result.key, result.order], [key, order]);
  assert.deepEqual([intent?.state, intent?.order?.total], ['placed', order.total]);
  assert.deepEqual(
    (await world.books()).map(({ code }) => code),
    [intent?.order?.code],
  );
});

test('the order names its language and its affiliate', async () => {
  const { host, visit, requests } = await checkOut();
  host.language = 'de';
  host.affiliate = 'partner';

  await visit.order();

  const { lang, affiliate_id } = (await requests.find(isOrder)?.json()) as Record<string, string>;
  assert.deepEqual([lang, affiliate_id], ['de', 'partner']);
});

test('an order whose response was lost is found under its key, and not sent again', async () => {
  const { flow, visit, world, requests } = await checkOut({ between: losingResponses(isOrder, 1) });

  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal(requests.filter(isOrder).length, 1);
  assert.equal((await world.books()).length, 1);
});

test('an order whose response and intent are lost can only be sent again, as a later submission under its key', async () => {
  const lost = losingResponses((request) => isOrder(request) || isIntent(request), 2);
  const { flow, visit, world, requests } = await checkOut({ between: lost });

  await visit.order();
  const { key, state, failure } = attemptAt(flow.step, 'checkout');
  assert.deepEqual([state, codeOf(failure)], ['unclear', 'connection']);
  assert.equal(at(flow.step, 'checkout').busy, null);
  assert.equal(visit.details.get('name'), 'Ida Meyer');
  flow.send({ type: 'change-choice' });
  await visit.quote({ type: 'renew-quote' });
  assert.equal(attemptAt(flow.step, 'checkout').key, key);
  // What is typed now comes too late.
  flow.send({ type: 'type-detail', key: 'phone', value: '030 1234' });
  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  const sent = requests.filter(isOrder);
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('Idempotency-Key')),
    [key, key],
  );
  const [first, second] = (await Promise.all(sent.map((request) => request.json()))) as {
    submission: number;
  }[];
  assert.ok(first && second && second.submission > first.submission);
  assert.deepEqual(
    (await world.books()).map(({ code }) => code),
    [intentAt(flow.step).order?.code],
  );
});

test('an order that never reached the proxy is unclear to the customer, and can be sent again', async () => {
  let isDown = true;
  const { flow, visit, world } = await checkOut({
    between: (proxy) => (request) =>
      isOrder(request) && isDown ? Promise.reject(new TypeError('offline')) : proxy(request),
  });

  await visit.order();
  const { failure, state } = attemptAt(flow.step, 'checkout');
  assert.deepEqual([codeOf(failure), state], ['connection', 'unrecorded']);
  isDown = false;
  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('what was not sent can be left, and something else ordered', async () => {
  let isDown = true;
  const { flow, visit, world } = await checkOut({
    between: (proxy) => (request) =>
      isOrder(request) && isDown ? Promise.reject(new TypeError('offline')) : proxy(request),
  });
  await visit.order();
  const { key } = attemptAt(flow.step, 'checkout');
  isDown = false;

  await visit.changeChoice();
  at(flow.step, 'event');
  await visit.quote();
  await visit.order();

  assert.notEqual(attemptAt(flow.step, 'result').key, key);
  assert.equal((await world.books()).length, 1);
});

test('an order that arrived before it was left is not left', async () => {
  const onItsWay: (() => Promise<Response>)[] = [];
  const { flow, visit, world } = await checkOut({
    between: (proxy) => (request) => {
      if (!isOrder(request)) return proxy(request);
      onItsWay.push(() => proxy(request));
      return Promise.reject(new TypeError('network error'));
    },
  });
  await visit.order();
  assert.equal(attemptAt(flow.step, 'checkout').state, 'unrecorded');

  await onItsWay[0]?.();
  await visit.changeChoice();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('nothing that is unclear is left while the journal cannot be asked', async () => {
  let isJournalUp = true;
  const { flow, visit } = await checkOut({
    between: (proxy) => (request) =>
      isOrder(request) || (isIntent(request) && !isJournalUp)
        ? Promise.reject(new TypeError('offline'))
        : proxy(request),
  });
  await visit.order();
  isJournalUp = false;

  await visit.changeChoice();

  assert.equal(attemptAt(flow.step, 'checkout').state, 'unclear');
});

for (const code of ['too-many-requests', 'sold-out'] as const) {
  test(`an order whose response was lost stays unclear when the next is refused with ${code}`, async () => {
    let orders = 0;
    let isAsked = false;
    const { flow, visit, world, requests } = await checkOut({
      between: (proxy) => async (request) => {
        if (isOrder(request)) {
          orders += 1;
          if (orders === 2) return Response.json(aProblem(code), { status: 409 });
          const response = await proxy(request);
          if (orders === 1) throw new TypeError('network error');
          return response;
        }
        if (isIntent(request) && !isAsked) throw new TypeError('network error');
        return proxy(request);
      },
    });
    await visit.order();
    const { key } = attemptAt(flow.step, 'checkout');

    await visit.order();
    const refused = attemptAt(flow.step, 'checkout');
    assert.deepEqual([refused.state, codeOf(refused.failure)], ['unclear', code]);
    flow.send({ type: 'show-list' });
    flow.send({ type: 'show-event', eventId: 'another' });
    await visit.changeChoice();
    await visit.quote({ type: 'renew-quote' });
    assert.equal(attemptAt(flow.step, 'checkout').key, key);
    isAsked = true;
    await visit.order();

    assert.equal(intentAt(flow.step).state, 'placed');
    const keys = requests.filter(isOrder).map(({ headers }) => headers.get('Idempotency-Key'));
    assert.deepEqual(new Set(keys), new Set([key]));
    assert.equal((await world.books()).length, 1);
  });
}

for (const [what, code, status] of [
  ['its proxy fails after placing it', 'internal-error', 500],
  ['its copy is refused', 'too-many-requests', 429],
] as const) {
  test(`an order is found when ${what}`, async () => {
    const { flow, visit, requests } = await checkOut({
      between: (proxy) => async (request) => {
        const response = await proxy(request);
        return isOrder(request)
          ? Response.json({ ...aProblem(code), status }, { status })
          : response;
      },
    });

    await visit.order();

    assert.equal(intentAt(flow.step).state, 'placed');
    assert.equal(requests.filter(isOrder).length, 1);
  });
}

test('pressing twice does not send an order twice', async () => {
  const { visit, requests } = await checkOut();

  await Promise.all([visit.order(), visit.order()]);

  assert.equal(requests.filter(isOrder).length, 1);
});

test('details that are corrected while the platform is down are ordered when it is back', async () => {
  let isDown = false;
  const world = createWorld({
    between: (platform) => async (request) =>
      isDown ? new Response(null, { status: 503 }) : platform(request),
  });
  const { flow, visit } = await checkOut({ world });
  isDown = true;
  await visit.order();
  const { failure } = attemptAt(flow.step, 'checkout');
  assert.equal(codeOf(failure), 'platform-down');

  isDown = false;
  world.advance(10_000);
  flow.send({ type: 'type-detail', key: 'phone', value: '030 1234' });
  await visit.order();

  assert.equal(intentAt(flow.step).state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('after somebody else took the places, the input stays, and the dates are up to date', async () => {
  const { host, flow, visit, world, date } = await checkOut();
  const isKnown = () =>
    flow.data.starts.find((start) => start.date.id === date.id)?.date.available_slots === 1;
  await world.take(date.id, date.available_slots - 1);
  // The proxy keeps dates for a minute.
  world.advance(61_000);

  await visit.order();

  const { failure } = attemptAt(flow.step, 'checkout');
  assert.equal(codeOf(failure), 'sold-out');
  assert.equal(visit.details.get('name'), 'Ida Meyer');
  await host.until(isKnown);
  assert.equal((await world.books()).length, 0);
});

test('dates that arrive before their event count as loading, not as none', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const { client, world } = createProxiedClient({
    between: (proxy) => async (request) => {
      if (request.url.includes('/merged_events/')) await isReleased;
      return proxy(request);
    },
  });
  const { event, date } = await world.choose();
  const host = new Host(client);
  const { data } = host.flow;
  host.flow.send({ type: 'show-event', eventId: event.id, shownDay: date.date.slice(0, 10) });
  await host.until(() => data.datesTask.status === TaskStatus.COMPLETE);

  assert.equal(data.dates?.value, undefined);

  release();
  await host.until(() => (data.dates?.value ?? []).length > 0);
});

test('another time is priced under a new key, and booked with the input', async () => {
  const { flow, visit, world, date } = await checkOut();
  const { key } = attemptAt(flow.step, 'checkout');
  await world.take(date.id, date.available_slots);
  await visit.order();
  const other = flow.data.starts.find(
    ({ date: each, state }) => state === 'free' && each.id !== date.id && each.available_slots > 1,
  );
  assert.ok(other);

  await visit.takeStart({ lost: date.id, start: other });
  const renewed = attemptAt(flow.step, 'checkout');
  assert.deepEqual([renewed.failure, at(flow.step, 'checkout').busy], [null, null]);
  assert.notEqual(renewed.key, key);
  assert.equal(renewed.order.lines[0]?.date_id, other.date.id);
  await visit.order();

  const [booked, ...more] = await world.books();
  assert.equal(more.length, 0);
  assert.deepEqual([booked?.name, booked?.tickets[0]?.date_id], ['Ida Meyer', other.date.id]);
});

test('a choice whose places are taken says so, stays, and leads to the nearest other times', async () => {
  const { host, flow, visit, world, date } = await choose();
  await world.take(date.id, date.available_slots);
  // Dates are in step by then.
  world.advance(90_000);

  await visit.quote();

  const { failure, quoting, choice } = at(flow.step, 'event');
  assert.deepEqual([codeOf(failure), quoting], ['sold-out', false]);
  assert.equal(choice.start?.date.id, date.id);
  await host.until(() => (flow.otherStarts?.get(date.id) ?? []).length > 0);
});

test('a product that is not offered with the choice does not go along', async () => {
  const { host, flow, visit, requests } = await choose();
  await host.until(() => flow.data.hasProducts);
  flow.send({ type: 'set-product', productId: 'of-somebody-else', amount: 1 });

  await visit.quote();

  const quoted = requests.find(({ url }) => url.endsWith(paths.quotes));
  assert.deepEqual(((await quoted?.json()) as { products: unknown }).products, []);
  assert.equal(flow.step.name, 'checkout');
});

test('a quote of an abandoned choice is not used for the next choice', async () => {
  const waiting: (() => void)[] = [];
  const { flow, visit } = await choose({
    between: (proxy) => async (request) => {
      const response = proxy(request);
      if (!request.url.endsWith(paths.quotes)) return response;
      // In the order of the requests: the responses of both may come in either.
      await new Promise<void>((resolve) => waiting.push(resolve));
      return response;
    },
  });
  const { start, amounts, eventId } = at(flow.step, 'event').choice;
  assert.ok(start && start.group.prices[0]);
  const first = visit.quote();
  flow.send({ type: 'show-list' });
  flow.send({ type: 'show-event', eventId });
  flow.send({ type: 'choose-start', start });
  const priceId = start.group.prices[0].id;
  flow.send({ type: 'set-amount', group: start.group, priceId, amount: 1 });
  const second = visit.quote();
  while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));

  waiting[0]?.();
  await first;
  assert.equal(at(flow.step, 'event').quoting, true);
  waiting[1]?.();
  await second;

  assert.equal(amounts.get(priceId), 2);
  assert.equal(attemptAt(flow.step, 'checkout').order.lines[0]?.prices[0]?.amount, 1);
});

test('nothing is loaded again after too many requests, and only the journal is asked', async () => {
  const refusal = { ...aProblem('too-many-requests'), status: 429 };
  const { flow, visit, requests } = await checkOut({
    between: (proxy) => (request) =>
      isOrder(request) ? Promise.resolve(Response.json(refusal, { status: 429 })) : proxy(request),
  });
  const before = requests.length;

  await visit.order();
  await new Promise(setImmediate);

  assert.equal(codeOf(attemptAt(flow.step, 'checkout').failure), 'too-many-requests');
  assert.deepEqual(
    requests.slice(before).filter((request) => !isOrder(request) && !isIntent(request)),
    [],
  );
});

test('what was loaded stays when it cannot be loaded again', async () => {
  let isDown = false;
  const refusal = aProblem('order-refused');
  const { host, flow, visit } = await checkOut({
    between: (proxy) => (request) => {
      if (isOrder(request)) return Promise.resolve(Response.json(refusal, { status: 409 }));
      return isDown && request.url.includes('/merged_events/')
        ? Promise.reject(new TypeError('offline'))
        : proxy(request);
    },
  });
  await host.until(() => flow.data.vendors.length > 0);
  isDown = true;

  await visit.order();
  await new Promise(setImmediate);
  await host.until(() => flow.data.eventTask.status === TaskStatus.COMPLETE);

  assert.ok(flow.data.event);
  assert.equal(flow.data.vendors.length, 1);
});
