import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { openSandbox, requestToken } from '../support.ts';
import type { WireProblem } from '../wire.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
}

const ask = async ({ fetch }: Sandbox) =>
  (await (await requestToken(fetch)).json()) as TokenResponse;

function readWith({ sendBare }: Sandbox, token: string): Promise<Response> {
  return sendBare('/v3/vendors', { headers: { Authorization: `Bearer ${token}` } });
}

test('Authentication 4: by default gives the same token again while it is alive, with the seconds left', async () => {
  const sandbox = await openSandbox();

  const first = await ask(sandbox);
  sandbox.clock.now += 600_000;
  const second = await ask(sandbox);
  sandbox.clock.now += 3_000_000;
  const third = await ask(sandbox);

  assert.equal(second.access_token, first.access_token);
  assert.equal(second.expires_in, 3000);
  assert.notEqual(third.access_token, first.access_token);
  assert.equal(third.expires_in, 3600);
});

test('Authentication 4: read as “replace”, a new token ends the old one', async () => {
  const sandbox = await openSandbox({ tokenRule: 'replace' });
  const second = await ask(sandbox);

  assert.notEqual(second.access_token, sandbox.token);
  assert.equal((await readWith(sandbox, sandbox.token)).status, 401);
  assert.equal((await readWith(sandbox, second.access_token)).status, 200);
});

test('Authentication 4: read as “refuse”, a second request gets 429 until the token has expired', async () => {
  const sandbox = await openSandbox({ tokenRule: 'refuse' });
  sandbox.clock.now += 600_000;
  const refused = await requestToken(sandbox.fetch);

  assert.equal(refused.status, 429);
  assert.equal(((await refused.json()) as WireProblem).code, '42901');
  assert.equal(refused.headers.get('Retry-After'), '3000');
  assert.equal((await readWith(sandbox, sandbox.token)).status, 200, 'and the token lives on');

  sandbox.clock.now += 3_000_000;
  assert.equal((await requestToken(sandbox.fetch)).status, 200);
});

test('Authentication 4: the token of one client is nothing to another', async () => {
  const { fetch } = await openSandbox({ tokenRule: 'refuse' });

  assert.equal((await requestToken(fetch, sandboxClients.vendor)).status, 200);
  assert.equal((await requestToken(fetch, sandboxClients.vendor)).status, 429);
  assert.equal((await requestToken(fetch, sandboxClients.readOnly)).status, 200);
});

test('Authentication 4: PATCH /sandbox/tokens changes the rule while the sandbox runs', async () => {
  const { fetch, patch } = await openSandbox();
  const readings = [
    ['refuse', 429],
    ['replace', 200],
    ['same', 200],
  ] as const;
  for (const [rule, status] of readings) {
    const { body } = await patch('/sandbox/tokens', { rule });

    assert.deepEqual(body, { rule });
    assert.equal((await requestToken(fetch)).status, status);
  }
});

test('Authentication 6: a token lives for 3600 seconds, and for no more', async () => {
  const sandbox = await openSandbox();

  sandbox.clock.now += 3_599_999;
  const atTheEnd = await readWith(sandbox, sandbox.token);
  sandbox.clock.now += 1;
  const afterwards = await readWith(sandbox, sandbox.token);

  assert.deepEqual([atTheEnd.status, afterwards.status], [200, 401]);
});
