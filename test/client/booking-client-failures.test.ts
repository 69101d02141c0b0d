import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { RequestError } from '../../src/client/request-error.ts';
import { aProblem } from '../support/builders.ts';
import { freePorts } from '../support/free-port.ts';
import { createWholeClient } from './proxied-client.ts';

type Respond = (response: ServerResponse) => void;

const respondWith =
  (status: number, body: string, type = 'application/json'): Respond =>
  (response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

/** The server's handler for the next request. */
let respond: Respond = respondWith(200, '[]');
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((_, response) => respond(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const clientAt = (proxy: string) =>
  createWholeClient({ proxy, fetch: globalThis.fetch, clock: () => 0 });

const thrownBy = (asked: Promise<unknown>) =>
  asked.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );

async function failureOf(asked: Promise<unknown>) {
  const error = await thrownBy(asked);
  assert.ok(error instanceof RequestError, String(error));
  assert.equal(error.name, 'RequestError');
  return error.failure;
}

test('a successful response resolves to its body', async () => {
  respond = respondWith(200, '[]');

  assert.deepEqual(await clientAt(origin).events({ limit: 2 }), []);
});

test('a refusal rejects with the whole problem', async () => {
  const problem = aProblem('sold-out', [{ code: 'sold-out', date_id: 'tuesday', left: 1 }]);
  respond = respondWith(409, JSON.stringify(problem), 'application/problem+json');

  const failure = await failureOf(clientAt(origin).quote({ lines: [], products: [] }));

  assert.deepEqual(failure, { kind: 'problem', problem, retryAfter: undefined });
});

test('a missing response is a connection failure with its cause', async () => {
  const [port] = await freePorts(1);

  const error = await thrownBy(clientAt(`http://127.0.0.1:${port}`).site());

  assert.ok(error instanceof RequestError);
  assert.deepEqual(error.failure, { kind: 'connection' });
  assert.ok(error.cause instanceof TypeError);
});

const broken: [title: string, respond: Respond][] = [
  ['before it begins', (response) => response.destroy()],
  [
    'in the middle',
    (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('[{"id":', () => response.destroy());
    },
  ],
];
for (const [title, cut] of broken) {
  test(`a response that is cut ${title} is a failure of the connection`, async () => {
    respond = cut;

    assert.deepEqual(await failureOf(clientAt(origin).site()), { kind: 'connection' });
  });
}

const unreadable: [title: string, status: number, respond: Respond][] = [
  ['a page of something in between', 502, respondWith(502, '<h1>Bad Gateway</h1>', 'text/html')],
  ['no content', 204, respondWith(204, '')],
];
for (const [title, status, unreadableResponse] of unreadable) {
  test(`a response with ${title} is unreadable`, async () => {
    respond = unreadableResponse;

    const failure = await failureOf(clientAt(origin).site());

    assert.deepEqual(failure, { kind: 'unreadable', status, retryAfter: undefined });
  });
}

test('an aborted request ends with the reason of its signal, before the response', async () => {
  const abort = new AbortController();
  const reason = new Error('Another list is wanted.');
  respond = () => abort.abort(reason);

  assert.equal(await thrownBy(clientAt(origin).events({ limit: 2 }, abort.signal)), reason);
});

test('an aborted request ends with the reason of its signal, in the middle of the response', async () => {
  const abort = new AbortController();
  respond = (response) => {
    response.writeHead(200);
    response.write('[', () => abort.abort());
  };

  const error = await thrownBy(clientAt(origin).site(abort.signal));

  assert.equal(error, abort.signal.reason);
  assert.equal((error as DOMException).name, 'AbortError');
});

test('a request that was aborted beforehand is not sent', async () => {
  let requests = 0;
  respond = () => (requests += 1);
  const signal = AbortSignal.abort();

  assert.equal(await thrownBy(clientAt(origin).site(signal)), signal.reason);
  assert.equal(requests, 0);
});

test('a connection failure is reported as such although the request has a signal', async () => {
  respond = (response) => response.destroy();
  const { signal } = new AbortController();

  assert.deepEqual(await failureOf(clientAt(origin).site(signal)), { kind: 'connection' });
});
