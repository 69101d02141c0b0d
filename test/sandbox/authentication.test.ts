import assert from 'node:assert/strict';
import test from 'node:test';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { openSandbox, requestToken, SATURDAY } from './support.ts';
import type { WireProblem } from './wire.ts';

const { id: client_id, secret: client_secret } = sandboxClients.reseller;
const good = { grant_type: 'client_credentials', client_id, client_secret };

function tokenRequest(form: Record<string, string>): Request {
  return new Request('http://sandbox/oauth/token', {
    method: 'POST',
    body: new URLSearchParams(form),
  });
}

function read(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://sandbox${path}`, { headers });
}

test('Authentication 3: gives a client its token, its lifetime and its scopes', async () => {
  const response = await createSandbox({ clock: () => SATURDAY })(tokenRequest(good));
  const { access_token, ...rest } = (await response.json()) as Record<string, unknown>;

  assert.equal(response.status, 200);
  assert.match(String(access_token), /^\S{20,}$/);
  assert.deepEqual(rest, {
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'calendar_read orders_read_all orders_write_all',
  });
});

test('Authentication 4: gives the same token again while it is alive, with the seconds left', async () => {
  const clock = { now: SATURDAY };
  const fetch = createSandbox({ clock: () => clock.now });
  const ask = async () =>
    (await (await requestToken(fetch)).json()) as { access_token: string; expires_in: number };

  const first = await ask();
  clock.now += 600_000;
  const second = await ask();
  clock.now += 3_000_000;
  const third = await ask();

  assert.equal(second.access_token, first.access_token);
  assert.equal(second.expires_in, 3000);
  assert.notEqual(third.access_token, first.access_token);
  assert.equal(third.expires_in, 3600);
});

const badTokenRequests: [title: string, request: Request, code: string][] = [
  ['a wrong secret', tokenRequest({ ...good, client_secret: 'guess' }), '40002'],
  ['an unknown client', tokenRequest({ ...good, client_id: 'nobody' }), '40002'],
  ['another grant', tokenRequest({ ...good, grant_type: 'password' }), '40001'],
  ['a missing secret', tokenRequest({ grant_type: good.grant_type, client_id }), '40001'],
  [
    'credentials in JSON',
    new Request('http://sandbox/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(good),
    }),
    '40001',
  ],
  [
    'credentials in the query',
    new Request(`http://sandbox/oauth/token?${new URLSearchParams(good)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
    '40001',
  ],
];

for (const [title, request, code] of badTokenRequests) {
  test(`Errors: refuses a token request with ${title}`, async () => {
    const response = await createSandbox({ clock: () => SATURDAY })(request);

    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as WireProblem).code, code);
  });
}

test('Authentication 5: takes the token from the header or from the query', async () => {
  const { fetch, token } = await openSandbox();

  const byHeader = await fetch(read('/v3/vendors', { Authorization: `Bearer ${token}` }));
  const byQuery = await fetch(read(`/v3/vendors?access_token=${token}`));

  assert.equal(byHeader.status, 200);
  assert.equal(byQuery.status, 200);
});

test('Authentication 5: refuses a token that is in the header and in the query', async () => {
  const { fetch, token } = await openSandbox();

  const response = await fetch(
    read(`/v3/vendors?access_token=${token}`, { Authorization: `Bearer ${token}` }),
  );

  assert.equal(response.status, 400);
});

test('Errors: answers 401 to a missing, an unknown and a malformed token', async () => {
  const { fetch, token } = await openSandbox();

  for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: token }]) {
    const response = await fetch(read('/v3/events', headers));
    const body = (await response.json()) as WireProblem;

    assert.equal(response.status, 401);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'user_message']);
    assert.match(body.code, /^\d+$/);
  }
});

test('Authentication 6: a token lives for 3600 seconds, and for no more', async () => {
  const { fetch, token, clock } = await openSandbox();
  const request = () => fetch(read('/v3/vendors', { Authorization: `Bearer ${token}` }));

  clock.now += 3_599_999;
  const atTheEnd = await request();
  clock.now += 1;
  const afterwards = await request();

  assert.equal(atTheEnd.status, 200);
  assert.equal(afterwards.status, 401);
});

test('Authentication 8: answers 403 to a client without the scope, and does nothing', async () => {
  const sandbox = await openSandbox({ client: 'readOnly' });

  assert.equal((await sandbox.get('/v3/events')).status, 200);
  assert.equal((await sandbox.get('/v3/orders')).status, 403);
  assert.equal((await sandbox.post('/v3/orders', {})).status, 403);
});

test('Errors: answers 404 in the error shape where there is nothing', async () => {
  const sandbox = await openSandbox();

  for (const path of ['/v3/nothing', '/v3/vendors/nobody', '/v3/events/none/dates']) {
    const { status, body } = await sandbox.get<WireProblem>(path);

    assert.equal(status, 404);
    assert.equal(body.code, '40401');
  }
});
