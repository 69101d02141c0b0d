import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { get } from 'node:http';
import { connect } from 'node:net';
import type { TestContext } from 'vitest';
import { test } from 'vitest';
import { httpUrl, listen } from '../../../proxy/http/listener.ts';
import { exchangeBytes } from './raw-http.ts';

/** For tests in which a client is slow. */
const shortTimeouts = {
  headersTimeout: 100,
  requestTimeout: 200,
  connectionsCheckingInterval: 20,
};
/** For all others: a machine may be slow. */
const longTimeouts = {
  headersTimeout: 120_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 20,
};

/** A listener whose response to /slow is sent when the test releases it. */
async function open(
  t: TestContext,
  {
    body = 'ok',
    socketTimeout = 120_000,
    timeouts = longTimeouts,
  }: {
    body?: string | Uint8Array<ArrayBuffer>;
    socketTimeout?: number;
    timeouts?: typeof longTimeouts;
  } = {},
) {
  let release = () => {};
  let onArrival = () => {};
  let onAbort = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const arrived = new Promise<void>((resolve) => (onArrival = resolve));
  const aborted = new Promise<void>((resolve) => (onAbort = resolve));
  const { url, close } = await listen({
    port: 0,
    host: '127.0.0.1',
    async handle({ url, signal }) {
      if (url.endsWith('/slow')) {
        signal.addEventListener('abort', onAbort);
        onArrival();
        await released;
      }
      return new Response(body);
    },
    timeouts: { ...timeouts, keepAliveTimeout: 120_000, socketTimeout },
  });
  t.onTestFinished(() => {
    release();
    return close(0);
  });
  const port = Number(new URL(url).port);

  /** A keep-alive connection, on which one request is sent after the other. */
  function connectKeepAlive() {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    const closed = once(socket, 'close');
    async function send(): Promise<string> {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const [received] = (await once(socket, 'data')) as [string];
      return received;
    }
    return { send, closed };
  }

  return { url, port, close, release, arrived, aborted, connectKeepAlive };
}

test('close takes no more connections, finishes running requests, and ends idle connections', async (t) => {
  const { url, close, release, arrived, connectKeepAlive } = await open(t);
  const connection = connectKeepAlive();
  assert.match(await connection.send(), /\r\nConnection: keep-alive\r\n/);
  const running = fetch(`${url}/slow`);
  await arrived;

  const closed = close(120_000);
  await assert.rejects(once(get(url), 'response'), { code: 'ECONNREFUSED' });
  // A request on an existing connection still gets its response.
  assert.match(await connection.send(), /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/i);
  release();

  const response = await running;
  assert.deepEqual([response.status, await response.text()], [200, 'ok']);
  assert.equal(response.headers.get('Connection'), 'close');
  await Promise.all([closed, connection.closed]);
});

test('close ends idle connections', async (t) => {
  const { close, connectKeepAlive } = await open(t);
  const connection = connectKeepAlive();
  await connection.send();
  await Promise.all([close(120_000), connection.closed]);
});

test('close waits for a request whose client has left', async (t) => {
  const { url, close, release, arrived, aborted } = await open(t);
  const request = get(`${url}/slow`);
  request.on('error', () => {});
  await arrived;
  request.destroy();
  await aborted;

  let isClosed = false;
  const closed = close(120_000).then(() => (isClosed = true));
  await assert.rejects(fetch(url));
  assert.equal(isClosed, false);
  release();
  await closed;
});

test('close waits for a response that is still being received', async (t) => {
  const body = new Uint8Array(64 * 1024 * 1024);
  const { url, close } = await open(t, { body });
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  const closed = close(120_000);
  await assert.rejects(fetch(url));

  let bytes = 0;
  response.on('data', ({ length }: Buffer) => (bytes += length));
  await once(response, 'end');
  assert.equal(bytes, body.byteLength);
  await closed;
});

test('after the timeout of close the connection is cut off, and the handler is still waited for', async (t) => {
  const { url, close, release, arrived } = await open(t);
  const running = fetch(`${url}/slow`).catch(() => 'cut off');
  await arrived;

  const closed = close(20);
  assert.equal(await running, 'cut off');
  release();
  await closed;
});

const slowRequests: [what: string, bytes: string][] = [
  ['its headers', 'GET / HTTP/1.1\r\nHost: a'],
  ['nothing at all', ''],
  ['its body', 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'],
];
for (const [what, bytes] of slowRequests) {
  test(`a client that sends ${what} too slowly is cut off`, async (t) => {
    const { port } = await open(t, { timeouts: shortTimeouts });

    assert.match(await exchangeBytes(port, bytes), /^HTTP\/1\.1 408 |^$/);
  });
}

test('a client that does not receive its response is cut off', async (t) => {
  const { port, close } = await open(t, {
    body: new Uint8Array(64 * 1024 * 1024),
    socketTimeout: 300,
  });
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  socket.on('error', () => {});
  t.onTestFinished(() => void socket.destroy());
  await once(socket, 'readable');

  // Nothing but the socket's timeout ends this response before that of close.
  await close(600_000);
});

test('a health check by HTTP/1.0, which needs no Host, gets its response', async (t) => {
  // Without a host, as by default.
  const { url, close } = await listen({ port: 0, handle: async () => new Response('ok') });
  t.onTestFinished(() => close(0));

  const received = await exchangeBytes(Number(new URL(url).port), 'GET /readyz HTTP/1.0\r\n\r\n');

  assert.match(received, /^HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
});

test('the address of a listener can be opened as it is', () => {
  const hosts = [undefined, 'localhost', '0.0.0.0', '::1', '2001:db8::7'];
  assert.deepEqual(
    hosts.map((host) => httpUrl(host, 8787)),
    [
      'http://localhost:8787',
      'http://localhost:8787',
      'http://0.0.0.0:8787',
      'http://[::1]:8787',
      'http://[2001:db8::7]:8787',
    ],
  );
});

test('connections that cannot be accepted, for want of descriptors or memory, do not end the process', async (t) => {
  const { url } = await open(t);
  const seen = once(channelEvents('http.server.request.start'), 'message');
  await fetch(url);
  const [{ server }] = (await seen) as [{ readonly server: Server }];

  // Node emits this for each such connection.
  for (const code of ['ENFILE', 'ENOMEM']) {
    server.emit('error', Object.assign(new Error(`accept ${code}`), { code }));
  }

  assert.equal((await fetch(url)).status, 200);
});

/** The messages of a diagnostics channel, as events. */
function channelEvents(name: string): EventEmitter {
  const events = new EventEmitter();
  subscribe(name, (message) => events.emit('message', message));
  return events;
}
