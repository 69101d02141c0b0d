import test from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../../../proxy/http/listener.ts';

/** For the tests in which a client is slow; in all others a machine may be. */
const brief = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
const usual = {
  headersTimeout: 120_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 20,
};

/** A listener whose answers to /slow come when they are let go. */
async function open(
  t: TestContext,
  {
    body = 'well',
    socketTimeout = 120_000,
    timeouts = usual,
  }: { body?: BodyInit; socketTimeout?: number; timeouts?: typeof usual } = {},
) {
  let letGo = () => {};
  let arrived = () => {};
  let gone = () => {};
  const isGone = new Promise<void>((resolve) => (gone = resolve));
  const slow = new Promise<void>((resolve) => (letGo = resolve));
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const { url, close } = await listen({
    port: 0,
    host: '127.0.0.1',
    async handle({ url, signal }) {
      if (url.endsWith('/slow')) {
        signal.addEventListener('abort', gone);
        arrived();
        await slow;
      }
      return new Response(body);
    },
    timeouts: { ...timeouts, keepAliveTimeout: 120_000, socketTimeout },
  });
  t.after(() => {
    letGo();
    return close(0);
  });
  const port = Number(new URL(url).port);
  /** A connection that is kept, on which one thing after the other can be asked. */
  const keep = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const [heard] = (await once(socket, 'data')) as [string];
      return heard;
    };
    const closed = once(socket, 'close');
    return { ask, closed };
  };
  return { url, close, letGo, hasArrived, isGone, keep, port };
}

test('to close it takes no more connections, finishes what runs, and ends those that rest', async (t) => {
  const { url, close, letGo, hasArrived, keep } = await open(t);
  const kept = await keep();
  assert.match(await kept.ask(), /\r\nConnection: keep-alive\r\n/);
  const running = fetch(`${url}/slow`);
  await hasArrived;

  const closed = close(60_000);
  await assert.rejects(once(get(url), 'response'), { code: 'ECONNREFUSED' });
  // Who has a connection already is not cut off in the middle of a question.
  assert.match(await kept.ask(), /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/i);
  letGo();

  const answer = await running;
  assert.deepEqual([answer.status, await answer.text()], [200, 'well']);
  assert.equal(answer.headers.get('Connection'), 'close');
  await Promise.all([closed, kept.closed]);
});

test('to close it ends connections that rest', async (t) => {
  const { close, keep } = await open(t);
  const kept = await keep();
  await kept.ask();
  await Promise.all([close(60_000), kept.closed]);
});

test('to close it waits for a request whose client is gone', async (t) => {
  const { url, close, letGo, hasArrived, isGone } = await open(t);
  const asking = get(`${url}/slow`);
  asking.on('error', () => {});
  await hasArrived;
  asking.destroy();
  await isGone;

  let isClosed = false;
  const closed = close(60_000).then(() => (isClosed = true));
  await assert.rejects(fetch(url));
  assert.equal(isClosed, false);
  letGo();
  await closed;
});

test('to close it waits for an answer that is still being received', async (t) => {
  const body = new Uint8Array(64 * 1024 * 1024);
  const { url, close } = await open(t, { body });
  const asking = get(url);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const closed = close(60_000);
  await assert.rejects(fetch(url));

  let bytes = 0;
  response.on('data', ({ length }: Buffer) => (bytes += length));
  await once(response, 'end');
  assert.equal(bytes, body.byteLength);
  await closed;
});

test('what takes longer than the patience is cut off, and still waited for', async (t) => {
  const { url, close, letGo, hasArrived } = await open(t);
  const running = fetch(`${url}/slow`).catch(() => 'cut');
  await hasArrived;

  const closed = close(20);
  assert.equal(await running, 'cut');
  letGo();
  await closed;
});

const slowly: [name: string, text: string, heard: RegExp][] = [
  ['its headers', 'GET / HTTP/1.1\r\nHost: a', /^HTTP\/1\.1 408 |^$/],
  ['nothing at all', '', /^HTTP\/1\.1 408 |^$/],
  [
    'its body',
    'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab',
    /^HTTP\/1\.1 408 |^$/,
  ],
];
for (const [name, text, expected] of slowly) {
  test(`a client that sends ${name} too slowly is not waited for`, async (t) => {
    const { port } = await open(t, { timeouts: brief });
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    // Where it is cut off before it has written.
    socket.on('error', () => {});
    let heard = '';
    socket.setEncoding('latin1').on('data', (data: string) => (heard += data));
    await once(socket, 'close');

    assert.match(heard, expected);
  });
}

test('a client that does not read its answer is not waited for', async (t) => {
  const { port, close } = await open(t, {
    body: new Uint8Array(64 * 1024 * 1024),
    socketTimeout: 300,
  });
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  await once(socket, 'readable');

  // Nothing else ends this answer before its patience does.
  await close(600_000);
});
