import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, test, type TestContext } from 'vitest';
import { STREAM_LOOK_EVERY } from '../../proxy/time-limits.ts';
import { aProblem } from '../support/builders.ts';
import { useVirtualTime, type VirtualTime } from '../support/virtual-time.ts';
import { createWorld } from '../support/world.ts';
import { GivenPage } from './host.ts';
import { attemptAt, checkOut, intentAt, isIntent, isStream } from './visit.ts';

/** Only the timers' time passes; the clocks of proxy and platform are moved by the test. */
let time: VirtualTime;
beforeEach(() => {
  time = useVirtualTime(() => undefined);
});
afterEach(() => time.end());

/** A customer who has ordered and keeps the page open, on virtual time. */
async function order(t: TestContext, options: Parameters<typeof checkOut>[0] = {}) {
  const page = new GivenPage();
  const me = await checkOut({ page, ...options });
  const { flow, visit, host, world, requests } = me;
  t.onTestFinished(() => host.disconnect());
  await visit.order();

  const isOpen = (request: Request) => isStream(request) && !request.signal.aborted;
  return {
    ...me,
    page,
    streams: () => requests.filter(isStream).length,
    open: () => requests.filter(isOpen).length,
    status: () => intentAt(flow.step).order?.status,
    /** Lets time pass in steps that are short enough for the streams' heartbeats. */
    async pass(milliseconds: number): Promise<void> {
      for (let left = milliseconds; left > 0; left -= STREAM_LOOK_EVERY) {
        mock.timers.tick(Math.min(STREAM_LOOK_EVERY, left));
        await time.quiesce();
      }
    },
    /**
     * Waits until a condition is true, and lets only the time between two checks of a stream pass.
     */
    async until(isSo: () => boolean): Promise<void> {
      await time.quiesce();
      while (!isSo()) {
        mock.timers.tick(STREAM_LOOK_EVERY);
        await time.quiesce();
      }
    },
    /** The vendor cancels the order, and the proxy is notified. */
    async cancel() {
      const [booked] = await world.books();
      await world.change(booked?.id ?? '', 'cancel');
      world.advance(60_000);
      await world.find(attemptAt(flow.step, 'result').key);
      await world.runJobs();
    },
  };
}

test('a change of an order appears on an open page', async (t) => {
  const { cancel, until, status, streams, open } = await order(t);
  await until(() => open() === 1);
  assert.equal(status(), 'ACCEPTED');

  await cancel();
  await until(() => status() === 'CANCELED');

  assert.equal(streams(), 1);
});

test('a hidden page has no stream; when it is shown again it asks at once', async (t) => {
  const { cancel, page, pass, until, requests, status, open } = await order(t);
  await until(() => open() === 1);
  page.setHidden(true);
  assert.equal(open(), 0);
  const asked = requests.length;
  await pass(600_000);
  assert.equal(requests.length, asked);

  await cancel();
  page.setHidden(false);
  await until(() => open() === 1);

  assert.equal(status(), 'CANCELED');
});

test('an order whose outcome is awaited is asked for by a hidden page too', async (t) => {
  const page = new GivenPage();
  page.hidden = true;
  const world = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (request.method === 'POST' && request.url.endsWith('/v3/orders')) throw new TypeError();
      return response;
    },
  });
  const { flow, until, streams } = await order(t, { page, world });
  assert.equal(intentAt(flow.step).state, 'checking');

  await until(() => intentAt(flow.step).state === 'placed');

  assert.equal(streams(), 0);
});

test('a page has one stream, and asks for its other orders once a minute', async (t) => {
  const first = await order(t);
  await first.until(() => first.open() === 1);
  const second = await order(t, { world: first.world });
  const asked = () => second.requests.filter(isIntent).length;
  await second.pass(59_999);
  assert.equal(asked(), 0);

  await second.pass(1);
  await second.until(() => asked() >= 1);
  assert.equal(second.streams(), 0);

  first.host.disconnect();
  await second.until(() => second.open() === 1);
});

test('a customer who books something else does not follow the order any more', async (t) => {
  const { flow, until, open } = await order(t);
  await until(() => open() === 1);

  flow.send({ type: 'show-list' });

  assert.equal(open(), 0);
});

test('an order that the proxy has forgotten stays placed, and is not requested any more', async (t) => {
  const { flow, pass, until, requests } = await order(t, {
    between: (proxy) => async (request) => {
      if (!isIntent(request)) return proxy(request);
      return Response.json({ ...aProblem('not-found'), status: 404 }, { status: 404 });
    },
  });
  const asked = () => requests.filter(isIntent).length;
  await until(() => asked() >= 1);

  await pass(600_000);

  assert.equal(asked(), 1);
  assert.equal(intentAt(flow.step).state, 'placed');
});

test('a stream that ends is opened again, a minute later', async (t) => {
  const opened: ReadableStreamDefaultController[] = [];
  const headers = { 'Content-Type': 'text/event-stream' };
  const { pass, until } = await order(t, {
    between: (proxy) => async (request) => {
      if (!isStream(request)) return proxy(request);
      const stream = new ReadableStream({ start: (controller) => void opened.push(controller) });
      return new Response(stream, { headers });
    },
  });
  await until(() => opened.length >= 1);
  opened[0]?.close();
  await pass(1);
  await pass(59_998);
  assert.equal(opened.length, 1);

  await pass(1);
  await until(() => opened.length >= 2);
});
