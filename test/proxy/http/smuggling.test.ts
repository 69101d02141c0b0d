import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, test } from 'vitest';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { newKey, SHOP, START, variables } from '../../support/world.ts';
import { assertAllowedCalls } from '../guards/platform-calls.ts';
import { unexpectedHeaders } from './allowed-headers.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { statusesOf } from './raw-http.ts';

// Requests that two HTTP parsers could read differently. Guards http/listener.ts, Node's parser as it
// is set there, and platform/client.ts, which sends nothing of a visitor's request on.

const { sendBytes, calls } = await openListeningProxy({
  env: { READS_PER_MINUTE: '100000', QUOTES_PER_MINUTE: '100000' },
});
const CART = '{"lines":[],"products":[]}';
const HIDDEN = 'GET /v3/merged_events/hidden HTTP/1.1\r\nHost: a\r\n\r\n';

function request(method: string, target: string, headers: readonly string[], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: book.example', ...headers, '', body].join('\r\n');
}
const close = 'Connection: close';
const json = 'Content-Type: application/json';
const hex = (text: string) => text.length.toString(16);
const chunked = (text: string) => `${hex(text)}\r\n${text}\r\n0\r\n\r\n`;

/** Requests whose end could be ambiguous between a proxy in front and this one. */
const ambiguous: [what: string, headers: string[], body: string][] = [
  ['both lengths', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['both, turned', ['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`],
  ['two lengths', ['Content-Length: 0', `Content-Length: ${HIDDEN.length}`], HIDDEN],
  ['one length twice', ['Content-Length: 5', 'Content-Length: 5'], `12345${HIDDEN}`],
  ['a list of lengths', ['Content-Length: 5, 5'], `12345${HIDDEN}`],
  ['a length with a sign', ['Content-Length: +5'], `12345${HIDDEN}`],
  ['a negative length', ['Content-Length: -1'], HIDDEN],
  ['a length in hex', ['Content-Length: 0x5'], `12345${HIDDEN}`],
  ['a length with an exponent', ['Content-Length: 5e0'], `12345${HIDDEN}`],
  ['a length in words', ['Content-Length: five'], `12345${HIDDEN}`],
  ['a length beyond numbers', [`Content-Length: ${'9'.repeat(40)}`], HIDDEN],
  ['a space before the colon', ['Content-Length : 5'], `12345${HIDDEN}`],
  ['a coding before a colon with a space', ['Transfer-Encoding : chunked'], chunked(CART) + HIDDEN],
  ['an unknown coding', ['Transfer-Encoding: xchunked'], chunked(CART) + HIDDEN],
  ['a coding after chunked', ['Transfer-Encoding: chunked, identity'], chunked(CART) + HIDDEN],
  ['identity', ['Transfer-Encoding: identity', 'Content-Length: 5'], `12345${HIDDEN}`],
  ['a vertical tab before the coding', ['Transfer-Encoding: \x0bchunked'], chunked(CART) + HIDDEN],
  ['a folded coding', ['Transfer-Encoding:\r\n chunked'], chunked(CART) + HIDDEN],
  ['a folded header', ['X-A: b\r\n c', 'Content-Length: 0'], HIDDEN],
  [
    'a line that ends with a bare LF',
    ['X-A: b\nTransfer-Encoding: chunked'],
    chunked(CART) + HIDDEN,
  ],
  ['a bare CR in a value', ['X-A: b\rTransfer-Encoding: chunked'], chunked(CART) + HIDDEN],
  ['NUL in a value', ['X-A: b\0c'], HIDDEN],
  ['NUL in a name', ['X\0A: b'], HIDDEN],
  ['a name of nothing', [': b'], HIDDEN],
  ['a line without a colon', ['Content-Length'], HIDDEN],
  ['a chunk of negative size', ['Transfer-Encoding: chunked'], `-1\r\n${HIDDEN}`],
  ['a chunk size beyond numbers', ['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n${HIDDEN}`],
  [
    'a chunk that is longer than it says',
    ['Transfer-Encoding: chunked'],
    `1\r\nab\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['a header line of 20 kB', [`X-A: ${'b'.repeat(20_000)}`], HIDDEN],
  ['three thousand headers', Array.from({ length: 3_000 }, (_, index) => `X-${index}: b`), HIDDEN],
];
for (const [what, headers, body] of ambiguous) {
  test(`a request with ${what} gets one refusal at most, and the request hidden in it gets no response`, async () => {
    const callsBefore = calls.length;
    const received = await sendBytes(request('POST', '/checkout/quotes', [json, ...headers], body));
    const statuses = statusesOf(received);
    assert.ok(statuses.length <= 1, received);
    assert.ok(
      statuses.every((status) => [400, 413, 431].includes(status)),
      received,
    );
    assert.equal(calls.length, callsBefore);
  });
}

test('well-formed requests on one connection each get their response, in turn', async () => {
  const quote = request('POST', '/checkout/quotes', [json, `Content-Length: ${CART.length}`], CART);
  const inChunks = request(
    'POST',
    '/checkout/quotes',
    [json, 'Transfer-Encoding: chunked'],
    chunked(CART),
  );
  const withBody = request('GET', '/v3/events', ['Content-Length: 5'], 'hello');
  const headWithBody = request('HEAD', '/livez', ['Content-Length: 5'], 'hello');
  const last = request('GET', '/livez', [close]);
  const received = await sendBytes(quote + inChunks + withBody + headWithBody + last);
  assert.deepEqual(statusesOf(received), [400, 400, 200, 200, 200]);
});

test('a body beyond the limit is refused, and its rest is not taken for the next request', async () => {
  const body = `${' '.repeat(70_000)}${HIDDEN}`;
  const sized = [json, `Content-Length: ${body.length}`, close];
  const inChunks = [json, 'Transfer-Encoding: chunked', close];
  for (const [headers, bytes] of [
    [sized, body],
    [inChunks, chunked(body)],
  ] as const) {
    const received = await sendBytes(request('POST', '/checkout/quotes', headers, bytes));
    assert.deepEqual(statusesOf(received), [413]);
  }
});

test('a response before the end of its request says that the connection ends with it', async () => {
  // Otherwise a balancer would reuse the pooled connection for another client's request.
  const unfinished = [json, 'Content-Length: 100000'];
  const unfinishedResponse = await sendBytes(
    request('POST', '/checkout/quotes', unfinished, ' '.repeat(99_000)),
  );
  assert.deepEqual(statusesOf(unfinishedResponse), [413]);
  assert.match(unfinishedResponse, /\r\nConnection: close\r\n/i);

  const whole = request('POST', '/checkout/quotes', [json, 'Content-Length: 2'], '{}');
  const received = await sendBytes(whole + request('GET', '/livez', [close]));
  assert.deepEqual(statusesOf(received), [400, 200]);
});

const ignoredHeaders: [headers: string[], status: number][] = [
  [['Expect: 100-continue'], 200],
  [['Expect: something'], 417],
  [['Upgrade: websocket', 'Connection: Upgrade, close'], 200],
  [['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__', 'Connection: close'], 200],
  [['X-HTTP-Method-Override: POST'], 200],
  [['X-HTTP-Method: DELETE', 'X-Method-Override: PATCH'], 200],
  [['X-Original-URL: /metrics', 'X-Rewrite-URL: /v3/orders'], 200],
  [['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'], 200],
  [['X-Forwarded-Proto: http', 'X-Forwarded-Prefix: /evil'], 200],
  [['X_Forwarded_For: 6.6.6.6', 'Content_Length: 5'], 200],
  [['Range: bytes=0-1', 'If-Range: x'], 200],
  [['__proto__: x', 'constructor: y'], 200],
];
for (const [headers, status] of ignoredHeaders) {
  test(`${headers.join(', ')} is ignored`, async () => {
    const received = await sendBytes(request('GET', '/v3/events', [...headers, close]));
    assert.deepEqual(
      statusesOf(received).filter((code) => code !== 100),
      [status],
    );
    assert.doesNotMatch(received, /evil|6\.6\.6\.6|\r\nLocation/i);
    assertAllowedCalls(calls);
  });
}

test('a missing, foreign or repeated Host header changes nothing but the status', async () => {
  for (const [host, status] of [
    ['', 400],
    ['Host: a@platform.example\r\n', 400],
    ['Host: a/b\r\n', 400],
    ['Host: platform.example\r\n', 200],
    ['Host: a.example\r\nHost: b.example\r\n', 400],
  ] as const) {
    const received = await sendBytes(`GET /v3/events HTTP/1.1\r\n${host}${close}\r\n\r\n`);
    assert.deepEqual(statusesOf(received), [status], host);
    assert.doesNotMatch(received, /[ab]\.example/);
  }
  assertAllowedCalls(calls);
});

test('over the network, the platform receives the headers of the proxy and its HTTP client, and none of a visitor’s', async () => {
  const received: { names: string[]; text: string }[] = [];
  const sandbox = createSandbox({ clock: () => START });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { url = '', method = '', rawHeaders } = incoming;
      const body = Buffer.concat(chunks);
      const names = rawHeaders
        .filter((_, index) => index % 2 === 0)
        .map((name) => name.toLowerCase());
      received.push({ names, text: `${url} ${rawHeaders.join()} ${body.toString()}` });
      const headers = incoming.headers as Record<string, string>;
      const init = { method, headers, ...(method === 'POST' && { body }) };
      void sandbox(new Request(variables.PLATFORM_URL + url, init)).then(async (response) => {
        const extra = {
          'Set-Cookie': 'platform=1',
          Server: 'Platform/3',
          'X-Powered-By': 'Platform',
        };
        const headers = { ...Object.fromEntries(response.headers), ...extra, Via: '1.1 platform' };
        outgoing.writeHead(response.status, headers).end(Buffer.from(await response.arrayBuffer()));
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  const proxy = await openListeningProxy({
    env: { PLATFORM_URL: `http://127.0.0.1:${port}` },
    platform: (request) => fetch(request),
  });
  const smuggled = [
    ...[
      'Authorization: Bearer smuggled',
      'Cookie: smuggled=1',
      'X-Forwarded-Host: smuggled.example',
    ],
    ...[
      'Proxy-Authorization: Basic smuggled',
      'Forwarded: for=smuggled',
      'X-Forwarded-For: smuggled',
    ],
    ...['Referer: https://smuggled.example/', 'User-Agent: smuggled', 'Accept-Language: smuggled'],
    ...['Connection: authorization, x-smuggled, close', 'X-Smuggled: smuggled', 'Via: smuggled'],
    ...['TE: trailers', 'Trailer: smuggled', 'Traceparent: smuggled', `Origin: ${SHOP}`],
    ...[`Idempotency-Key: ${newKey()}`, 'If-None-Match: smuggled', 'X-Api-Key: smuggled'],
  ];
  for (const target of ['/v3/events', '/v3/products']) {
    const response = await proxy.sendBytes(request('GET', target, smuggled));
    assert.deepEqual(statusesOf(response), [200]);
    const [head = ''] = response.split('\r\n\r\n');
    const names = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':')[0] ?? '');
    assert.deepEqual(unexpectedHeaders(names), []);
    assert.doesNotMatch(response, /platform=1|Platform\/3|smuggled/);
  }
  assert.ok(received.length >= 4);
  const clientHeaders = ['host', 'connection', 'accept-language', 'sec-fetch-mode', 'user-agent'];
  const proxyHeaders = [
    'accept',
    'authorization',
    'content-type',
    'content-length',
    'accept-encoding',
  ];
  for (const { names, text } of received) {
    assert.deepEqual(
      names.filter((name) => ![...clientHeaders, ...proxyHeaders].includes(name)),
      [],
    );
    assert.doesNotMatch(text, /smuggled|shop\.example|key-/);
  }
});
