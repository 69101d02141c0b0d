import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { createBookingClient } from '../../src/client/booking-client.ts';
import { ConnectionError, ContractError, ProblemError } from '../../src/client/client-errors.ts';
import { aProblem } from '../support/builders.ts';
import { freePorts } from '../support/free-port.ts';

type Answer = (response: ServerResponse) => void;

const answer =
  (status: number, body: string, type = 'application/json'): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

/** What stands at the other end, one answer at a time. */
let next: Answer = answer(200, '[]');
let server: Server;
let origin: string;

before(async () => {
  server = createServer((_, response) => next(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const clientAt = (proxy: string) =>
  createBookingClient({ proxy, fetch: globalThis.fetch, clock: () => 0 });
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  );

test('reads what is in order', async () => {
  next = answer(200, '[]');

  assert.deepEqual(await clientAt(origin).events({ limit: 2 }), []);
});

test('a refusal comes with the whole problem', async () => {
  const problem = aProblem('sold-out', [{ code: 'sold-out', date_id: 'tuesday', left: 1 }]);
  next = answer(409, JSON.stringify(problem), 'application/problem+json');

  const error = await failureOf(clientAt(origin).quote({ lines: [], products: [] }));

  assert.ok(error instanceof ProblemError);
  assert.deepEqual(error.problem, problem);
  assert.equal(error.name, 'ProblemError');
});

test('no answer is a failure of the connection, with its cause', async () => {
  const [port] = await freePorts(1);

  const error = await failureOf(clientAt(`http://127.0.0.1:${port}`).site());

  assert.ok(error instanceof ConnectionError);
  assert.equal(error.name, 'ConnectionError');
  assert.ok(error.cause instanceof TypeError);
});

const broken: [title: string, answer: Answer][] = [
  ['that is cut before it begins', (response) => response.destroy()],
  [
    'that is cut in the middle',
    (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('[{"id":', () => response.destroy());
    },
  ],
];
for (const [title, cut] of broken) {
  test(`an answer ${title} is no answer`, async () => {
    next = cut;

    assert.ok((await failureOf(clientAt(origin).site())) instanceof ConnectionError);
  });
}

const unreadable: [title: string, answer: Answer][] = [
  ['a page of something in between', answer(502, '<h1>Bad Gateway</h1>', 'text/html')],
  ['a page that says it is fine', answer(200, '<!doctype html>', 'text/html')],
  ['nothing at all', answer(200, '')],
  ['no content', answer(204, '')],
  ['half of it', answer(200, '[{"id":')],
  ['an error of another kind', answer(500, '{"message":"no"}')],
  ['an error that is nothing', answer(500, 'null')],
  ['an error that is a text', answer(500, '"no"')],
];
for (const [title, given] of unreadable) {
  test(`an answer with ${title} cannot be read`, async () => {
    next = given;

    const error = await failureOf(clientAt(origin).site());

    assert.ok(error instanceof ContractError, String(error));
    assert.equal(error.name, 'ContractError');
  });
}

test('what is taken back ends with its own reason, before the answer', async () => {
  const abort = new AbortController();
  const reason = new Error('Another list is wanted.');
  next = () => abort.abort(reason);

  assert.equal(await failureOf(clientAt(origin).events({ limit: 2 }, abort.signal)), reason);
});

test('what is taken back ends with its own reason, in the middle of the answer', async () => {
  const abort = new AbortController();
  next = (response) => {
    response.writeHead(200);
    response.write('[', () => abort.abort());
  };

  const error = await failureOf(clientAt(origin).site(abort.signal));

  assert.equal(error, abort.signal.reason);
  assert.equal((error as DOMException).name, 'AbortError');
});

test('what was taken back beforehand is not asked for', async () => {
  let asked = 0;
  next = () => (asked += 1);
  const signal = AbortSignal.abort();

  assert.equal(await failureOf(clientAt(origin).site(signal)), signal.reason);
  assert.equal(asked, 0);
});

test('a failure without a taking back is one, though there is a signal', async () => {
  next = (response) => response.destroy();
  const { signal } = new AbortController();

  assert.ok((await failureOf(clientAt(origin).site(signal))) instanceof ConnectionError);
});
