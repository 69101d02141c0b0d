import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, test, type TestContext } from 'vitest';
import { problem } from '#contract/problem.schema';
import { type Balancer, startBalancer, type TlsResponse } from './balancer.ts';

// proxy/balancer.conf in a real nginx, before one server that stands for the proxies.

const PUBLIC_URL = 'https://book.example';
/** As the configuration allows. */
const CONNECTIONS = 100;
const BURST = 500;

/** Responses that the test has not sent yet. */
const waiting: ServerResponse[] = [];
let onWaiting = () => {};
const requests: IncomingMessage[] = [];
const upstream = createServer((incoming, response) => {
  requests.push(incoming);
  if (incoming.url === '/slow') {
    waiting.push(response);
    onWaiting();
  } else response.end('ok');
});
upstream.listen(0, '127.0.0.1');
await once(upstream, 'listening');
afterAll(() => upstream.close());

async function open(
  t: TestContext,
  replacements: readonly (readonly [string, string])[] = [],
): Promise<Balancer> {
  const { port } = upstream.address() as AddressInfo;
  const balancer = await startBalancer({
    upstreams: { 'proxy-1': port, 'proxy-2': port, 'proxy-3': port },
    env: { PUBLIC_URL },
    replacements,
  });
  t.onTestFinished(balancer.close);
  return balancer;
}

/** Nothing leaks out of the bucket while the test runs. */
const slowly: readonly [string, string] = ['rate=50r/s', 'rate=1r/m'];
/** Takes the visitor's address from a header, as this machine has few addresses. */
const byHeader: readonly [string, string] = [
  'server_tokens off;',
  'server_tokens off; set_real_ip_from 127.0.0.0/8; real_ip_header X-Visitor;',
];

/** Sends so many requests at once, and waits until all of them have come to the proxies. */
async function hold(
  { fetch }: Balancer,
  count: number,
  request: Parameters<Balancer['fetch']>[1],
): Promise<() => Promise<TlsResponse[]>> {
  const responses = Array.from({ length: count }, () => fetch('/slow', request));
  await new Promise<void>((resolve) => {
    onWaiting = () => {
      if (waiting.length === count) resolve();
    };
    onWaiting();
  });
  return () => {
    for (const response of waiting.splice(0)) response.end('ok');
    return Promise.all(responses);
  };
}

function assertRefused({ status, headers, text }: TlsResponse): void {
  assert.equal(status, 429, text);
  assert.equal(headers['content-type'], 'application/problem+json');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.ok(Number(headers['retry-after']) > 0);
  assert.equal(problem.parse(JSON.parse(text)).code, 'too-many-requests');
}

test('plain HTTP leads to the configured name, whatever name was asked for', async (t) => {
  const { plainPort } = await open(t);
  for (const name of ['book.example', 'evil.example', '127.0.0.1']) {
    const url = `http://127.0.0.1:${plainPort}/booking-widget.js?x=1`;
    const asked = get(url, { headers: { Host: name }, agent: false });
    const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
    assert.deepEqual([statusCode, headers.location], [301, `${PUBLIC_URL}/booking-widget.js?x=1`]);
    asked.destroy();
  }
});

test('nginx does not tell its version', async (t) => {
  const { fetch } = await open(t);
  assert.equal((await fetch('/site')).headers['server'], 'nginx');
});

test('browsers speak HTTP/2, over TLS 1.2 or 1.3 with forward secrecy', async (t) => {
  const { tlsPort, certificate } = await open(t);
  const session = connect(`https://localhost:${tlsPort}`, { ca: certificate, host: '127.0.0.1' });
  const stream = session.request({ ':path': '/site' });
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  assert.deepEqual([headers[':status'], session.alpnProtocol], [200, 'h2']);
  session.destroy();

  async function handshake(options: object): Promise<string> {
    const socket = connectTls({
      port: tlsPort,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: certificate,
      ...options,
    });
    return new Promise((resolve) => {
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.once('error', () => resolve('refused'));
    });
  }
  assert.match(await handshake({ minVersion: 'TLSv1.3' }), /^TLSv1\.3 /);
  assert.match(await handshake({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 ECDHE-.*(GCM|CHACHA20)/);
  for (const ciphers of ['AES128-SHA', 'AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA']) {
    assert.equal(await handshake({ maxVersion: 'TLSv1.2', ciphers }), 'refused', ciphers);
  }
});

test('an address has a hundred requests at once, and other addresses have theirs', async (t) => {
  const balancer = await open(t);
  const release = await hold(balancer, CONNECTIONS, { from: '127.0.0.2' });

  assertRefused(await balancer.fetch('/site', { from: '127.0.0.2' }));
  assert.equal((await balancer.fetch('/site', { from: '127.0.0.3' })).status, 200);
  const released = await release();
  assert.ok(released.every(({ status }) => status === 200));
});

test('requests faster than the proxies allow are refused, those of the same address alone', async (t) => {
  const { fetch } = await open(t, [slowly]);
  const statuses: number[] = [];
  for (let sent = 0; sent <= BURST; sent += 50) {
    const responses = Array.from({ length: 50 }, () => fetch('/site', { from: '127.0.0.2' }));
    statuses.push(...(await Promise.all(responses)).map(({ status }) => status));
  }

  assert.equal(statuses.filter((status) => status === 200).length, BURST + 1);
  assertRefused(await fetch('/site', { from: '127.0.0.2' }));
  assert.equal((await fetch('/site', { from: '127.0.0.3' })).status, 200);
});

test('an IPv6 customer is a /64', async (t) => {
  const balancer = await open(t, [byHeader]);
  const from = (address: string) => ({ headers: { 'X-Visitor': address } });
  // With bytes that are a line break and a zero.
  const release = await hold(balancer, CONNECTIONS, from('2001:db8:0:a0a::1'));

  assertRefused(await balancer.fetch('/site', from('2001:db8:0:a0a:ffff::2')));
  assert.equal((await balancer.fetch('/site', from('2001:db8:0:a0b::1'))).status, 200);
  await release();
});

test('the proxies are told the address that a request came from, and no other one', async (t) => {
  const { fetch } = await open(t);
  requests.length = 0;
  await fetch('/site', { from: '127.0.0.5', headers: { 'X-Forwarded-For': '192.0.2.1' } });
  assert.deepEqual(
    requests.map(({ headers }) => headers['x-forwarded-for']),
    ['127.0.0.5'],
  );
});
