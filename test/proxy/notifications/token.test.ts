import assert from 'node:assert/strict';
import { SignJWT } from 'jose';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { paths } from '#contract/paths';
import { deriveKey, isSameSecret } from '../../../proxy/secrets.ts';
import { createWorld, PROXY } from '../../support/world.ts';
import { credentials, deliver, requestToken, tokenOf } from './deliveries.ts';

const world = createWorld({ notifies: true });

test('the platform gets a token for an hour with its credentials', async () => {
  const { status, headers, text } = await requestToken(world);

  assert.equal(status, 200);
  assert.equal(headers.get('Cache-Control'), 'no-store');
  const { access_token, ...rest } = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3_600 });
  assert.equal(typeof access_token, 'string');
});

const { grant_type: _, ...withoutGrant } = credentials;
const { client_secret: __, ...withoutSecret } = credentials;
const refusals: [what: string, fields: Record<string, string>, status: number, error: string][] = [
  ['another secret', { ...credentials, client_secret: 'guessed' }, 401, 'invalid_client'],
  [
    'a longer secret',
    { ...credentials, client_secret: `${credentials.client_secret}!` },
    401,
    'invalid_client',
  ],
  ['another client', { ...credentials, client_id: 'somebody' }, 401, 'invalid_client'],
  ['no secret', withoutSecret, 400, 'invalid_request'],
  ['an empty secret', { ...credentials, client_secret: '' }, 400, 'invalid_request'],
  ['no grant', withoutGrant, 400, 'invalid_request'],
  ['another grant', { ...credentials, grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [
    'a form that is too large',
    { ...credentials, scope: 'x'.repeat(9_000) },
    400,
    'invalid_request',
  ],
];
for (const [what, fields, status, error] of refusals) {
  test(`${what} gets no token: ${status} ${error}`, async () => {
    const response = await requestToken(world, fields);
    assert.deepEqual([response.status, JSON.parse(response.text)], [status, { error }]);
  });
}

test('a repeated field, or a body that is not a form, gets no token', async () => {
  const form = String(new URLSearchParams(credentials));
  const type = 'application/x-www-form-urlencoded';
  const bodies: [body: string, type: string][] = [
    [`${form}&client_id=platform`, type],
    [JSON.stringify(credentials), 'application/json'],
    [form, 'text/plain'],
  ];
  for (const [body, type] of bodies) {
    const headers = { 'Content-Type': type };
    const url = PROXY + paths.notificationToken;
    const { status, text } = await world.read(new Request(url, { method: 'POST', headers, body }));
    assert.deepEqual([status, JSON.parse(text)], [400, { error: 'invalid_request' }]);
  }
});

test('a token is honoured until it expires, and by every process', async () => {
  const first = createWorld({ notifies: true });
  const token = await tokenOf(first);
  first.restart();

  assert.equal((await deliver(first, { id: 'x' }, token)).status, 200);
  assert.equal((await deliver(createWorld({ notifies: true }), { id: 'x' }, token)).status, 200);
  first.advance(HOUR - 1_000);
  assert.equal((await deliver(first, { id: 'x' }, token)).status, 200);
  first.advance(1_000);
  const { status, headers, text } = await deliver(first, { id: 'x' }, token);
  assert.deepEqual([status, JSON.parse(text)], [401, { error: 'invalid_token' }]);
  assert.equal(headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"');
});

const signWith = async (key: Uint8Array, alg = 'HS256', lifetime: string | null = '1h') => {
  const token = new SignJWT().setProtectedHeader({ alg }).setIssuedAt(world.clock() / 1000);
  return (lifetime === null ? token : token.setExpirationTime(world.clock() / 1000 + 60)).sign(key);
};
const { PROXY_SECRET } = world.config;
const ownPurpose = `notifications/${credentials.client_id}/${credentials.client_secret}`;
const forged: [what: string, create: () => Promise<string | undefined>][] = [
  ['none', async () => undefined],
  ['an empty one', async () => ''],
  ['one that is no token', async () => 'abc.def.ghi'],
  ['one of another secret', async () => signWith(new Uint8Array(32))],
  [
    'one that was signed for another purpose',
    async () => signWith(await deriveKey(PROXY_SECRET, 'quote/default')),
  ],
  ['one of another algorithm', async () => signWith(new Uint8Array(64), 'HS512')],
  [
    'one that never expires',
    async () => signWith(await deriveKey(PROXY_SECRET, ownPurpose), 'HS256', null),
  ],
  [
    'one without a signature',
    async () => `${btoa('{"alg":"none"}')}.${btoa('{"exp":9999999999}')}.`,
  ],
  ['one that was changed', async () => `${(await tokenOf(world)).slice(0, -2)}xx`],
  [
    'one of before the secret was changed',
    () =>
      tokenOf(
        createWorld({
          notifies: true,
          env: { PROXY_SECRET: 'another secret of thirty-two chars' },
        }),
      ),
  ],
];
for (const [what, create] of forged) {
  test(`a delivery with a token that is ${what} is refused`, async () => {
    const { status, headers } = await deliver(world, { id: 'x' }, await create());
    assert.equal(status, 401);
    assert.match(headers.get('WWW-Authenticate') ?? '', /^Bearer/);
  });
}

test('control: a valid token is accepted, so the tokens above are refused for their fault', async () => {
  const token = await signWith(await deriveKey(PROXY_SECRET, ownPurpose));
  assert.equal((await deliver(world, { id: 'x' }, token)).status, 200);
});

test('without its variables there is no receiver, whatever the method and the token', async () => {
  for (const method of ['POST', 'PATCH', 'GET', 'OPTIONS']) {
    for (const path of [paths.notificationToken, paths.notificationOrders]) {
      const request = new Request(PROXY + path, { method });
      assert.equal((await createWorld().read(request)).status, 404, `${method} ${path}`);
    }
  }
});

test('another method is refused, and the right ones are named', async () => {
  const expected = { [paths.notificationToken]: 'POST', [paths.notificationOrders]: 'POST, PATCH' };
  for (const [path, allowed] of Object.entries(expected)) {
    const { status, headers } = await world.read(new Request(PROXY + path, { method: 'PUT' }));
    assert.deepEqual([status, headers.get('Allow')], [405, allowed]);
    assert.equal(headers.get('Access-Control-Allow-Origin'), null);
  }
});

test('one address may request as often as a platform needs to, and no more', async () => {
  const limited = createWorld({ notifies: true });
  const peer = { address: '203.0.113.7' };
  const request = () =>
    new Request(PROXY + paths.notificationOrders, { method: 'POST', body: '{}' });
  for (let count = 0; count < 6_000; count += 1) await limited.read(request(), peer);

  const { status, headers } = await limited.read(request(), peer);

  assert.deepEqual([status, headers.get('Retry-After')], [429, '1']);
  assert.equal((await limited.read(request(), { address: '203.0.113.8' })).status, 401);
  assert.equal((await limited.read(new Request(`${PROXY}/site`), peer)).status, 200);
});

test('only equal secrets compare as equal', async () => {
  const pairs: [string, string, boolean][] = [
    ['', '', true],
    ['secret', 'secret', true],
    ['secret', 'secreT', false],
    ['secret', 'secret ', false],
    ['', 'secret', false],
  ];
  for (const [one, other, same] of pairs) assert.equal(await isSameSecret(one, other), same);
});
