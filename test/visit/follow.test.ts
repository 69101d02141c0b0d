import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { createExchange } from '../../src/client/exchange.ts';
import { RequestError } from '../../src/client/request-error.ts';
import { createOrderClient } from '../../src/visit/order-client.ts';
import { aProblem } from '../support/builders.ts';

const anIntent = (state: IntentResponse['state']): IntentResponse => ({
  state,
  order: null,
  settled_by: null,
  problem: null,
});
const anEvent = (state: IntentResponse['state']) => `data: ${JSON.stringify(anIntent(state))}\n\n`;

/** A client whose next response the test writes in chunks. */
function openClient() {
  const requests: Request[] = [];
  let respond: (request: Request) => Response | Promise<Response> = () => new Response();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return respond(request);
  };
  const heard: IntentResponse['state'][] = [];
  const leaving = new AbortController();
  const proxy = 'https://book.example';
  const client = createOrderClient(createExchange({ proxy, fetch, clock: () => 0 }));
  return {
    requests,
    heard,
    leave: () => leaving.abort(new Error('left')),
    respondWith: (response: typeof respond) => (respond = response),
    follow: () =>
      client.follow({ key: 'a-key' }, ({ state }) => void heard.push(state), leaving.signal),
  };
}

function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  return {
    write: (text: string) => writer.write(encoder.encode(text)),
    writeBytes: (bytes: Uint8Array) => writer.write(bytes),
    end: () => writer.close(),
    respond: ({ signal }: Request) => {
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}));
      return new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  };
}

const json = (body: object, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });

function failureOf(error: unknown) {
  assert.ok(error instanceof RequestError, String(error));
  return error.failure;
}

test('every change of an intent is received until the proxy ends the stream', async () => {
  const { respondWith, follow, heard, requests } = openClient();
  const stream = openStream();
  respondWith(stream.respond);
  const followed = follow();

  await stream.write(anEvent('checking'));
  await stream.write(':\n\n');
  await stream.write(anEvent('placed'));
  await stream.end();
  await followed;

  assert.deepEqual(heard, ['checking', 'placed']);
  assert.equal(requests[0]?.headers.get('Accept'), 'text/event-stream');
  assert.equal(requests[0]?.headers.get('Idempotency-Key'), 'a-key');
});

test('an event is received once it is complete, wherever its chunks were split', async () => {
  const { respondWith, follow, heard } = openClient();
  const stream = openStream();
  respondWith(stream.respond);
  const followed = follow();

  const problem = {
    ...anIntent('refused'),
    problem: { ...aProblem('sold-out'), title: 'Führung' },
  };
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify(problem)}\n\n`);
  for (const byte of bytes) await stream.writeBytes(Uint8Array.of(byte));
  await stream.end();
  await followed;

  assert.deepEqual(heard, ['refused']);
});

test('a stream with a single event is received once', async () => {
  const { respondWith, follow, heard } = openClient();
  respondWith(() => json(anIntent('placed')));

  await follow();

  assert.deepEqual(heard, ['placed']);
});

test('a refusal is thrown as from every other request', async () => {
  const { respondWith, follow } = openClient();
  respondWith(() => json(aProblem('not-found'), 404, 'application/problem+json'));

  const failure = failureOf(await follow().catch((error: unknown) => error));
  assert.ok(failure.kind === 'problem' && failure.problem.code === 'not-found');
});

test('aborting closes the stream', async () => {
  const { respondWith, follow, leave } = openClient();
  const stream = openStream();
  respondWith(stream.respond);
  const followed = follow();
  await stream.write(anEvent('checking'));

  leave();

  await assert.rejects(followed, { message: 'left' });
  await assert.rejects(stream.write(anEvent('placed')));
});

function silentFor(milliseconds: number) {
  mock.timers.tick(milliseconds);
}

test('a silent stream counts as a lost connection and is reopened', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { respondWith, follow, heard, requests } = openClient();
  const stream = openStream();
  respondWith(stream.respond);
  const followed = follow().catch((error: unknown) => error);
  await stream.write(anEvent('checking'));
  while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
  silentFor(44_000);
  await stream.write(':\n\n');
  await new Promise((resolve) => setImmediate(resolve));
  silentFor(44_000);
  assert.equal(requests[0]?.signal.aborted, false);
  silentFor(1_000);

  assert.deepEqual(failureOf(await followed), { kind: 'connection' });
  respondWith(() => json(anIntent('placed')));
  await follow();
  assert.equal(requests[1]?.headers.get('Accept'), 'text/event-stream');
});

test('where streams do not get through, none is requested again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { respondWith, follow, heard, requests } = openClient();
  respondWith(
    ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const followed = follow().catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  silentFor(20_000);

  assert.deepEqual(failureOf(await followed), { kind: 'connection' });
  respondWith(() => json(anIntent('placed')));
  await follow();
  assert.deepEqual(heard, ['placed']);
  assert.notEqual(requests[1]?.headers.get('Accept'), 'text/event-stream');
});
