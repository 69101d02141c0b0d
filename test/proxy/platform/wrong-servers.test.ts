import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { mock } from 'node:test';
import { test, type TestContext } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { createFetch } from '../../../proxy/http/fetch.ts';
import { createWorld } from '../../support/world.ts';
import { serve } from './serve.ts';

/** The default of `PLATFORM_TIMEOUT_SECONDS`, in milliseconds. */
const DEADLINE = 10_000;

/** A proxy that reaches its platform over the network. */
async function reach(t: TestContext, respond: RequestListener) {
  const url = await serve(t, (request, response) => {
    if (request.url !== '/oauth/token') return respond(request, response);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"access_token":"the-token","token_type":"Bearer","expires_in":3600}');
  });
  return createWorld({ env: { PLATFORM_URL: url }, between: createFetch });
}

for (const status of [300, 301, 302, 303, 305, 307, 308]) {
  test(`a ${status} is not followed, so no other server gets the token`, async (t) => {
    const asked: unknown[] = [];
    const elsewhere = await serve(t, (request, response) => {
      asked.push(request.headers);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
    const { get } = await reach(t, ({ url }, response) => {
      response.writeHead(status, { Location: elsewhere + (url ?? '') }).end();
    });

    const { body } = await get<Problem>('/v3/products');

    assert.equal(body.code, 'platform-down');
    assert.deepEqual(asked, []);
  });
}

test('a redirected token request does not send the secret to another server', async (t) => {
  const asked: unknown[] = [];
  const elsewhere = await serve(t, (request, response) => {
    asked.push(request.url);
    response.end();
  });
  const url = await serve(t, (_, response) => {
    response.writeHead(307, { Location: elsewhere }).end();
  });
  const { get } = createWorld({
    env: { PLATFORM_URL: url },
    between: createFetch,
  });

  assert.equal((await get<Problem>('/v3/products')).body.code, 'platform-busy');
  assert.deepEqual(asked, []);
});

test('a call’s deadline also applies while its response drips', async (t) => {
  const { setTimeout } = globalThis;
  const deadlines: (() => void)[] = [];
  mock.method(globalThis, 'setTimeout', (run: () => void, milliseconds: number) =>
    milliseconds === DEADLINE ? deadlines.push(run) : setTimeout(run, milliseconds),
  );
  let drips = 0;
  const { get } = await reach(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('[', () => {
      drips += 1;
      for (const end of deadlines.splice(0)) end();
    });
  });

  const { status, body } = await get<Problem>('/v3/products');

  assert.deepEqual([status, body.code], [503, 'platform-down']);
  assert.ok(drips > 0);
});

test('a response that ends before its length is a failure', async (t) => {
  const { get } = await reach(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('[]', () => response.destroy());
  });

  assert.equal((await get<Problem>('/v3/products')).body.code, 'platform-down');
});
