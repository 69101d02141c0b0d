import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { TestContext } from 'vitest';
import { test } from 'vitest';
import { paths } from '#contract/paths';
import { listen } from '../../../proxy/http/listener.ts';
import type { LogEntry } from '../../../proxy/log.ts';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { createWorld, newKey, SHOP, type WorldOptions } from '../../support/world.ts';

// A request that its visitor aborts is not an error of the proxy, and must not raise an alarm.

/** A proxy on a port, and a client that leaves in the middle of a request. */
async function open(t: TestContext, options: WorldOptions = {}) {
  const world = createWorld(options);
  const metrics = createMetrics({ ...world, isReady: () => true });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let handled: Promise<Response> | undefined;
  const { url, close } = await listen({
    port: 0,
    host: '127.0.0.1',
    handle(request) {
      handled = world.respond(request);
      begin();
      return handled;
    },
  });
  t.onTestFinished(() => close(0));

  /** Disconnects once the request has begun and `until` has resolved; resolves to the log entry. */
  async function sendAndLeave(bytes: string, until: Promise<unknown> = begun) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => {});
    await begun;
    await until;
    await new Promise((resolve) => socket.destroy().once('close', resolve));
    return async () => {
      const response = await handled;
      const entry = JSON.parse(world.lines.at(-1) ?? '') as LogEntry;
      assert.deepEqual([entry.event, entry.status], ['request', response?.status]);
      metrics.count(entry);
      return { status: entry.status ?? 0, error: entry.error, metrics: await metrics.write() };
    };
  }

  return { ...world, sendAndLeave };
}

const writes = [paths.quotes, paths.orders, paths.notificationToken, paths.notificationOrders];
const bodies: [what: string, header: string, part: string][] = [
  ['part of its body', 'Content-Length: 1000', '{"lines":'],
  ['none of its body', 'Content-Length: 1000', ''],
  ['a part of a chunk', 'Transfer-Encoding: chunked', '64\r\n{"lines":'],
];
for (const path of writes) {
  for (const [what, header, part] of bodies) {
    test(`a client that sends ${what} to ${path} and disconnects is not an error of the proxy`, async (t) => {
      const { sendAndLeave } = await open(t, { notifies: true });
      const type = path === paths.notificationToken ? 'x-www-form-urlencoded' : 'json';
      const headers = [
        ...['Host: book.example', `Origin: ${SHOP}`, `Idempotency-Key: ${newKey()}`],
        ...[`Content-Type: application/${type}`, header],
      ];
      const left = await sendAndLeave(
        `POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${part}`,
      );

      const { status, error, metrics } = await left();
      assert.ok(status >= 400 && status < 500, `${status} ${error}`);
      assert.doesNotMatch(metrics, /status="5/);
    });
  }
}

test('a client that disconnects before the response is not an error, and the response is cached', async (t) => {
  let release = () => {};
  let ask = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const { sendAndLeave, get, calls } = await open(t, {
    between: (platform) => async (request) => {
      ask();
      await released;
      return platform(request);
    },
  });
  const left = await sendAndLeave('GET /v3/events HTTP/1.1\r\nHost: book.example\r\n\r\n', asked);
  release();

  const { status, metrics } = await left();
  assert.equal(status, 200);
  assert.doesNotMatch(metrics, /status="5/);
  calls.splice(0);
  assert.equal((await get('/v3/events')).status, 200);
  assert.deepEqual(calls, []);
});
